/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_NAMES_POST_NAMES_H
#define CRUMB_SITE_NAMES_POST_NAMES_H

/* Finds posts by the names that [[wikilinks]] have for them. The index is made
 * at the first search, as most sites have no wikilinks. Any thread. */

#include "base/memory/arena.h"
#include "base/memory/vec.h"

struct post_names;
struct site;

/* Freed with post_names_free. */
struct post_names *post_names_new(struct arena *arena);
void post_names_free(struct post_names *names);
/* Titles have changed: the next search makes the index again. No other thread
 * may search meanwhile. */
void post_names_forget(struct post_names *names);

/* Paths in content/, sorted. */
struct named_posts {
    VEC(str) list;
};

/* Finds the posts of that name for a link in a post of the section `folder`.
 * The first of these that fits any post decides:
 *
 *   1. its file: networking/evpn, evpn or evpn.md, from the folder, from
 *      content/, or the end of its path
 *   2. its title
 *   3. one of its other names (front->names)
 *
 * Of several, those count that readers see; of these, those spelled so, case
 * included; of these, those in the language of `site`; of these, a file in the
 * folder itself, then one at that path from content/ on. More than one is left
 * where the name is ambiguous. The site must be organised, and its languages
 * share the index. */
void post_names_find(struct post_names *names, const struct site *site,
                     str folder, str name, struct arena *arena,
                     struct named_posts *out);

/* The path as a wikilink has it, without its ending: "baking/rye" of
 * baking/rye.md, and of baking/rye/index.md. */
str post_names_path(str path);

/* The name of the questions ASK_WIKILINK and ASK_WIKIFILE
 * (site/view/question.h). */
str post_names_question(str folder, str name, struct arena *arena);
/* A hash of what post_names_find finds. */
uint64_t post_names_hash(struct post_names *names, const struct site *site,
                         str folder, str name, struct arena *work);

#endif
