/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCHER_H
#define CRUMB_SERVE_WATCH_WATCHER_H

/* Watches the site in the working directory: site.yaml and the
 * TREE_SOURCES folders. It uses inotify; where that is missing or sees nothing
 * (network drives, some containers), it compares the stats of all files again
 * and again.
 *
 * A file that is written is reported when it is closed or moved into place.
 * Files that no build reads (hidden ones, backups of editors) are not. */

#include "serve/watch/changed_paths.h"

struct watcher;

/* Starts to watch; never returns NULL. poll: compare files instead of using
 * inotify. If inotify fails it compares files too, and *why says for what
 * reason; else, and on a system without inotify, it is NULL. */
struct watcher *watcher_open(struct arena *arena, bool poll, const char **why);
void watcher_close(struct watcher *watcher);
/* Returns a descriptor to poll; -1: call watcher_read every WATCHER_INTERVAL.
 * watcher_read may close it. */
int watcher_fd(const struct watcher *watcher);
enum { WATCHER_INTERVAL = 400 }; /* ms */
/* Appends the changes since the last call, without waiting. If new folders
 * can't be watched, it compares files from now on and returns the reason, once;
 * else NULL. */
const char *watcher_read(struct watcher *watcher, struct changes *changes,
                         struct arena *arena);

#endif
