/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_BUILD_THREAD_H
#define CRUMB_SERVE_BUILD_THREAD_H

/* The thread that the preview builds on: it does what it is ordered, the most
 * urgent first (serve/build_orders.h), and what came of it goes into a queue of
 * reports. */

#include "serve/preview_work.h"

struct build_thread;

/* wake_fd: a pipe; a byte for each report to be taken. Begins with an update of
 * all. NULL: no thread can be had, and errno says why. */
struct build_thread *
build_thread_start(const struct preview_work_options *options,
                   struct page_store *store, int wake_fd, struct arena *arena);
/* open: the files that browsers show. */
void build_thread_change(struct build_thread *thread,
                         const struct changed_files *changed, const str *open,
                         size_t nopen);
/* A request waits for that page: REPORT_MADE. */
void build_thread_want(struct build_thread *thread, str file);
/* What the last good site has there. */
struct served_file build_thread_find(struct build_thread *thread, str file,
                                     struct arena *arena);
/* The oldest report that nobody has taken, to be freed; NULL: there is none. */
struct preview_report *build_thread_take(struct build_thread *thread);
/* Waits for what is under way, which is broken off. */
void build_thread_stop(struct build_thread *thread);

#endif
