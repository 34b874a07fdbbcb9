/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_RELATED_H
#define CRUMB_SITE_ORGANISE_RELATED_H

/* Finds the listed posts that are most like a post: those that share its rarest
 * terms (tags, categories, series and the site's own taxonomies). A shared term
 * counts log2((posts + 1) / posts of the term), where `posts` is related_scale
 * of those in the language. The weights are whole numbers, so that every
 * machine finds the same order. Of equal posts the newer one comes first, then
 * the one with the smaller path.
 *
 * The search runs for one post at a time, when a page shows it. Its cost is
 * bounded: terms with more than RELATED_MOST posts say little and are left out,
 * unless the post has no others; then the newest posts of the rarest one count.
 */

#include "site/site.h"

enum { RELATED_MOST = 2000, RELATED_SHOWN = 5 };

/* Adds the next post of a term, by its place in the posts of its language;
 * posts after the first RELATED_MOST are left out. Must be called in the order
 * of the term's posts. */
void related_add(struct term *term, size_t place, struct arena *arena);

/* Memory of one thread, used again for each post. */
struct related {
    /* By place in site->posts; NULL before the first call. */
    uint8_t *met; /* all 0 between two calls */
    uint32_t *scores;
};

/* Returns about how many posts a site of n posts has: n, or from 1,024 on n
 * rounded up, by a sixteenth of it at most. So a new post changes the related
 * posts of those it shares a term with, and of no others. */
size_t related_scale(size_t n);
/* Returns the weight of a shared term: the logarithm above, times 65536. */
uint32_t related_weight(size_t posts, size_t of_term);
/* Finds at most `most` posts, and never more than RELATED_SHOWN, the most
 * similar first, and returns how many there are. `keep` must outlive the struct
 * related. */
size_t related_find(struct related *related, const struct site *site,
                    const struct post *post, size_t most,
                    const struct post **out, struct arena *keep);

#endif
