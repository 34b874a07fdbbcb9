/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_FRONT_HELD_H
#define CRUMB_SITE_FRONTMATTER_FRONT_HELD_H

#include "site/frontmatter/front_keys.h"

/* Which entries of front matter hold a post back: those that say so in crumb's
 * words or another generator's (site/frontmatter/visibility.h), those that are
 * misspelt, and those in a map where they do nothing. Noted in front.says and
 * front.holds, with a warning unless the post is a draft by crumb's own word.
 */

/* Notes what entry i of reader->dict, whose key has that number, says. True: it
 * holds the post back in the words of another generator. */
bool front_held_note_key(struct front_reader *reader, size_t key, size_t i);
/* Notes the visibility keys of the map `params`. */
void front_held_note_params(const struct front_reader *reader, value v);

/* Whether the entry is a slip for `draft: true`: `drfat: true`; in a map also
 * `draft: true` and `published: false`, which belong to the top. */
bool front_held_is_slip(const struct dict *dict, size_t i, bool in_map);
/* Holds the post back because of a slip. `meant`: the key it is taken for, or
 * the key of the map that it is in. */
void front_held_note_slip(const struct front_reader *reader,
                          const struct dict *dict, size_t i, bool in_map,
                          str meant);
/* Notes `publised: false` and `privat: true`. False: the entry is no such
 * typo. */
bool front_held_note_typo(const struct front_reader *reader, size_t i);
/* Notes the slips in a value of the key `name`, at any depth. */
void front_held_note_inside(const struct front_reader *reader, str name,
                            value v);

#endif
