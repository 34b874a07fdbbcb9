/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_CHARS_H
#define CRUMB_JINJA_BUILTINS_CHARS_H

/* Characters as Python sees them: the only file of the engine that asks
 * utf8proc. ASCII is answered without it. */

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
/* The whole string. */
/* The number of runs of letters, digits and _. */
size_t str_words(str s);
/* The text without its tags and with one space for white space, none at the
 * ends, to `to`, where there is room for s.n bytes: how many it is. STR_NONE:
 * a '!' stands in a tag, which may be a comment, or a tag has no end. */
size_t str_without_tags(char *to, str s);
void str_put_case(struct buf *out, str s, enum char_case wanted);
/* Without those characters (p == NULL: white space) at the ends. */
str str_strip(str s, str chars, bool left, bool right);
/* Every occurrence, or the first `count` if that is not negative. */
void str_put_replaced(struct buf *out, str s, str from, str to, int64_t count);

#endif
