/* SPDX-License-Identifier: MIT */
#include "engine/gate.h"
#include "markdown/markdown.h"
#include "site/content/post.h"
#include "site/view/links.h"
#include "site/view/question.h"
#include "text/slug.h"
#include "text/url.h"

/* "#SHA-1" leads to the heading "SHA-1", whose id is sha-1, as on GitHub.
 * Browsers compare ids as they are, so the page must have the id's letters. */

/* Whether the author may have chosen that id: id="x", {#x}, {.y #x}. */
static bool is_chosen(str text, str id)
{
    for (size_t at = str_find(text, id); at < text.n;
         at = str_find_from(text, at + 1, id)) {
        char before = at ? text.p[at - 1] : ' ';
        char first = at > 1 ? text.p[at - 2] : ' ';
        if (is_any_of(before, "\"'=") ||
            (before == '#' && (first == '{' || first == ' '))) {
            return true;
        }
    }
    return false;
}

/* True if the text can't be read: then the link stays. */
static bool may_have(const struct links *links, const struct post *to, str id,
                     struct arena *arena)
{
    struct source source;
    struct diags ignored; /* its own body reports them */
    size_t body;
    diags_init(&ignored, arena);
    struct gate gate = gate_recorder(); /* its path says which text */
    str path = to->file->path;
    gate_restore(gate);
    gate = question_gate(links->view, links->site, ASK_TEXT, path);
    bool read =
        post_read_body(to, arena, &ignored, &source, &body) == POST_BODY_READ;
    gate_restore(gate);
    return !read || is_chosen(source.text, id);
}

str links_tail(const struct links *links, const struct post *to, str tail,
               struct arena *arena)
{
    size_t hash = str_find_char(tail, '#');
    if (hash == STR_NONE || !links->view) {
        return tail;
    }
    str id = url_decode(arena, str_from_offset(tail, hash + 1));
    str folded = slug_heading(arena, id);
    if (!folded.n || str_eq(folded, id) || str_starts(id, STR(":~:")) ||
        may_have(links, to, id, arena)) {
        return tail;
    }
    return arena_concat(arena, str_sub(tail, 0, hash + 1), folded);
}
