/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "serve/http/http_host.h"
#include "serve/preview_state.h"
#include "text/url.h"

/* Beginning and end of the preview, and the loop between. */

/* Bytes of pages in memory. */
enum { STORE = 64 << 20 };

static void on_end(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    preview->ends = true;
}

static void set_url(struct preview *preview, str base)
{
    str host = http_host_name(preview->options->bind, preview->arena);
    preview->url =
        arena_printf(preview->arena, "http://%.*s:%u%.*s", STR_ARG(host),
                     (unsigned)http_port(preview->http), STR_ARG(base));
}

static bool listen_on(struct preview *preview, struct diags *diags)
{
    const struct preview_options *options = preview->options;
    struct http_options settings = {
        .bind = options->bind,
        .port = options->port,
        .base = preview_site_base(preview, STR("")),
        .find = preview_find,
        .host = preview,
    };
    preview->http = http_open(preview->base, &settings, diags);
    if (preview->http) {
        set_url(preview, settings.base);
    }
    return preview->http;
}

static bool add_watch(struct preview *preview)
{
    preview->watcher =
        watcher_open(preview->arena, preview->options->poll, &preview->walks);
    preview->watch = event_new(preview->base, watcher_fd(preview->watcher),
                               EV_READ | EV_PERSIST, preview_on_event, preview);
    return preview->watch && preview_listen_again(preview);
}

static bool add_events(struct preview *preview)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct event_base *base = preview->base;
    preview->wait = evtimer_new(base, preview_on_waited, preview);
    preview->date = evtimer_new(base, preview_on_date, preview);
    preview->look = evtimer_new(base, preview_on_look, preview);
    preview->news = event_new(base, preview->news_fds[0], EV_READ | EV_PERSIST,
                              preview_on_news, preview);
    bool done = preview->wait && preview->date && preview->look &&
                preview->news && event_add(preview->news, NULL) == 0 &&
                add_watch(preview);
    for (size_t i = 0; i < 2; i++) {
        preview->interrupts[i] =
            evsignal_new(base, signals[i], on_end, preview);
        done = done && preview->interrupts[i] &&
               event_add(preview->interrupts[i], NULL) == 0;
    }
    return done;
}

static bool open_news(struct preview *preview)
{
    if (pipe(preview->news_fds) != 0) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        evutil_make_socket_nonblocking(preview->news_fds[i]);
        evutil_make_socket_closeonexec(preview->news_fds[i]);
    }
    return true;
}

/* libevent would go on without memory, and leave something out. */
static void *get_more(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p && bytes) {
        arena_out_of_memory();
    }
    return p;
}

static void *get_memory(size_t bytes)
{
    return get_more(NULL, bytes);
}

static void say_why(struct diags *diags)
{
    diag_error(diags, (span){0}, "listen", "the preview can't run: %s",
               strerror(errno));
}

/* Waits of 2 ms take 4 without timers that are precise. */
static struct event_base *precise_base(void)
{
    struct event_config *config = event_config_new();
    if (!config) {
        return NULL;
    }
    event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static bool open_base(struct preview *preview, struct diags *diags)
{
    event_set_mem_functions(get_memory, get_more, free);
    preview->base = precise_base();
    if (!preview->base || !open_news(preview)) {
        say_why(diags);
        return false;
    }
    return true;
}

/* A site of which nothing is known yet. */
static bool begin(struct preview *preview)
{
    struct preview_work_options work = preview->options->work;
    preview->good = false;
    preview->builds = true;
    preview->until = INT64_MAX;
    preview->store = page_store_new(STORE);
    if (!work.builder.site.base_url.p) {
        work.builder.site.base_url = preview->url;
    }
    work.root = url_path(preview->url);
    preview->thread = build_thread_start(&work, preview->store,
                                         preview->news_fds[1], preview->arena);
    preview_set_hello(preview);
    return preview->thread;
}

static bool start(struct preview *preview, struct diags *diags)
{
    preview->build = (uint64_t)time(NULL) * 1000;
    if (!open_base(preview, diags) ||
        !site_place_open(&preview->place, preview->arena, diags) ||
        !listen_on(preview, diags)) {
        return false;
    }
    if (!add_events(preview) || !begin(preview)) {
        say_why(diags);
        return false;
    }
    return true;
}

static void free_event(struct event *event)
{
    if (event) {
        event_free(event);
    }
}

static void end(struct preview *preview)
{
    if (preview->thread) {
        build_thread_stop(preview->thread);
        preview->thread = NULL;
    }
    page_store_free(preview->store);
    preview->store = NULL;
    preview_drop_reports(preview);
}

static void unwatch(struct preview *preview)
{
    free_event(preview->watch);
    preview->watch = NULL;
    if (preview->watcher) {
        watcher_close(preview->watcher);
    }
}

/* False: reported. */
static bool begin_anew(struct preview *preview, struct diags *diags)
{
    str before = url_path(preview->url);
    preview->is_out = false;
    end(preview);
    if (site_place_look(&preview->place) == PLACE_OTHER) {
        preview->tells = PREVIEW_OTHER;
        unwatch(preview);
        if (!site_place_enter(&preview->place, preview->arena, diags)) {
            return false;
        }
        add_watch(preview);
    }
    str base = preview_site_base(preview, before);
    if (!str_eq(base, before)) {
        preview->tells = PREVIEW_ADDRESS;
        http_set_base(preview->http, base);
        set_url(preview, base);
    }
    if (!begin(preview)) {
        say_why(diags);
        return false;
    }
    http_send(preview->http, STR("hello"), buf_str(&preview->hello));
    http_again(preview->http);
    return true;
}

void preview_close(struct preview *preview)
{
    end(preview);
    http_close(preview->http);
    unwatch(preview);
    free_event(preview->wait);
    free_event(preview->date);
    free_event(preview->look);
    free_event(preview->news);
    free_event(preview->interrupts[0]);
    free_event(preview->interrupts[1]);
    if (preview->base) {
        event_base_free(preview->base);
    }
    site_place_close(&preview->place);
    for (size_t i = 0; i < 2; i++) {
        if (preview->news_fds[i] >= 0) {
            close(preview->news_fds[i]);
        }
    }
    buf_free(&preview->hello);
    arena_free(&preview->changes_arena);
}

struct preview *preview_open(const struct preview_options *options,
                             struct arena *arena, struct diags *diags)
{
    struct preview *preview = ARENA_NEW(arena, struct preview);
    *preview = (struct preview){.options = options,
                                .arena = arena,
                                .place = {.lock = -1},
                                .tells = PREVIEW_REPORT,
                                .news_fds = {-1, -1},
                                .until = INT64_MAX};
    signal(SIGPIPE, SIG_IGN);
    if (!start(preview, diags)) {
        preview_close(preview);
        return NULL;
    }
    return preview;
}

str preview_url(const struct preview *preview)
{
    return preview->url;
}

uint16_t preview_port(const struct preview *preview)
{
    return http_port(preview->http);
}

/* Of several it is the end that counts: nobody reads the others any more. */
static bool take_news(struct preview *preview, struct preview_news *news)
{
    *news = (struct preview_news){.kind = PREVIEW_ENDS};
    if (preview->ends) {
        return true;
    }
    if (preview->walks) {
        news->kind = PREVIEW_WALKS;
        news->why = preview->walks;
        preview->walks = NULL;
        return true;
    }
    if (preview->tells != PREVIEW_REPORT) {
        news->kind = preview->tells;
        news->why = preview->place.path.p;
        preview->tells = PREVIEW_REPORT;
        return true;
    }
    news->kind = PREVIEW_REPORT;
    news->report = preview_take_reports(preview);
    if (news->report) { /* browsers don't wait for what prints it */
        event_base_loop(preview->base, EVLOOP_NONBLOCK);
    }
    return news->report;
}

bool preview_next(struct preview *preview, struct preview_news *news,
                  struct diags *diags)
{
    for (;;) {
        if (preview->is_out && !begin_anew(preview, diags)) {
            return false;
        }
        if (take_news(preview, news)) {
            return true;
        }
        if (event_base_loop(preview->base, EVLOOP_ONCE) < 0) {
            say_why(diags);
            return false;
        }
    }
}
