/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "site/frontmatter/front_fields.h"

/* The map may be in the ledger, and is not touched. */
static void inherit_extra(struct frontmatter *to, const struct dict *from,
                          struct arena *arena)
{
    const struct dict *own = to->extra.as.dict;
    struct dict *extra = value_dict(arena).as.dict;
    dict_merge(extra, arena, own);
    dict_add_missing(extra, arena, from);
    if (own->loci) {
        extra->source = own->source;
        extra->loci =
            arena_zalloc(arena, extra->entries.n, sizeof *extra->loci);
        memcpy(extra->loci, own->loci, own->entries.n * sizeof *extra->loci);
    }
    to->extra.as.dict = extra;
}

void frontmatter_inherit(struct frontmatter *to, const struct frontmatter *from,
                         struct arena *arena)
{
    uint64_t fresh = from->given & ~to->given;
    bool any = from->uncommon || to->uncommon;
    struct frontmatter_uncommon *uncommon =
        frontmatter_change_uncommon(to, arena);
    for (uint64_t rest = fresh; rest; rest &= rest - 1) {
        front_fields_take(to, uncommon, from,
                          frontmatter_key((size_t)__builtin_ctzll(rest)));
    }
    to->uncommon = any ? uncommon : NULL;
    to->given |= fresh;
    to->holds |= from->holds & ~to->says;
    to->says |= from->says;
    if (from->extra.as.dict->entries.n) {
        inherit_extra(to, from->extra.as.dict, arena);
    }
}
