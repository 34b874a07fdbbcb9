/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_WATCHER_H
#define CRUMB_SERVE_WATCH_WATCHER_H

/* What changes in the site in the working directory: content/, templates/,
 * static/, data/ and site.yaml. By inotify, or, where there is none or it sees
 * nothing (network drives, some containers), by walking over all of it again
 * and again.
 *
 * A file that is written is told of when it is closed or moved into place.
 * Names that no build looks at (hidden ones, editors' backups) are not. */

#include "serve/watch/changed_paths.h"

struct watcher;

/* poll: walk, do not ask for events. Where events can't be had it walks too,
 * and *why says for what reason. Never NULL. */
struct watcher *watcher_open(struct arena *arena, bool poll, const char **why);
void watcher_close(struct watcher *watcher);
/* To wait for; -1: it walks, and has to be read every WATCHER_INTERVAL. */
int watcher_fd(const struct watcher *watcher);
enum { WATCHER_INTERVAL = 400 }; /* ms */
/* Appends what has changed since the last time. Does not wait. From now on it
 * may walk, if new folders can't be watched: the result says for what reason,
 * else it is NULL. */
const char *watcher_read(struct watcher *watcher, struct changes *changes,
                         struct arena *arena);

#endif
