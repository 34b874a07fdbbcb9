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
#include "files/ignored_names.h"
#include "files/state_file.h"
#include "publish/publish.h"
#include "serve/dev_pages.h"
#include "serve/http/http_host.h"
#include "serve/url_file.h"
#include "serve/watch/watcher.h"
#include "site/config/config.h"
#include "text/url.h"

/* An editor that saves in several steps is done with them by then, in ms. */
enum { STEPS = 8 };

/* A timer does not count the time that a machine sleeps, and a clock may be
 * set: so often, in s, it is compared with the date that is waited for. */
enum { LOOK_AGAIN = 3600 };

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
    int lock;               /* of this site's preview; -1: none */
    struct changes changes; /* that the build thread has not heard of */
    struct arena changes_arena;
    int news_fds[2]; /* a pipe, by which the build thread wakes the loop */
    str folder;      /* the site's, without links */
    str url;         /* http://localhost:4000/blog */
    struct preview_report *problems; /* the last one that knows them, or NULL */
    struct preview_report
        *site; /* the last one that knows of drafts, or NULL */
    struct preview_report *told; /* the last one, if it is none of these */
    struct buf hello;
    const char *walks; /* why it does, if that was not said yet */
    int64_t until;     /* the instant at which the clock changes the site */
    bool ends;
    bool good;      /* there is a site to show */
    bool builds;    /* there is none, but one may come */
    uint64_t build; /* a number of its own, whichever process made it */
};

/* --- what the build thread tells --- */

static str standing(const struct preview *preview)
{
    return preview->problems ? preview->problems->problems_json : STR("");
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

/* {"/x/": "the version that it has now"} */
static void put_restyled(const struct preview_report *report, struct buf *out)
{
    buf_put(out, STR("\"restyled\":{"));
    for (size_t i = 0; i < report->restyled.n; i++) {
        char hex[HASH128_HEX];
        hash128_hex(report->restyled.p[i].version, hex);
        buf_put(out, i ? STR(",") : STR(""));
        json_put_string(out, report->restyled.p[i].url);
        buf_printf(out, ":\"%.*s\"", HASH128_HEX, hex);
    }
    buf_put(out, STR("},"));
}

static void send_change(struct preview *preview,
                        const struct preview_report *report)
{
    struct buf data = {0};
    buf_putc(&data, '{');
    put_list("urls", report->urls.p, report->urls.n, &data);
    put_list("css", report->css.p, report->css.n, &data);
    put_list("but", report->but.p, report->but.n, &data);
    put_restyled(report, &data);
    buf_printf(&data, "\"all\":%s}", report->all ? "true" : "false");
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

static void tell_thread(struct preview *preview)
{
    struct arena arena = {0};
    VEC(str) paths = {0};
    for (size_t i = 0; i < preview->changes.list.n; i++) {
        const struct change *change = &preview->changes.list.p[i];
        if (change->kind != CHANGE_BEGUN) {
            *VEC_PUSH(&paths, &arena) = change->path;
        }
    }
    struct changed_files changed = {paths.p, paths.n, preview->changes.whole};
    if (changed.n || changed.all) {
        order_update(preview, &changed);
    }
    arena_free(&arena);
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
    tell_thread(preview);
    listen_again(preview);
}

/* The watcher may close what is watched, so that is put away meanwhile. */
static void on_event(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    struct timeval steps = {0, STEPS * 1000L};
    (void)fd, (void)what;
    event_del(preview->watch);
    read_changes(preview);
    if (changes_are_settled(&preview->changes)) {
        event_del(preview->wait);
        tell_thread(preview);
    } else if (!event_pending(preview->wait, EV_TIMEOUT, NULL)) {
        event_add(preview->wait, &steps);
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

/* A file that is served as it is, by its real path, for links in the site may
 * lead to others in it. Whether this one may is asked at each update; it may be
 * another one since. */
static struct http_found find_file(const struct preview *preview, str source,
                                   struct arena *arena)
{
    struct http_found found = {.what = HTTP_FILE, .file = source};
    size_t n = preview->folder.n;
    str real;
    int error = fs_real(source, arena, &real);
    bool inside = !error && str_starts(real, preview->folder) && real.n > n &&
                  real.p[n] == '/';
    if (inside) {
        found.file = str_from_offset(real, n + 1);
    }
    /* What can't be told now the server finds out when it opens the file. */
    bool known = !error || fs_is_missing(error);
    if (known && (!inside || path_is_ignored(found.file))) {
        found.what = HTTP_NOTHING;
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
    case SERVED_SOURCE: return find_file(preview, served.source, arena);
    }
    return (struct http_found){.what = HTTP_NOTHING};
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
    return (asked->own ? find_own : find_in_site)(host, asked, arena);
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
    str given = options->work.builder.site.base_url;
    struct http_options settings = {
        .bind = options->bind,
        .port = options->port,
        .base = given.p ? url_path(given) : site_base(arena),
        .find = find,
        .host = preview,
    };
    preview->http = http_open(preview->base, &settings, diags);
    if (!preview->http) {
        return false;
    }
    str host = http_host_name(options->bind, arena);
    preview->url = arena_printf(arena, "http://%.*s:%u%.*s", STR_ARG(host),
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
    preview->date = evtimer_new(base, on_date, preview);
    preview->news = event_new(base, preview->news_fds[0], EV_READ | EV_PERSIST,
                              on_news, preview);
    bool done = preview->wait && preview->watch && preview->date &&
                preview->news && listen_again(preview) &&
                event_add(preview->news, NULL) == 0;
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

/* An older crumb wrote its pages into a folder. It goes if it is that: a list
 * of what was published into it says so. */
static void remove_old_pages(void)
{
    static const char *const names[] = {"manifest", "ledger", "lock"};
    struct arena arena = {0};
    str folder = STR(".crumb/preview");
    str state = STR(".crumb");
    str manifest = publish_state_path(folder, state, names[0], &arena);
    if (manifest.p && fs_kind(folder, false) == FS_DIR &&
        fs_kind(manifest, false) == FS_FILE) {
        str paths[sizeof names / sizeof *names];
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            paths[i] = publish_state_path(folder, state, names[i], &arena);
        }
        fs_remove_tree(folder);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            fs_unlink(paths[i]);
        }
    }
    arena_free(&arena);
}

static bool start(struct preview *preview, struct diags *diags)
{
    struct preview_work_options work = preview->options->work;
    preview->build = (uint64_t)time(NULL) * 1000;
    preview->builds = true;
    if (!open_base(preview, diags) || !take_lock(preview, diags) ||
        !listen_on(preview, diags)) {
        return false;
    }
    remove_old_pages();
    preview->watcher =
        watcher_open(preview->arena, preview->options->poll, &preview->walks);
    preview->store = page_store_new(STORE);
    if (!work.builder.site.base_url.p) {
        work.builder.site.base_url = preview->url;
    }
    work.root = url_path(preview->url);
    bool known = fs_real(STR("."), preview->arena, &preview->folder) == 0;
    preview->thread =
        known ? build_thread_start(&work, preview->store, preview->news_fds[1],
                                   preview->arena)
              : NULL;
    if (!preview->thread || !add_events(preview)) {
        say_why(diags);
        return false;
    }
    set_hello(preview);
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
    if (preview->thread) {
        build_thread_stop(preview->thread);
    }
    http_close(preview->http);
    page_store_free(preview->store);
    if (preview->watcher) {
        watcher_close(preview->watcher);
    }
    free_event(preview->watch);
    free_event(preview->wait);
    free_event(preview->date);
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
    replace(preview, &preview->problems, NULL);
    replace(preview, &preview->site, NULL);
    replace(preview, &preview->told, NULL);
    buf_free(&preview->hello);
    arena_free(&preview->changes_arena);
}

struct preview *preview_open(const struct preview_options *options,
                             struct arena *arena, struct diags *diags)
{
    struct preview *preview = ARENA_NEW(arena, struct preview);
    *preview = (struct preview){.options = options,
                                .arena = arena,
                                .lock = -1,
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
    news->kind = PREVIEW_REPORT;
    news->report = next_report(preview);
    return news->report;
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
