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

static void on_signal(evutil_socket_t fd, short what, void *context)
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
    preview->wake = event_new(base, preview->wake_fds[0], EV_READ | EV_PERSIST,
                              preview_on_reports, preview);
    bool done = preview->wait && preview->date && preview->look &&
                preview->wake && event_add(preview->wake, NULL) == 0 &&
                add_watch(preview);
    for (size_t i = 0; i < 2; i++) {
        preview->interrupts[i] =
            evsignal_new(base, signals[i], on_signal, preview);
        done = done && preview->interrupts[i] &&
               event_add(preview->interrupts[i], NULL) == 0;
    }
    return done;
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

static void report_errno(struct diags *diags)
{
    diag_error(diags, (span){0}, "listen", "the preview can't run: %s",
               strerror(errno));
}

/* Opens the event base and the pipe. Waits of 2 ms take 4 without precise
 * timers. */
static bool open_base(struct preview *preview, struct diags *diags)
{
    event_set_mem_functions(get_memory, get_more, free);
    struct event_config *config = event_config_new();
    if (config) {
        event_config_set_flag(config, EVENT_BASE_FLAG_PRECISE_TIMER);
        preview->base = event_base_new_with_config(config);
        event_config_free(config);
    }
    if (!preview->base || pipe(preview->wake_fds) != 0) {
        report_errno(diags);
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        evutil_make_socket_nonblocking(preview->wake_fds[i]);
        evutil_make_socket_closeonexec(preview->wake_fds[i]);
    }
    return true;
}

/* Starts the build thread, with an empty store. */
static bool start_thread(struct preview *preview)
{
    struct preview_session_options session = preview->options->session;
    preview->good = false;
    preview->builds = true;
    preview->until = INT64_MAX;
    preview->store = page_store_new(STORE);
    if (!session.builder.site.base_url.p) {
        session.builder.site.base_url = preview->url;
    }
    session.root = url_path(preview->url);
    preview->thread = build_thread_start(&session, preview->store,
                                         preview->wake_fds[1], preview->arena);
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
    if (!add_events(preview) || !start_thread(preview)) {
        report_errno(diags);
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
static bool restart(struct preview *preview, struct diags *diags)
{
    str before = url_path(preview->url);
    preview->must_restart = false;
    end(preview);
    if (site_place_look(&preview->place) == PLACE_OTHER) {
        preview->notice = PREVIEW_OTHER;
        unwatch(preview);
        if (!site_place_enter(&preview->place, preview->arena, diags)) {
            return false;
        }
        add_watch(preview);
    }
    str base = preview_site_base(preview, before);
    if (!str_eq(base, before)) {
        preview->notice = PREVIEW_ADDRESS;
        http_set_base(preview->http, base);
        set_url(preview, base);
    }
    if (!start_thread(preview)) {
        report_errno(diags);
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
    free_event(preview->wake);
    free_event(preview->interrupts[0]);
    free_event(preview->interrupts[1]);
    if (preview->base) {
        event_base_free(preview->base);
    }
    site_place_close(&preview->place);
    for (size_t i = 0; i < 2; i++) {
        if (preview->wake_fds[i] >= 0) {
            close(preview->wake_fds[i]);
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
                                .notice = PREVIEW_REPORT,
                                .wake_fds = {-1, -1},
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

/* If the preview ends, other notices are dropped. */
static bool take_notice(struct preview *preview, struct preview_notice *notice)
{
    *notice = (struct preview_notice){.kind = PREVIEW_ENDS};
    if (preview->ends) {
        return true;
    }
    if (preview->walks) {
        notice->kind = PREVIEW_WALKS;
        notice->why = preview->walks;
        preview->walks = NULL;
        return true;
    }
    if (preview->notice != PREVIEW_REPORT) {
        notice->kind = preview->notice;
        notice->why = preview->place.path.p;
        preview->notice = PREVIEW_REPORT;
        return true;
    }
    notice->kind = PREVIEW_REPORT;
    notice->report = preview_take_reports(preview);
    if (notice->report) { /* browsers don't wait for what prints it */
        event_base_loop(preview->base, EVLOOP_NONBLOCK);
    }
    return notice->report;
}

bool preview_next(struct preview *preview, struct preview_notice *notice,
                  struct diags *diags)
{
    for (;;) {
        if (preview->must_restart && !restart(preview, diags)) {
            return false;
        }
        if (take_notice(preview, notice)) {
            return true;
        }
        if (event_base_loop(preview->base, EVLOOP_ONCE) < 0) {
            report_errno(diags);
            return false;
        }
    }
}
