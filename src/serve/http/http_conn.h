/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_CONN_H
#define CRUMB_SERVE_HTTP_HTTP_CONN_H

/* Connections: requests are read, somebody answers them, one after the other.
 * Who sends too much, too slowly or nothing, or does not take what is sent, is
 * shown out, so that a thousand such clients cost little. */

#include "base/arena.h"
#include "base/buf.h"
#include "serve/http/http_request.h"

struct bufferevent;
struct event;
struct event_base;
struct http_conns;

enum http_state {
    HTTP_READING,   /* a request, or waiting for one */
    HTTP_ANSWERING, /* and reading nothing */
    HTTP_WAITING,   /* the same, but there is no answer yet */
    HTTP_STREAMING, /* until one of the two goes */
    HTTP_LINGERING  /* all is said; what still comes is thrown away, for a
                       close with unread bytes would reset the connection and
                       the answer with it */
};

struct http_conn {
    struct http_conns *all;
    struct http_conn *next; /* of all, or of those free */
    struct http_conn **link;
    struct bufferevent *bev;
    struct event *timer;
    enum http_state state;
    bool served; /* a request before */
    bool begun;  /* a request's first bytes are here */
    bool keep;   /* the connection, after this answer */
    bool head;   /* only the head of the answer was asked for */
    bool own;    /* the answer is crumb's, not the site's: for no frame */
    bool late;   /* the answer can't come later any more */
    str request; /* its head, while it is answered */
    struct buf waiting; /* the same, while it waits for its answer */
    size_t seen;
    void *stream; /* of whoever streams on it */
};

struct http_conns {
    struct event_base *base;
    struct arena *arena;
    struct http_conn *first;
    struct http_conn *free;
    struct buf date; /* as answers say it */
    unsigned n;
    unsigned idle; /* milliseconds; see struct http_limits */
    unsigned header;
    unsigned stall;
    unsigned wait;
    void *host;
    /* Exactly one call of http_conn_reply and its kin. After http_conn_wait it
     * comes once more: with each http_conns_again, and in the end with
     * conn->late. */
    void (*answer)(void *host, struct http_conn *conn,
                   const struct http_request *request);
    void (*closed)(void *host, struct http_conn *conn);
    /* One that was busy could be spared now. */
    void (*idles)(void *host);
};

/* Takes over an accepted socket. */
void http_conns_add(struct http_conns *conns, int fd);
/* Closes the oldest that waits for another request, or has its answer; false:
 * all are busy. */
bool http_conns_spare(struct http_conns *conns);
/* Requests that wait are answered, or wait on. */
void http_conns_again(struct http_conns *conns);
void http_conns_close(struct http_conns *conns);

/* What precedes a body. Empty texts: no such field. */
struct http_reply {
    int status;
    str type;
    str etag;
    str location;
    str range;       /* Content-Range */
    bool ranges;     /* parts of it may be asked for */
    uint64_t length; /* of a body in a file */
};

void http_conn_reply(struct http_conn *conn, struct http_reply reply, str body);
/* reply.length bytes of the open file from there; it is closed when they are
 * sent, or never will be. */
void http_conn_reply_file(struct http_conn *conn, struct http_reply reply,
                          int fd, uint64_t from);
/* A status with its own words. The connection is given up after those that say
 * that the client's next bytes can't be made out. */
void http_conn_refuse(struct http_conn *conn, int status);
/* The answer comes later. Not if conn->late. */
void http_conn_wait(struct http_conn *conn);
/* Begins an answer without an end. False: only its head was asked for. */
bool http_conn_stream(struct http_conn *conn, str type);
/* Ends it, when all that was sent is taken. */
void http_conn_end(struct http_conn *conn);
void http_conn_send(struct http_conn *conn, str bytes);
/* Bytes that the client has not taken yet. */
size_t http_conn_waiting(const struct http_conn *conn);
void http_conn_close(struct http_conn *conn);

#endif
