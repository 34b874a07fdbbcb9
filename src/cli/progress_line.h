/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_PROGRESS_LINE_H
#define CRUMB_CLI_PROGRESS_LINE_H

/* One line on the terminal that says how far long work is, from its first
 * second on, drawn by a thread of its own:
 *
 *     rendering: 3200 of 10000, 1650 a second, 5 s left
 *
 * None where standard error is no terminal, or one that can't erase a line,
 * nor with --format json. */

#include <pthread.h>

#include "base/progress.h"

struct options;

struct progress_line {
    struct progress progress;
    pthread_t thread;
    int ends[2]; /* of a pipe: the thread waits until it is closed */
};

/* What to count in, NULL if there is no line. */
struct progress *progress_line_start(struct progress_line *line,
                                     const struct options *options);
/* Erases the line: from now on others may print. */
void progress_line_stop(struct progress_line *line, struct progress *progress);

#endif
