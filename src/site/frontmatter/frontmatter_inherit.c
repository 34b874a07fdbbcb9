/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "site/frontmatter/frontmatter.h"

#define PART(key, field)                                                       \
    {                                                                          \
        STR_INIT(key), false, offsetof(struct frontmatter, field),             \
            sizeof((struct frontmatter *)NULL)->field                          \
    }
#define UNCOMMON(key, field)                                                   \
    {                                                                          \
        STR_INIT(key), true, offsetof(struct frontmatter_uncommon, field),     \
            sizeof((struct frontmatter_uncommon *)NULL)->field                 \
    }

/* The fields that a key sets. Keys of one page alone are not inherited: its
 * title, its address, its link. */
static const struct part {
    str key;
    bool uncommon; /* in struct frontmatter_uncommon */
    size_t at;
    size_t size;
} parts[] = {
    PART("date", date),
    PART("date", has_date),
    PART("date", date_at),
    PART("updated", updated),
    PART("updated", has_updated),
    PART("updated", updated_git),
    UNCOMMON("updated", updated_at),
    UNCOMMON("publish", publish),
    PART("publish", has_publish),
    UNCOMMON("expires", expires),
    PART("expires", has_expires),
    PART("unlisted", unlisted),
    PART("pinned", pinned),
    PART("noindex", noindex),
    PART("search", search),
    PART("search", has_search),
    PART("headless", headless),
    PART("build", build),
    PART("toc", toc),
    PART("toc", has_toc),
    UNCOMMON("weight", weight),
    PART("weight", has_weight),
    UNCOMMON("series", series),
    UNCOMMON("series", series_at),
    PART("summary", summary),
    PART("description", description),
    UNCOMMON("lang", lang),
    UNCOMMON("lang", lang_at),
    UNCOMMON("template", template),
    UNCOMMON("template", template_at),
    PART("tags", tags),
    PART("categories", categories),
    PART("authors", authors),
    UNCOMMON("cover", cover),
    UNCOMMON("recipe", recipe),
    UNCOMMON("recipe", recipe_at),
    UNCOMMON("menu", menu),
    UNCOMMON("menu", menu_at),
};

/* Takes all that the key sets. */
static void take_key(struct frontmatter *to,
                     struct frontmatter_uncommon *uncommon,
                     const struct frontmatter *from, str key)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct part *part = &parts[i];
        char *into = part->uncommon ? (char *)uncommon : (char *)to;
        const char *of = part->uncommon
                             ? (const char *)frontmatter_uncommon(from)
                             : (const char *)from;
        if (str_eq(part->key, key)) {
            memcpy(into + part->at, of + part->at, part->size);
        }
    }
}

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
        take_key(to, uncommon, from,
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
