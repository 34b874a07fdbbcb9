/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_UTF8_H
#define CRUMB_BASE_UTF8_H

/* UTF-8 as of RFC 3629: no surrogates, no overlong forms, at most U+10FFFF. */

#include "base/str.h"

struct buf;

/* The version of the library with the character tables. Versions differ in
 * which letters they know, and in the widths of characters. */
const char *utf8_library(void);
/* Whether the byte is part of a character, and not its first one. */
static inline bool utf8_is_tail(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}
/* Decodes the character at *off (< s.n) and moves *off past it. For a byte
 * that starts no valid character returns U+FFFD and moves by one. */
uint32_t utf8_next(str s, size_t *off);
/* Offset of the first byte outside ASCII from byte i on, or s.n. */
size_t utf8_find_wide(str s, size_t i);
/* Offset of the first byte that is not UTF-8, or STR_NONE. */
size_t utf8_invalid(str s);
/* Whether the text begins with the byte order mark of UTF-16. */
bool utf16_has_mark(str s);
/* The character of two units of UTF-16, or 0 if they are no pair. */
uint32_t utf16_join(uint32_t high, uint32_t low);
/* Number of characters; every invalid byte counts as one. */
size_t utf8_length(str s);
/* Byte offset of character i; s.n if there are fewer. */
size_t utf8_offset(str s, size_t i);
/* The first bytes of the text, at most so many: whole characters. */
str utf8_cut(str s, size_t most);
/* Appends the character, or U+FFFD if c is not a scalar value. */
void utf8_put(struct buf *out, uint32_t c);
/* Whether it is a letter, a digit or a mark of any script. */
bool utf8_is_letter(uint32_t c);
/* Columns on a terminal: wide characters 2, combining and control ones 0. */
size_t utf8_width(str s);

#endif
