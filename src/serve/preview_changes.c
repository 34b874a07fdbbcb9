/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "serve/preview_state.h"
#include "site/config/config.h"
#include "text/url.h"

/* Changes that the watcher and the clock find, for the build thread. */

enum {
    /* Seconds between two comparisons of the clock with the next date: a timer
     * does not count the time that a machine sleeps, and a clock may be set. */
    CLOCK_INTERVAL = 3600,
    /* Seconds between two checks whether a folder that is gone is back. */
    GONE_INTERVAL = 1,
};

bool preview_listen_again(struct preview *preview)
{
    struct timeval interval = {0, WATCHER_INTERVAL * 1000L};
    return (watcher_fd(preview->watcher) >= 0 &&
            event_add(preview->watch, NULL) == 0) ||
           event_add(preview->wait, &interval) == 0;
}

static void see_page(void *context, str path)
{
    struct open_pages *open = context;
    *VEC_PUSH(&open->paths, &open->arena) = path;
    *VEC_PUSH(&open->files, &open->arena) =
        address_file(path, open->root, &open->arena);
}

void preview_open_pages(const struct preview *preview, struct open_pages *open)
{
    *open = (struct open_pages){.root = url_path(preview->url)};
    http_each_page(preview->http, see_page, open);
}

static void order_update(struct preview *preview,
                         const struct changed_files *changed)
{
    struct open_pages open;
    preview_open_pages(preview, &open);
    preview->builds = true;
    build_thread_change(preview->thread, changed, open.files.p, open.files.n);
    arena_free(&open.arena);
}

str preview_site_base(const struct preview *preview, str before)
{
    str given = preview->options->session.builder.site.base_url;
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

static void order_changes(struct preview *preview)
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
        preview->must_restart =
            preview->must_restart ||
            (changes_have(&preview->changes, STR("site.yaml")) &&
             !str_eq(preview_site_base(preview, base), base));
        order_update(preview, &changed);
    }
    arena_free(&arena);
    preview->changes = (struct changes){0};
    preview->steps = 0;
    arena_clear(&preview->changes_arena);
}

/* Another folder may be at the site's path, or none; it may come back. */
void preview_on_look(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    struct timeval later = {GONE_INTERVAL, 0};
    (void)fd, (void)what;
    enum place_state state = site_place_look(&preview->place);
    if (state == PLACE_GONE) {
        event_add(preview->look, &later);
    }
    if (state == PLACE_GONE && !preview->gone) {
        preview->notice = PREVIEW_GONE;
        site_place_follow(&preview->place, preview->arena);
    }
    preview->gone = state == PLACE_GONE;
    preview->must_restart = preview->must_restart || state == PLACE_OTHER;
}

void preview_check_place(struct preview *preview)
{
    enum place_state state = site_place_look(&preview->place);
    if (state == PLACE_OTHER || (state == PLACE_GONE) != preview->gone) {
        event_active(preview->look, EV_TIMEOUT, 0);
    }
}

static void read_changes(struct preview *preview)
{
    preview_check_place(preview);
    const char *why = watcher_read(preview->watcher, &preview->changes,
                                   &preview->changes_arena);
    preview->walks = why ? why : preview->walks;
}

void preview_on_waited(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    read_changes(preview);
    if (preview->changes.whole) {
        /* A folder is removed after all that is in it, and the system does not
         * report that of one in use. */
        struct timeval later = {GONE_INTERVAL, 0};
        event_add(preview->look, &later);
    }
    order_changes(preview);
    preview_listen_again(preview);
}

/* The watcher may close its descriptor, so the event is removed meanwhile. */
void preview_on_event(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    event_del(preview->watch);
    read_changes(preview);
    unsigned wait = changes_wait(&preview->changes);
    if (!wait) {
        event_del(preview->wait);
        order_changes(preview);
    } else if (wait > preview->steps) {
        struct timeval steps = {0, wait * 1000L};
        event_add(preview->wait, &steps);
        preview->steps = wait;
    }
    preview_listen_again(preview);
}

/* --- the clock --- */

void preview_wait_for_date(struct preview *preview)
{
    enum { LATER = 5 }; /* ms: time() may be behind by that */
    struct timespec now;
    if (preview->until == INT64_MAX) {
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t wait = (int64_t)CLOCK_INTERVAL * 1000;
    if (preview->until - now.tv_sec < CLOCK_INTERVAL) {
        wait = (preview->until - now.tv_sec) * 1000 - now.tv_nsec / 1000000;
    }
    wait = LATER + (wait < 0 ? 0 : wait);
    struct timeval interval = {wait / 1000, wait % 1000 * 1000};
    event_add(preview->date, &interval);
}

/* The next date is known when the site is made as of this one. */
void preview_check_clock(struct preview *preview)
{
    if (time(NULL) >= preview->until) {
        preview->until = INT64_MAX;
        order_update(preview, &(struct changed_files){0});
    }
}

void preview_on_date(evutil_socket_t fd, short what, void *context)
{
    (void)fd, (void)what;
    preview_check_clock(context);
    preview_wait_for_date(context);
}
