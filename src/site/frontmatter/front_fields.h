/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_FRONT_FIELDS_H
#define CRUMB_SITE_FRONTMATTER_FRONT_FIELDS_H

/* All fields of struct frontmatter in one table: by it they are kept from build
 * to build, compared and inherited. */

#include "base/pack.h"
#include "site/frontmatter/frontmatter.h"

/* Packs the fields; their places are in the source. */
void front_fields_pack(const struct frontmatter *front,
                       const struct source *source, struct buf *out);
/* Fills in front matter that is zeroed. Texts are slices of the record; lists
 * and maps live in the arena. */
void front_fields_unpack(struct frontmatter *front, const struct source *source,
                         struct unpack *in, struct arena *arena);
/* Whether two differ at most in words (post_differs_in_words) and in places. */
bool front_fields_same_but_words(const struct frontmatter *a,
                                 const struct frontmatter *b);
/* Copies the fields that a page inherits with that key; uncommon ones to
 * *uncommon. */
void front_fields_take(struct frontmatter *to,
                       struct frontmatter_uncommon *uncommon,
                       const struct frontmatter *from, str key);

#endif
