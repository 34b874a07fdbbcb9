/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_REQUEST_H
#define CRUMB_SERVE_HTTP_HTTP_REQUEST_H

/* The head of a request, as of RFC 9112. Nothing is copied. */

#include "base/str.h"

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

enum {
    HTTP_HEAD_MOST = 16 * 1024, /* bytes of a head */
    HTTP_LINE_MOST = 8 * 1024,  /* of its first line */
    HTTP_FIELDS_MOST = 100
};

struct http_request {
    enum http_method method;
    str path;  /* as it was sent, from its '/' to the '?' */
    str query; /* behind the '?'; p == NULL: there is none */
    str host;
    bool keep_alive;
    bool has_body; /* which is never read */
    str range;     /* the values of these fields; p == NULL: not sent */
    str if_range;
    str if_none_match;
    str origin;
    bool other_site; /* Sec-Fetch-Site says that another site's page asks */
};

/* Where a head ends that these bytes start with, behind its empty line, or
 * STR_NONE. *seen is 0 at first, and spares looking at bytes again. */
size_t http_request_end(str bytes, size_t *seen);
/* 0, or the status to refuse it with: 400, 414, 431, 505. */
int http_request_parse(str head, struct http_request *out);

#endif
