/* SPDX-License-Identifier: MIT */
#include "serve/http/event_stream.h"

#include <event2/event.h>

#include "serve/http/http_conn.h"

enum {
    WAITING_MOST = 256 * 1024, /* bytes that a client may leave lying, beside
                                  what the system holds */
    STREAMS_MOST = 4           /* of the six connections of a browser */
};

static void send_all(struct http_events *events, str bytes)
{
    struct http_stream *next;
    for (struct http_stream *s = events->first; s; s = next) {
        next = s->next;
        if (http_conn_waiting(s->conn) > WAITING_MOST) {
            http_conn_close(s->conn);
        } else {
            http_conn_send(s->conn, bytes);
        }
    }
}

/* Detects clients that vanished. */
static void on_ping(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    send_all(context, STR(": ping\n\n"));
}

void http_events_open(struct http_events *events, struct event_base *base)
{
    events->ping = event_new(base, -1, EV_PERSIST, on_ping, events);
    if (!events->ping) {
        arena_out_of_memory();
    }
}

void http_events_close(struct http_events *events)
{
    buf_free(&events->text);
    if (events->ping) {
        event_free(events->ping);
    }
}

/* A line break in the data would end it: each line is a field of its own. */
static str event_text(struct http_events *events, str event, str data)
{
    buf_clear(&events->text);
    buf_printf(&events->text, "event: %.*s\n", STR_ARG(event));
    str line;
    while (str_split(&data, '\n', &line)) {
        buf_printf(&events->text, "data: ");
        buf_put(&events->text, line);
        buf_putc(&events->text, '\n');
    }
    buf_putc(&events->text, '\n');
    return buf_str(&events->text);
}

void http_events_tell(struct http_events *events, struct http_conn *conn,
                      str event, str data)
{
    http_conn_send(conn, event_text(events, event, data));
}

/* Sends `rest` to the oldest stream of that browser, or of all browsers if
 * `browser` is empty, if there are more than `most`. Returns the stream. */
static struct http_stream *rest_oldest(struct http_events *events, str browser,
                                       unsigned most)
{
    struct http_stream *oldest = NULL;
    unsigned n = 0;
    for (struct http_stream *s = events->first; s; s = s->next) {
        if (!browser.n || str_eq(buf_str(&s->browser), browser)) {
            oldest = s;
            n++;
        }
    }
    if (n <= most) {
        return NULL;
    }
    buf_clear(&oldest->browser);
    http_events_tell(events, oldest->conn, STR("rest"), STR("{}"));
    return oldest;
}

bool http_events_add(struct http_events *events, struct http_conn *conn,
                     str page, str browser)
{
    if (!http_conn_stream(conn, STR("text/event-stream"))) {
        return false;
    }
    if (!events->first) {
        struct timeval time = {events->interval / 1000,
                               (suseconds_t)(events->interval % 1000) * 1000};
        event_add(events->ping, &time);
    }
    struct http_stream *stream = &conn->stream;
    *stream = (struct http_stream){
        .conn = conn, .next = events->first, .link = &events->first};
    buf_put(&stream->page, page);
    buf_put(&stream->browser, browser);
    if (stream->next) {
        stream->next->link = &stream->next;
    }
    events->first = stream;
    http_conn_send(conn, STR("retry: 500\n\n"));
    if (browser.n) {
        rest_oldest(events, browser, STREAMS_MOST); /* it closes the stream */
    }
    struct http_stream *oldest = rest_oldest(events, STR(""), events->most);
    if (oldest) { /* not waiting for its client */
        struct http_conn *ended = oldest->conn;
        http_events_remove(events, ended);
        http_conn_end(ended);
    }
    return true;
}

void http_events_remove(struct http_events *events, struct http_conn *conn)
{
    struct http_stream *stream = &conn->stream;
    if (!stream->link) {
        return;
    }
    *stream->link = stream->next;
    if (stream->next) {
        stream->next->link = stream->link;
    }
    stream->link = NULL;
    buf_free(&stream->page);
    buf_free(&stream->version);
    buf_free(&stream->browser);
    if (!events->first) {
        event_del(events->ping);
    }
}

void http_events_send(struct http_events *events, str event, str data)
{
    if (events->first) {
        send_all(events, event_text(events, event, data));
    }
}
