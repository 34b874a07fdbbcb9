/* SPDX-License-Identifier: MIT */
#include "serve/http/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "serve/http/http_file.h"
#include "serve/http/http_host.h"
#include "serve/http/http_server.h"
#include "text/url.h"

enum {
    PORTS = 21,        /* tried, one after the other */
    BACKLOG = 1024,    /* connections that the system keeps for us */
    FILES_SPARE = 128, /* descriptors for other things than connections */
    CONNECTIONS = 4096,
    ACCEPT_AGAIN = 100 /* ms */
};

/* --- requests --- */

#define OWN STR("/__crumb/")

/* A path of this site, as browsers read it: to them "//x" and "/\x" are another
 * host, and control characters are not there. */
static bool is_path(str page)
{
    for (size_t i = 0; i < page.n; i++) {
        if ((unsigned char)page.p[i] < ' ' || page.p[i] == 0x7F) {
            return false;
        }
    }
    return str_starts(page, STR("/")) && !str_starts(page, STR("//")) &&
           !str_starts(page, STR("/\\"));
}

/* Sends a page the change that came before it listened, as soon as the server
 * knows its current version. */
static void compare(struct http *http, struct http_stream *stream)
{
    enum http_compared compared = http_file_compare(
        http, buf_str(&stream->page), buf_str(&stream->version));
    stream->compares = compared == HTTP_COMPARED_LATER;
    if (compared == HTTP_OTHER_VERSION) {
        http_events_tell(&http->events, stream->conn, STR("change"),
                         STR("{\"urls\":[],\"css\":[],\"all\":true}"));
    }
}

/* The page that listens names itself and its version. A program need not name
 * one. */
static void answer_stream(struct http *http, struct http_conn *conn,
                          const struct http_request *request)
{
    str page = url_parameter(request->query, STR("page"), &http->tmp);
    str version = url_parameter(request->query, STR("version"), &http->tmp);
    str browser = url_parameter(request->query, STR("browser"), &http->tmp);
    if (page.p && !is_path(page)) {
        http_conn_refuse(conn, 400);
        return;
    }
    if (!http_events_add(&http->events, conn, page, browser)) {
        return;
    }
    http_events_tell(&http->events, conn, STR("hello"), buf_str(&http->hello));
    if (version.p && page.p && !str_starts(page, OWN)) {
        struct http_stream *stream = &conn->stream;
        buf_put(&stream->version, version);
        compare(http, stream);
    }
}

static void answer_own(struct http *http, struct http_conn *conn,
                       const struct http_request *request)
{
    str name = str_from_offset(request->path, OWN.n);
    if (str_eq(name, STR("events"))) {
        answer_stream(http, conn, request);
        return;
    }
    struct http_asked asked = {
        .path = name, .own = true, .query = request->query, .now = conn->late};
    struct http_found found = http_find(http, &asked);
    if (found.what == HTTP_LATER) {
        http_conn_wait(conn);
    } else if (found.what != HTTP_PAGE) {
        http_conn_refuse(conn, 404);
    } else if (!found.type.n) {
        http_file_reply_html(conn, 200, found.bytes);
    } else {
        http_conn_reply(conn,
                        (struct http_reply){.status = 200, .type = found.type},
                        found.bytes);
    }
}

static void answer(void *context, struct http_conn *conn,
                   const struct http_request *request)
{
    struct http *http = context;
    int status = http_host_check(request->host, http->options.bind);
    /* A page of another site asks, or shows the answer: all browsers of today
     * report that. */
    bool other_site = request->other_site ||
                      (request->origin.p &&
                       !http_host_is_origin(request->host, request->origin));
    conn->own = str_eq(request->path, STR("/__crumb")) ||
                str_starts(request->path, OWN);
    if (status) {
        http_conn_refuse(conn, status);
    } else if (conn->own && other_site) {
        http_conn_refuse(conn, 403);
    } else if (request->method == HTTP_OTHER) {
        http_conn_refuse(conn, 405);
    } else if (str_eq(request->path, STR("/__crumb"))) {
        http_conn_reply(
            conn, (struct http_reply){.status = 301, .location = OWN}, STR(""));
    } else if (conn->own) {
        answer_own(http, conn, request);
    } else {
        http_file_answer(http, conn, request);
    }
    arena_clear(&http->tmp);
}

/* --- connections --- */

static void listen_again(struct http *http, bool on)
{
    for (size_t i = 0; i < HTTP_LISTENERS; i++) {
        if (http->listeners[i]) {
            (on ? evconnlistener_enable
                : evconnlistener_disable)(http->listeners[i]);
        }
    }
}

static void closed(void *context, struct http_conn *conn)
{
    struct http *http = context;
    http_events_remove(&http->events, conn);
    listen_again(http, true);
}

static void idles(void *context)
{
    listen_again(context, true);
}

/* Full: an idle connection is closed to make room. If all are busy, new ones
 * wait in the system's queue until one closes or becomes idle. */
static void on_accept(struct evconnlistener *listener, evutil_socket_t fd,
                      struct sockaddr *address, int length, void *context)
{
    struct http *http = context;
    (void)listener;
    (void)address;
    (void)length;
    http_conns_add(&http->conns, fd);
    while (http->conns.n >= http->most) {
        if (!http_conns_spare(&http->conns)) {
            listen_again(http, false);
            return;
        }
    }
}

/* Most likely no descriptor is left, and the loop would come back at once. No
 * event says when one is free: another program may have it, or an open page. */
static void on_accept_error(struct evconnlistener *listener, void *context)
{
    struct http *http = context;
    struct timeval soon = {0, ACCEPT_AGAIN * 1000L};
    (void)listener;
    if (!http_conns_spare(&http->conns)) {
        listen_again(http, false);
        event_add(http->again, &soon);
    }
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct http *http = context;
    (void)fd, (void)what;
    if (http->conns.n < http->most) {
        listen_again(http, true);
    }
}

/* A limit of 1024 open files is usual, and may be raised by whom it binds. */
static unsigned most_connections(unsigned wanted)
{
    const rlim_t spare = FILES_SPARE;
    wanted = wanted ? wanted : CONNECTIONS;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return wanted;
    }
    rlim_t needed = wanted + spare;
    if (limit.rlim_cur < needed) {
        limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    rlim_t room = limit.rlim_cur > 2 * spare ? limit.rlim_cur - spare : spare;
    return room < wanted ? (unsigned)room : wanted;
}

/* --- listening --- */

struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } as;
    int length;
};

static bool address_of(struct arena *arena, str text, uint16_t port,
                       struct address *out)
{
    const char *c = arena_str(arena, text).p;
    *out = (struct address){0};
    if (inet_pton(AF_INET, c, &out->as.v4.sin_addr) == 1) {
        out->as.v4.sin_family = AF_INET;
        out->as.v4.sin_port = htons(port);
        out->length = sizeof out->as.v4;
    } else if (inet_pton(AF_INET6, c, &out->as.v6.sin6_addr) == 1) {
        out->as.v6.sin6_family = AF_INET6;
        out->as.v6.sin6_port = htons(port);
        out->length = sizeof out->as.v6;
    }
    return out->length > 0;
}

/* 0 or an errno value. */
static int listen_at(struct http *http, struct event_base *base, str text,
                     struct evconnlistener **out)
{
    struct address at;
    if (!address_of(&http->tmp, text, http->port, &at)) {
        return EINVAL;
    }
    *out = evconnlistener_new_bind(
        base, on_accept, http,
        LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
        BACKLOG, &at.as.any, at.length);
    if (!*out) {
        return errno;
    }
    /* Making it enables it too, but does not report a failure of that. */
    if (evconnlistener_enable(*out) != 0) {
        int error = errno;
        evconnlistener_free(*out);
        *out = NULL;
        return error;
    }
    evconnlistener_set_error_cb(*out, on_accept_error);
    socklen_t length = sizeof at.as;
    getsockname(evconnlistener_get_fd(*out), &at.as.any, &length);
    http->port = ntohs(at.as.any.sa_family == AF_INET ? at.as.v4.sin_port
                                                      : at.as.v6.sin6_port);
    return 0;
}

static void stop_listening(struct http *http)
{
    for (size_t i = 0; i < HTTP_LISTENERS; i++) {
        if (http->listeners[i]) {
            evconnlistener_free(http->listeners[i]);
            http->listeners[i] = NULL;
        }
    }
}

/* At one port: "localhost" is 127.0.0.1 to some and ::1 to others, so neither
 * may be another program's. A machine may lack one of them. */
static int listen_port(struct http *http, struct event_base *base)
{
    str bind = http->options.bind;
    if (bind.n) {
        return listen_at(http, base, bind, &http->listeners[0]);
    }
    int error = listen_at(http, base, STR("127.0.0.1"), &http->listeners[0]);
    if (error && error != EADDRNOTAVAIL && error != EAFNOSUPPORT) {
        return error;
    }
    int other = listen_at(http, base, STR("::1"), &http->listeners[1]);
    if (other == EADDRINUSE) {
        stop_listening(http);
    }
    return other == EADDRINUSE || error ? other : 0;
}

static void report(const struct http *http, int error, struct diags *diags)
{
    str bind = http->options.bind;
    unsigned first = http->options.port;
    struct diag *d;
    if (error == EINVAL && bind.n) {
        d = diag_error(diags, (span){0}, "listen",
                       "not an IP address: \"%.*s\"", STR_ARG(bind));
        diag_hint(d, "write 0.0.0.0 for all addresses of this machine");
    } else if (error == EADDRINUSE) {
        d = diag_error(diags, (span){0}, "listen",
                       "all ports from %u to %u are in use", first,
                       first + PORTS - 1);
        diag_hint(d, "choose another one");
    } else {
        diag_error(diags, (span){0}, "listen", "can't listen at port %u: %s",
                   first, strerror(error));
    }
}

static bool start_listening(struct http *http, struct event_base *base,
                            struct diags *diags)
{
    uint16_t first = http->options.port;
    int error = EADDRINUSE;
    for (unsigned i = 0; error == EADDRINUSE && i < PORTS; i++) {
        http->port = first ? (uint16_t)(first + i) : 0;
        if (first && http->port < first) {
            break;
        }
        error = listen_port(http, base);
    }
    if (error) {
        report(http, error, diags);
    }
    return error == 0;
}

/* --- the server --- */

struct http *http_open(struct event_base *base,
                       const struct http_options *options, struct diags *diags)
{
    struct arena arena = {0};
    struct http *http = ARENA_NEW(&arena, struct http);
    http->arena = arena;
    http->options = *options;
    const struct http_limits *limits = &options->limits;
    http->most = most_connections(limits->connections);
    http->conns = (struct http_conns){
        .base = base,
        .arena = &http->arena,
        .idle = limits->idle ? limits->idle : 60000,
        .header = limits->head ? limits->head : 10000,
        .stall = limits->stall ? limits->stall : 30000,
        .wait = limits->wait ? limits->wait : 4000,
        .host = http,
        .answer = answer,
        .closed = closed,
        .idles = idles,
    };
    http->events =
        (struct http_events){.most = http->most > 1 ? http->most / 2 : 1,
                             .interval = limits->ping ? limits->ping : 15000};
    http->again = evtimer_new(base, on_again, http);
    http_set_hello(http, STR("{}"));
    http_events_open(&http->events, base);
    if (!start_listening(http, base, diags)) {
        http_close(http);
        return NULL;
    }
    return http;
}

uint16_t http_port(const struct http *http)
{
    return http->port;
}

void http_send(struct http *http, str event, str data)
{
    http_events_send(&http->events, event, data);
}

void http_set_base(struct http *http, str base)
{
    http->options.base = base;
}

void http_set_hello(struct http *http, str data)
{
    buf_clear(&http->hello);
    buf_put(&http->hello, data);
}

void http_again(struct http *http)
{
    http_conns_again(&http->conns);
    for (struct http_stream *s = http->events.first; s; s = s->next) {
        if (s->compares) {
            compare(http, s);
        }
    }
    arena_clear(&http->tmp);
}

void http_each_page(const struct http *http,
                    void (*see)(void *context, str path), void *context)
{
    for (const struct http_stream *s = http->events.first; s; s = s->next) {
        if (s->page.n) {
            see(context, buf_str(&s->page));
        }
    }
}

void http_close(struct http *http)
{
    if (!http) {
        return;
    }
    stop_listening(http);
    event_free(http->again);
    http_conns_close(&http->conns);
    http_events_close(&http->events);
    buf_free(&http->page);
    buf_free(&http->hello);
    arena_free(&http->tmp);
    struct arena arena = http->arena;
    arena_free(&arena);
}
