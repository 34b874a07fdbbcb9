/* SPDX-License-Identifier: MIT */
#include "markdown/code/md_drawing.h"

#include "drawing/drawing.h"
#include "markdown/code/code_options.h"
#include "markdown/md_attributes.h"
#include "text/html_escape.h"

/* Reports mistakes in a text that is cut from the post's at their places there.
 * Those without a place are in the options of the fence. */
static void report(struct md *md, cmark_node *node, const struct diags *said)
{
    for (size_t i = 0; i < said->list.n; i++) {
        const struct diag *diag = said->list.p[i];
        const struct place *at = &diag->at;
        span place = md_line(md, node->start_line + (int)at->line);
        size_t indent = str_find(span_text(place), str_trim(at->text));
        if (at->mark_len && indent != STR_NONE) {
            size_t trimmed = str_skip_spaces(at->text, 0);
            place =
                span_of(place.source, place.off + indent + at->mark - trimmed,
                        at->mark_len);
        }
        struct diag *copy = diag_warning(md->diags, place, diag->code, "%.*s",
                                         STR_ARG(diag->message));
        if (diag->hint.n) {
            diag_hint(copy, "%.*s", STR_ARG(diag->hint));
        }
    }
}

struct options {
    str file;
    str title;
    VEC(str) lines; /* for the drawing */
};

/* Takes those of the drawing out of the fence. */
static struct options take_options(struct md_fence *fence, struct arena *arena)
{
    struct options options = {
        .file = attributes_get(&fence->options, STR("file")),
        .title = attributes_get(&fence->options, STR("title"))};
    size_t kept = 0;
    for (size_t i = 0; i < fence->options.list.n; i++) {
        const struct attribute *item = &fence->options.list.p[i];
        if (code_option_is(item->name)) {
            fence->options.list.p[kept++] = *item;
        } else {
            const str parts[] = {item->name, STR(" "), item->value};
            *VEC_PUSH(&options.lines, arena) = arena_join(arena, parts, 3);
        }
    }
    fence->options.list.n = kept;
    return options;
}

static void put_figure(struct md *md, cmark_node *node,
                       const struct md_fence *fence, str title, str html)
{
    const struct attributes *attributes = md_attributes_of(node);
    bool plain = !attributes && !fence->id.n && !fence->classes.n && !title.n;
    if (plain) {
        buf_put(&md->out, html);
        return;
    }
    buf_put(&md->out, STR("<figure"));
    md_put_attribute(&md->out, STR("id"), fence->id);
    md_attributes_put(md, attributes, fence->classes,
                      fence->id.n ? STR("id") : (str){0}, &md->out);
    buf_putc(&md->out, '>');
    buf_put(&md->out, html);
    if (title.n) {
        buf_put(&md->out, STR("<figcaption>"));
        html_escape(title, &md->out);
        buf_put(&md->out, STR("</figcaption>"));
    }
    buf_put(&md->out, STR("</figure>\n"));
}

bool md_drawing(struct md *md, cmark_node *node, struct md_fence *fence,
                str text)
{
    if (!drawing_is_kind(fence->language)) {
        return false;
    }
    const struct markdown_host *host = &md->options->host;
    struct options options = take_options(fence, md->tree);
    struct source source = {.name = md->source->name, .text = text};
    struct diags said;
    diags_init(&said, md->tree);
    if (options.file.n) {
        span at =
            code_option_place(md_line(md, node->start_line), options.file);
        if (!host->code_file ||
            !host->code_file(host->self, options.file, at, &source, md->tree)) {
            return false;
        }
    }
    source_index(&source, md->tree);
    struct drawing drawing = {
        .kind = fence->language,
        .source = &source,
        .options = options.lines.p,
        .noptions = options.lines.n,
        .title = options.title,
        .words = md->options->words ? &md->options->words->drawings : NULL};
    struct buf html = {0};
    bool drawn = drawing_make(&drawing, md->tree,
                              options.file.n ? md->diags : &said, &html);
    report(md, node, &said);
    if (drawn) {
        put_figure(md, node, fence, options.title, buf_str(&html));
    }
    buf_free(&html);
    return drawn;
}
