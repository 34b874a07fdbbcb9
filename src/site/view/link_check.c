/* SPDX-License-Identifier: MIT */
#include "site/view/body.h"

#include "base/diag/nearest.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/view/view.h"

/* HTML section 7.4.6.4: "top" and nothing lead to the top of any page.
 * Fragments that start with ":~:" are for the browser. */
static bool is_everywhere(str fragment)
{
    return fragment.n == 0 || str_eq_nocase(fragment, STR("top")) ||
           str_starts(fragment, STR(":~:"));
}

/* Parts of a page that links lead to. */
struct parts {
    const struct derived_parts *of;
    struct map ids;          /* of headings, and other anchors */
    struct nearest headings; /* names == NULL: not made yet */
};

/* The links of one post. */
struct checking {
    const struct post *from;
    struct render_context *ctx;
    struct map parts;     /* the address of a target's derived data */
    struct source source; /* of the post, once it is needed */
    bool read;
};

static void add_ids(struct parts *parts, struct arena *arena)
{
    str rest = parts->of->anchors;
    str anchor;
    for (size_t i = 0; i < parts->of->nheadings; i++) {
        *map_put(&parts->ids, arena, parts->of->headings[i].id) = parts;
    }
    while (rest.n && str_split(&rest, '\0', &anchor)) {
        *map_put(&parts->ids, arena, anchor) = parts;
    }
}

static struct parts *parts_of(struct checking *checking,
                              const struct derived *derived)
{
    struct arena *arena = checking->ctx->arena;
    str key = {(const char *)&derived, sizeof(void *)};
    struct parts *parts = map_get(&checking->parts, key);
    if (!parts) {
        parts = ARENA_NEW(arena, struct parts);
        parts->of = body_parts(NULL, derived, arena);
        add_ids(parts, arena);
        *map_put(&checking->parts, arena, arena_str(arena, key)) = parts;
    }
    return parts;
}

static str nearest_heading(struct parts *parts, str id, struct arena *arena)
{
    const struct derived_parts *derived = parts->of;
    if (!parts->headings.names) {
        str *ids = ARENA_ARRAY(arena, str, derived->nheadings);
        for (size_t i = 0; i < derived->nheadings; i++) {
            ids[i] = derived->headings[i].id;
        }
        nearest_make(&parts->headings, ids, derived->nheadings, arena);
    }
    return nearest_find(&parts->headings, id);
}

static void report_link(struct checking *checking, const struct link_use *use,
                        struct parts *parts)
{
    struct render_context *ctx = checking->ctx;
    struct source *source = &checking->source;
    size_t body;
    if (!checking->read &&
        !body_read(checking->from, ctx, ctx->diags, source, &body)) {
        return;
    }
    checking->read = true;
    struct diag *diag =
        diag_warning(ctx->diags, span_of(source, use->off, use->len),
                     "broken-fragment", "%.*s has no heading \"#%.*s\"",
                     STR_ARG(use->to->source->name), STR_ARG(use->fragment));
    str near = nearest_heading(parts, use->fragment, ctx->arena);
    diag_did_you_mean(diag,
                      near.n ? arena_concat(ctx->arena, STR("#"), near) : near);
    diag_group(diag, diag->at.file, STR(""));
}

void link_check(const struct post *from, struct render_context *ctx)
{
    const struct view *view = ctx->host;
    const struct derived *derived = body_known(from, view->keep);
    struct checking checking = {.from = from, .ctx = ctx};
    if (!derived || !(derived->hints & DERIVED_LINKS)) {
        return;
    }
    const struct derived_parts *parts =
        body_parts(from->site, derived, ctx->arena);
    for (size_t i = 0; i < parts->nuses; i++) {
        const struct link_use *use = &parts->uses[i];
        if (is_everywhere(use->fragment)) {
            continue;
        }
        struct parts *of = parts_of(&checking, body_derive(use->to, ctx));
        if (!map_get(&of->ids, use->fragment)) {
            report_link(&checking, use, of);
        }
    }
}
