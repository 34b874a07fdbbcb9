/* SPDX-License-Identifier: MIT */
#include "serve/preview.h"

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json_string.h"
#include "files/fs_at.h"
#include "files/state_file.h"
#include "files/tree/ignored_names.h"
#include "publish/publish.h"
#include "serve/dev_pages.h"
#include "serve/http/http_host.h"
#include "serve/site_place.h"
#include "serve/url_file.h"
#include "serve/watch/watcher.h"
#include "site/config/config.h"
#include "text/url.h"

/* A timer does not count the time that a machine sleeps, and a clock may be
 * set: so often, in s, it is compared with the date that is waited for. */
enum { LOOK_AGAIN = 3600 };

/* So often, in s, it is looked whether a folder that is gone is back. */
enum { LOOK_AGAIN_GONE = 1 };

/* Bytes of pages in memory. */
enum { STORE = 64 << 20 };

struct preview {
    const struct preview_options *options;
    struct arena *arena;
    struct event_base *base;
    struct http *http;
    struct watcher *watcher;
    struct page_store *store;
    struct build_thread *thread;
    struct event *watch;
    struct event *wait; /* for an editor's next step, or to walk again */
    struct event *date; /* for one to pass */
    struct event *news;
    struct event *interrupts[2];
    struct site_place place;
    struct event *look;     /* at the place */
    struct changes changes; /* that the build thread has not heard of */
    unsigned steps;         /* milliseconds that `wait` was set to for these */
    struct arena changes_arena;
    int news_fds[2]; /* a pipe, by which the build thread wakes the loop */
    str url;         /* http://localhost:4000/blog */
    struct preview_report *problems; /* the last one that knows them, or NULL */
    struct preview_report
        *site; /* the last one that knows of drafts, or NULL */
    struct preview_report *told; /* the last one, if it is none of these */
    struct buf hello;
    const char *walks; /* why it does, if that was not said yet */
    int64_t until;     /* the instant at which the clock changes the site */
    bool ends;
    bool gone;   /* the site's folder is, from its place */
    bool is_out; /* begin anew: another folder is there, or another path in
                    `url` */
    enum preview_news_kind tells; /* of these; PREVIEW_REPORT: nothing */
    bool good;                    /* there is a site to show */
    bool builds;                  /* there is none, but one may come */
    uint64_t build; /* a number of its own, whichever process made it */
};

/* --- what the build thread tells --- */

static str standing(const struct preview *preview)
{
    return preview->problems ? preview->problems->problems_json : STR("");
}

static void send_change(struct preview *preview,
                        const struct preview_report *report)
{
    struct buf data = {0};
    report_put_change(report, &data);
    http_send(preview->http, STR("change"), buf_str(&data));
    buf_free(&data);
}

static void set_hello(struct preview *preview)
{
    buf_clear(&preview->hello);
    pages_hello(preview->site, standing(preview),
                preview->good ? preview->build : 0, &preview->hello);
    http_set_hello(preview->http, buf_str(&preview->hello));
}

static bool are_same_drafts(const struct preview_report *a,
                            const struct preview_report *b)
{
    bool same = a && a->drafts.n == b->drafts.n;
    for (size_t i = 0; same && i < a->drafts.n; i++) {
        same = str_eq(a->drafts.p[i].url, b->drafts.p[i].url) &&
               a->drafts.p[i].draft == b->drafts.p[i].draft;
    }
    return same;
}

static void drop(const struct preview *preview, struct preview_report *report)
{
    if (report && report != preview->problems && report != preview->site &&
        report != preview->told) {
        report_free(report);
    }
}

static void replace(const struct preview *preview,
                    struct preview_report **place,
                    struct preview_report *report)
{
    struct preview_report *before = *place;
    *place = report;
    drop(preview, before);
}

static void wait_for_date(struct preview *preview)
{
    enum { LATER = 5 }; /* ms: time() may be behind by that */
    struct timespec now;
    if (preview->until == INT64_MAX) {
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t wait = (int64_t)LOOK_AGAIN * 1000;
    if (preview->until - now.tv_sec < LOOK_AGAIN) {
        wait = (preview->until - now.tv_sec) * 1000 - now.tv_nsec / 1000000;
    }
    wait = LATER + (wait < 0 ? 0 : wait);
    struct timeval interval = {wait / 1000, wait % 1000 * 1000};
    event_add(preview->date, &interval);
}

/* Keeps what later answers are made of, and tells who listens. */
static void take_report(struct preview *preview, struct preview_report *report)
{
    bool had_problems = standing(preview).n > 0;
    bool first = !preview->good && report->drafts_known;
    bool other_drafts =
        report->drafts_known && !are_same_drafts(preview->site, report);
    bool changed = report->all || report->urls.n || report->css.n;
    preview->good = preview->good || report->drafts_known;
    preview->builds = preview->builds && report->kind != REPORT_BAD;
    preview->build += changed || first || other_drafts;
    if (report->problems_known) {
        replace(preview, &preview->problems, report);
    }
    if (report->drafts_known) {
        replace(preview, &preview->site, report);
        preview->until = report->until;
        wait_for_date(preview);
    }
    set_hello(preview);
    bool problems = standing(preview).n > 0;
    if (first || (had_problems && !problems)) {
        http_send(preview->http, STR("good"), STR("{}"));
    }
    if (changed) {
        send_change(preview, report);
    }
    if (other_drafts) {
        http_send(preview->http, STR("hello"), buf_str(&preview->hello));
    }
    if (report->problems_known && problems) {
        http_send(preview->http, STR("errors"), standing(preview));
    }
    http_again(preview->http);
}

/* The reports are taken by preview_next. */
static void on_news(evutil_socket_t fd, short what, void *context)
{
    char bytes[64];
    (void)what, (void)context;
    while (read(fd, bytes, sizeof bytes) > 0) {
    }
}

static bool is_for_terminal(const struct preview_report *report)
{
    /* Most midnights change nothing. */
    bool updated = report->kind == REPORT_UPDATED &&
                   (!report->clock || report->gone || report_says(report));
    return updated || report->kind == REPORT_BAD || report->diagnostics.n ||
           (report->kind == REPORT_QUIET && (report->pages || report->first));
}

/* The next one that the terminal is told of too; NULL: there is none. */
static const struct preview_report *next_report(struct preview *preview)
{
    struct preview_report *report;
    while ((report = build_thread_take(preview->thread))) {
        take_report(preview, report);
        if (is_for_terminal(report)) {
            replace(preview, &preview->told, report);
            return report;
        }
        drop(preview, report);
    }
    return NULL;
}

/* --- what the watcher tells --- */

/* The pages that browsers show. */
struct open_pages {
    VEC(str) paths;
    VEC(str) files;
    struct arena arena;
    str root; /* the path that the site lives under */
};

static void see_page(void *context, str path)
{
    struct open_pages *open = context;
    *VEC_PUSH(&open->paths, &open->arena) = path;
    *VEC_PUSH(&open->files, &open->arena) =
        address_file(path, open->root, &open->arena);
}

/* To hear of the next change. */
static bool listen_again(struct preview *preview)
{
    struct timeval interval = {0, WATCHER_INTERVAL * 1000L};
    return (watcher_fd(preview->watcher) >= 0 &&
            event_add(preview->watch, NULL) == 0) ||
           event_add(preview->wait, &interval) == 0;
}

static void order_update(struct preview *preview,
                         const struct changed_files *changed)
{
    struct open_pages open = {.root = url_path(preview->url)};
    http_each_page(preview->http, see_page, &open);
    preview->builds = true;
    build_thread_change(preview->thread, changed, open.files.p, open.files.n);
    arena_free(&open.arena);
}

/* The path of the site's url. What can't be read is told by the build; the path
 * is then as it was. */
static str site_base(const struct preview *preview, str before)
{
    str given = preview->options->work.builder.site.base_url;
    struct arena work = {0};
    struct config config;
    str base = before;
    if (given.p) {
        base = url_path(given);
    } else if (config_peek(&work, &config)) {
        str path = url_path(config.url);
        base = str_eq(path, before) ? before : arena_str(preview->arena, path);
    }
    arena_free(&work);
    return base;
}

static void tell_thread(struct preview *preview)
{
    struct arena arena = {0};
    VEC(str) paths = {0};
    for (size_t i = 0; i < preview->changes.list.n; i++) {
        const struct change *change = &preview->changes.list.p[i];
        if (change->kind != CHANGE_BEGUN && change->kind != CHANGE_AGAIN) {
            *VEC_PUSH(&paths, &arena) = change->path;
        }
    }
    struct changed_files changed = {paths.p, paths.n, preview->changes.whole};
    if (changed.n || changed.all) {
        str base = url_path(preview->url);
        preview->is_out = preview->is_out ||
                          (changes_have(&preview->changes, STR("site.yaml")) &&
                           !str_eq(site_base(preview, base), base));
        order_update(preview, &changed);
    }
    arena_free(&arena);
    preview->changes = (struct changes){0};
    preview->steps = 0;
    arena_clear(&preview->changes_arena);
}

/* Another folder may be at its place, or none; it may come back. */
static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    struct timeval later = {LOOK_AGAIN_GONE, 0};
    (void)fd, (void)what;
    enum place_state state = site_place_look(&preview->place);
    if (state == PLACE_GONE) {
        event_add(preview->look, &later);
    }
    if (state == PLACE_GONE && !preview->gone) {
        preview->tells = PREVIEW_GONE;
        site_place_follow(&preview->place, preview->arena);
    }
    preview->gone = state == PLACE_GONE;
    preview->is_out = preview->is_out || state == PLACE_OTHER;
}

/* A folder is removed after all that is in it, and the system does not say so
 * of one that is in use. */
static void look_again(struct preview *preview)
{
    struct timeval later = {LOOK_AGAIN_GONE, 0};
    if (preview->changes.whole) {
        event_add(preview->look, &later);
    }
}

static void look_at_place(struct preview *preview)
{
    enum place_state state = site_place_look(&preview->place);
    if (state == PLACE_OTHER || (state == PLACE_GONE) != preview->gone) {
        event_active(preview->look, EV_TIMEOUT, 0);
    }
}

static void read_changes(struct preview *preview)
{
    look_at_place(preview);
    const char *why = watcher_read(preview->watcher, &preview->changes,
                                   &preview->changes_arena);
    preview->walks = why ? why : preview->walks;
}

static void on_waited(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    read_changes(preview);
    look_again(preview);
    tell_thread(preview);
    listen_again(preview);
}

/* The watcher may close what is watched, so that is put away meanwhile. */
static void on_event(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    event_del(preview->watch);
    read_changes(preview);
    unsigned wait = changes_wait(&preview->changes);
    if (!wait) {
        event_del(preview->wait);
        tell_thread(preview);
    } else if (wait > preview->steps) {
        struct timeval steps = {0, wait * 1000L};
        event_add(preview->wait, &steps);
        preview->steps = wait;
    }
    listen_again(preview);
}

/* The next date is known once the site is made as of this one. */
static void look_at_clock(struct preview *preview)
{
    if (time(NULL) >= preview->until) {
        preview->until = INT64_MAX;
        order_update(preview, &(struct changed_files){0});
    }
}

static void on_date(evutil_socket_t fd, short what, void *context)
{
    (void)fd, (void)what;
    look_at_clock(context);
    wait_for_date(context);
}

static void on_end(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    preview->ends = true;
}

/* --- pages --- */

static str text_of(struct buf *out, struct arena *arena)
{
    str text = arena_str(arena, buf_str(out));
    buf_free(out);
    return text;
}

/* In place of what is not there. */
static struct http_found not_yet(const struct preview *preview, int status,
                                 struct arena *arena)
{
    struct buf out = {0};
    const struct preview_report *problems = preview->problems;
    pages_not_yet(problems ? problems->problems_text : STR(""), &out);
    return (struct http_found){
        .what = HTTP_PAGE, .bytes = text_of(&out, arena), .status = status};
}

/* As of the revision that is shown: an older one is asked for and waited
 * for. */
static struct http_found find_page(struct preview *preview,
                                   const struct http_asked *asked,
                                   struct arena *arena)
{
    struct http_found found = {.what = HTTP_PAGE};
    struct page *page;
    enum store_state state = page_store_get(preview->store, asked->path, &page);
    bool right = state == STORE_CURRENT || state == STORE_BROKEN;
    if (right && page) {
        found.bytes = arena_str(arena, page_bytes(page));
    } else if (right || asked->now) {
        found = not_yet(preview, right ? 500 : 503, arena);
    } else {
        found.what = HTTP_LATER;
        build_thread_want(preview->thread, asked->path);
    }
    if (page) {
        page_release(page);
    }
    return found;
}

static struct http_found find_in_site(struct preview *preview,
                                      const struct http_asked *asked,
                                      struct arena *arena)
{
    if (!preview->good) {
        return preview->builds && !asked->now
                   ? (struct http_found){.what = HTTP_LATER}
                   : not_yet(preview, 503, arena);
    }
    struct served_file served =
        build_thread_find(preview->thread, asked->path, arena);
    switch (served.kind) {
    case SERVED_NONE: break;
    case SERVED_PAGE: return find_page(preview, asked, arena);
    case SERVED_SOURCE: break;
    }
    str file = served.kind == SERVED_SOURCE
                   ? site_place_file(&preview->place, served.source, arena)
                   : (str){NULL, 0};
    return (struct http_found){.what = file.p ? HTTP_FILE : HTTP_NOTHING,
                               .file = file};
}

static struct http_found find_own(struct preview *preview,
                                  const struct http_asked *asked,
                                  struct arena *arena)
{
    struct http_found found = {.what = HTTP_PAGE};
    struct open_pages open = {.root = url_path(preview->url)};
    struct pages pages = {.site = preview->site,
                          .ledger = preview->options->work.builder.ledger};
    struct buf out = {0};
    if (str_eq(asked->path, STR("outline"))) {
        pages.file = pages_outlined(asked->query, open.root, arena);
        struct http_asked page = {.path = pages.file, .now = asked->now};
        found = find_in_site(preview, &page, arena);
        bool is_page = found.what == HTTP_PAGE && !found.status;
        pages.html = is_page ? found.bytes : (str){NULL, 0};
    }
    if (found.what == HTTP_LATER) {
        return found;
    }
    http_each_page(preview->http, see_page, &open);
    pages.open = open.paths.p;
    pages.nopen = open.paths.n;
    bool there = pages_put(&pages, asked->path, &out);
    arena_free(&open.arena);
    return (struct http_found){.what = there ? HTTP_PAGE : HTTP_NOTHING,
                               .bytes = text_of(&out, arena)};
}

static struct http_found find(void *host, const struct http_asked *asked,
                              struct arena *arena)
{
    look_at_clock(host); /* the machine may have slept */
    look_at_place(host); /* no event says that a folder around it was moved */
    return (asked->own ? find_own : find_in_site)(host, asked, arena);
}

/* --- beginning and end --- */

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
        .base = site_base(preview, STR("")),
        .find = find,
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
                               EV_READ | EV_PERSIST, on_event, preview);
    return preview->watch && listen_again(preview);
}

static bool add_events(struct preview *preview)
{
    static const int signals[] = {SIGINT, SIGTERM};
    struct event_base *base = preview->base;
    preview->wait = evtimer_new(base, on_waited, preview);
    preview->date = evtimer_new(base, on_date, preview);
    preview->look = evtimer_new(base, on_look, preview);
    preview->news = event_new(base, preview->news_fds[0], EV_READ | EV_PERSIST,
                              on_news, preview);
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
    set_hello(preview);
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
    replace(preview, &preview->problems, NULL);
    replace(preview, &preview->site, NULL);
    replace(preview, &preview->told, NULL);
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
    str base = site_base(preview, before);
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
    news->report = next_report(preview);
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
