/* SPDX-License-Identifier: MIT */
#include "markdown/code/code_options.h"
#include "markdown/code/md_drawing.h"
#include "markdown/md_attributes.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_escape.h"

/* Blocks of code:
 *
 *     <pre><code class="language-x">                 of no known language
 *     <div class="code" data-language="Python"><pre><code ...>
 *     <figure class="code" ...><figcaption>a title</figcaption><pre><code ...>
 *     <details class="code" ...><summary>a title</summary><pre><code ...>
 *
 * and code within a line: `{:python}x = 1`. */

static void put_language(struct md *md, str language)
{
    if (language.n) {
        md_put_attribute(&md->out, STR("class"),
                         arena_concat(md->tree, STR("language-"), language));
    }
}

/* The language whose tokens are shown; NULL: the code is plain. */
static const struct language *lexed_as(const struct md *md,
                                       const struct language *language)
{
    return md->options->highlight ? language : NULL;
}

static const struct language *find_language(struct md *md, str name, span at)
{
    const struct markdown_host *host = &md->options->host;
    return host->language && name.n ? host->language(host->self, name, at)
                                    : NULL;
}

/* --- blocks --- */

struct printed {
    cmark_node *node; /* NULL: a shortcode, at `tag` */
    span tag;
    const struct attributes *attributes; /* after the block; NULL: none */
    struct md_fence fence;
    const struct language *language; /* NULL: not known */
    struct code_options options;
    struct code_block block;
};

/* The line with the block's options. Finding it takes time. */
static span line_of(struct md *md, const struct printed *printed)
{
    return printed->node ? md_line(md, printed->node->start_line)
                         : printed->tag;
}

/* Only an unknown language is asked for twice. */
static const struct language *language_of(struct md *md,
                                          const struct printed *printed)
{
    str name = printed->fence.language;
    const struct language *language = find_language(md, name, (span){0});
    return language
               ? language
               : find_language(md, name,
                               code_option_place(line_of(md, printed), name));
}

/* Replaces the block's text by that of a file. */
static void take_file(struct md *md, struct printed *printed, span line)
{
    const struct markdown_host *host = &md->options->host;
    struct code_options *options = &printed->options;
    struct source source;
    if (!host->code_file ||
        !host->code_file(host->self, options->file,
                         code_option_place(line, options->file), &source,
                         md->tree)) {
        return;
    }
    str text = source.text;
    struct line_range all = {1, code_lines(text)};
    struct line_range lines = options->lines.last ? options->lines : all;
    if (lines.last > all.last) {
        struct diag *diag = diag_warning(
            md->diags, code_option_place(line, STR("lines")), "code-file",
            "%.*s has %zu lines", STR_ARG(options->file), all.last);
        diag_hint(diag, "lines=%zu-%zu",
                  lines.first <= all.last ? lines.first : 1, all.last);
    }
    size_t from = 0;
    size_t at = 0;
    for (size_t number = 1; at < text.n && number <= lines.last; number++) {
        at = str_find_char_from(text, at, '\n');
        at += at < text.n;
        from = number < lines.first ? at : from;
    }
    printed->block.text = str_sub(text, from, at - from);
    if (!options->title.n) {
        options->title = options->file;
    }
    if (!printed->fence.language.n && host->file_language) {
        printed->fence.language =
            host->file_language(host->self, options->file);
    }
}

static void read_options(struct md *md, struct printed *printed)
{
    struct code_options *options = &printed->options;
    struct code_block *block = &printed->block;
    span line = line_of(md, printed);
    code_options_read(&printed->fence, line, md->tree, md->diags, options);
    if (options->file.n) {
        take_file(md, printed, line);
    }
    code_options_check(options, line, code_lines(block->text), md->diags);
    block->diff = options->diff;
    block->numbered = options->numbered;
    block->first = options->first;
    block->marked = options->marked.p;
    block->nmarked = options->marked.n;
    if (options->anchors) {
        str id = printed->fence.id;
        block->anchors = id.n ? arena_concat(md->tree, id, STR("-"))
                              : arena_printf(md->tree, "%.*scode-%zu-",
                                             STR_ARG(md->options->id_prefix),
                                             ++md->page->anchored);
    }
}

static str frame_element(const struct code_options *options)
{
    return options->collapse  ? STR("details")
           : options->title.n ? STR("figure")
                              : STR("div");
}

static bool has_frame(const struct printed *printed)
{
    return printed->language || printed->options.title.n ||
           printed->options.collapse;
}

static void frame_start(struct md *md, const struct printed *printed)
{
    const struct code_options *options = &printed->options;
    const struct language *language = printed->language;
    str name = language ? language->name : (str){0};
    buf_putc(&md->out, '<');
    buf_put(&md->out, frame_element(options));
    buf_put(&md->out, STR(" class=\"code\""));
    md_put_attribute(&md->out, STR("data-language"), name);
    buf_putc(&md->out, '>');
    if (options->collapse || options->title.n) {
        str title = options->title.n ? options->title
                    : name.n         ? name
                                     : STR("…");
        str element = options->collapse ? STR("summary") : STR("figcaption");
        buf_printf(&md->out, "<%.*s>", STR_ARG(element));
        html_escape(title, &md->out);
        buf_printf(&md->out, "</%.*s>", STR_ARG(element));
    }
}

static void put_code(struct md *md, const struct printed *printed)
{
    struct code_block block = printed->block;
    block.tokens = md->options->tokens;
    size_t cut = code_block_html(&block, md->tree, &md->out);
    if (cut != STR_NONE) {
        struct diag *diag = diag_warning(
            md->diags, line_of(md, printed), "code-limit",
            "from its byte %zu on this block is plain: a pattern of %.*s takes "
            "too long",
            cut + 1, STR_ARG(printed->block.language->name));
        diag_hint(diag, "split the block, or leave out its language");
    }
}

static void put_block(struct md *md, struct printed *printed)
{
    const struct attributes *attributes = printed->attributes;
    str id = printed->fence.id;
    if (!printed->fence.language.n) {
        printed->fence.language =
            md_attributes_class(attributes, STR("language-"));
    }
    if (printed->fence.options.list.n) {
        read_options(md, printed);
    }
    printed->language = language_of(md, printed);
    printed->block.language = lexed_as(md, printed->language);
    if (has_frame(printed)) {
        frame_start(md, printed);
    }
    buf_put(&md->out, STR("<pre"));
    md_put_attribute(&md->out, STR("id"), id);
    md_attributes_put(md, attributes, printed->fence.classes,
                      id.n ? STR("id") : (str){0}, &md->out);
    buf_put(&md->out, STR("><code"));
    put_language(md, printed->fence.language);
    buf_putc(&md->out, '>');
    put_code(md, printed);
    buf_put(&md->out, STR("</code></pre>"));
    if (has_frame(printed)) {
        buf_printf(&md->out, "</%.*s>",
                   STR_ARG(frame_element(&printed->options)));
    }
    buf_putc(&md->out, '\n');
}

str md_code_text(struct md *md, cmark_node *node)
{
    str text = md_unprotect(md, str_from(cmark_node_get_literal(node)), true);
    return md_shortcodes_restore(md, text);
}

/* Pelican names the language of indented code in its first line, ":::bash".
 * Takes that line off *text and returns the name; empty: there is none. */
static str first_line_info(const struct md *md, const cmark_node *node,
                           str *text)
{
    static const str marks = STR_INIT(":::");
    str rest = *text;
    str line;
    bool named = !node->as.code.fenced && !md->options->gfm &&
                 str_starts(rest, marks) && is_alpha(str_at(rest, marks.n)) &&
                 str_split(&rest, '\n', &line) && rest.n;
    if (!named) {
        return (str){NULL, 0};
    }
    *text = rest;
    return str_from_offset(line, marks.n);
}

void md_code_block(struct md *md, cmark_node *node, str info)
{
    str text = md_code_text(md, node);
    str named = first_line_info(md, node, &text);
    info = named.n ? named : info;
    struct printed printed = {
        .node = node,
        .attributes = md_attributes_of(node),
        .fence = md_fence_read(info, md->tree),
        .block = {.text = text, .first = 1},
    };
    if (!md_drawing(md, node, &printed.fence, printed.block.text)) {
        put_block(md, &printed);
    }
}

/* --- within a line --- */

/* The name in front of `{:python}x = 1`; empty: there is none. */
static str inline_language(str text)
{
    size_t n = 2;
    if (!str_starts(text, STR("{:"))) {
        return (str){0};
    }
    while (is_alnum(str_at(text, n)) || is_any_of(str_at(text, n), "+#-._")) {
        n++;
    }
    bool closed = n + 1 < text.n && text.p[n] == '}';
    return str_sub(text, 2, closed ? n - 2 : 0);
}

void md_code_inline(struct md *md, const struct md_inline *item,
                    struct buf *out)
{
    str text = item->text;
    str name = md->options->gfm ? (str){0} : inline_language(text);
    const struct language *language = find_language(md, name, (span){0});
    str classes = {0};
    if (language) {
        classes = arena_concat(md->tree, STR("language-"),
                               arena_lower(md->tree, name));
        text = str_from_offset(text, name.n + 3);
    } else {
        language = find_language(
            md, md_attributes_class(item->attributes, STR("language-")),
            (span){0});
    }
    buf_put(out, STR("<code"));
    md_attributes_put(md, item->attributes, classes, (str){0}, out);
    buf_putc(out, '>');
    if (language) {
        struct code_block block = {.text = text,
                                   .language = lexed_as(md, language),
                                   .tokens = md->options->tokens};
        code_block_html(&block, md->tree, out);
        md->page->has_code = true;
    } else {
        html_escape(text, out);
    }
    buf_put(out, STR("</code>"));
}

/* --- Hugo's shortcode --- */

static void put_inline(struct md *md, struct printed *printed)
{
    printed->block.language = lexed_as(md, language_of(md, printed));
    md->page->has_code = md->page->has_code || printed->block.language;
    buf_put(&md->out, STR("<code"));
    put_language(md, printed->fence.language);
    buf_putc(&md->out, '>');
    put_code(md, printed);
    buf_put(&md->out, STR("</code>"));
}

str md_code_shortcode(struct md *md, const struct shortcode_call *call,
                      str text)
{
    struct buf around = md->out;
    struct printed printed = {
        .tag = call->at,
        .fence = md_fence_of_shortcode(&call->args, md->tree),
        .block = {.first = 1},
    };
    /* Line breaks at the ends belong to the tags, as in Hugo. */
    text = str_from_offset(text, str_skip(text, 0, "\r\n"));
    text.n = str_skip_back(text, text.n, "\r\n");
    printed.block.text = text;
    str within = attributes_get(&printed.fence.options, STR("hl_inline"));
    md->out = (struct buf){0};
    if (within.p && !str_eq(within, STR("false"))) {
        put_inline(md, &printed);
    } else {
        printed.block.text = arena_concat(md->tree, text, STR("\n"));
        put_block(md, &printed);
    }
    str html = buf_move(&md->out, md->tree);
    md->out = around;
    return html;
}
