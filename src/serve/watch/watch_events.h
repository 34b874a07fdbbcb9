/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCH_EVENTS_H
#define CRUMB_SERVE_WATCH_WATCH_EVENTS_H

/* Changes as the system reports them (inotify). A file that is written is
 * reported when it is closed or moved into place. */

#include "serve/watch/changed_paths.h"

struct watch_events {
    int fd;             /* to poll; -1: not open */
    struct arena arena; /* for the names of folders */
    VEC(str)
    dirs; /* by watch descriptor; "" is the site's folder,
             p == NULL: none */
};

/* Starts to watch, with a struct that is zero. Returns 0 or an errno value;
 * ENOSYS: this system has no inotify. Close it in any case. */
int watch_events_open(struct watch_events *watch);
/* Appends the changes since the last call, without waiting. Returns 0, or an
 * errno value if it can't watch all folders any more; changes->whole is then
 * set. */
int watch_events_read(struct watch_events *watch, struct changes *changes,
                      struct arena *arena);
void watch_events_close(struct watch_events *watch);

#endif
