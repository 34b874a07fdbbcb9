/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_URL_H
#define CRUMB_TEXT_URL_H

/* Addresses as of RFC 3986, as far as a site needs them. */

#include "base/arena.h"

struct buf;

/* Has a scheme ("https:", "mailto:") or starts with "//". */
bool url_is_absolute(str url);
/* Others can be made of it: https:// or http://, a host, perhaps a path, and
 * nothing that ends a path or would need escaping. */
bool url_is_base(str url);
/* Percent-encodes what may not stand in an address; what is encoded stays
 * encoded, '%' without two hex digits becomes %25. The text itself, if there is
 * nothing to do; so with a path. */
str url_encode(struct arena *arena, str url);
/* The path of a file as an address: what is no letter, digit, '/' or a mark
 * without a meaning there is encoded, '%', '?' and '#' as well. */
str url_encode_path(struct arena *arena, str path);
/* %41 -> A. */
str url_decode(struct arena *arena, str url);
/* Splits at the first '?' or '#': tail holds it with what follows. */
void url_split(str url, str *path, str *tail);
/* The path of an absolute address without its final '/':
 * "https://example.org/blog/" -> "/blog"; "https://example.org" -> "". */
str url_path(str url);
/* "https://example.org" of it. */
str url_origin(str url);
/* The same address without "user:password@" before its host. */
str url_without_user(struct arena *arena, str url);
/* RFC 3986 section 5: ref as seen from base, both absolute or rooted. */
str url_resolve(struct arena *arena, str base, str ref);

#endif
