/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_TYPE_H
#define CRUMB_SERVE_HTTP_HTTP_TYPE_H

#include "base/str.h"

#define HTTP_TYPE_HTML STR("text/html; charset=utf-8")
#define HTTP_TYPE_TEXT STR("text/plain; charset=utf-8")

/* Returns the media type of a file by its name; application/octet-stream if the
 * ending is unknown. Texts are UTF-8. */
str http_type(str path);

#endif
