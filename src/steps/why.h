/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_WHY_H
#define CRUMB_STEPS_WHY_H

/* `crumb why`: the files that the last build rendered and why, and the facts
 * that each of them reads, from the ledger in words. The ledger is only read:
 * there is no build and no lock. */

#include "engine/ledger.h"
#include "site/site_keys.h"

enum why_state {
    WHY_OPEN,
    WHY_NO_BUILD,
    WHY_OTHER,      /* another crumb made the last build, or it is damaged */
    WHY_UNREADABLE, /* errno says why */
};

struct why {
    struct arena *arena;
    str output; /* the folder */
    struct ledger ledger;
    struct engine *engine;
    VEC(const struct step *) outputs; /* by path */
    const struct object_class *classes[OBJECT_KINDS];
    uint64_t body_bits; /* the attributes of posts that are made from bodies */
};

/* Opens the ledger of the last build into that output folder. */
enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena);
/* Opens the ledger at that path; p == NULL: there is none. */
enum why_state why_open_ledger(struct why *why, str output, str path,
                               struct arena *arena);
void why_close(struct why *why);

/* Returns the path of an output, or of a post below content/. */
static inline str why_name(const struct why *why, uint32_t key)
{
    return key_get(&why->engine->keys, key)->name;
}

static inline bool why_is_post(const struct why *why, uint32_t id)
{
    const struct key *key = key_get(&why->engine->keys, id);
    return key->class == KEY_OBJECT && key->kind == OBJECT_POST;
}

/* Returns the step of a post's body; NULL: the key is no post, or its body was
 * not made. */
static inline const struct step *why_body(const struct why *why, uint32_t id)
{
    return why_is_post(why, id) ? step_find(&why->engine->steps, id) : NULL;
}

/* Lists what the last build rendered, by path: "index.html: it is new". */
void why_list(const struct why *why, struct buf *out);

/* Finds an output by its address or its path, with or without the output
 * folder; NULL: there is none. */
const struct step *why_find(const struct why *why, str name);
/* Lists the names of the templates of an output, those that they include too.
 */
void why_templates(const struct why *why, const struct step *output,
                   struct buf *out);
/* Tells what an output reads, and why it was made the last time. */
void why_output(const struct why *why, const struct step *output,
                struct buf *out);

/* --- why_source.c --- */

/* Tells which outputs read that file of the site, and what of it. Returns false
 * if the ledger does not know the file. */
bool why_source(const struct why *why, str path, struct buf *out);
/* Returns the output or source of the ledger that is most like the name. */
str why_nearest(const struct why *why, str name);

#endif
