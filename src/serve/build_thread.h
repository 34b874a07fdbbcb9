/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_BUILD_THREAD_H
#define CRUMB_SERVE_BUILD_THREAD_H

/* The thread that the preview builds on. It carries out orders, the most urgent
 * first (serve/build_orders.h), and puts reports of their results into a queue.
 */

#include "serve/preview_session.h"

struct build_thread;

/* Starts the thread, which first reads the whole site. It writes a byte to the
 * pipe wake_fd for each report, unless the pipe is full: set it to
 * non-blocking. The texts of the options and the store must outlive the thread.
 * Returns NULL with errno set if there can be no thread. */
struct build_thread *
build_thread_start(const struct preview_session_options *options,
                   struct page_store *store, int wake_fd, struct arena *arena);
/* Orders an update; `open`: the pages that browsers show. */
void build_thread_change(struct build_thread *thread,
                         const struct changed_files *changed, const str *open,
                         size_t nopen);
/* Orders a page that a request waits for. REPORT_MADE follows. */
void build_thread_want(struct build_thread *thread, str file);
/* Finds the page or file that the last good site serves as that file. */
struct served_file build_thread_find(struct build_thread *thread, str file,
                                     struct arena *arena);
/* Takes the oldest report from the queue; the caller frees it. NULL: there is
 * none. */
struct preview_report *build_thread_take(struct build_thread *thread);
/* Cancels the current order, waits until the thread has ended, and frees it.
 * The thread writes the ledger first if nothing else is left to do. */
void build_thread_stop(struct build_thread *thread);

#endif
