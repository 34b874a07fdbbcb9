/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_WORK_H
#define CRUMB_SERVE_PREVIEW_WORK_H

/* What the build thread does, step by step: it asks the builder, puts pages
 * into the store, and says in a report what came of it. Pages that browsers
 * show are made with each update; of all others that changed the reports tell
 * once they are found, each once an update. */

#include "builder/builder.h"
#include "serve/page_store.h"
#include "serve/preview_report.h"

struct preview_work;

struct preview_work_options {
    struct builder_options builder;
    str root; /* see serve/url_file.h */
    struct report_form form;
};

/* The texts of the options live as long as it does. *cancel ends a step under
 * way. */
struct preview_work *
preview_work_open(const struct preview_work_options *options,
                  const atomic_bool *cancel, struct page_store *store,
                  struct arena *arena);
void preview_work_close(struct preview_work *work);

/* UPDATE_DONE: preview_work_show is next. */
enum update_result preview_work_update(struct preview_work *work,
                                       const struct changed_files *changed,
                                       struct preview_report *report);
/* Makes the pages that browsers show; from now on the store counts by this
 * revision. False: cancelled. */
bool preview_work_show(struct preview_work *work, const str *open, size_t n,
                       struct preview_report *report);
/* A page that somebody waits for. False: cancelled. */
bool preview_work_make(struct preview_work *work, str file,
                       struct preview_report *report);
/* It found that files have changed before anybody told of it: the pages that
 * browsers show have to be made again, which preview_work_rest does. */
bool preview_work_is_behind(const struct preview_work *work);
/* A slice of what nobody waits for. False: nothing is left, or cancelled. */
bool preview_work_rest(struct preview_work *work,
                       struct preview_report *report);
/* After that: looks at the texts. False: cancelled. */
bool preview_work_finish(struct preview_work *work,
                         struct preview_report *report);
/* Writes the ledger. */
void preview_work_save(struct preview_work *work);

/* --- any thread --- */

struct served_file preview_work_find(struct preview_work *work, str file,
                                     struct arena *arena);

#endif
