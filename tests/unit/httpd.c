/* SPDX-License-Identifier: MIT */
/* httpd ROOT [NAME=VALUE]...: the preview's server for tests/run/http.t, on a
 * folder, with an owner that takes commands. It prints the port, then takes
 * one command a line: "send EVENT DATA", "error on", "error off", "later on",
 * "later off", "pages", "quit"; the answers end with a line ".". */

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "serve/http/http.h"

struct owner {
    struct event_base *base;
    struct http *http;
    const char *root;
    bool no_site;
    bool later; /* all pages come later */
};

static struct http_found find_own(const struct http_asked *asked,
                                  struct arena *arena)
{
    struct http_found found = {.what = HTTP_PAGE};
    if (str_eq(asked->path, STR("drafts"))) {
        found.bytes =
            arena_printf(arena, "<title>Drafts</title><body>query=%.*s</body>",
                         STR_ARG(asked->query));
    } else if (str_eq(asked->path, STR("data"))) {
        found.type = STR("application/json");
        found.bytes = STR("{\"a\":1}");
    } else {
        found.what = HTTP_NOTHING;
    }
    return found;
}

/* Reached through no link. */
static bool is_plain(str path, struct arena *arena)
{
    str here;
    str real;
    return fs_real(STR("."), arena, &here) == 0 &&
           fs_real(path, arena, &real) == 0 &&
           str_eq(str_from_offset(real, here.n + 1), path);
}

/* HTML is read into memory; all else is sent as it is. */
static struct http_found find(void *host, const struct http_asked *asked,
                              struct arena *arena)
{
    const struct owner *owner = host;
    struct http_found found = {.what = HTTP_FILE, .file = asked->path};
    if (asked->own) {
        return find_own(asked, arena);
    }
    if (owner->no_site || (owner->later && asked->now)) {
        return (struct http_found){
            .what = HTTP_PAGE,
            .bytes = STR("<title>Broken</title><p>no site yet</p>"),
            .status = 503};
    }
    if (owner->later) {
        return (struct http_found){.what = HTTP_LATER};
    }
    if (chdir(owner->root) != 0 || fs_kind(asked->path, true) != FS_FILE) {
        found.what = HTTP_NOTHING;
    } else if (str_ends(asked->path, STR(".html"))) {
        bool read = is_plain(asked->path, arena) &&
                    fs_read(asked->path, arena, &found.bytes) == 0;
        found.what = read ? HTTP_PAGE : HTTP_NOTHING;
    }
    return found;
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
    } else if (str_eq(verb, STR("later"))) {
        owner->later = str_eq(line, STR("on"));
        http_again(owner->http);
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

/* Ends the server: its input is closed, and no command can follow. */
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
    } else if (str_eq(name, STR("wait"))) {
        limits->wait = number;
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
    char hello[64];
    snprintf(hello, sizeof hello, "{\"build\":%ld,\"drafts\":[\"/x/\"]}",
             (long)getpid());
    http_set_hello(owner->http, str_from(hello));
    printf("port %u\n", http_port(owner->http));
    fflush(stdout);
    event_base_dispatch(owner->base);
    bufferevent_free(in);
    http_close(owner->http);
}

int main(int argc, char **argv)
{
    struct owner owner = {.base = event_base_new()};
    struct http_options options = {.find = find, .host = &owner};
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    signal(SIGPIPE, SIG_IGN);
    owner.root = argc > 1 ? argv[1] : ".";
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
