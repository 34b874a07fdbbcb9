/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_SERVER_H
#define CRUMB_SERVE_HTTP_HTTP_SERVER_H

/* The state of a server, for the files behind http.h. */

#include "base/memory/buf.h"
#include "serve/http/event_stream.h"
#include "serve/http/http_conn.h"
#include "serve/http/http_options.h"

struct evconnlistener;

enum { HTTP_LISTENERS = 2 };

struct http {
    struct http_options options;
    struct arena arena; /* as long as the server */
    struct arena tmp;   /* one request */
    struct http_conns conns;
    struct http_events events;
    struct evconnlistener *listeners[HTTP_LISTENERS];
    struct event *again; /* timer: accept connections again */
    uint16_t port;
    unsigned most; /* connections at once */
    struct buf page;
    struct buf hello;
};

static inline struct http_found http_find(struct http *http,
                                          const struct http_asked *asked)
{
    return http->options.find(http->options.host, asked, &http->tmp);
}

#endif
