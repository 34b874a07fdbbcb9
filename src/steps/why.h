/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_WHY_H
#define CRUMB_STEPS_WHY_H

/* What the ledger knows, in words: what was rendered and why, who reads what.
 * It is only looked at: no build, no lock. */

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
    str mapped;
    struct engine *engine;
    VEC(const struct step *) outputs; /* by path */
    const struct object_class *classes[OBJECT_KINDS];
    uint64_t body_bits; /* the attributes of posts that hang on their bodies */
};

/* Of the last build into that output folder. */
enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena);
/* Of a ledger of that path, which may have p == NULL: there is none. */
enum why_state why_open_ledger(struct why *why, str output, str path,
                               struct arena *arena);
void why_close(struct why *why);

/* The path of an output, or of a post below content/. */
static inline str why_name(const struct why *why, uint32_t key)
{
    return key_get(&why->engine->keys, key)->name;
}

static inline bool why_is_post(const struct why *why, uint32_t id)
{
    const struct key *key = key_get(&why->engine->keys, id);
    return key->class == KEY_OBJECT && key->kind == OBJECT_POST;
}

/* The body of that key; NULL: it is no post's, or nothing was made of it. */
static inline const struct step *why_body(const struct why *why, uint32_t id)
{
    return why_is_post(why, id) ? step_find(&why->engine->steps, id) : NULL;
}

static inline struct trace_reader why_trace(const struct why *why,
                                            struct trace trace)
{
    return trace_open(trace, key_limit(&why->engine->keys),
                      why->engine->sets.rows.n);
}

/* What the last build rendered, by path: "index.html: it is new". */
void why_list(const struct why *why, struct buf *out);

/* An output, by its path, with or without the output folder before it, or its
 * address; NULL: there is none. */
const struct step *why_find(const struct why *why, str name);
/* The names of the templates that made it, with those that they include. */
void why_templates(const struct why *why, const struct step *output,
                   struct buf *out);
/* What it read, and what made it the last time. */
void why_output(const struct why *why, const struct step *output,
                struct buf *out);

/* --- why_source.c --- */

/* Which outputs read that file of the site, and what of it. False: nothing is
 * known of such a file. */
bool why_source(const struct why *why, str path, struct buf *out);
/* The nearest of all outputs and sources that the ledger knows. */
str why_nearest(const struct why *why, str name);

#endif
