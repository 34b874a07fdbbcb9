/* SPDX-License-Identifier: MIT */
#include "site/link_check.h"

#include "site/body.h"
#include "site/post.h"
#include "site/view.h"
#include "text/markdown.h"

/* HTML section 7.4.6.4: "top" and nothing lead to the top of any page. What
 * starts with ":~:" is the browser's. */
static bool is_everywhere(str fragment)
{
    return fragment.n == 0 || str_eq_nocase(fragment, STR("top")) ||
           str_starts(fragment, STR(":~:"));
}

static bool has_heading(const struct derived *derived, str fragment)
{
    for (size_t i = 0; i < derived->nheadings; i++) {
        if (str_eq(derived->headings[i].id, fragment)) {
            return true;
        }
    }
    return false;
}

static bool has_anchor(const struct derived *derived, str fragment)
{
    str rest = derived->anchors;
    str anchor;
    while (rest.n && str_split(&rest, '\0', &anchor)) {
        if (str_eq(anchor, fragment)) {
            return true;
        }
    }
    return false;
}

/* The quoted value that starts there, if an attribute `id` or `name` ends just
 * before it. */
static str anchor_at(str html, size_t quote)
{
    str before = str_sub(html, 0, quote);
    str behind = str_from_offset(html, quote + 1);
    if (!str_ends(before, STR(" id=")) && !str_ends(before, STR(" name="))) {
        return (str){NULL, 0};
    }
    return str_sub(behind, 0, str_find_char(behind, html.p[quote]));
}

/* Headings come in the order of the text. */
void link_anchors(str html, const struct derived *derived, struct buf *out)
{
    size_t from = 0;
    size_t heading = 0;
    for (;;) {
        size_t at = str_find_char(str_from_offset(html, from), '=');
        if (at == STR_NONE || from + at + 1 >= html.n) {
            return;
        }
        from += at + 1;
        bool quoted = html.p[from] == '"' || html.p[from] == '\'';
        str anchor = quoted ? anchor_at(html, from) : (str){NULL, 0};
        if (heading < derived->nheadings &&
            str_eq(anchor, derived->headings[heading].id)) {
            heading++;
        } else if (anchor.n) {
            buf_put(out, anchor);
            buf_putc(out, '\0');
        }
    }
}

static str nearest_heading(const struct derived *derived, str fragment,
                           struct arena *arena)
{
    str *ids = ARENA_ARRAY(arena, str, derived->nheadings);
    for (size_t i = 0; i < derived->nheadings; i++) {
        ids[i] = derived->headings[i].id;
    }
    return str_nearest(fragment, ids, derived->nheadings);
}

static void report(const struct post *from, const struct link_use *use,
                   const struct derived *derived, struct eval *eval)
{
    struct source source = {0};
    size_t body;
    if (!post_read_body(from, eval->arena, eval->diags, &source, &body)) {
        return;
    }
    struct diag *diag =
        diag_warning(eval->diags, span_of(&source, use->off, use->len),
                     "broken-fragment", "%.*s has no heading \"#%.*s\"",
                     STR_ARG(use->to->source->name), STR_ARG(use->fragment));
    str near = nearest_heading(derived, use->fragment, eval->arena);
    diag_did_you_mean(diag, near.n ? arena_concat(eval->arena, STR("#"), near)
                                   : near);
}

static void check(const struct post *from, const struct link_use *use,
                  struct eval *eval)
{
    if (is_everywhere(use->fragment)) {
        return;
    }
    const struct derived *derived = body_derive(use->to, eval);
    if (!has_heading(derived, use->fragment) &&
        !has_anchor(derived, use->fragment)) {
        report(from, use, derived, eval);
    }
}

void link_check(const struct post *from, struct eval *eval)
{
    const struct derived *derived = atomic_load(from->derived);
    for (size_t i = 0; derived && i < derived->nuses; i++) {
        check(from, &derived->uses[i], eval);
    }
}
