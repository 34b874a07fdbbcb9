/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_RUN_H
#define CRUMB_FILES_RUN_H

/* Runs other programs, without a shell. argv and env end in NULL; argv[0] is
 * looked up in PATH. Functions wait for the program to end, and return 0 or an
 * errno value. Any thread. */

#include <sys/types.h>

#include "base/str.h"

struct buf;

/* Appends what the program prints to `out`. Its standard input and error are
 * /dev/null; the settings "NAME=value" of `env` override those of this process.
 * ECHILD: its exit status was not 0, or a signal ended it. Other errors: it
 * could not be started, ENOENT if there is no such program. */
int run_read(const char *const *argv, const char *const *env, struct buf *out);
/* Gives the program the standard streams of this process. *status is its exit
 * status, or 128 plus the number of the signal that ended it. An error: it
 * could not be started. */
int run_here(const char *const *argv, int *status);
/* Waits for a child of this process, and sets *status as run_here does. */
int run_wait(pid_t pid, int *status);

#endif
