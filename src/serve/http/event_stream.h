/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_EVENT_STREAM_H
#define CRUMB_SERVE_HTTP_EVENT_STREAM_H

/* Streams of server-sent events. An event goes to all of them. A client that
 * does not read is dropped before it costs memory. No timer runs while there
 * are no streams. */

#include "base/memory/buf.h"

struct event;
struct event_base;
struct http_conn;

struct http_stream; /* http_conn.h */

struct http_events {
    struct http_stream *first; /* the newest */
    unsigned most; /* at once, so that connections are left for pages */
    struct event *ping;
    unsigned interval; /* of pings, in milliseconds */
    struct buf text;
};

/* The caller sets most and interval before; the rest is zero. */
void http_events_open(struct http_events *events, struct event_base *base);
/* Call it when all connections are closed: it frees no stream that is open. */
void http_events_close(struct http_events *events);
/* Makes the connection a stream for that page. If its browser has too many
 * streams, the oldest one gets the event `rest`, since a browser opens only a
 * few connections. If there are too many streams of all browsers, the oldest of
 * them ends. Returns false if only the head of the answer was requested. */
bool http_events_add(struct http_events *events, struct http_conn *conn,
                     str page, str browser);
/* Call it when a connection is closed, whether it was a stream or not. */
void http_events_remove(struct http_events *events, struct http_conn *conn);
/* Send an event to one stream, and to all. */
void http_events_tell(struct http_events *events, struct http_conn *conn,
                      str event, str data);
void http_events_send(struct http_events *events, str event, str data);

#endif
