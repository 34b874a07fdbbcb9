/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "serve/preview_state.h"
#include "site/config/config.h"
#include "text/url.h"

/* What the watcher and the clock tell, for the build thread. */

/* A timer does not count the time that a machine sleeps, and a clock may be
 * set: so often, in s, it is compared with the date that is waited for. */
enum { LOOK_AGAIN = 3600 };

/* So often, in s, it is looked whether a folder that is gone is back. */
enum { LOOK_AGAIN_GONE = 1 };

/* To hear of the next change. */
bool preview_listen_again(struct preview *preview)
{
    struct timeval interval = {0, WATCHER_INTERVAL * 1000L};
    return (watcher_fd(preview->watcher) >= 0 &&
            event_add(preview->watch, NULL) == 0) ||
           event_add(preview->wait, &interval) == 0;
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

/* The path of the site's url. What can't be read is told by the build; the path
 * is then as it was. */
str preview_site_base(const struct preview *preview, str before)
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
                           !str_eq(preview_site_base(preview, base), base));
        order_update(preview, &changed);
    }
    arena_free(&arena);
    preview->changes = (struct changes){0};
    preview->steps = 0;
    arena_clear(&preview->changes_arena);
}

/* Another folder may be at its place, or none; it may come back. */
void preview_on_look(evutil_socket_t fd, short what, void *context)
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

void preview_look_at_place(struct preview *preview)
{
    enum place_state state = site_place_look(&preview->place);
    if (state == PLACE_OTHER || (state == PLACE_GONE) != preview->gone) {
        event_active(preview->look, EV_TIMEOUT, 0);
    }
}

static void read_changes(struct preview *preview)
{
    preview_look_at_place(preview);
    const char *why = watcher_read(preview->watcher, &preview->changes,
                                   &preview->changes_arena);
    preview->walks = why ? why : preview->walks;
}

void preview_on_waited(evutil_socket_t fd, short what, void *context)
{
    struct preview *preview = context;
    (void)fd, (void)what;
    read_changes(preview);
    look_again(preview);
    tell_thread(preview);
    preview_listen_again(preview);
}

/* The watcher may close what is watched, so that is put away meanwhile. */
void preview_on_event(evutil_socket_t fd, short what, void *context)
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
    int64_t wait = (int64_t)LOOK_AGAIN * 1000;
    if (preview->until - now.tv_sec < LOOK_AGAIN) {
        wait = (preview->until - now.tv_sec) * 1000 - now.tv_nsec / 1000000;
    }
    wait = LATER + (wait < 0 ? 0 : wait);
    struct timeval interval = {wait / 1000, wait % 1000 * 1000};
    event_add(preview->date, &interval);
}

/* The next date is known once the site is made as of this one. */
void preview_look_at_clock(struct preview *preview)
{
    if (time(NULL) >= preview->until) {
        preview->until = INT64_MAX;
        order_update(preview, &(struct changed_files){0});
    }
}

void preview_on_date(evutil_socket_t fd, short what, void *context)
{
    (void)fd, (void)what;
    preview_look_at_clock(context);
    preview_wait_for_date(context);
}
