/* SPDX-License-Identifier: MIT */
#include "serve/preview.h"

#include <errno.h>
#include <event2/event.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json_string.h"
#include "files/fs_at.h"
#include "files/state_file.h"
#include "publish/publish.h"
#include "serve/dev_pages.h"
#include "serve/url_file.h"
#include "serve/watcher.h"
#include "site/config/config.h"
#include "text/url.h"

/* An editor that saves in several steps is done with them by then, in ms. */
enum { STEPS = 8 };

struct preview {
    const struct preview_options *options;
    struct arena *arena;
    struct event_base *base;
    struct http *http;
    struct watcher *watcher;
    struct session *session;
    struct event *watch;
    struct event *wait; /* for an editor's next step, or to walk again */
    struct event *news;
    struct event *interrupts[2];
    int lock;               /* of this site's preview; -1: none */
    struct changes changes; /* that the session has not heard of */
    struct arena changes_arena;
    int news_fds[2]; /* a pipe, by which the session wakes the loop */
    pthread_rwlock_t snapshot;
    str url;               /* http://localhost:4000/blog */
    struct outcome *bad;   /* errors that stand, or NULL */
    struct outcome *site;  /* the last one that knows of drafts, or NULL */
    struct outcome *first; /* what came first of the build under way, or NULL */
    struct outcome *told;  /* the last one, if it is none of these, or NULL */
    const char *walks;     /* why it does, if that was not said yet */
    bool ends;
    bool good;      /* there is a site to show */
    uint64_t build; /* a number of its own, whichever process made it */
};

/* --- what the session tells --- */

static void lock(void *host)
{
    struct preview *preview = host;
    pthread_rwlock_wrlock(&preview->snapshot);
}

static void unlock(void *host)
{
    struct preview *preview = host;
    pthread_rwlock_unlock(&preview->snapshot);
}

static void put_list(const char *name, const str *urls, size_t n,
                     struct buf *out)
{
    buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        buf_put(out, i ? STR(",") : STR(""));
        json_put_string(out, urls[i]);
    }
    buf_put(out, STR("],"));
}

static void send_change(struct preview *preview, const struct outcome *outcome)
{
    struct buf data = {0};
    buf_putc(&data, '{');
    put_list("urls", outcome->urls.p, outcome->urls.n, &data);
    put_list("css", outcome->css.p, outcome->css.n, &data);
    if (preview->first) {
        put_list("but", preview->first->urls.p, preview->first->urls.n, &data);
    }
    buf_printf(&data, "\"all\":%s}", outcome->all ? "true" : "false");
    http_send(preview->http, STR("change"), buf_str(&data));
    buf_free(&data);
}

static void hello(void *host, struct buf *out)
{
    const struct preview *preview = host;
    pages_hello(preview->site, preview->bad, preview->good ? preview->build : 0,
                out);
}

static void send_news(struct preview *preview, struct outcome *outcome)
{
    preview->build++;
    if (outcome->kind == OUTCOME_BAD) {
        http_send(preview->http, STR("errors"), outcome->errors_json);
        return;
    }
    if ((preview->bad || !preview->good) && outcome->kind != OUTCOME_FIRST) {
        http_send(preview->http, STR("good"), STR("{}"));
    }
    if (outcome->all || outcome->urls.n || outcome->css.n) {
        send_change(preview, outcome);
    }
    if (outcome->drafts_known) {
        struct buf data = {0};
        pages_hello(outcome, NULL, preview->build, &data);
        http_send(preview->http, STR("hello"), buf_str(&data));
        buf_free(&data);
    }
}

static void replace(struct outcome **place, struct outcome *outcome)
{
    if (*place) {
        outcome_free(*place);
    }
    *place = outcome;
}

/* Keeps what later answers are made of. One with errors knows no drafts. */
static void keep(struct preview *preview, struct outcome *outcome)
{
    replace(&preview->first, NULL);
    if (outcome->kind == OUTCOME_BAD) {
        replace(&preview->bad, outcome);
        return;
    }
    preview->good = true;
    replace(&preview->bad, NULL);
    if (outcome->drafts_known) {
        replace(&preview->site, outcome);
    } else {
        replace(&preview->told, outcome);
    }
}

/* The outcomes are taken by preview_next. */
static void on_news(evutil_socket_t fd, short what, void *context)
{
    char bytes[64];
    (void)what, (void)context;
    while (read(fd, bytes, sizeof bytes) > 0) {
    }
}

/* The next one that the terminal is told of too; NULL: there is none. */
static const struct outcome *take_outcome(struct preview *preview)
{
    struct outcome *outcome;
    while ((outcome = session_take(preview->session))) {
        send_news(preview, outcome);
        if (outcome->kind != OUTCOME_FIRST) {
            keep(preview, outcome);
            return outcome;
        }
        replace(&preview->first, outcome);
    }
    return NULL;
}

/* --- what the watcher tells --- */

struct gathering {
    struct session_news news;
    struct arena arena;
    str root; /* the path that the site lives under */
};

static void see_page(void *context, str path)
{
    struct gathering *gathering = context;
    *VEC_PUSH(&gathering->news.open, &gathering->arena) =
        address_file(path, gathering->root, &gathering->arena);
}

/* To hear of the next change. */
static bool listen_again(struct preview *preview)
{
    struct timeval interval = {0, WATCHER_INTERVAL * 1000L};
    return (watcher_fd(preview->watcher) >= 0 &&
            event_add(preview->watch, NULL) == 0) ||
           event_add(preview->wait, &interval) == 0;
}

static void tell_session(struct preview *preview)
{
    if (!preview->changes.list.n && !preview->changes.whole) {
        return;
    }
    struct gathering gathering = {.root = url_path(preview->url),
                                  .news.whole = preview->changes.whole};
    for (size_t i = 0; i < preview->changes.list.n; i++) {
        const struct change *change = &preview->changes.list.p[i];
        if (change->kind != CHANGE_BEGUN) {
            *VEC_PUSH(&gathering.news.paths, &gathering.arena) = change->path;
        }
    }
    http_each_page(preview->http, see_page, &gathering);
    session_change(preview->session, &gathering.news);
    arena_free(&gathering.arena);
    preview->changes = (struct changes){0};
    arena_clear(&preview->changes_arena);
}

static void read_changes(struct preview *preview)
{
    const char *why = watcher_read(preview->watcher, &preview->changes,
                                   &preview->changes_arena);
    preview->walks = why ? why : preview->walks;
}

static void on_waited(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    read_changes(preview);
    tell_session(preview);
    listen_again(preview);
}

/* The watcher may close what is watched, so that is put away meanwhile. */
static void on_event(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    struct timeval steps = {0, STEPS * 1000L};
    (void)fd, (void)what;
    event_del(preview->watch);
    session_expect(preview->session);
    read_changes(preview);
    if (changes_are_settled(&preview->changes)) {
        event_del(preview->wait);
        tell_session(preview);
    } else if (!event_pending(preview->wait, EV_TIMEOUT, NULL)) {
        event_add(preview->wait, &steps);
    }
    listen_again(preview);
}

static void on_end(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    preview->ends = true;
}

/* --- pages --- */

struct pages_open {
    VEC(str) urls;
    struct arena arena;
};

static void see_address(void *context, str path)
{
    struct pages_open *open = context;
    *VEC_PUSH(&open->urls, &open->arena) = path;
}

static bool page(void *host, str path, str query, struct buf *out, str *type)
{
    struct preview *preview = host;
    struct pages_open open = {0};
    (void)type;
    http_each_page(preview->http, see_address, &open);
    struct pages pages = {preview->site, preview->options->session.build.output,
                          url_path(preview->url), open.urls.p, open.urls.n};
    bool found = pages_put(&pages, path, query, out);
    arena_free(&open.arena);
    return found;
}

static bool no_site(void *host, struct buf *out)
{
    struct preview *preview = host;
    if (preview->good) {
        return false;
    }
    pages_no_site(out);
    return true;
}

/* --- beginning and end --- */

/* The path of the site's url: what is not read is told by the build. */
static str site_base(struct arena *arena)
{
    struct config config;
    return config_peek(arena, &config) ? url_path(config.url) : STR("");
}

static bool listen_on(struct preview *preview, struct diags *diags)
{
    const struct preview_options *options = preview->options;
    struct arena *arena = preview->arena;
    str given = options->session.build.site.base_url;
    struct http_options settings = {
        .bind = options->bind,
        .port = options->port,
        .root = options->session.build.output,
        .base = given.p ? url_path(given) : site_base(arena),
        .hooks = {preview, lock, unlock, page, no_site, hello},
    };
    preview->http = http_open(preview->base, &settings, diags);
    if (!preview->http) {
        return false;
    }
    preview->url = arena_printf(arena, "http://localhost:%u%.*s",
                                (unsigned)http_port(preview->http),
                                STR_ARG(settings.base));
    return true;
}

static bool add_events(struct preview *preview)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct event_base *base = preview->base;
    preview->wait = evtimer_new(base, on_waited, preview);
    preview->watch = event_new(base, watcher_fd(preview->watcher),
                               EV_READ | EV_PERSIST, on_event, preview);
    preview->news = event_new(base, preview->news_fds[0], EV_READ | EV_PERSIST,
                              on_news, preview);
    bool done = preview->wait && preview->watch && preview->news &&
                listen_again(preview) && event_add(preview->news, NULL) == 0;
    for (size_t i = 0; i < 2; i++) {
        preview->interrupts[i] =
            evsignal_new(base, signals[i], on_end, preview);
        done = done && preview->interrupts[i] &&
               event_add(preview->interrupts[i], NULL) == 0;
    }
    return done;
}

/* Two of them would write their own addresses into the same pages. Where files
 * can't be locked nobody is kept out. */
static bool take_lock(struct preview *preview, struct diags *diags)
{
    str path = STR(".crumb/preview.lock");
    if (!publish_check_state(STR(".crumb"), diags)) {
        return false;
    }
    if (fs_mkdirs(STR(".crumb")) == 0 &&
        state_file_open_lock(path, &preview->lock) == 0 &&
        fs_at_lock(preview->lock) == EWOULDBLOCK) {
        diag_hint(diag_error(diags, (span){0}, "preview-running",
                             "another crumb serve shows this site"),
                  "end that one, or use the address that it serves");
        return false;
    }
    return true;
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

static bool open_base(struct preview *preview, struct diags *diags)
{
    event_set_mem_functions(get_memory, get_more, free);
    preview->base = event_base_new();
    if (!preview->base || !open_news(preview)) {
        say_why(diags);
        return false;
    }
    return true;
}

static bool start(struct preview *preview, struct diags *diags)
{
    struct session_options options = preview->options->session;
    preview->build = (uint64_t)time(NULL) * 1000;
    if (!open_base(preview, diags) || !take_lock(preview, diags) ||
        !listen_on(preview, diags)) {
        return false;
    }
    preview->watcher =
        watcher_open(preview->arena, preview->options->poll, &preview->walks);
    if (!options.build.site.base_url.p) {
        options.build.site.base_url = preview->url;
    }
    options.wake_fd = preview->news_fds[1];
    options.lock = lock;
    options.unlock = unlock;
    options.host = preview;
    preview->session = session_start(&options, preview->arena);
    if (!preview->session || !add_events(preview)) {
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

void preview_close(struct preview *preview)
{
    if (preview->session) {
        session_stop(preview->session);
    }
    http_close(preview->http);
    if (preview->watcher) {
        watcher_close(preview->watcher);
    }
    free_event(preview->watch);
    free_event(preview->wait);
    free_event(preview->news);
    free_event(preview->interrupts[0]);
    free_event(preview->interrupts[1]);
    if (preview->base) {
        event_base_free(preview->base);
    }
    if (preview->lock >= 0) {
        fs_at_close(preview->lock);
    }
    for (size_t i = 0; i < 2; i++) {
        if (preview->news_fds[i] >= 0) {
            close(preview->news_fds[i]);
        }
    }
    replace(&preview->bad, NULL);
    replace(&preview->site, NULL);
    replace(&preview->first, NULL);
    replace(&preview->told, NULL);
    arena_free(&preview->changes_arena);
    pthread_rwlock_destroy(&preview->snapshot);
}

struct preview *preview_open(const struct preview_options *options,
                             struct arena *arena, struct diags *diags)
{
    struct preview *preview = ARENA_NEW(arena, struct preview);
    *preview = (struct preview){
        .options = options, .arena = arena, .lock = -1, .news_fds = {-1, -1}};
    pthread_rwlock_init(&preview->snapshot, NULL);
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
    news->kind = PREVIEW_BUILT;
    news->outcome = take_outcome(preview);
    return news->outcome;
}

bool preview_next(struct preview *preview, struct preview_news *news,
                  struct diags *diags)
{
    while (!take_news(preview, news)) {
        if (event_base_loop(preview->base, EVLOOP_ONCE) < 0) {
            say_why(diags);
            return false;
        }
    }
    return true;
}
