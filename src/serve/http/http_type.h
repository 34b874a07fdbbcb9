/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_TYPE_H
#define CRUMB_SERVE_HTTP_HTTP_TYPE_H

#include "base/str.h"

#define HTTP_TYPE_HTML STR("text/html; charset=utf-8")
#define HTTP_TYPE_TEXT STR("text/plain; charset=utf-8")

/* The media type that a file's name tells; text is UTF-8. */
str http_type(str path);

#endif
