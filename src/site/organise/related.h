/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_RELATED_H
#define CRUMB_SITE_ORGANISE_RELATED_H

/* Which listed posts are most like a post: those that share its rarest terms
 * (tags, categories, series and the site's own taxonomies). Each term that is
 * shared counts log2((posts + 1) / posts of the term), in whole numbers, so
 * that every machine has the same order; the newer post wins a tie, then the
 * path.
 *
 * Asked for one post at a time, when a page shows it. What that costs is
 * bounded: a term of more than RELATED_MOST posts says little and is left
 * out, unless the post has no other; then its newest posts count. */

#include "site/site.h"

enum { RELATED_MOST = 2000, RELATED_SHOWN = 5 };

/* Where each post stands in the `posts` of its language, by number in
 * site->all: once, when those are in order. Lives in site->arena. */
const uint32_t *related_places(const struct site *site);

/* One thread's own, kept from one post to the next. */
struct related {
    const uint32_t *places; /* of the site */
    uint32_t *scores; /* by place in site->posts; all 0 between two calls; NULL
                         at first */
};

/* How much it counts that a term is shared: log2 of the above, times 65536. */
uint32_t related_weight(size_t posts, size_t of_term);
/* The posts that are most like it, the nearest first, into out[0..most); how
 * many there are. `keep` outlives the struct related. */
size_t related_find(struct related *related, const struct site *site,
                    const struct post *post, size_t most,
                    const struct post **out, struct arena *keep);

#endif
