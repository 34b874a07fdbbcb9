/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_POST_RECORD_H
#define CRUMB_SITE_CONTENT_POST_RECORD_H

/* The results of post_load in records (base/pack.h): a file that has not
 * changed is not read and parsed again. Any thread. */

#include "base/pack.h"
#include "site/site.h"

/* Packs a post, which must have loaded without an error. */
void post_pack(const struct loaded_post *post, struct buf *out);
/* Fills in a post of which only `file` is set, as post_load does. Texts are
 * slices of the record; lists and maps live in the arena. False: the record is
 * invalid, or loading would give another result now (the meaning of a file's
 * name depends on the site's languages); the post is unchanged, and the caller
 * must load it. Settings and the zone of dates must be the same as then. */
bool post_unpack(struct loaded_post *post, struct unpack *in,
                 struct arena *arena);

/* Loaded again, the post has its place in the site as before: its address, its
 * lists, and where those lists have it. All that may differ are words that only
 * those show who read them of this very post: its title, its description, its
 * summary, its cover. */
bool post_keeps_place(const struct loaded_post *post,
                      const struct loaded_post *now);

/* Packs all but the content, and the trace, whose numbers are valid only in
 * this run. */
void derived_pack(const struct derived *derived, struct buf *out);
/* Unpacks it, after the site is organised. False: the record is invalid, or a
 * post that it links to is gone. */
bool derived_unpack(const struct site *site, struct derived *derived,
                    struct unpack *in, struct arena *arena);

#endif
