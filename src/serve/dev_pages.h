/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_DEV_PAGES_H
#define CRUMB_SERVE_DEV_PAGES_H

/* The preview's own pages below /__crumb/. */

#include "serve/preview_report.h"

struct pages {
    const struct preview_report *site; /* a report with drafts; NULL: none yet
                                        */
    const str *open;                   /* addresses that browsers show */
    size_t nopen;
    /* For "outline": */
    str ledger; /* path of the ledger */
    str file;   /* the page, from pages_outlined */
    str html;   /* its bytes; p == NULL: it is no page */
};

/* Returns the file of the page that a query for "outline" is about. `root`: see
 * address_of_file. */
str pages_outlined(str query, str root, struct arena *arena);

/* Appends the page with that path: "drafts" (posts that readers would not see),
 * "outline" (of pages->file), "" (the open pages with their outlines, and the
 * drafts). Returns false if there is no such page. */
bool pages_put(const struct pages *pages, str path, struct buf *out);
/* Appends the page that is shown until there is a site. `problems` are its
 * errors as text; may be empty. */
void pages_not_yet(str problems, struct buf *out);
/* Appends the data of the event `hello` (http.h). site: as in struct pages.
 * `problems` is the data of the event `errors`; empty: nothing is wrong.
 * `warnings` is a list in JSON. */
void pages_hello(const struct preview_report *site, str problems, str warnings,
                 uint64_t build, struct buf *out);

#endif
