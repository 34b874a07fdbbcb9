/* SPDX-License-Identifier: MIT */
#include "jinja/chars.h"

#include <utf8proc.h>

#include "base/buf.h"
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

/* The first byte of the text is the lowest one of the word, on any machine. */
static inline uint64_t load8(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
           (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
           (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

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

static inline uint64_t is_word8(uint64_t word)
{
    return between(word | EACH(0x20), 'a', 'z') | between(word, '0', '9') |
           between(word, '_', '_');
}

/* How many top bits are set. */
static inline size_t count8(uint64_t bits)
{
    return (size_t)(((bits >> 7) * EACH(1)) >> 56);
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

/* Words begin where a character of a word follows one that is none. */
size_t str_words(str s)
{
    size_t n = 0;
    bool before = false;
    for (size_t i = 0; i < s.n;) {
        uint64_t word = s.n - i >= 8 ? load8(s.p + i) : EACH(0x80);
        if (is_ascii8(word)) {
            uint64_t in = is_word8(word);
            n += count8(in & ~(in << 8 | (before ? 0x80 : 0)));
            before = in >> 63;
            i += 8;
        } else {
            size_t next = i; /* so that i stays in a register */
            bool is = char_is_word(utf8_next(s, &next));
            i = next;
            n += is && !before;
            before = is;
        }
    }
    return n;
}

bool str_is_tidy(str s)
{
    uint64_t before = 0;
    size_t i = 0;
    for (; s.n - i >= 8; i += 8) {
        uint64_t word = load8(s.p + i);
        if (!is_ascii8(word) || between(word, ' ', '~') != EACH(0x80)) {
            return false;
        }
        uint64_t spaces = between(word, ' ', ' ');
        if (spaces & (spaces << 8 | before)) {
            return false;
        }
        before = spaces >> 56;
    }
    for (; i < s.n; i++) {
        bool space = s.p[i] == ' ';
        if (s.p[i] < ' ' || s.p[i] > '~' || (space && before)) {
            return false;
        }
        before = space;
    }
    return true;
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

/* Between any two characters there is an empty string. */
static void replace_empty(struct buf *out, str s, str to, int64_t count)
{
    for (size_t i = 0; i <= s.n && count != 0; count--) {
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

enum { REPLACED_MAX = 300 * 1024 * 1024 };

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
