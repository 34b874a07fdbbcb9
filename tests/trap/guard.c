/* SPDX-License-Identifier: MIT */
/* What of the site is out of bounds: its objects but for their heads, which
 * say who they are, and all that struct site leads to but for the settings. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/gate.h"
#include "site/site_keys.h"
#include "tests/trap/trap.h"

static const struct objects *known;

#define ALLOW(site, field) trap_allow(&(site)->field, sizeof(site)->field)

static void guard_site(const struct site *site)
{
    trap_guard(site, sizeof *site);
    ALLOW(site, arena);
    ALLOW(site, config); /* coarse: with other settings all is made again */
    ALLOW(site, options.math);     /* KaTeX is in the ledger's key too */
    ALLOW(site, options.pictures); /* its answers are recorded one by one */
    ALLOW(site, languages);
    ALLOW(site, language);
    ALLOW(site, prefix);
    ALLOW(site, root);
    ALLOW(site, objects);
    trap_guard(site->content.files.p,
               site->content.files.n * sizeof *site->content.files.p);
    trap_guard(site->assets.p, site->assets.n * sizeof *site->assets.p);
}

static size_t size_of(enum object_kind kind)
{
    static const size_t sizes[OBJECT_KINDS] = {
        [OBJECT_SITE] = sizeof(struct object), /* above */
        [OBJECT_AUTHOR] = sizeof(struct site_author),
        [OBJECT_MENUS] = sizeof(struct menus),
        [OBJECT_DATA] = sizeof(struct data_folder),
        [OBJECT_POST] = sizeof(struct post),
        [OBJECT_SECTION] = sizeof(struct section),
        [OBJECT_TAXONOMY] = sizeof(struct taxonomy),
        [OBJECT_TERM] = sizeof(struct term),
        [OBJECT_LIST_PAGE] = sizeof(struct list_page),
        [OBJECT_PAGINATOR] = sizeof(struct object), /* in a list page */
        [OBJECT_FEED] = sizeof(struct feed),
        [OBJECT_ADDRESS] = sizeof(struct page_entry),
        [OBJECT_ADDRESSES] = sizeof(struct page_entries),
        [OBJECT_POSTS] = sizeof(struct posts),
        [OBJECT_LIST] = sizeof(struct object_list),
    };
    return sizes[kind];
}

/* Objects stand in one another: first all of them, then their heads. */
void gate_guard(const struct site *site, const struct view_shared *shared)
{
    trap_clear();
    known = site->objects;
    for (size_t i = 0; i < site->languages.n; i++) {
        guard_site(site->languages.p[i]);
    }
    trap_guard(shared, sizeof *shared);
    ALLOW(shared, doubts);
    ALLOW(shared, shortcodes);
    for (uint32_t i = 1; i < known->of.n; i++) {
        const struct object *object = known->of.p[i];
        if (!object) {
            continue;
        }
        const struct posts *posts = view_as_posts(object);
        trap_guard(object, size_of(objects_kind(known, i)));
        if (posts) {
            trap_guard(posts->p, posts->n * sizeof *posts->p);
        }
    }
    for (uint32_t i = 1; i < known->of.n; i++) {
        const struct object *object = known->of.p[i];
        if (object) {
            trap_allow(object, sizeof *object);
        }
        if (object && objects_kind(known, i) == OBJECT_MENUS) {
            /* With the menus' names, for did-you-mean: who looked for one
             * that is not there has read them all. */
            ALLOW((const struct menus *)object, class);
        }
    }
}

void gate_release(const struct site *site)
{
    if (known && site->objects == known) {
        trap_clear();
        known = NULL;
    }
}

/* The number of the innermost object that it stands in; 0: none. */
static uint32_t owner_of(const char *p)
{
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < known->of.n; i++) {
        const char *from = (const char *)known->of.p[i];
        if (from && p >= from && p < from + size_of(objects_kind(known, i)) &&
            (!nearest || from > (const char *)known->of.p[nearest])) {
            nearest = i;
        }
    }
    return nearest;
}

_Noreturn void trap_spring(const void *p, const void *code)
{
    uint32_t owner = owner_of(p);
    fprintf(stderr, "trap: an unrecorded read at %p: ", code);
    if (owner) {
        const struct object *object = known->of.p[owner];
        fprintf(stderr, "%s \"%.*s\", byte %zu\n", object->class->name,
                STR_ARG(key_get(&known->engine->keys, owner)->name),
                (size_t)((const char *)p - (const char *)object));
    } else {
        fprintf(stderr, "of what the site leads to\n");
    }
    abort();
}
