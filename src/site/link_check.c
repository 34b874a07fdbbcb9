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

/* An attribute id or name of that value: of raw HTML and footnotes. */
static bool has_anchor(str html, str fragment)
{
    for (size_t at = str_find(html, fragment); at != STR_NONE;
         at = str_find(html, fragment)) {
        str before = str_sub(html, 0, at);
        str behind = str_from_offset(html, at + fragment.n);
        char quote = behind.n ? behind.p[0] : '\0';
        if ((quote == '"' || quote == '\'') && before.n &&
            before.p[before.n - 1] == quote) {
            before.n--;
            if (str_ends(before, STR(" id=")) ||
                str_ends(before, STR(" name="))) {
                return true;
            }
        }
        html = str_from_offset(html, at + 1);
    }
    return false;
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

static void report(const struct link_use *use, const struct derived *derived,
                   struct eval *eval)
{
    struct source source = {0};
    size_t body;
    if (!post_read_body(use->from, eval->arena, eval->diags, &source, &body)) {
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

static void check(const struct link_use *use, struct eval *eval)
{
    if (is_everywhere(use->fragment)) {
        return;
    }
    const struct derived *derived = body_derive(use->to, eval);
    if (has_heading(derived, use->fragment) ||
        has_anchor(body_content(use->to, eval), use->fragment)) {
        return;
    }
    report(use, derived, eval);
}

void link_check(const struct link_log *log, struct eval *eval)
{
    size_t n = log->uses.n; /* checking renders, and adds to it */
    for (size_t i = 0; i < n; i++) {
        struct link_use use = log->uses.p[i];
        check(&use, eval);
    }
}
