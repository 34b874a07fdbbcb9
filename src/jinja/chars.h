/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_CHARS_H
#define CRUMB_JINJA_CHARS_H

/* Characters and strings as Python sees them. Only this file of the engine uses
 * utf8proc; for ASCII only char_is_upper and char_is_lower call it. */

#include "base/str.h"

struct buf;

bool char_in_name(uint32_t c);
bool char_starts_name(uint32_t c);
bool char_is_space(uint32_t c);
bool char_is_word(uint32_t c); /* \w of a regular expression */
bool char_is_alpha(uint32_t c);
bool char_is_digit(uint32_t c);
bool char_is_printable(uint32_t c);
bool char_is_upper(uint32_t c);
bool char_is_lower(uint32_t c);

enum char_case { CASE_LOWER, CASE_UPPER, CASE_TITLE };
/* Appends the character in that case; a few become two ("ß" -> "SS"). */
void char_put_case(struct buf *out, uint32_t c, enum char_case wanted);
/* Appends the string in that case; CASE_TITLE: its first character in title
 * case, the others in lower case. */
void str_put_case(struct buf *out, str s, enum char_case wanted);
/* The number of words: runs of letters, digits and _. */
size_t str_words(str s);
/* Writes s without tags to `to`, which has room for s.n bytes. Runs of white
 * space become one space, none at the ends. A '<' without a '>' after it is
 * text. Returns the number of bytes. */
size_t str_without_tags(char *to, str s);
/* The part of s without those characters at its ends; chars.p == NULL: white
 * space. */
str str_strip(str s, str chars, bool left, bool right);
/* Appends s with `to` for each `from`, or for the first `count` if that is not
 * negative. */
void str_put_replaced(struct buf *out, str s, str from, str to, int64_t count);

#endif
