/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_DEV_PAGES_H
#define CRUMB_SERVE_DEV_PAGES_H

/* The preview's own pages, below /__crumb/. */

#include "serve/preview_report.h"

struct pages {
    const struct outcome *site; /* one that knows of drafts, or NULL */
    str output;                 /* the folder it was built into */
    str root;                   /* the path that the site lives under */
    const str *open;            /* addresses that browsers show */
    size_t nopen;
};

/* "drafts": posts that readers would not see; "outline": of ?path=/x/, see
 * serve/page_outline.h; "": the pages that are open, with their outlines, and
 * the drafts. False: there is no such page. */
bool pages_put(const struct pages *pages, str path, str query, struct buf *out);
/* Shown until the first build that is good. */
void pages_no_site(struct buf *out);
/* The event `hello`: see http.h. bad: errors that stand, or NULL. */
void pages_hello(const struct outcome *site, const struct outcome *bad,
                 uint64_t build, struct buf *out);

#endif
