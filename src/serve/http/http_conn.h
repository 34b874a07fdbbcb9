/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_CONN_H
#define CRUMB_SERVE_HTTP_HTTP_CONN_H

/* Connections: they read requests and call a function that answers them, one
 * after the other. Clients that send too much, too slowly or nothing, or that
 * do not read their answer, are disconnected, so that a thousand of them cost
 * little. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "serve/http/http_request.h"

struct bufferevent;
struct event;
struct event_base;
struct http_conns;

enum http_state {
    HTTP_READING,   /* reads a request or waits for one */
    HTTP_ANSWERING, /* sends an answer and reads nothing */
    HTTP_WAITING,   /* there is no answer yet; reads nothing */
    HTTP_STREAMING, /* sends until one side closes */
    HTTP_LINGERING  /* has sent its last answer, and discards what it reads: a
                       close with unread bytes would reset the connection, and
                       the client would lose the answer */
};

/* A stream of events on a connection (event_stream.h). */
struct http_stream {
    struct http_stream *next;  /* in the list of all */
    struct http_stream **link; /* NULL: the connection is none */
    struct http_conn *conn;
    struct buf page;    /* the path of the page that listens */
    struct buf version; /* of the page that it shows; empty: not known */
    bool compares;      /* waits until the page's current version is known */
    struct buf browser; /* which browser it is of; empty: not known */
};

struct http_conn {
    struct http_conns *all;
    struct http_conn *next; /* in the list of all, or of free ones */
    struct http_conn **link;
    struct bufferevent *bev;
    struct event *timer;
    enum http_state state;
    bool served; /* it has answered a request before */
    bool begun;  /* the first bytes of a request have arrived */
    bool keep;   /* stay open after this answer */
    bool head;   /* HEAD: send only the head of the answer */
    bool own;    /* an own page: it must not be shown in a frame */
    bool late;   /* the request must be answered now: no http_conn_wait */
    str request; /* the head of the request while it is answered */
    struct buf waiting; /* a copy of it in HTTP_WAITING */
    size_t seen;
    struct http_stream stream;
};

struct http_conns {
    struct event_base *base;
    struct arena *arena;
    struct http_conn *first;
    struct http_conn *free;
    struct buf date; /* for the field Date */
    unsigned n;
    unsigned idle; /* milliseconds; see struct http_limits */
    unsigned header;
    unsigned stall;
    unsigned wait;
    void *host;
    /* Answers a request with exactly one call of http_conn_reply or another
     * function below. If that is http_conn_wait, it is called again with each
     * http_conns_again, and after `wait` with conn->late set. The request and
     * conn->request are valid until it returns. */
    void (*answer)(void *host, struct http_conn *conn,
                   const struct http_request *request);
    /* A connection is closed; nothing can be sent on it any more. */
    void (*closed)(void *host, struct http_conn *conn);
    /* A connection has become idle: http_conns_spare can close it. */
    void (*idles)(void *host);
};

/* Adds an accepted socket, which it owns from now on. */
void http_conns_add(struct http_conns *conns, int fd);
/* Closes the oldest connection that is idle or has sent its last answer.
 * Returns false if all are busy. */
bool http_conns_spare(struct http_conns *conns);
/* Calls `answer` again for all requests that wait. */
void http_conns_again(struct http_conns *conns);
/* Closes all connections at once. */
void http_conns_close(struct http_conns *conns);

/* The head of an answer. Fields that are empty are not sent. */
struct http_reply {
    int status;
    str type;
    str etag;
    str location;
    str range;       /* Content-Range */
    bool ranges;     /* Accept-Ranges: bytes */
    uint64_t length; /* http_conn_reply_file: bytes of the body */
};

/* Sends an answer, to HEAD and with status 304 without its body. */
void http_conn_reply(struct http_conn *conn, struct http_reply reply, str body);
/* Sends reply.length bytes of an open file, from offset `from`. It closes the
 * file when they are sent or the connection is closed. */
void http_conn_reply_file(struct http_conn *conn, struct http_reply reply,
                          int fd, uint64_t from);
/* Answers with a status and its words, and closes the connection after that,
 * except for 403, 404 and 503: after others it may be unclear where the
 * client's next request begins. */
void http_conn_refuse(struct http_conn *conn, int status);
/* Lets the request wait for a later answer. Not if conn->late. */
void http_conn_wait(struct http_conn *conn);
/* Begins an answer without an end. Returns false if only its head was
 * requested. */
bool http_conn_stream(struct http_conn *conn, str type);
/* Ends a stream when the client has taken all that was sent. Call it after an
 * http_conn_send. */
void http_conn_end(struct http_conn *conn);
void http_conn_send(struct http_conn *conn, str bytes);
/* Bytes that the client has not taken yet. */
size_t http_conn_waiting(const struct http_conn *conn);
/* Closes and frees the connection. */
void http_conn_close(struct http_conn *conn);

#endif
