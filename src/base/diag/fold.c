/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/diag/diag.h"
#include "base/memory/map.h"

/* A blog that comes from another generator has thousands of warnings and few
 * mistakes: a folder that was not copied, a tag in each post. They must not
 * hide the mistakes. */

/* So many are no flood yet, if they were not named to be one mistake. */
enum { FEW = 4 };

struct group {
    const struct diag *first;
    struct diag *shown; /* a copy of the first; NULL: it was not met yet */
    size_t n;
    size_t most; /* as many may stay single */
};

static bool says_same(const struct diag *a, const struct diag *b)
{
    return str_eq(a->message, b->message) && str_eq(a->hint, b->hint);
}

/* A slip, whose cure is the name that was meant, doesn't vanish among those
 * that nothing is like. NULL: it is in none. Errors, and warnings about a whole
 * file, are one for each place unless they name a group. */
static struct group *group_of(struct map *groups, const struct diag *diag,
                              struct arena *work)
{
    bool named = diag->group.n;
    bool single = diag->severity == DIAG_ERROR || !diag->at.line;
    if (diag->severity == DIAG_NOTE || (single && !named)) {
        return NULL;
    }
    bool slip = named && str_starts(diag->hint, STR("did you mean "));
    const str parts[] = {
        str_from(diag->code),
        slip    ? STR("\n\n")
        : named ? STR("\n")
                : STR(""),
        named ? diag->group : diag->message,
        named ? STR("") : STR("\n"),
        named ? STR("") : diag->hint,
    };
    void **place = map_put(groups, work, arena_join(work, parts, 5));
    if (!*place) {
        struct group *group = ARENA_NEW(work, struct group);
        *group =
            (struct group){.first = diag, .most = named && !slip ? 1 : FEW};
        *place = group;
    }
    return *place;
}

static void count(struct diags *diags, struct map *groups, struct group **of,
                  struct arena *work)
{
    for (size_t i = 0; i < diags->list.n; i++) {
        of[i] = group_of(groups, diags->list.p[i], work);
        if (of[i]) {
            of[i]->n++;
            of[i]->most =
                says_same(of[i]->first, diags->list.p[i]) ? of[i]->most : FEW;
        }
    }
}

/* It may be in another list too. */
static struct diag *head_of(struct diags *diags, const struct diag *diag)
{
    struct diag *copy = ARENA_NEW(diags->arena, struct diag);
    *copy = *diag;
    copy->hint = diag->group_hint.n ? diag->group_hint : diag->hint;
    return copy;
}

void diags_fold(struct diags *diags)
{
    struct arena work = {0};
    struct map groups = {0};
    VEC(struct diag *) folded = {0};
    struct group **of = ARENA_ARRAY(&work, struct group *, diags->list.n);
    size_t kept = 0;
    count(diags, &groups, of, &work);
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        struct group *group = of[i];
        if (diag->severity == DIAG_NOTE) {
            --*diags_count(diags, DIAG_NOTE);
        } else if (!group || group->n <= group->most) {
            diags->list.p[kept++] = diag;
        } else if (!group->shown) {
            group->shown = head_of(diags, diag);
            *VEC_PUSH(&folded, &work) = group->shown;
        } else {
            *VEC_PUSH(&group->shown->more, diags->arena) = diag;
            --*diags_count(diags, diag->severity);
        }
    }
    for (size_t i = 0; i < folded.n; i++) {
        diags->list.p[kept++] = folded.p[i];
    }
    diags->list.n = kept;
    arena_free(&work);
}
