/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_RUN_H
#define CRUMB_FILES_RUN_H

/* Other programs, started without a shell. Any thread. */

#include "base/str.h"

struct buf;

/* Runs the program argv[0], found in PATH, and appends what it prints to
 * `out`. Its standard input and error are /dev/null. Its environment is that of
 * this process with the settings "NAME=value" of `env` in front. argv and env
 * end in NULL. 0: it ended with status 0; an errno value: it could not be
 * started (ENOENT), or it did not end well (ECHILD). */
int run_read(const char *const *argv, const char *const *env, struct buf *out);
/* Runs it with the standard streams of this process. 0: it ended, and *status
 * is its exit status, 128 and a signal's number if that ended it; an errno
 * value: it could not be started. */
int run_here(const char *const *argv, int *status);

#endif
