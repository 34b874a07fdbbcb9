/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_JSON_STRING_H
#define CRUMB_BASE_JSON_STRING_H

#include "base/str.h"

struct buf;

/* Appends the text as a string of JSON, in quotes (RFC 8259). Control
 * characters are escaped, and bytes that are not UTF-8 become U+FFFD. */
void json_put_string(struct buf *out, str s);
/* Appends the string in ASCII and without < > & ': it can end neither a
 * <script> nor an attribute. */
void json_put_string_in_html(struct buf *out, str s);

#endif
