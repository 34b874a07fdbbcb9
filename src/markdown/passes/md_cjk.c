/* SPDX-License-Identifier: MIT */
#include "base/swar.h"
#include "base/utf8.h"
#include "markdown/md.h"

/* CommonMark (6.4) lets a run of stars open or close emphasis by the characters
 * on its sides: behind punctuation and before a letter it does not close. In
 * Chinese, Japanese and Korean no space follows a full stop or a bracket, so
 * there the text of **sentence.**next stays as it is typed. The rule here is
 * that of the proposal "CJK-friendly emphasis": punctuation of these scripts,
 * or any beside a character of them, counts as a letter. */

/* Characters that East Asian texts show as wide, Hangul, and marks of theirs.
 */
static bool is_cjk(uint32_t c)
{
    return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0x303E) ||
           (c >= 0x3041 && c <= 0xA4CF) || (c >= 0xA960 && c <= 0xA97F) ||
           (c >= 0xAC00 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF01 && c <= 0xFFEE) ||
           (c >= 0x16FE0 && c <= 0x18DFF) || (c >= 0x1AFF0 && c <= 0x1B16F) ||
           (c >= 0x1F200 && c <= 0x1F2FF) || (c >= 0x20000 && c <= 0x3FFFD);
}

bool md_has_cjk(str text)
{
    for (size_t i = 0; i < text.n; i++) {
        while (text.n - i >= 8 && !eight_wide(eight_at(text.p + i))) {
            i += 8;
        }
        /* What is below U+0800 or in U+2000 to U+2FFF begins with less, but
         * for radicals. */
        if (i < text.n && (unsigned char)text.p[i] > 0xE0 &&
            (unsigned char)text.p[i] != 0xE2) {
            return true;
        }
    }
    return false;
}

static bool is_run_char(char c)
{
    return c == '*' || c == '~' || c == '=';
}

static uint32_t char_before(str text, size_t at)
{
    while (at > 0 && text.p[at - 1] == '~') {
        at--;
    }
    if (at == 0) {
        return '\n';
    }
    at--;
    for (int i = 0; i < 3 && at > 0 && (text.p[at] & 0xC0) == 0x80; i++) {
        at--;
    }
    return utf8_next(text, &at);
}

static uint32_t char_behind(str text, size_t at)
{
    while (at < text.n && text.p[at] == '~') {
        at++;
    }
    return at < text.n ? utf8_next(text, &at) : '\n';
}

/* Punctuation that keeps a run from closing (or opening) for CommonMark, and
 * does not here, because the character beyond the run is a letter. */
static bool is_in_the_way(uint32_t mark, uint32_t beyond)
{
    return md_is_punctuation(mark) && !md_is_punctuation(beyond) &&
           !md_is_space(beyond) && (is_cjk(mark) || is_cjk(beyond));
}

static size_t next_wide(str text, size_t i)
{
    while (i + 8 <= text.n && !eight_wide(eight_at(text.p + i))) {
        i += 8;
    }
    while (i < text.n && !((unsigned char)text.p[i] & 0x80)) {
        i++;
    }
    return i;
}

/* Behind a letter at from - 1: where runs begin again that may be beside a
 * character outside ASCII. Others need no look, and most texts have few. */
static size_t skip_ascii(str text, size_t from)
{
    size_t wide = next_wide(text, from);
    size_t at = wide;
    while (at > from && is_run_char(text.p[at - 1])) {
        at--;
    }
    size_t slashes = 0;
    while (at - slashes > from && text.p[at - slashes - 1] == '\\') {
        slashes++;
    }
    bool escaped = slashes % 2 && at < wide;
    return at + escaped;
}

static bool is_letter(char c)
{
    return !((unsigned char)c & 0x80) && c != '\\' && !is_run_char(c);
}

struct md_cjk_run md_cjk_next(str text, size_t from)
{
    for (size_t i = from; i < text.n; i++) {
        char c = text.p[i];
        if (is_letter(c)) {
            i = skip_ascii(text, i + 1) - 1;
            continue;
        }
        if (c == '\\') {
            i++;
            continue;
        }
        if (!is_run_char(c)) {
            continue;
        }
        size_t end = i;
        while (end < text.n && text.p[end] == c) {
            end++;
        }
        uint32_t before = char_before(text, i);
        uint32_t behind = char_behind(text, end);
        if (is_in_the_way(before, behind)) {
            return (struct md_cjk_run){i, end};
        }
        if (is_in_the_way(behind, before)) {
            return (struct md_cjk_run){end, end};
        }
        i = end - 1;
    }
    return (struct md_cjk_run){text.n, text.n};
}
