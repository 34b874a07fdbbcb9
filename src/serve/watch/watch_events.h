/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCH_EVENTS_H
#define CRUMB_SERVE_WATCH_WATCH_EVENTS_H

/* Changes as the system tells of them: inotify. A file that is written is told
 * of when it is closed or moved into place. */

#include "serve/watch/changed_paths.h"

struct watch_events {
    int fd;             /* to wait for; -1: it is not open */
    struct arena arena; /* of the folders' names */
    VEC(str)
    dirs; /* by watch descriptor; "" is the site's folder,
             p == NULL: none */
};

/* An errno value: there are none to be had; ENOSYS: not on this system. */
int watch_events_open(struct watch_events *watch);
/* Appends what came; does not wait. An errno value: it no longer sees all of
 * the folders. */
int watch_events_read(struct watch_events *watch, struct changes *changes,
                      struct arena *arena);
void watch_events_close(struct watch_events *watch);

#endif
