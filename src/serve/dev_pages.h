/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_DEV_PAGES_H
#define CRUMB_SERVE_DEV_PAGES_H

/* The preview's own pages, below /__crumb/. */

#include "serve/preview_report.h"

struct pages {
    const struct preview_report *site; /* one that knows of drafts, or NULL */
    const str *open;                   /* addresses that browsers show */
    size_t nopen;
    /* For "outline". */
    str ledger;
    str file; /* pages_outlined, */
    str html; /* and its bytes; p == NULL: it is no page */
};

/* The file that the outline of that query tells of. root: see
 * serve/url_file.h. */
str pages_outlined(str query, str root, struct arena *arena);

/* "drafts": posts that readers would not see; "outline": of a page, see
 * serve/page_outline.h; "": the pages that are open, with their outlines, and
 * the drafts. False: there is no such page. */
bool pages_put(const struct pages *pages, str path, struct buf *out);
/* Shown until there is a site, or a page. problems: what is wrong, as text;
 * empty: nothing is known. */
void pages_not_yet(str problems, struct buf *out);
/* The event `hello`: see http.h. problems: the data of `errors`; empty: nothing
 * is wrong. */
void pages_hello(const struct preview_report *site, str problems,
                 uint64_t build, struct buf *out);

#endif
