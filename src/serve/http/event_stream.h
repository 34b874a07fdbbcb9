/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_EVENT_STREAM_H
#define CRUMB_SERVE_HTTP_EVENT_STREAM_H

/* Streams of server-sent events: what is said goes to all of them. A client
 * that does not listen is dropped before it costs memory; while there is none,
 * no timer runs. */

#include "base/arena.h"
#include "base/buf.h"

struct event;
struct event_base;
struct http_conn;

struct http_stream {
    struct http_stream *next; /* of all, or of those free */
    struct http_stream **link;
    struct http_conn *conn;
    struct buf page;    /* the path of the page that listens */
    struct buf version; /* what it shows, if it said so... */
    bool compares;      /* ...and what that is now is not known yet */
    struct buf browser; /* whose; empty: not known */
};

struct http_events {
    struct arena *arena;
    struct http_stream *first; /* the newest */
    struct http_stream *free;
    unsigned n;
    unsigned most; /* of all, so that pages can be fetched beside them */
    struct event *ping;
    unsigned interval; /* of pings, in milliseconds */
    struct buf text;
};

void http_events_open(struct http_events *events, struct event_base *base);
void http_events_close(struct http_events *events);
/* The connection becomes a stream. Of a browser's streams, if it says whose
 * they are, the oldest is told to rest once there are too many: each takes one
 * of the few connections that it opens. Where all together are too many, the
 * oldest of them is ended. False: only the head was asked for. */
bool http_events_add(struct http_events *events, struct http_conn *conn,
                     str page, str browser);
/* When a connection that may have been one is gone. */
void http_events_remove(struct http_events *events, struct http_conn *conn);
/* One event to one stream, or to all. */
void http_events_tell(struct http_events *events, struct http_conn *conn,
                      str event, str data);
void http_events_send(struct http_events *events, str event, str data);

#endif
