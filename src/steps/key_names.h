/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_KEY_NAMES_H
#define CRUMB_STEPS_KEY_NAMES_H

/* Names of keys and attributes, for the output of `crumb why`. */

#include "site/site_keys.h"

/* Returns "content/a.md", "the posts of tags/x", "the template base.html";
 * empty for a fragment. */
str key_in_words(const struct key_table *keys, uint32_t id,
                 struct arena *arena);
/* Returns "the template base.html" for a key that is a question. */
str question_in_words(const struct key *key, struct arena *arena);
/* Returns "title, url"; p == NULL: the class has no such attributes. */
str bits_in_words(const struct object_class *class, uint64_t bits,
                  struct arena *arena);
/* Returns "title of content/a.md changed". */
str cause_in_words(const struct objects *objects, struct cause cause,
                   struct arena *arena);

#endif
