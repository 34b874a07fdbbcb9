/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "markdown/md.h"

/* CommonMark (6.4) lets a run of stars open or close emphasis by the characters
 * on its sides: after punctuation and before a letter it does not close. In
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
        i = utf8_find_wide(text, i);
        /* Characters below U+0800 begin with less; those from U+2000 to U+2FFF
         * are others, except radicals. */
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
    at = str_skip_back(text, at, "~");
    if (at == 0) {
        return '\n';
    }
    at--;
    for (int i = 0; i < 3 && at > 0 && utf8_is_tail(text.p[at]); i++) {
        at--;
    }
    return utf8_next(text, &at);
}

static uint32_t char_after(str text, size_t at)
{
    at = str_skip(text, at, "~");
    return at < text.n ? utf8_next(text, &at) : '\n';
}

/* Punctuation that keeps a run from closing (or opening) for CommonMark, and
 * does not here, because the character beyond the run is a letter. */
static bool is_in_the_way(uint32_t mark, uint32_t beyond)
{
    return md_is_punctuation(mark) && !md_is_punctuation(beyond) &&
           !md_is_space(beyond) && (is_cjk(mark) || is_cjk(beyond));
}

/* The start of the runs before text[end], without escaped characters. */
static size_t runs_before(str text, size_t from, size_t end)
{
    size_t at = end;
    while (at > from && is_run_char(text.p[at - 1])) {
        at--;
    }
    size_t slashes = 0;
    while (at - slashes > from && text.p[at - slashes - 1] == '\\') {
        slashes++;
    }
    bool escaped = slashes % 2 && at < end;
    return at + escaped;
}

/* Looks at the runs that begin at text[*at], which is after them then. */
static bool find_in_runs(str text, size_t *at, struct md_cjk_run *found)
{
    while (*at < text.n && is_run_char(text.p[*at])) {
        size_t from = *at;
        while (*at < text.n && text.p[*at] == text.p[from]) {
            ++*at;
        }
        uint32_t before = char_before(text, from);
        uint32_t after = char_after(text, *at);
        bool closes = is_in_the_way(before, after);
        if (closes || is_in_the_way(after, before)) {
            *found = (struct md_cjk_run){closes ? from : *at, *at};
            return true;
        }
    }
    return false;
}

/* Only runs beside a character outside ASCII count. */
struct md_cjk_run md_cjk_next(str text, size_t from)
{
    struct md_cjk_run run = {text.n, text.n};
    bool found = find_in_runs(text, &from, &run);
    for (size_t at = from; !found && at < text.n;) {
        size_t wide = utf8_find_wide(text, at);
        if (wide > at && is_run_char(text.p[wide - 1])) {
            at = runs_before(text, at, wide);
            found = find_in_runs(text, &at, &run);
        }
        at = wide;
        while (at < text.n && (unsigned char)text.p[at] & 0x80) {
            at++;
        }
        if (!found && at < text.n && is_run_char(text.p[at])) {
            found = find_in_runs(text, &at, &run);
        }
    }
    return run;
}
