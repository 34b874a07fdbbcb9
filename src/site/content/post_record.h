/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_POST_RECORD_H
#define CRUMB_SITE_CONTENT_POST_RECORD_H

/* What post_load made of a file, as a record (base/pack.h): a file that has
 * not changed is neither read nor parsed. Any thread. */

#include "base/pack.h"
#include "site/site.h"

/* Only of posts that were loaded without an error. */
void post_pack(const struct loaded_post *post, struct buf *out);
/* As post_load, for a post whose `file` alone is set. Texts are
 * slices of the record, lists and maps are of the arena. False: the bytes make
 * no sense, or the file would now be read otherwise (what its name says
 * depends on the site's languages): load it, into a post that is as it was
 * before. Settings and the zone of dates
 * are taken to be the same. */
bool post_unpack(struct loaded_post *post, struct unpack *in,
                 struct arena *arena);

/* All but the content and the trace, whose numbers are those of one run. */
void derived_pack(const struct derived *derived, struct buf *out);
/* After the site is organised. False: the bytes make no sense, or a post that
 * it links to is gone. */
bool derived_unpack(const struct site *site, struct derived *derived,
                    struct unpack *in, struct arena *arena);

#endif
