/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_SESSION_H
#define CRUMB_SERVE_PREVIEW_SESSION_H

/* The work of the build thread, in steps: each calls the builder, puts pages
 * into the store and fills in a report. An update makes the pages that browsers
 * show. Other pages that changed are reported when they are found, each once
 * for an update. */

#include "builder/builder.h"
#include "serve/page_store.h"
#include "serve/preview_report.h"

struct preview_session;

struct preview_session_options {
    struct builder_options builder;
    str root; /* see address_of_file */
    struct report_form form;
};

/* The texts of the options, `cancel` and the store must outlive it. Another
 * thread may set *cancel to end the current step. The session is in the arena.
 */
struct preview_session *
preview_session_open(const struct preview_session_options *options,
                     const atomic_bool *cancel, struct page_store *store,
                     struct arena *arena);
/* Frees the session, which no other thread may use any more. Writes nothing. */
void preview_session_close(struct preview_session *session);

/* Updates the site. After UPDATE_DONE call preview_session_show. UPDATE_DONE
 * also if nothing changed but the errors of the last update are gone. */
enum update_result preview_session_update(struct preview_session *session,
                                          const struct changed_files *changed,
                                          struct preview_report *report);
/* Makes the pages that browsers show (`open`: files), and advances the store to
 * this revision. This function and those below return false if they were
 * cancelled, except preview_session_is_stale and preview_session_idle. */
bool preview_session_show(struct preview_session *session, const str *open,
                          size_t n, struct preview_report *report);
/* Makes a page that a request waits for. */
bool preview_session_make(struct preview_session *session, str file,
                          struct preview_report *report);
/* Whether a step began a revision whose open pages are not made: it found that
 * files have changed and the watcher has not reported it yet, or it collected
 * memory. preview_session_idle then makes the pages that browsers show. */
bool preview_session_is_stale(const struct preview_session *session);
/* Checks and makes some of the pages for which no request waits. Returns
 * whether to call it again. If it was cancelled, that may be either. */
bool preview_session_idle(struct preview_session *session,
                          struct preview_report *report);
/* Reports mistakes in texts and links, when nothing is left. */
bool preview_session_finish(struct preview_session *session,
                            struct preview_report *report);
/* Writes the ledger, as builder_save does. */
bool preview_session_save(struct preview_session *session);
/* Collects memory. That may begin another revision: see
 * preview_session_is_stale.
 */
bool preview_session_collect(struct preview_session *session);

/* Finds the page or file that is served as that file. Any thread. */
struct served_file preview_session_find(struct preview_session *session,
                                        str file, struct arena *arena);

#endif
