/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_UTF8_H
#define CRUMB_BASE_UTF8_H

/* UTF-8 as of RFC 3629: no surrogates, no overlong forms, at most U+10FFFF. */

#include "base/str.h"

struct buf;

/* The version of the library that knows what characters are: other versions
 * know other letters, and how wide they are. */
const char *utf8_library(void);
/* Decodes the character at *off (off < s.n) and moves *off behind it. A byte
 * that starts no valid character gives U+FFFD and moves by one. */
uint32_t utf8_next(str s, size_t *off);
/* Offset of the first byte that is not UTF-8, or STR_NONE. */
size_t utf8_invalid(str s);
/* Number of characters; every invalid byte counts as one. */
size_t utf8_length(str s);
/* Byte offset of character i, or s.n. */
size_t utf8_offset(str s, size_t i);
/* Appends the character; not a scalar value: U+FFFD. */
void utf8_put(struct buf *out, uint32_t c);
/* Columns on a terminal: wide characters 2, combining and control ones 0. */
size_t utf8_width(str s);

#endif
