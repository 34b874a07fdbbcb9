/* SPDX-License-Identifier: MIT */
#include "site/body/link_check.h"

#include "base/diag/nearest.h"
#include "markdown/markdown.h"
#include "site/body/body.h"
#include "site/content/post.h"
#include "site/view/view.h"

/* HTML section 7.4.6.4: "top" and nothing lead to the top of any page. What
 * starts with ":~:" is the browser's. */
static bool is_everywhere(str fragment)
{
    return fragment.n == 0 || str_eq_nocase(fragment, STR("top")) ||
           str_starts(fragment, STR(":~:"));
}

/* Parts of a page that links lead to. */
struct parts {
    struct map ids; /* of headings, and other anchors */
    struct nearest headings;
};

/* The links of one post. */
struct checking {
    const struct post *from;
    struct eval *eval;
    struct map parts;     /* the address of what a target's text tells */
    struct source source; /* of the post, once it is needed */
    bool read;
};

static struct parts *parts_of(struct checking *checking,
                              const struct derived *derived)
{
    struct arena *arena = checking->eval->arena;
    str key = {(const char *)&derived, sizeof(void *)};
    struct parts *parts = map_get(&checking->parts, key);
    if (parts) {
        return parts;
    }
    parts = ARENA_NEW(arena, struct parts);
    str *ids = ARENA_ARRAY(arena, str, derived->nheadings);
    for (size_t i = 0; i < derived->nheadings; i++) {
        ids[i] = derived->headings[i].id;
        *map_put(&parts->ids, arena, ids[i]) = parts;
    }
    str rest = derived->anchors;
    str anchor;
    while (rest.n && str_split(&rest, '\0', &anchor)) {
        *map_put(&parts->ids, arena, anchor) = parts;
    }
    nearest_make(&parts->headings, ids, derived->nheadings, arena);
    *map_put(&checking->parts, arena, arena_str(arena, key)) = parts;
    return parts;
}

static void report_link(struct checking *checking, const struct link_use *use,
                        const struct parts *parts)
{
    struct eval *eval = checking->eval;
    struct source *source = &checking->source;
    size_t body;
    if (!checking->read &&
        !body_read(checking->from, eval, eval->diags, source, &body)) {
        return;
    }
    checking->read = true;
    struct diag *diag =
        diag_warning(eval->diags, span_of(source, use->off, use->len),
                     "broken-fragment", "%.*s has no heading \"#%.*s\"",
                     STR_ARG(use->to->source->name), STR_ARG(use->fragment));
    str near = nearest_find(&parts->headings, use->fragment);
    diag_did_you_mean(diag, near.n ? arena_concat(eval->arena, STR("#"), near)
                                   : near);
}

static void check_link(struct checking *checking, const struct link_use *use)
{
    if (is_everywhere(use->fragment)) {
        return;
    }
    const struct derived *derived = body_derive(use->to, checking->eval);
    struct parts *parts = parts_of(checking, derived);
    if (!map_get(&parts->ids, use->fragment)) {
        report_link(checking, use, parts);
    }
}

void link_check(const struct post *from, struct eval *eval)
{
    const struct view *view = eval->host;
    const struct derived *derived = body_known(from, view->keep);
    struct checking checking = {.from = from, .eval = eval};
    for (size_t i = 0; derived && i < derived->nuses; i++) {
        check_link(&checking, &derived->uses[i]);
    }
}
