/* SPDX-License-Identifier: MIT */
/* httpd ROOT [NAME=VALUE]...: the preview's server for tests/run/http.t, on a
 * folder, with an owner that does as it is told. It prints the port, then takes
 * one command a line: "send EVENT DATA", "error on", "error off", "pages",
 * "locks", "quit"; the answers end with a line ".". */

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "serve/http/http.h"

struct owner {
    struct event_base *base;
    struct http *http;
    bool no_site;
    int locked;
    int locks;
};

static void lock(void *host)
{
    struct owner *owner = host;
    owner->locked++;
    owner->locks++;
}

static void unlock(void *host)
{
    struct owner *owner = host;
    owner->locked--;
}

static bool page(void *host, str path, str query, struct buf *out, str *type)
{
    (void)host;
    if (str_eq(path, STR("drafts"))) {
        buf_printf(out, "<title>Drafts</title><body>query=%.*s</body>",
                   STR_ARG(query));
        return true;
    }
    if (str_eq(path, STR("data"))) {
        *type = STR("application/json");
        buf_put(out, STR("{\"a\":1}"));
        return true;
    }
    return false;
}

static bool error(void *host, struct buf *out)
{
    struct owner *owner = host;
    if (owner->no_site) {
        buf_put(out, STR("<title>Broken</title><p>no site yet</p>"));
    }
    return owner->no_site;
}

static void hello(void *host, struct buf *out)
{
    (void)host;
    buf_printf(out, "{\"build\":%ld,\"drafts\":[\"/x/\"]}", (long)getpid());
}

static void print_page(void *context, str path)
{
    (void)context;
    printf("%.*s\n", STR_ARG(path));
}

static void obey(struct owner *owner, str line)
{
    str verb;
    str event;
    str_split(&line, ' ', &verb);
    if (str_eq(verb, STR("send"))) {
        str_split(&line, ' ', &event);
        http_send(owner->http, event, line);
    } else if (str_eq(verb, STR("error"))) {
        owner->no_site = str_eq(line, STR("on"));
    } else if (str_eq(verb, STR("pages"))) {
        http_each_page(owner->http, print_page, NULL);
    } else if (str_eq(verb, STR("locks"))) {
        printf("%d %d\n", owner->locks, owner->locked);
    } else {
        event_base_loopbreak(owner->base);
    }
    puts(".");
    fflush(stdout);
}

static void on_command(struct bufferevent *bev, void *context)
{
    size_t n;
    char *line;
    while ((line = evbuffer_readln(bufferevent_get_input(bev), &n,
                                   EVBUFFER_EOL_LF)) != NULL) {
        obey(context, (str){line, n});
        free(line);
    }
}

/* Nobody is left to tell it to end. */
static void on_end(struct bufferevent *bev, short what, void *context)
{
    struct owner *owner = context;
    (void)bev;
    (void)what;
    event_base_loopbreak(owner->base);
}

static void set(struct http_options *options, const char *text)
{
    str value = str_from(text);
    str name;
    str_split(&value, '=', &name);
    unsigned number = value.n ? (unsigned)strtoul(value.p, NULL, 10) : 0;
    struct http_limits *limits = &options->limits;
    if (str_eq(name, STR("base"))) {
        options->base = value;
    } else if (str_eq(name, STR("bind"))) {
        options->bind = value;
    } else if (str_eq(name, STR("port"))) {
        options->port = (uint16_t)number;
    } else if (str_eq(name, STR("idle"))) {
        limits->idle = number;
    } else if (str_eq(name, STR("head"))) {
        limits->head = number;
    } else if (str_eq(name, STR("stall"))) {
        limits->stall = number;
    } else if (str_eq(name, STR("ping"))) {
        limits->ping = number;
    } else if (str_eq(name, STR("connections"))) {
        limits->connections = number;
    }
}

static void print_errors(const struct diags *diags)
{
    struct buf out = {0};
    for (size_t i = 0; i < diags->list.n; i++) {
        diag_print(diags->list.p[i], false, &out);
    }
    printf("%.*s", STR_ARG(buf_str(&out)));
    buf_free(&out);
}

static void serve(struct owner *owner)
{
    struct bufferevent *in = bufferevent_socket_new(owner->base, 0, 0);
    bufferevent_setcb(in, on_command, NULL, on_end, owner);
    bufferevent_enable(in, EV_READ);
    printf("port %u\n", http_port(owner->http));
    fflush(stdout);
    event_base_dispatch(owner->base);
    bufferevent_free(in);
    http_close(owner->http);
}

int main(int argc, char **argv)
{
    struct owner owner = {.base = event_base_new()};
    struct http_options options = {
        .hooks = {&owner, lock, unlock, page, error, hello}};
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    signal(SIGPIPE, SIG_IGN);
    options.root = str_from(argc > 1 ? argv[1] : ".");
    for (int i = 2; i < argc; i++) {
        set(&options, argv[i]);
    }
    owner.http = http_open(owner.base, &options, &diags);
    if (owner.http) {
        serve(&owner);
    }
    print_errors(&diags);
    event_base_free(owner.base);
    arena_free(&arena);
    return owner.http == NULL;
}
