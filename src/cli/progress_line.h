/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_PROGRESS_LINE_H
#define CRUMB_CLI_PROGRESS_LINE_H

/* Shows the progress of work that takes over a second, in one line of the
 * terminal. A thread of its own draws it:
 *
 *     rendering: 3200 of 10000, 1650 a second, 5 s left
 *
 * There is no line with --format json, and none if standard error is not a
 * terminal or is one that can't erase a line. */

#include <pthread.h>

#include "base/progress.h"

struct options;

struct progress_line {
    struct progress progress;
    pthread_t thread;
    int ends[2]; /* of a pipe: the thread waits until it is closed */
};

/* Starts the line. Returns its progress to count in; NULL: there is no line. */
struct progress *progress_line_start(struct progress_line *line,
                                     const struct options *options);
/* Erases the line and ends the thread; then other code may print. */
void progress_line_stop(struct progress_line *line, struct progress *progress);

#endif
