/* SPDX-License-Identifier: MIT */
#include "serve/watch/watcher.h"

#include <errno.h>
#include <string.h>

#include "files/fs.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "files/tree/tree.h"
#include "serve/watch/watch_events.h"

struct walk {
    struct arena arenas[2]; /* for this walk and the one before */
    struct fs_list seen[TREE_SOURCES];
    struct fs_stat settings; /* site.yaml */
    size_t walks;
};

struct watcher {
    struct watch_events events; /* not open: it walks */
    struct walk walk;
};

static void compare_lists(str root, const struct fs_list *then,
                          const struct fs_list *now, struct changes *changes,
                          struct arena *arena)
{
    size_t i = 0;
    size_t j = 0;
    while (i < then->n || j < now->n) {
        int order = i == then->n ? 1
                    : j == now->n
                        ? -1
                        : str_cmp(then->entries[i].name, now->entries[j].name);
        struct fs_stat left = {0};
        struct fs_stat right = {0};
        str name = order <= 0 ? then->entries[i].name : now->entries[j].name;
        if (order <= 0) {
            left = then->entries[i++].stat;
        }
        if (order >= 0) {
            right = now->entries[j++].stat;
        }
        if (!fs_stat_same(&left, &right) && !path_is_ignored(path_base(name))) {
            enum change_kind kind = order < 0   ? CHANGE_GONE
                                    : order > 0 ? CHANGE_NEW
                                                : CHANGE_WRITTEN;
            changes_add(changes, root, name, kind, arena);
        }
    }
}

/* Compares the stats of all files of the site with those of the last walk. The
 * first walk has NULL for the changes. */
static void walk_site(struct walk *walk, struct changes *changes,
                      struct arena *arena)
{
    struct arena *keep = &walk->arenas[walk->walks % 2];
    struct fs_stat settings = {0};
    for (size_t i = 0; i < TREE_SOURCES; i++) {
        struct fs_list now = {0};
        fs_walk(tree_folders[i], keep, &now);
        if (changes) {
            compare_lists(tree_folders[i], &walk->seen[i], &now, changes,
                          arena);
        }
        walk->seen[i] = now;
    }
    fs_stat(STR("site.yaml"), &settings);
    if (changes && !fs_stat_same(&settings, &walk->settings)) {
        changes_add(changes, STR(""), STR("site.yaml"), CHANGE_WRITTEN, arena);
    }
    walk->settings = settings;
    walk->walks++;
    arena_clear(&walk->arenas[walk->walks % 2]);
}

/* A system without events needs no word about it. */
static const char *start_walking(struct watcher *watcher, int error)
{
    watch_events_close(&watcher->events);
    walk_site(&watcher->walk, NULL, NULL);
    switch (error) {
    case 0:
    case ENOSYS: return NULL;
    case ENOSPC:
        return "the system's limit of watched folders "
               "(fs.inotify.max_user_watches) is reached";
    default: return strerror(error);
    }
}

struct watcher *watcher_open(struct arena *arena, bool poll, const char **why)
{
    struct watcher *watcher = ARENA_NEW(arena, struct watcher);
    watcher->events.fd = -1;
    int error = poll ? 0 : watch_events_open(&watcher->events);
    *why = poll || error ? start_walking(watcher, error) : NULL;
    return watcher;
}

void watcher_close(struct watcher *watcher)
{
    watch_events_close(&watcher->events);
    arena_free(&watcher->walk.arenas[0]);
    arena_free(&watcher->walk.arenas[1]);
}

int watcher_fd(const struct watcher *watcher)
{
    return watcher->events.fd;
}

const char *watcher_read(struct watcher *watcher, struct changes *changes,
                         struct arena *arena)
{
    if (watcher->events.fd < 0) {
        walk_site(&watcher->walk, changes, arena);
        return NULL;
    }
    int error = watch_events_read(&watcher->events, changes, arena);
    return error ? start_walking(watcher, error) : NULL;
}
