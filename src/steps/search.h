/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_SEARCH_H
#define CRUMB_STEPS_SEARCH_H

/* The search index of a site (search/search.h) as a step. Its output is the
 * root file, search/index.json; shards and fragments are files beside it, whose
 * names hold a hash of their bytes. They are not in the plan, since only the
 * words of all posts say which there are.
 *
 * Documents are pages, then posts, the oldest first. The trace has the lists of
 * both, what a fragment shows of each, and a hash of its words; these come from
 * the records of bodies. */

#include "plan/plan.h"
#include "search/search.h"

struct publish;

struct search_part {
    str path;
    bool made; /* else the file is published already */
    str bytes; /* of one that was made, until they are let go */
};

/* The index of one language. */
struct site_search {
    const struct site *site;
    struct publish *publish; /* of a build: the last index may be in it; NULL */
    struct arena arena;      /* of the parts... */
    struct arena files;      /* ...and of their bytes */
    VEC(struct search_part) parts;
};

/* One for each language, in site->arena; NULL: the site has no search. */
struct site_search *search_new(struct site *site);
void search_free(struct site_search *search, const struct site *site);
/* Makes the index: the bytes of its root, and the parts. What it reads is
 * recorded. */
str search_make(struct site_search *search, const struct output *output,
                struct render_context *ctx);
/* Lists the parts of the last build, which are still right. Returns false if
 * its root can't be read. */
bool search_load_parts(struct site_search *search, const struct output *output);
/* Frees the bytes of the parts. */
void search_free_bytes(struct site_search *search);
/* The bytes of a part that was made; p == NULL: there is none. */
str search_part_of(const struct site_search *search, str path);
/* Whether the path is one that parts of this index have. */
bool search_is_part(const struct output *output, str path);

#endif
