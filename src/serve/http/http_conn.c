/* SPDX-License-Identifier: MIT */
#include "serve/http/http_conn.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "dates/date.h"
#include "serve/http/http_type.h"

enum {
    LINGER = 2000,             /* ms for the client to hang up */
    LINGER_MOST = 1024 * 1024, /* bytes it may still send */
};

static struct timeval time_of(unsigned milliseconds)
{
    return (struct timeval){milliseconds / 1000,
                            (suseconds_t)(milliseconds % 1000) * 1000};
}

static void set_timer(struct http_conn *conn, unsigned milliseconds)
{
    struct timeval time = time_of(milliseconds);
    event_add(conn->timer, &time);
}

void http_conn_close(struct http_conn *conn)
{
    struct http_conns *all = conn->all;
    event_free(conn->timer);
    bufferevent_free(conn->bev);
    buf_free(&conn->waiting);
    *conn->link = conn->next;
    if (conn->next) {
        conn->next->link = conn->link;
    }
    all->n--;
    all->closed(all->host, conn);
    conn->next = all->free;
    all->free = conn;
}

/* --- requests --- */

static void await_request(struct http_conn *conn, unsigned milliseconds)
{
    conn->state = HTTP_READING;
    conn->begun = false;
    conn->seen = 0;
    bool hears = bufferevent_enable(conn->bev, EV_READ) == 0;
    set_timer(conn, hears ? milliseconds : 0);
}

static void begin_answer(struct http_conn *conn)
{
    conn->state = HTTP_ANSWERING;
    conn->own = false;
    conn->late = false;
    bufferevent_disable(conn->bev, EV_READ);
    event_del(conn->timer);
}

static void refuse_head(struct http_conn *conn, str bytes, int status)
{
    begin_answer(conn);
    conn->keep = false;
    conn->head = str_starts(bytes, STR("HEAD "));
    http_conn_refuse(conn, status);
}

static void take_request(struct http_conn *conn, str head)
{
    struct http_request request;
    int status = http_request_parse(head, &request);
    if (status) {
        refuse_head(conn, head, status);
        return;
    }
    begin_answer(conn);
    conn->head = request.method == HTTP_HEAD;
    conn->keep = request.keep_alive && !request.has_body;
    conn->request = head;
    conn->all->answer(conn->all->host, conn, &request);
}

/* Nothing is read meanwhile. So a client that hung up is noticed when it is
 * answered, and one that has only said all it has to say is answered. */
void http_conn_wait(struct http_conn *conn)
{
    conn->state = HTTP_WAITING;
    if (!conn->waiting.n) {
        buf_put(&conn->waiting, conn->request);
        set_timer(conn, conn->all->wait);
    }
}

static void ask_again(struct http_conn *conn)
{
    struct http_request request;
    conn->request = buf_str(&conn->waiting);
    conn->state = HTTP_ANSWERING;
    http_request_parse(conn->request, &request);
    conn->all->answer(conn->all->host, conn, &request);
    if (conn->state != HTTP_WAITING) {
        event_del(conn->timer);
        buf_clear(&conn->waiting);
    }
}

void http_conns_again(struct http_conns *conns)
{
    struct http_conn *next;
    for (struct http_conn *conn = conns->first; conn; conn = next) {
        next = conn->next;
        if (conn->state == HTTP_WAITING) {
            ask_again(conn);
        }
    }
}

static void read_request(struct http_conn *conn)
{
    struct evbuffer *in = bufferevent_get_input(conn->bev);
    char c;
    /* Empty lines before a request are forgiven (RFC 9112, 2.2). */
    while (!conn->begun && evbuffer_copyout(in, &c, 1) == 1 &&
           (c == '\r' || c == '\n')) {
        evbuffer_drain(in, 1);
    }
    size_t n = evbuffer_get_length(in);
    if (n == 0) {
        return;
    }
    if (!conn->begun) {
        conn->begun = true;
        set_timer(conn, conn->all->header);
    }
    str bytes = {(const char *)evbuffer_pullup(in, -1), n};
    size_t end = http_request_end(bytes, &conn->seen);
    if (end != STR_NONE && end <= HTTP_HEAD_MOST) {
        take_request(conn, str_sub(bytes, 0, end));
        evbuffer_drain(in, end);
    } else if (n >= HTTP_HEAD_MOST) {
        bool line =
            str_find_char(str_sub(bytes, 0, HTTP_LINE_MOST), '\n') == STR_NONE;
        refuse_head(conn, bytes, line ? 414 : 431);
    }
}

/* --- the life of a connection --- */

static void linger(struct http_conn *conn)
{
    conn->state = HTTP_LINGERING;
    conn->seen = 0;
    shutdown(bufferevent_getfd(conn->bev), SHUT_WR);
    bufferevent_enable(conn->bev, EV_READ);
    set_timer(conn, LINGER);
    conn->all->idles(conn->all->host);
}

static void drop_input(struct http_conn *conn)
{
    struct evbuffer *in = bufferevent_get_input(conn->bev);
    size_t n = evbuffer_get_length(in);
    conn->seen += n;
    evbuffer_drain(in, n);
    if (conn->seen > LINGER_MOST) {
        http_conn_close(conn);
    }
}

static void on_read(struct bufferevent *bev, void *context)
{
    struct http_conn *conn = context;
    (void)bev;
    if (conn->state == HTTP_READING) {
        read_request(conn);
    } else if (conn->state == HTTP_STREAMING || conn->state == HTTP_LINGERING) {
        drop_input(conn);
    }
}

/* The answer is with the system. The next request may be here already. */
static void on_written(struct bufferevent *bev, void *context)
{
    struct http_conn *conn = context;
    if (conn->state != HTTP_ANSWERING ||
        evbuffer_get_length(bufferevent_get_output(bev))) {
        return;
    }
    if (conn->keep) {
        conn->served = true;
        await_request(conn, conn->all->idle);
        conn->all->idles(conn->all->host);
        read_request(conn);
    } else {
        linger(conn);
    }
}

static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    (void)what;
    http_conn_close(context);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct http_conn *conn = context;
    (void)fd;
    (void)what;
    if (conn->state == HTTP_READING && conn->begun) {
        refuse_head(conn, (str){NULL, 0}, 408);
    } else if (conn->state == HTTP_WAITING) {
        conn->late = true;
        ask_again(conn);
    } else {
        http_conn_close(conn);
    }
}

void http_conns_add(struct http_conns *conns, int fd)
{
    struct http_conn *conn = conns->free;
    if (conn) {
        conns->free = conn->next;
    } else {
        conn = ARENA_NEW(conns->arena, struct http_conn);
    }
    *conn = (struct http_conn){.all = conns, .link = &conns->first};
    conn->next = conns->first;
    if (conn->next) {
        conn->next->link = &conn->next;
    }
    conns->first = conn;
    conns->n++;
    conn->bev = bufferevent_socket_new(conns->base, fd, BEV_OPT_CLOSE_ON_FREE);
    conn->timer = evtimer_new(conns->base, on_timer, conn);
    if (!conn->bev || !conn->timer) {
        arena_out_of_memory();
    }
    /* Else the last, short packet of an answer waits 40 ms for the client to
     * confirm the one before. */
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct timeval stall = time_of(conns->stall);
    bufferevent_setcb(conn->bev, on_read, on_written, on_event, conn);
    bufferevent_setwatermark(conn->bev, EV_READ, 0, HTTP_HEAD_MOST);
    bufferevent_set_timeouts(conn->bev, NULL, &stall);
    bufferevent_enable(conn->bev, EV_WRITE);
    await_request(conn, conns->header);
}

bool http_conns_spare(struct http_conns *conns)
{
    struct http_conn *oldest = NULL;
    for (struct http_conn *conn = conns->first; conn; conn = conn->next) {
        bool waits =
            conn->served && conn->state == HTTP_READING && !conn->begun;
        if (waits || conn->state == HTTP_LINGERING) {
            oldest = conn;
        }
    }
    if (oldest) {
        http_conn_close(oldest);
    }
    return oldest;
}

void http_conns_close(struct http_conns *conns)
{
    while (conns->first) {
        http_conn_close(conns->first);
    }
    buf_free(&conns->date);
}

/* --- answers --- */

static const char *words_of(int status)
{
    switch (status) {
    case 200: return "OK";
    case 206: return "Partial Content";
    case 301: return "Moved Permanently";
    case 304: return "Not Modified";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 414: return "URI Too Long";
    case 416: return "Range Not Satisfiable";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Bad Request";
    }
}

static void add_field(struct evbuffer *out, const char *name, str text)
{
    if (text.n) {
        evbuffer_add_printf(out, "%s: %.*s\r\n", name, STR_ARG(text));
    }
}

/* Without the empty line. Browsers ask each time whether what they have is
 * still right; 304 is cheap here. */
static struct evbuffer *add_head(struct http_conn *conn,
                                 const struct http_reply *reply)
{
    struct evbuffer *out = bufferevent_get_output(conn->bev);
    struct buf *date = &conn->all->date;
    buf_clear(date);
    date_format((struct date){.instant = time(NULL)},
                STR("%a, %d %b %Y %T GMT"), date);
    evbuffer_add_printf(out, "HTTP/1.1 %d %s\r\n", reply->status,
                        words_of(reply->status));
    add_field(out, "Date", buf_str(date));
    add_field(out, "Content-Type", reply->type);
    add_field(out, "ETag", reply->etag);
    add_field(out, "Location", reply->location);
    add_field(out, "Content-Range", reply->range);
    add_field(out, "Accept-Ranges", reply->ranges ? STR("bytes") : STR(""));
    add_field(out, "Allow", reply->status == 405 ? STR("GET, HEAD") : STR(""));
    if (conn->own) {
        add_field(out, "X-Frame-Options", STR("DENY"));
        add_field(out, "Content-Security-Policy",
                  STR("frame-ancestors 'none'"));
    }
    /* Drafts are in scripts and data too, which other sites could include. */
    add_field(out, "Cross-Origin-Resource-Policy", STR("same-origin"));
    add_field(out, "X-Content-Type-Options", STR("nosniff"));
    add_field(out, "Cache-Control",
              conn->state == HTTP_STREAMING ? STR("no-store")
                                            : STR("no-cache"));
    add_field(out, "Connection", conn->keep ? STR("keep-alive") : STR("close"));
    return out;
}

static struct evbuffer *add_head_of(struct http_conn *conn,
                                    const struct http_reply *reply)
{
    struct evbuffer *out = add_head(conn, reply);
    if (reply->status != 304) {
        evbuffer_add_printf(out, "Content-Length: %llu\r\n",
                            (unsigned long long)reply->length);
    }
    evbuffer_add(out, "\r\n", 2);
    return out;
}

void http_conn_reply(struct http_conn *conn, struct http_reply reply, str body)
{
    reply.length = body.n;
    struct evbuffer *out = add_head_of(conn, &reply);
    if (!conn->head && reply.status != 304) {
        evbuffer_add(out, body.p, body.n);
    }
}

void http_conn_reply_file(struct http_conn *conn, struct http_reply reply,
                          int fd, uint64_t from)
{
    struct evbuffer *out = add_head_of(conn, &reply);
    struct evbuffer_file_segment *file = evbuffer_file_segment_new(
        fd, (ev_off_t)from, (ev_off_t)reply.length, EVBUF_FS_CLOSE_ON_FREE);
    if (!file) {
        arena_out_of_memory();
    }
    if (!conn->head && reply.length) {
        evbuffer_add_file_segment(out, file, 0, -1);
    }
    evbuffer_file_segment_free(file);
}

void http_conn_refuse(struct http_conn *conn, int status)
{
    const char *words = words_of(status);
    if (status != 403 && status != 404 && status != 503) {
        conn->keep = false;
    }
    struct http_reply reply = {
        .status = status, .type = HTTP_TYPE_TEXT, .length = strlen(words) + 1};
    struct evbuffer *out = add_head_of(conn, &reply);
    if (!conn->head) {
        evbuffer_add_printf(out, "%s\n", words);
    }
}

bool http_conn_stream(struct http_conn *conn, str type)
{
    bool only_head = conn->head;
    conn->keep = false;
    if (!only_head) {
        conn->state = HTTP_STREAMING;
        conn->seen = 0;
        /* A client that leaves is noticed by reading. */
        bufferevent_enable(conn->bev, EV_READ);
    }
    struct http_reply reply = {.status = 200, .type = type};
    evbuffer_add(add_head(conn, &reply), "\r\n", 2);
    return !only_head;
}

void http_conn_end(struct http_conn *conn)
{
    conn->state = HTTP_ANSWERING;
    bufferevent_disable(conn->bev, EV_READ);
}

void http_conn_send(struct http_conn *conn, str bytes)
{
    bufferevent_write(conn->bev, bytes.p, bytes.n);
}

size_t http_conn_waiting(const struct http_conn *conn)
{
    return evbuffer_get_length(bufferevent_get_output(conn->bev));
}
