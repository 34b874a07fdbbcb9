/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_WHY_H
#define CRUMB_BUILDER_WHY_H

/* What the ledger knows, in words: what was rendered and why, who reads what.
 * It is only looked at: no build, no lock. */

#include "builder/ledger.h"

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
    const struct object_class *classes[OBJECT_KINDS];
    const struct ledger_post **bodies; /* by id of the post, or NULL */
    uint64_t body_bits; /* the attributes of posts that hang on them */
};

/* Of the last build into that output folder. */
enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena);
void why_close(struct why *why);

static inline bool why_is_post(const struct why *why, size_t id)
{
    const struct key *key = &why->ledger.keys[id].key;
    return key->class == KEY_OBJECT && key->kind == OBJECT_POST;
}

/* What the last build rendered, by path: "index.html: it is new". */
void why_list(const struct why *why, struct buf *out);

/* An output, by its path, with or without the output folder before it, or its
 * address; NULL: there is none. */
const struct ledger_output *why_find(const struct why *why, str name);
/* The names of the templates that made it, with those that they include. */
void why_templates(const struct why *why, const struct ledger_output *output,
                   struct buf *out);
/* What it read, and what made it the last time. */
void why_output(const struct why *why, const struct ledger_output *output,
                struct buf *out);

/* --- why_source.c --- */

/* Which outputs read that file of the site, and what of it. False: nothing is
 * known of such a file. */
bool why_source(const struct why *why, str path, struct buf *out);
/* The nearest of all outputs and sources that the ledger knows. */
str why_nearest(const struct why *why, str name);

#endif
