/* SPDX-License-Identifier: MIT */
#include "jinja/chars.h"

#include <utf8proc.h>

#include "base/memory/buf.h"
#include "base/simd.h"
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

/* Copies the ASCII characters that s begins with, with their case changed;
 * returns their number. Writes up to 16 bytes more than s has. */
static size_t put_ascii_case(char *to, str s, enum char_case wanted)
{
    unsigned char first = wanted == CASE_LOWER ? 'A' : 'a';
    for (size_t i = 0; i < s.n; i += SIMD16) {
        size_t left = s.n - i;
        simd16 x = left < SIMD16 ? simd16_load_part(s.p + i, left)
                                 : simd16_load(s.p + i);
        uint32_t wide = simd16_mask_wide(x);
        x ^= simd16_between(x, first, (unsigned char)(first + 25)) & 0x20;
        memcpy(to + i, &x, SIMD16);
        if (wide) {
            return i + (size_t)__builtin_ctz(wide);
        }
    }
    return s.n;
}

void str_put_case(struct buf *out, str s, enum char_case wanted)
{
    if (wanted == CASE_TITLE && s.n) {
        size_t n = 0;
        char_put_case(out, utf8_next(s, &n), CASE_TITLE);
        s = str_from_offset(s, n);
        wanted = CASE_LOWER;
    }
    while (s.n) {
        buf_reserve(out, s.n + SIMD16);
        size_t n = put_ascii_case(out->p + out->n, s, wanted);
        out->n += n;
        if (n < s.n) {
            char_put_case(out, utf8_next(s, &n), wanted);
        }
        s = str_from_offset(s, n);
    }
}

size_t str_words(str s)
{
    size_t n = 0;
    uint32_t before = 0; /* 1: the last character belongs to a word */
    for (size_t i = 0; i < s.n;) {
        simd16 x = {0x80};
        if (s.n - i >= SIMD16) {
            x = simd16_load(s.p + i);
        }
        if (simd16_mask_wide(x)) {
            uint32_t is = char_is_word(utf8_next(s, &i));
            n += is & ~before;
            before = is;
            continue;
        }
        uint32_t in =
            simd16_mask(simd16_between(x | 0x20, 'a', 'z') |
                        simd16_between(x, '0', '9') | simd16_is(x, '_'));
        for (uint32_t first = in & ~(in << 1 | before); first; n++) {
            first &= first - 1;
        }
        before = in >> (SIMD16 - 1);
        i += SIMD16;
    }
    return n;
}

/* --- tags off --- */

/* Printable ASCII up to a '<' or a second space in a row, of sixteen bytes;
 * `spaced`: a first space would be a second one, too. */
static inline size_t plain_run(simd16 x, bool spaced)
{
    uint32_t space = simd16_mask(simd16_is(x, ' '));
    uint32_t stop =
        simd16_mask(~simd16_between(x, ' ', '~') | simd16_is(x, '<')) |
        (space & (space << 1 | spaced));
    return stop ? (size_t)__builtin_ctz(stop) : SIMD16;
}

size_t str_without_tags(char *to, str s)
{
    const char *start = to;
    bool tags = true; /* there may be one from i on */
    for (size_t i = 0; i < s.n;) {
        /* no space goes to the start, or after another one */
        bool spaced = to == start || to[-1] == ' ';
        if (s.n - i >= SIMD16) {
            size_t run = plain_run(simd16_load(s.p + i), spaced);
            memcpy(to, s.p + i, SIMD16);
            to += run;
            i += run;
            if (run == SIMD16) {
                continue;
            }
            spaced = run ? to[-1] == ' ' : spaced;
        }
        if (tags && s.p[i] == '<') {
            size_t end = i;
            while (end < s.n && s.p[end] != '>') { /* sooner than memchr */
                end++;
            }
            tags = end < s.n;
            i = tags ? end + 1 : i;
            continue;
        }
        size_t from = i;
        if (!char_is_space(utf8_next(s, &i))) {
            memcpy(to, s.p + from, i - from);
            to += i - from;
        } else if (!spaced) {
            *to++ = ' ';
        }
    }
    return (size_t)(to - start) - (to > start && to[-1] == ' ');
}

/* --- ends and parts --- */

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
        while (last > 0 && utf8_is_tail(s.p[last])) {
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

/* More than a string may have (LIMIT_BYTES): a longer result is an error. */
enum { REPLACED_MAX = 300 * 1024 * 1024 };

/* Replaces the empty strings before, between and after the characters. */
static void replace_empty(struct buf *out, str s, str to, int64_t count)
{
    size_t i = 0;
    for (; count && out->n < REPLACED_MAX; count--) {
        size_t from = i;
        buf_put(out, to);
        if (i == s.n) {
            break;
        }
        utf8_next(s, &i);
        buf_put(out, str_sub(s, from, i - from));
    }
    buf_put(out, str_from_offset(s, i));
}

void str_put_replaced(struct buf *out, str s, str from, str to, int64_t count)
{
    if (!from.n) {
        replace_empty(out, s, to, count);
        return;
    }
    if (from.n == 1 && to.n == 1 && count < 0) {
        buf_reserve(out, s.n);
        for (size_t i = 0; i < s.n; i++) {
            out->p[out->n + i] = s.p[i] == from.p[0] ? to.p[0] : s.p[i];
        }
        out->n += s.n;
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
