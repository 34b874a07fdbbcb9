/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_FRONT_KEYS_H
#define CRUMB_SITE_FRONTMATTER_FRONT_KEYS_H

#include <stddef.h>

#include "site/frontmatter/frontmatter.h"

/* Keys of front matter whose values need more than a type: one of several
 * types, a map, or the word of another generator. */

/* Where keys are read to: a schema's offsets are offsets into it. */
struct front_whole {
    struct frontmatter front;
    struct frontmatter_uncommon uncommon;
};

#define FRONT_TO(field) .to = offsetof(struct front_whole, field)
#define FRONT_HAS(field) .has = offsetof(struct front_whole, field)

struct front_reader {
    struct schema schema;
    const struct dict *top;  /* all front matter of the post */
    const struct dict *dict; /* whose entries are read: top, or one in it */
    struct front_whole *whole;
    bool draft;           /* it says so in crumb's word */
    bool hidden_unlisted; /* the setting */
    bool list;            /* of an _index.md */
};

/* The letters and digits of a key's name, small, in `letters`: no quotes,
 * invisible characters and marks; one that is not ASCII is "?". Longer names
 * are returned as they are. */
enum { FRONT_KEY_LONGEST = 40 };
str front_key_letters(str name, char letters[FRONT_KEY_LONGEST]);

/* Reads entry i of the dict, whose key is one of SCHEMA_ANY but `taxonomies`,
 * or `redirect_from`. False: the value can't be used, and a diagnostic says
 * so. */
bool front_key_read(struct front_reader *reader, const struct schema_key *key,
                    size_t i);

/* Takes the cover, if there is none, from the names of other themes: hero,
 * feature, thumbnail, header: {og_image}. They stay in page.extra too. */
void front_other_cover(struct front_reader *reader);

/* Sets entry i of `from` in `to`, with its place. */
void front_take_entry(struct dict *to, struct arena *arena,
                      const struct dict *from, size_t i);
/* Entry i of the dict goes into page.extra, in place of one of that name. */
void front_keep_extra(struct front_reader *reader, const struct dict *dict,
                      size_t i);

#endif
