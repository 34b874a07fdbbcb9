/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_STR_H
#define CRUMB_BASE_STR_H

/* A slice: a pointer to borrowed bytes, and their number. It may hold any byte
 * and has no NUL at its end. An empty slice has n == 0 and any p, even NULL. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct str {
    const char *p;
    size_t n;
} str;

#define STR(literal) ((str){(literal), sizeof(literal) - 1})
/* STR for initialisers of static tables. */
#define STR_INIT(literal)                                                      \
    {                                                                          \
        (literal), sizeof(literal) - 1                                         \
    }
/* For "%.*s". */
#define STR_ARG(s) (int)(s).n, (s).p

#define STR_NONE ((size_t)-1)

str str_from(const char *cstr);

static inline bool str_eq(str a, str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Parts of s. Offsets and lengths beyond its end are cut to fit. */
static inline str str_from_offset(str s, size_t off)
{
    off = off < s.n ? off : s.n;
    return (str){off ? s.p + off : s.p, s.n - off};
}

static inline str str_sub(str s, size_t off, size_t n)
{
    s = str_from_offset(s, off);
    return (str){s.p, n < s.n ? n : s.n};
}

static inline bool str_starts(str s, str prefix)
{
    return s.n >= prefix.n && str_eq((str){s.p, prefix.n}, prefix);
}

static inline bool str_ends(str s, str suffix)
{
    return s.n >= suffix.n &&
           str_eq(str_from_offset(s, s.n - suffix.n), suffix);
}

/* The byte at that offset; '\0' beyond the end. */
static inline char str_at(str s, size_t off)
{
    return (char)(off < s.n ? s.p[off] : '\0');
}

static inline bool str_starts_at(str s, size_t off, str prefix)
{
    return str_starts(str_from_offset(s, off), prefix);
}

/* The text from `off` to the end of its line, without the line break. */
str str_line(str s, size_t off);

/* Whether s lies in `whole`, in memory. */
static inline bool str_is_slice(str s, str whole)
{
    uintptr_t first = (uintptr_t)whole.p;
    uintptr_t at = (uintptr_t)s.p;
    return whole.p && at >= first && at - first <= whole.n &&
           s.n <= whole.n - (at - first);
}

/* Compares as str_eq_nocase. Both must have the same length. */
bool str_same_nocase(str a, str b);

/* ASCII letters of either case are the same. */
static inline bool str_eq_nocase(str a, str b)
{
    return a.n == b.n && str_same_nocase(a, b);
}

static inline bool str_starts_nocase(str s, str prefix)
{
    return str_eq_nocase(str_sub(s, 0, prefix.n), prefix);
}

/* Offset of the first occurrence in any case, or STR_NONE. */
size_t str_find_nocase(str s, str part);

/* Byte order, shorter first: <0, 0, >0. */
int str_cmp(str a, str b);
/* Offset of the first (last) occurrence, or STR_NONE. */
size_t str_find(str s, str needle);
size_t str_find_char(str s, char c);
/* How often the character is in s. */
size_t str_count_char(str s, char c);
/* How often the part, which is not empty, is in s; parts do not overlap. */
size_t str_count(str s, str part);
size_t str_rfind_char(str s, char c);
/* The first occurrence at `off` or after it; s.n: there is none. */
size_t str_find_from(str s, size_t off, str needle);
size_t str_find_char_from(str s, size_t off, char c);
/* The first offset from `off` on whose byte is no white space, or is one; s.n:
 * there is none. For other bytes: str_skip, str_find_any. */
size_t str_skip_spaces(str s, size_t off);
size_t str_find_space(str s, size_t off);
/* Takes the decimal digits off the front of *s. A number over `most` is
 * returned as most + 1, and no digits as 0. */
size_t str_take_number(str *s, size_t most);
/* Reads a whole number: up to 18 digits, perhaps a '-' in front. */
bool str_to_int(str s, int64_t *out);
/* Strips ASCII white space from both ends, or from the end. */
str str_trim(str s);
str str_trim_end(str s);
/* Moves the text up to the first sep, or all text if there is none, from *rest
 * to *part. After the last part rest->p is NULL, and the next call returns
 * false. */
bool str_split(str *rest, char sep, str *part);
/* Whether s is one of names[0..n), in any case. */
bool str_is_one_of(str s, const str *names, size_t n);
/* As str_is_one_of, for words with a space between them: "href src". */
bool str_is_word_of(str s, str words);
/* The number of the word among them, from 0 on; STR_NONE: it is none. */
size_t str_word_index(str s, str words);
/* As str_is_one_of, but capitals are other letters, as in names of files. */
bool str_is_among(str s, const str *names, size_t n);
/* Edit distance (insert, delete, replace, swap neighbours), for "did you mean".
 * Distances over `max` are returned as max + 1, and so is the distance from a
 * text over 64 bytes to any other than itself. */
size_t str_distance(str a, str b, size_t max);
/* The entry of names[0..n) that s is probably a typo of; else empty. */
str str_nearest(str s, const str *names, size_t n);

static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_alnum(char c)
{
    return is_alpha(c) || is_digit(c);
}

/* The value of a hexadecimal digit; 16 for any other character. */
static inline unsigned digit_value(char c)
{
    return is_digit(c)            ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

/* Compilers make two numbers of a literal, so that no function is called. */
static inline __attribute__((always_inline)) bool is_any_of(char c,
                                                            const char *set)
{
    if (!__builtin_constant_p(strlen(set))) {
        return c && strchr(set, c) != NULL;
    }
    uint64_t low = 0; /* bits of the bytes below 64 */
    uint64_t high = 0;
#pragma GCC unroll 64
    for (size_t i = 0; i < strlen(set); i++) {
        uint64_t bit = UINT64_C(1) << (set[i] & 63);
        low |= set[i] < 64 ? bit : 0;
        high |= set[i] < 64 ? 0 : bit;
    }
    unsigned char byte = (unsigned char)c;
    return byte < 128 && ((byte < 64 ? low : high) >> (byte & 63) & 1);
}

/* The first offset from `off` on whose byte is none of `set`; s.n: there is
 * none. */
static inline __attribute__((always_inline)) size_t str_skip(str s, size_t off,
                                                             const char *set)
{
    while (off < s.n && is_any_of(s.p[off], set)) {
        off++;
    }
    return off;
}

/* The first offset from `off` on whose byte is one of `set`; s.n: there is
 * none. */
static inline __attribute__((always_inline)) size_t
str_find_any(str s, size_t off, const char *set)
{
    while (off < s.n && !is_any_of(s.p[off], set)) {
        off++;
    }
    return off;
}

/* The least offset from which all bytes up to `off` are in `set`. */
static inline __attribute__((always_inline)) size_t
str_skip_back(str s, size_t off, const char *set)
{
    while (off > 0 && is_any_of(s.p[off - 1], set)) {
        off--;
    }
    return off;
}

static inline char to_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

#endif
