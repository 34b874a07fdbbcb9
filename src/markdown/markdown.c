/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"

#include "base/simd.h"
#include "base/utf8.h"
#include "markdown/md_attributes.h"
#include "markdown/md_parse.h"
#include "markdown/shortcode/md_shortcode.h"

/* One rendering from end to end. */

const char *markdown_library(void)
{
    return cmark_version_string();
}

void markdown_init(void)
{
    md_parse_init();
}

static uint32_t controls_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, 0, ' ' - 1) & ~simd16_is(x, '\t') &
                       ~simd16_is(x, '\n') & ~simd16_is(x, '\r'));
}

/* The text without control characters, which no HTML has, neither as they are
 * nor as &#7;, and without halves of characters: cmark cuts long footnote
 * labels there. */
static str without_controls(str text, struct arena *arena)
{
    if (simd16_find(text, 0, controls_mask) == text.n &&
        utf8_invalid(text) == STR_NONE) {
        return text;
    }
    struct buf out = {0};
    for (size_t i = 0; i < text.n;) {
        char c = text.p[i];
        if ((unsigned char)c < ' ' && c != '\t' && c != '\n' && c != '\r') {
            i++;
        } else {
            utf8_put(&out, utf8_next(text, &i));
        }
    }
    return buf_move(&out, arena);
}

static void hand_over(struct md *md, struct arena *arena, struct markdown *out)
{
    enum { WORDS_A_MINUTE = 220, CHARACTERS_A_MINUTE = 500 };
    out->summary = without_controls(md_summary(md, arena), arena);
    out->has_more = md->has_more;
    out->words = md->words;
    /* Rounded up. */
    size_t minute = (size_t)WORDS_A_MINUTE * CHARACTERS_A_MINUTE;
    size_t all = (md->words - md->characters) * CHARACTERS_A_MINUTE +
                 md->characters * WORDS_A_MINUTE;
    out->minutes = (all + minute - 1) / minute;
    if (md == md->page) {
        out->foreign.p = md->foreign.p;
        out->foreign.n = md->foreign.n;
    }
    for (size_t i = 0; i < md->headings.n; i++) {
        const struct md_heading *heading = &md->headings.p[i];
        *VEC_PUSH(&out->headings, arena) = (struct heading){
            heading->level,
            without_controls(heading->id, arena),
            without_controls(heading->title, arena),
            without_controls(heading->html, arena),
        };
    }
    str html = arena_str(arena, md_toc_fill(md, out));
    out->html = md->options->gfm ? html : without_controls(html, arena);
    out->has_code = md->has_code || str_find(html, STR("<pre")) != STR_NONE;
}

static bool render_text(struct md *md, struct markdown *out)
{
    *out = (struct markdown){0};
    bool is_html = md->options->html;
    str text = str_from_offset(md->source->text, md->body);
    const char *why = md_refusal(text, is_html);
    if (why) {
        struct diag *diag = diag_error(
            md->diags, span_of(md->source, md->body, 0), "markdown-hostile",
            "this text is not rendered: %s", why);
        diag_hint(diag, "split it into several files");
        return false;
    }
    struct arena *outer = md_memory(md->tree);
    if (!md_shortcodes_take(md, text, &md->text)) {
        md_memory(outer);
        return false;
    }
    buf_reserve(&md->out, text.n + text.n / 2 + 64);
    if (is_html) {
        md_html(md);
    } else {
        md->text = md_protect(md, md->text, &md->protected);
        md_parse(md);
        md_render(md);
        if (!md->options->gfm) {
            md_lost_warn(md);
        }
    }
    hand_over(md, md->tree, out);
    md_memory(outer);
    buf_free(&md->out);
    buf_free(&md->scratch);
    return true;
}

bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out)
{
    struct md md = {
        .options = options,
        .page = &md,
        .diags = diags,
        .source = source,
        .body = body,
        .tree = arena,
    };
    return render_text(&md, out);
}

str md_render_part(struct md *outer, const struct source *source, size_t body,
                   const struct markdown_options *options)
{
    struct markdown part;
    struct md md = {
        .options = options,
        .page = outer->page,
        .depth = outer->depth + 1,
        .diags = outer->diags,
        .source = source,
        .body = body,
        .tree = outer->tree,
    };
    render_text(&md, &part);
    outer->words += part.words;
    return part.html;
}

str markdown_inline(str html)
{
    str inside = str_trim(html);
    if (!str_starts(inside, STR("<p>")) || !str_ends(inside, STR("</p>"))) {
        return html;
    }
    inside = str_sub(inside, 3, inside.n - 7);
    return str_find(inside, STR("<p>")) == STR_NONE ? inside : html;
}
