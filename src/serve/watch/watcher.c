/* SPDX-License-Identifier: MIT */
#include "serve/watch/watcher.h"

#include <errno.h>
#include <string.h>

#include "serve/watch/watch_events.h"
#include "serve/watch/watch_walk.h"

struct watcher {
    struct watch_events events; /* not open: it walks */
    struct watch_walk walk;
};

/* A system without events needs no word about it. */
static const char *start_walking(struct watcher *watcher, int error)
{
    watch_events_close(&watcher->events);
    watch_walk(&watcher->walk, NULL, NULL);
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
    watch_walk_free(&watcher->walk);
}

int watcher_fd(const struct watcher *watcher)
{
    return watcher->events.fd;
}

const char *watcher_read(struct watcher *watcher, struct changes *changes,
                         struct arena *arena)
{
    if (watcher->events.fd < 0) {
        watch_walk(&watcher->walk, changes, arena);
        return NULL;
    }
    int error = watch_events_read(&watcher->events, changes, arena);
    return error ? start_walking(watcher, error) : NULL;
}
