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

static bool is_acceptable(const struct source *source, size_t body, bool html,
                          struct diags *diags)
{
    const char *why = md_refusal(str_from_offset(source->text, body), html);
    if (why) {
        struct diag *diag =
            diag_error(diags, span_of(source, body, 0), "markdown-hostile",
                       "this text is not rendered: %s", why);
        diag_hint(diag, "split it into several files");
    }
    return !why;
}

static bool is_control_char(char c)
{
    return (unsigned char)c < ' ' && c != '\t' && c != '\n' && c != '\r';
}

static uint32_t controls_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, 0, ' ' - 1) & ~simd16_is(x, '\t') &
                       ~simd16_is(x, '\n') & ~simd16_is(x, '\r'));
}

/* Control characters stand in no HTML, written as they are or as &#7;. Nor do
 * halves of characters: cmark cuts some long footnote labels there. */
static str without_controls(str text, struct arena *arena)
{
    if (simd16_find(text, 0, controls_mask) == text.n &&
        utf8_invalid(text) == STR_NONE) {
        return arena_str(arena, text);
    }
    struct buf out = {0};
    for (size_t i = 0; i < text.n;) {
        if (is_control_char(text.p[i])) {
            i++;
        } else {
            utf8_put(&out, utf8_next(text, &i));
        }
    }
    return buf_move(&out, arena);
}

static str clean_part(str texts, size_t from, size_t n, struct arena *arena)
{
    return without_controls(str_sub(texts, from, n), arena);
}

/* Rounded up: nobody minds to be done before. */
static size_t reading_minutes(size_t words, size_t characters)
{
    static const size_t a_minute[] = {220, 500};
    size_t all = words * a_minute[1] + characters * a_minute[0];
    size_t minute = a_minute[0] * a_minute[1];
    return (all + minute - 1) / minute;
}

static void hand_over(struct md *md, struct arena *arena, struct markdown *out)
{
    bool gfm = md->options->gfm;
    out->summary = without_controls(md_summary(md, arena), arena);
    out->has_more = md->has_more;
    out->words = md->words;
    out->minutes = reading_minutes(md->words - md->characters, md->characters);
    if (md == md->page) {
        out->foreign.p = md->foreign.p;
        out->foreign.n = md->foreign.n;
    }
    str texts = arena_str(arena, buf_str(&md->texts));
    for (size_t i = 0; i < md->headings.n; i++) {
        const struct md_heading *from = &md->headings.p[i];
        struct heading *to = VEC_PUSH(&out->headings, arena);
        to->level = from->level;
        to->id = clean_part(texts, from->id, from->id_len, arena);
        to->title = clean_part(texts, from->title, from->title_len, arena);
        to->html = clean_part(texts, from->html, from->html_len, arena);
    }
    str html = md_toc_fill(md, out);
    out->html = gfm ? arena_str(arena, html) : without_controls(html, arena);
    out->has_code = md->has_code || str_find(html, STR("<pre")) != STR_NONE;
}

static bool render_text(struct md *md, struct markdown *out)
{
    *out = (struct markdown){0};
    bool is_html = md->options->html;
    if (!is_acceptable(md->source, md->body, is_html, md->diags)) {
        return false;
    }
    str text = str_from_offset(md->source->text, md->body);
    struct arena *outer = md_memory(md->tree);
    if (!md_shortcodes_take(md, text, &md->text)) {
        md_memory(outer);
        return false;
    }
    buf_reserve(&md->out, text.n + text.n / 2 + 64);
    if (is_html) {
        md_html(md);
    } else {
        md->text = md_mask(md, md->text, &md->masked);
        md_parse(md);
        md_render(md);
    }
    hand_over(md, md->tree, out);
    md_memory(outer);
    buf_free(&md->out);
    buf_free(&md->texts);
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
