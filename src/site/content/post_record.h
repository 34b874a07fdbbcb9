/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_POST_RECORD_H
#define CRUMB_SITE_CONTENT_POST_RECORD_H

/* Records of posts (base/pack.h), which the ledger keeps: a file that has not
 * changed since the last build is not parsed again. Any thread. */

#include "base/pack.h"
#include "site/site.h"

/* Packs a post, which must have loaded without an error. */
void post_pack(const struct loaded_post *post, struct buf *out);
/* Fills in a post that has only `file` set, as post_load does. Texts are
 * slices of the record; lists and maps live in the arena. Returns false if the
 * record is invalid, or if post_load would give another result (the site's
 * languages decide what a file's name means). Fields of *post may be set then:
 * the caller must reset it, and load the file. The settings and the time zone
 * must be those that the record was made with. */
bool post_unpack(struct loaded_post *post, struct unpack *in,
                 struct arena *arena);

/* Whether two versions of a post differ at most in words: title, description,
 * summary, texts of the cover, and which keys have a value (inheritance alone
 * reads that). Of these organise and the plan read only what post_copied marks,
 * so all lists and addresses are the same with both if no word is copied. */
bool post_differs_in_words(const struct loaded_post *post,
                           const struct loaded_post *now);

/* Packs derived data, except its content and its trace, and its parts. */
void derived_pack(const struct derived *derived,
                  const struct derived_parts *parts, struct buf *out,
                  struct buf *parts_out);
/* Unpacks derived data; `parts` is the record of its parts, for the functions
 * below. Returns false if the record is invalid. */
bool derived_unpack(str record, str parts, struct derived *derived,
                    struct arena *arena);
/* Unpacks derived_parts.tokens alone. Empty if the record is invalid. */
str derived_tokens(const struct derived *derived);
/* Unpacks the parts; site == NULL: without the links, else the site must be
 * organised. Returns false if the record is invalid, or if a post that the post
 * links to is gone; *out is empty then. */
bool derived_unpack_parts(const struct site *site,
                          const struct derived *derived, struct arena *arena,
                          struct derived_parts *out);

#endif
