/* SPDX-License-Identifier: MIT */
#include "jinja/chars.h"

#include <utf8proc.h>

#include "base/memory/buf.h"
#include "base/utf8.h"

static utf8proc_category_t category(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c);
}

static bool is_letter(uint32_t c)
{
    utf8proc_category_t cat = category(c);
    return cat >= UTF8PROC_CATEGORY_LU && cat <= UTF8PROC_CATEGORY_LO;
}

bool char_starts_name(uint32_t c)
{
    if (c < 0x80) {
        return is_alpha((char)c) || c == '_';
    }
    return is_letter(c) || category(c) == UTF8PROC_CATEGORY_NL;
}

bool char_in_name(uint32_t c)
{
    if (c < 0x80) {
        return is_alnum((char)c) || c == '_';
    }
    utf8proc_category_t cat = category(c);
    return char_starts_name(c) || cat == UTF8PROC_CATEGORY_MN ||
           cat == UTF8PROC_CATEGORY_MC || cat == UTF8PROC_CATEGORY_ND ||
           cat == UTF8PROC_CATEGORY_PC;
}

bool char_is_space(uint32_t c)
{
    if (c < 0x80) {
        return is_space((char)c) || (c >= 0x1C && c <= 0x1F);
    }
    utf8proc_category_t cat = category(c);
    return c == 0x85 ||
           (cat >= UTF8PROC_CATEGORY_ZS && cat <= UTF8PROC_CATEGORY_ZP);
}

bool char_is_word(uint32_t c)
{
    if (c < 0x80) {
        return is_alnum((char)c) || c == '_';
    }
    utf8proc_category_t cat = category(c);
    return is_letter(c) ||
           (cat >= UTF8PROC_CATEGORY_ND && cat <= UTF8PROC_CATEGORY_NO);
}

bool char_is_alpha(uint32_t c)
{
    return c < 0x80 ? is_alpha((char)c) : is_letter(c);
}

bool char_is_digit(uint32_t c)
{
    if (c < 0x80) {
        return is_digit((char)c);
    }
    return category(c) == UTF8PROC_CATEGORY_ND;
}

bool char_is_printable(uint32_t c)
{
    if (c < 0x80) {
        return c >= 0x20 && c < 0x7F;
    }
    utf8proc_category_t cat = category(c);
    return cat != UTF8PROC_CATEGORY_CN && cat < UTF8PROC_CATEGORY_ZS;
}

bool char_is_upper(uint32_t c)
{
    return category(c) == UTF8PROC_CATEGORY_LU;
}

bool char_is_lower(uint32_t c)
{
    return category(c) == UTF8PROC_CATEGORY_LL;
}

void char_put_case(struct buf *out, uint32_t c, enum char_case wanted)
{
    if (c < 0x80) {
        char lower = to_lower((char)c);
        bool up = wanted != CASE_LOWER && lower >= 'a' && lower <= 'z';
        buf_putc(out, up ? (char)(lower - ('a' - 'A')) : lower);
    } else if (c == 0xDF && wanted != CASE_LOWER) {
        buf_put(out, wanted == CASE_UPPER ? STR("SS") : STR("Ss"));
    } else if (wanted == CASE_LOWER) {
        utf8_put(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)c));
    } else if (wanted == CASE_UPPER) {
        utf8_put(out, (uint32_t)utf8proc_toupper((utf8proc_int32_t)c));
    } else {
        utf8_put(out, (uint32_t)utf8proc_totitle((utf8proc_int32_t)c));
    }
}

/* --- eight bytes at a time ------------------------------------------------
 *
 * Most text is ASCII. In a word of such bytes no sum below carries from one
 * byte into the next, and each one's top bit says yes or no. */

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline bool is_ascii8(uint64_t word)
{
    return !(word & EACH(0x80));
}

/* The top bits of the bytes from `first` to `last`. */
static inline uint64_t between(uint64_t word, unsigned first, unsigned last)
{
    return ((word + EACH(0x80 - first)) ^ (word + EACH(0x7F - last))) &
           EACH(0x80);
}

static size_t put_ascii_case(char *to, str s, enum char_case wanted)
{
    unsigned first = wanted == CASE_LOWER ? 'A' : 'a';
    size_t i = 0;
    for (; s.n - i >= 8; i += 8) {
        uint64_t word;
        memcpy(&word, s.p + i, 8);
        if (!is_ascii8(word)) {
            break;
        }
        word ^= between(word, first, first + 25) >> 2; /* the 0x20 bit */
        memcpy(to + i, &word, 8);
    }
    for (; i < s.n && !((unsigned char)s.p[i] & 0x80); i++) {
        bool other = (unsigned char)s.p[i] - first < 26;
        to[i] = (char)(other ? s.p[i] ^ 0x20 : s.p[i]);
    }
    return i;
}

void str_put_case(struct buf *out, str s, enum char_case wanted)
{
    while (s.n) {
        buf_reserve(out, s.n);
        size_t n = put_ascii_case(out->p + out->n, s, wanted);
        out->n += n;
        if (n < s.n) {
            char_put_case(out, utf8_next(s, &n), wanted);
        }
        s = str_from_offset(s, n);
    }
}

/* --- sixteen at a time ------------------------------------------------------
 *
 * Vectors as gcc and clang have them on every machine. A comparison makes
 * each byte 0 or 255. */

typedef uint8_t lanes __attribute__((vector_size(16)));

enum { LANES = sizeof(lanes) };

static inline lanes load_lanes(const char *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline bool any(lanes v)
{
    uint64_t halves[2];
    memcpy(halves, &v, sizeof v);
    return (halves[0] | halves[1]) != 0;
}

static inline lanes lanes_between(lanes v, uint8_t first, uint8_t last)
{
    return (lanes)(v - first <= (uint8_t)(last - first));
}

static inline lanes lanes_in_word(lanes v)
{
    return lanes_between(v | 0x20, 'a', 'z') | lanes_between(v, '0', '9') |
           (lanes)(v == '_');
}

/* Words that begin in the ASCII text from *at on, *at > 0, which moves. */
static size_t words_of_lanes(str s, size_t *at)
{
    lanes counts = {0};
    size_t i = *at;
    for (int rounds = 0; rounds < 255 && s.n - i >= LANES; rounds++) {
        lanes v = load_lanes(s.p + i);
        lanes before = load_lanes(s.p + i - 1);
        if (any((v | before) & 0x80)) {
            break;
        }
        counts -= lanes_in_word(v) & ~lanes_in_word(before);
        i += LANES;
    }
    size_t n = 0;
    uint64_t halves[2];
    memcpy(halves, &counts, sizeof counts);
    for (; i > *at && (halves[0] | halves[1]); halves[0] >>= 8) {
        n += (halves[0] & 0xFF) + (halves[1] & 0xFF);
        halves[1] >>= 8;
    }
    *at = i;
    return n;
}

/* Words begin where a character of a word follows one that is none. */
size_t str_words(str s)
{
    size_t n = 0;
    bool before = false;
    for (size_t i = 0; i < s.n;) {
        size_t from = i;
        n += i ? words_of_lanes(s, &i) : 0;
        if (i > from) {
            before = char_is_word((unsigned char)s.p[i - 1]);
            continue;
        }
        uint32_t c = (unsigned char)s.p[i++];
        if (c >= 0x80) {
            c = utf8_next(s, &from);
            i = from;
        }
        bool is = char_is_word(c);
        n += is && !before;
        before = is;
    }
    return n;
}

/* --- tags off --------------------------------------------------------------
 */

/* Printable ASCII, no '<', no two spaces in a row. */
static inline bool is_plain_run(str s, size_t i)
{
    lanes v = load_lanes(s.p + i);
    lanes before = load_lanes(s.p + i - 1);
    return !any(~lanes_between(v, ' ', '~') | (lanes)(v == '<') |
                (lanes)((v == ' ') & (before == ' ')));
}

/* Where a white space may go: not at the start, not behind another one. */
static inline bool takes_space(const char *to, const char *start)
{
    return to > start && to[-1] != ' ';
}

/* A character that is not ASCII, or none that is printed. */
static char *put_odd(char *to, const char *start, str s, size_t *i)
{
    size_t from = *i;
    uint32_t c = utf8_next(s, i);
    if (char_is_space(c)) {
        *to = ' ';
        return to + takes_space(to, start);
    }
    for (; from < *i; from++) {
        *to++ = s.p[from];
    }
    return to;
}

/* A few characters, up to the next tag. */
static char *put_some(char *to, const char *start, str s, size_t *at)
{
    size_t i = *at;
    size_t end = s.n - i < LANES ? s.n : i + LANES;
    while (i < end && s.p[i] != '<') {
        char c = s.p[i];
        if (c >= ' ' && c <= '~') {
            *to = c;
            to += c != ' ' || takes_space(to, start);
            i++;
        } else {
            *at = i;
            to = put_odd(to, start, s, at);
            i = *at;
        }
    }
    *at = i;
    return to;
}

/* Behind the tag that begins at i, or STR_NONE: it has no end, or is none of
 * the plain ones. */
static inline size_t tag_end(str s, size_t i)
{
    while (i < s.n && s.p[i] != '>') {
        if (s.p[i++] == '!') {
            return STR_NONE;
        }
    }
    return i < s.n ? i + 1 : STR_NONE;
}

size_t str_without_tags(char *to, str s)
{
    const char *start = to;
    for (size_t i = 0; i < s.n;) {
        if (s.p[i] == '<') {
            i = tag_end(s, i);
            if (i == STR_NONE) {
                return STR_NONE;
            }
        } else if (i && s.n - i >= LANES && is_plain_run(s, i) &&
                   (s.p[i] != ' ' || takes_space(to, start))) {
            memcpy(to, s.p + i, LANES);
            to += LANES;
            i += LANES;
        } else {
            size_t next = i; /* so that i stays in a register */
            to = put_some(to, start, s, &next);
            i = next;
        }
    }
    return (size_t)(to - start) - (to > start && to[-1] == ' ');
}

/* --- ends and parts --------------------------------------------------------
 */

static bool strips(uint32_t c, str chars)
{
    if (!chars.p && c > ' ' && c < 0x7F) {
        return false;
    }
    if (!chars.p) {
        return char_is_space(c);
    }
    for (size_t i = 0; i < chars.n;) {
        if (utf8_next(chars, &i) == c) {
            return true;
        }
    }
    return false;
}

str str_strip(str s, str chars, bool left, bool right)
{
    size_t from = 0;
    for (size_t i = 0; left && i < s.n;) {
        if (!strips(utf8_next(s, &i), chars)) {
            break;
        }
        from = i;
    }
    s = str_from_offset(s, from);
    while (right && s.n) {
        size_t last = s.n - 1;
        while (last > 0 && ((uint8_t)s.p[last] & 0xC0) == 0x80) {
            last--;
        }
        size_t at = last;
        if (!strips(utf8_next(s, &at), chars)) {
            break;
        }
        s.n = last;
    }
    return s;
}

/* More than a string may have: what goes beyond is an error anyway. */
enum { REPLACED_MAX = 300 * 1024 * 1024 };

/* Between any two characters there is an empty string. */
static void replace_empty(struct buf *out, str s, str to, int64_t count)
{
    for (size_t i = 0; i <= s.n && count != 0 && out->n < REPLACED_MAX;
         count--) {
        size_t from = i;
        buf_put(out, to);
        if (i == s.n) {
            return;
        }
        utf8_next(s, &i);
        buf_put(out, str_sub(s, from, i - from));
        if (count == 1) {
            buf_put(out, str_from_offset(s, i));
        }
    }
}

static void replace_byte(struct buf *out, str s, char from, char to)
{
    buf_reserve(out, s.n);
    for (size_t i = 0; i < s.n; i++) {
        out->p[out->n + i] = s.p[i] == from ? to : s.p[i];
    }
    out->n += s.n;
}

void str_put_replaced(struct buf *out, str s, str from, str to, int64_t count)
{
    if (count == 0) {
        buf_put(out, s);
        return;
    }
    if (!from.n) {
        replace_empty(out, s, to, count);
        return;
    }
    if (from.n == 1 && to.n == 1 && count < 0) {
        replace_byte(out, s, from.p[0], to.p[0]);
        return;
    }
    for (; count != 0 && out->n < REPLACED_MAX; count--) {
        size_t at = str_find(s, from);
        if (at == STR_NONE) {
            break;
        }
        buf_put(out, str_sub(s, 0, at));
        buf_put(out, to);
        s = str_from_offset(s, at + from.n);
    }
    buf_put(out, s);
}
