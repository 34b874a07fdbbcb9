/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_URL_H
#define CRUMB_TEXT_URL_H

/* Addresses (RFC 3986), as far as a site needs them. Results are slices of the
 * arguments or copies in the arena. */

#include "base/memory/arena.h"

struct buf;

/* Whether it has a scheme ("https:", "mailto:") or starts with "//". */
bool url_is_absolute(str url);
/* Whether it can be the base address of a site: https:// or http://, a host,
 * optionally a path; no second "://", no '?' or '#', no space or control
 * character, none of " < > and \\. */
bool url_is_base(str url);
/* Percent-encodes the characters that an address may not contain. Encoded
 * characters stay as they are; a '%' without two hex digits becomes %25.
 * Returns the slice itself if nothing changes. */
str url_encode(struct arena *arena, str url);
/* Encodes the path of a file for use in an address. Unlike in url_encode, '%',
 * '?' and '#' are characters of the name: they are encoded too.
 * Returns the slice itself if nothing changes. */
str url_encode_path(struct arena *arena, str path);
/* Appends the text; all bytes but ASCII letters, digits and those of `kept` are
 * percent-encoded. */
void url_put_encoded(str text, const char *kept, struct buf *out);
/* Decodes %41 to A. */
str url_decode(struct arena *arena, str url);
/* The value of a parameter of a query ("a=1&b=2"), decoded; p == NULL: it has
 * none of that name. */
str url_parameter(str query, str name, struct arena *arena);
/* Appends the text, decoded. Returns false at a '%' without two hex digits. */
bool url_decode_strictly(str text, struct buf *out);
/* Splits in front of the first '?' or '#'. tail is empty if there is none. */
void url_split(str url, str *path, str *tail);
/* The path of an absolute address without its final '/':
 * "https://example.org/blog/" -> "/blog"; "https://example.org" -> "". */
str url_path(str url);
/* The scheme and host of an absolute address: "https://example.org". */
str url_origin(str url);
/* The host of an absolute address, without user and port: "example.org". */
str url_host(str url);
/* "/img/" of "/img/2024/x.png", "../img/" of "../img/x.png"; empty: the path
 * names no folder. */
str url_first_folder(str path);
/* The address without "user:password@" in front of its host. */
str url_without_user(struct arena *arena, str url);
/* Resolves ref against base (RFC 3986 section 5). base is absolute or starts
 * with '/'. */
str url_resolve(struct arena *arena, str base, str ref);

#endif
