/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_REQUEST_H
#define CRUMB_SERVE_HTTP_HTTP_REQUEST_H

/* Parses the head of a request (RFC 9112). Results are slices of it. */

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
    bool has_body; /* it is never read */
    str range;     /* the values of these fields; p == NULL: not sent */
    str if_range;
    str if_none_match;
    str origin;
    bool other_site; /* a page of another site sends it (Sec-Fetch-Site) */
};

/* Returns the offset behind the empty line that ends the head; STR_NONE: the
 * head is not complete. *seen must be 0 at the first call for a head; later
 * calls do not search the same bytes again. */
size_t http_request_end(str bytes, size_t *seen);
/* Returns 0, or the status to refuse the request with: 400, 414, 431, 505. */
int http_request_parse(str head, struct http_request *out);

#endif
