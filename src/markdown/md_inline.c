/* SPDX-License-Identifier: MIT */
#include "base/simd.h"
#include "markdown/markdown.h"
#include "markdown/md_attributes.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/url.h"

/* The inlines of a block as HTML. */

void md_escape_href(str url, struct buf *out)
{
    while (url.n) {
        size_t n = str_find_any(url, 0, "&'");
        url_put_encoded(str_sub(url, 0, n), "!#$%()*+,-./:;=?@_~", out);
        if (n < url.n) {
            buf_put(out, url.p[n] == '&' ? STR("&amp;") : STR("&#x27;"));
        }
        url = str_from_offset(url, n + 1);
    }
}

static uint32_t line_ends_mask(simd16 x)
{
    return simd16_mask(simd16_is(x, '\n') | simd16_is(x, '\r'));
}

/* Blocks come nearly in order, so the search continues from the last answer. To
 * cmark a line ends with "\n", "\r" or both. */
size_t md_block_offset(struct md *md)
{
    str text = md->source->text;
    if (md->where_line == 0 || md->where_line > md->line) {
        md->where_line = 1;
        md->where_off = md->body;
    }
    while (md->where_line < md->line && md->where_off < text.n) {
        size_t end = simd16_find(text, md->where_off, line_ends_mask);
        bool both = str_starts_at(text, end, STR("\r\n"));
        md->where_off = end < text.n ? end + 1 + both : end;
        md->where_line++;
    }
    return md->where_off;
}

/* Whether the text there is more than the destination: a.md#run is not the one
 * in a.md#running, b.md not the one in a/b.md, if there is another. */
static bool is_part(str text, size_t at, str dest)
{
    char before = at ? text.p[at - 1] : ' ';
    char after = str_at(text, at + dest.n);
    return is_alnum(before) || is_any_of(before, "/-_.") ||
           (is_alnum(dest.p[dest.n - 1]) && is_alnum(after));
}

span md_place_of(struct md *md, str dest)
{
    /* A limit of the bytes that are searched: rounds of the text, and some.
     * After it a destination is only found near the last one. */
    enum { MOST_ROUNDS = 32, SOME_BYTES = 1 << 20, NEAR = 4096 };
    str text = md->source->text;
    size_t off = md_block_offset(md);
    size_t from = off;
    size_t end = text.n;
    if (md->where_sought > MOST_ROUNDS * text.n + SOME_BYTES) {
        from = md->where_found > off ? md->where_found : off;
        end = text.n - from > NEAR ? from + NEAR : text.n;
    }
    text.n = end;
    size_t at = dest.n ? str_find_from(text, from, dest) : end;
    size_t first = at;
    while (at < end && is_part(text, at, dest)) {
        at = str_find_from(text, at + 1, dest);
    }
    md->where_sought += (at < end ? at : end) - from;
    at = at < end ? at : first;
    if (at == end) {
        return span_of(md->source, off, 0);
    }
    md->where_found = at + dest.n;
    return span_of(md->source, at, dest.n);
}

str md_destination(struct md *md, const struct md_inline *item)
{
    const struct markdown_host *host = &md->options->host;
    str url = item->text;
    if (host->link && !item->resolved) {
        /* The search for the place takes time. Addresses with a scheme need
         * none. */
        span at = item->wiki ? md_wikilink_place(md, item->wiki->target)
                  : url_is_absolute(url) ? span_of(md->source, md->body, 0)
                                         : md_place_of(md, url);
        url = host->link(host->self, url, item->kind == MD_IMAGE, at, md->tree);
    }
    if (item->resolved && url.n == 0) {
        url = (str){0}; /* a post that is not live yet */
    }
    if (url.p && !md->options->raw_html &&
        markdown_is_dangerous(url, item->kind == MD_IMAGE)) {
        url = (str){0};
    }
    return url;
}

void md_put_attribute(struct buf *out, str name, str text)
{
    if (text.n) {
        buf_putc(out, ' ');
        buf_put(out, name);
        buf_put(out, STR("=\""));
        html_escape(text, out);
        buf_putc(out, '"');
    }
}

/* Links do not nest, so the one that is open is the last one. */
static void put_link_start(struct md *md, struct md_inline *item)
{
    str url = md_destination(md, item);
    item->off = !url.p;
    if (item->off) {
        return;
    }
    md->link.from = md->out.n;
    buf_put(&md->out, STR("<a href=\""));
    md_escape_href(url, &md->out);
    buf_putc(&md->out, '"');
    md_put_attribute(&md->out, STR("title"), item->title);
    md_attributes_put(md, item->attributes, (str){0},
                      item->title.n ? STR("href title") : STR("href"),
                      &md->out);
    buf_putc(&md->out, '>');
    md->link.to = md->out.n;
}

static str tag_name(enum md_kind kind)
{
    static const str names[MD_IMAGE + 1] = {
        [MD_EMPH] = STR_INIT("em"),       [MD_STRONG] = STR_INIT("strong"),
        [MD_STRIKE] = STR_INIT("del"),    [MD_MARK] = STR_INIT("mark"),
        [MD_SUBSCRIPT] = STR_INIT("sub"), [MD_SUPERSCRIPT] = STR_INIT("sup"),
        [MD_LINK] = STR_INIT("a"),
    };
    return names[kind];
}

static void put_end_tag(enum md_kind kind, struct buf *out)
{
    buf_put(out, STR("</"));
    buf_put(out, tag_name(kind));
    buf_putc(out, '>');
}

static void put_element_tag(struct md *md, const struct md_inline *item,
                            struct buf *out)
{
    if (item->closes) {
        put_end_tag(item->kind, out);
        return;
    }
    buf_putc(out, '<');
    buf_put(out, tag_name(item->kind));
    md_attributes_put(md, item->attributes, (str){0}, (str){0}, out);
    buf_putc(out, '>');
}

void md_close_inlines(const struct md *md, struct buf *out)
{
    for (size_t i = md->shown; i-- > 0;) {
        const struct md_inline *item = &md->inlines.list.p[md->open.p[i]];
        if (!item->off) {
            put_end_tag(item->kind, out);
        }
    }
}

/* Prints a kind that is the same everywhere. Returns false for the others. */
static bool print_simple_inline(struct md *md, const struct md_inline *item,
                                struct buf *out)
{
    switch ((unsigned)item->kind) {
    case MD_TEXT:
        html_escape(md_unprotect(md, item->text, false), out);
        return true;
    case MD_SOFT_BREAK: buf_putc(out, '\n'); return true;
    case MD_HARD_BREAK:
        buf_put(out, md->options->gfm ? STR("<br />\n") : STR("<br>\n"));
        return true;
    case MD_CODE: md_code_inline(md, item, out); return true;
    case MD_EMPH:
    case MD_STRONG:
    case MD_STRIKE:
    case MD_MARK:
    case MD_SUBSCRIPT:
    case MD_SUPERSCRIPT: put_element_tag(md, item, out); return true;
    case MD_SHORTCODE:
        buf_put(out, md_shortcode_html(md, item->number, false));
        return true;
    case MD_ABBREVIATION:
        buf_put(out, STR("<abbr"));
        md_put_attribute(out, STR("title"), item->title);
        buf_putc(out, '>');
        html_escape(item->text, out);
        buf_put(out, STR("</abbr>"));
        return true;
    case MD_MATH: buf_put(out, md_math_html(md, item, false)); return true;
    default: return false;
    }
}

/* --- paragraphs with a block inside --- */

/* The last paragraph of a quotation, if it begins with a dash, says whose it
 * is. */
static bool is_attribution(const struct md *md)
{
    static const str dashes[] = {STR_INIT("\xE2\x80\x94 "),
                                 STR_INIT("\xE2\x80\x93 "), STR_INIT("-- "),
                                 STR_INIT("--- ")};
    cmark_node *node = md->block;
    bool last = node->parent && node->parent->type == CMARK_NODE_BLOCK_QUOTE &&
                node->prev && !node->next && !md->options->gfm;
    cmark_node *text = last ? node->first_child : NULL;
    bool found = false;
    for (size_t i = 0; text && i < sizeof dashes / sizeof *dashes; i++) {
        found = found || (text->type == CMARK_NODE_TEXT &&
                          str_starts(md_literal(text), dashes[i]));
    }
    return found;
}

void md_paragraph_start(struct md *md)
{
    if (md->paragraph == MD_PARAGRAPH_DUE) {
        buf_put(&md->out, STR("<p"));
        md_attributes_put(md, md_attributes_of(md->block),
                          is_attribution(md) ? STR("attribution") : (str){0},
                          (str){0}, &md->out);
        buf_putc(&md->out, '>');
        md->paragraph = MD_PARAGRAPH_OPEN;
    }
}

void md_paragraph_end(struct md *md)
{
    if (md->paragraph == MD_PARAGRAPH_OPEN) {
        buf_put(&md->out, STR("</p>\n"));
        md->paragraph = MD_PARAGRAPH_DUE;
    }
}

/* Whether the inline is a block. Within the author's own tags none is. */
static bool is_block(struct md *md, size_t i)
{
    const struct md_inline *item = &md->inlines.list.p[i];
    if (i >= md->inlines.list.n || md->raw_open > 0) {
        return false;
    }
    return item->kind == MD_MATH
               ? item->formula->display
               : item->kind == MD_SHORTCODE &&
                     html_has_block(md_shortcode_html(md, item->number, false));
}

/* Elements that are open around the block end before it and start again after
 * it. */
static void put_block_inline(struct md *md, const struct md_inline *item)
{
    md_close_inlines(md, &md->out);
    md->shown = 0;
    md_paragraph_end(md);
    str html = item->kind == MD_MATH
                   ? md_math_html(md, item, true)
                   : md_shortcode_html(md, item->number, false);
    buf_put(&md->out, str_trim(html));
    if (md->paragraph == MD_PARAGRAPH_DUE) {
        buf_putc(&md->out, '\n');
    }
}

/* Prints the start tags that are due before the next inline. */
static void open_due(struct md *md)
{
    md_paragraph_start(md);
    for (; md->shown < md->open.n; md->shown++) {
        const struct md_inline *open =
            &md->inlines.list.p[md->open.p[md->shown]];
        if (open->kind != MD_LINK) {
            put_element_tag(md, open, &md->out);
        } else if (!open->off) {
            str tag = str_sub(buf_str(&md->out), md->link.from,
                              md->link.to - md->link.from);
            buf_put(&md->out, arena_str(md->tree, tag));
        }
    }
}

static void close_inline(struct md *md, const struct md_inline *item)
{
    const struct md_inline *open =
        &md->inlines.list.p[md->open.p[--md->open.n]];
    if (md->shown > md->open.n) {
        md->shown--;
        if (!open->off) {
            put_end_tag(item->kind, &md->out);
        }
    }
}

/* Whether the inline shows nothing before or after a paragraph's text. */
static bool is_edge(struct md *md, size_t i)
{
    const struct md_inline *item = &md->inlines.list.p[i];
    bool before = i > 0 && md->paragraph == MD_PARAGRAPH_DUE;
    return md_is_line_break(item)
               ? before || is_block(md, i + 1)
               : before && item->kind == MD_TEXT && str_trim(item->text).n == 0;
}

/* Browsers break a line after a formula, even before the full stop of its
 * sentence: an element keeps the two together. */
static void put_formula(struct md *md, size_t i)
{
    str html = md_math_html(md, &md->inlines.list.p[i], false);
    struct md_inline *next =
        i + 1 < md->inlines.list.n ? &md->inlines.list.p[i + 1] : NULL;
    bool stops = next && next->kind == MD_TEXT && next->text.n &&
                 is_any_of(next->text.p[0], ".,;:!?)");
    bool rendered = str_starts(html, STR("<math")) ||
                    str_starts(html, STR("<span class=\"math\""));
    if (!stops || !rendered) {
        buf_put(&md->out, html);
        return;
    }
    buf_put(&md->out, STR("<span class=\"formula\">"));
    buf_put(&md->out, html);
    buf_putc(&md->out, next->text.p[0]);
    buf_put(&md->out, STR("</span>"));
    next->text = str_from_offset(next->text, 1);
}

/* Prints inlines[i]. Returns the index of the last inline that it printed. */
static size_t print_inline(struct md *md, size_t i)
{
    struct md_inline *item = &md->inlines.list.p[i];
    if (item->kind == MD_MATH) {
        put_formula(md, i);
        return i;
    }
    if (print_simple_inline(md, item, &md->out)) {
        return i;
    }
    if (item->kind == MD_IMAGE) {
        return md_image(md, i);
    }
    if (item->kind == MD_HTML && !md->options->gfm && md_is_more(item->text)) {
        md_more_inline(md);
    } else if (item->kind == MD_HTML) {
        struct html_token token;
        md_raw_html(md, item->text, false);
        html_token_init(&token, item->text);
        if (md->options->raw_html && html_token_next(&token) &&
            html_token_is_tag(&token) && html_needs_end(token.name) &&
            !token.self_closing) {
            md->raw_open += token.kind == HTML_END ? -1 : 1;
        }
    } else if (item->kind == MD_FOOTNOTE) {
        md_footnote_reference(md, item->text);
    } else if (item->kind == MD_LINK) {
        put_link_start(md, item);
        *VEC_PUSH(&md->open, md->tree) = i;
        md->shown = md->open.n;
    }
    return i;
}

void md_inline(struct md *md)
{
    bool heading = md->block->type == CMARK_NODE_HEADING;
    md->open.n = 0;
    md->shown = 0;
    md->raw_open = 0;
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (is_edge(md, i)) {
            continue;
        }
        if (!heading && is_block(md, i)) {
            put_block_inline(md, item);
        } else if (item->closes) {
            close_inline(md, item);
        } else if (item->kind >= MD_EMPH && item->kind != MD_LINK &&
                   item->kind != MD_IMAGE) {
            *VEC_PUSH(&md->open, md->tree) = i;
        } else {
            open_due(md);
            i = print_inline(md, i);
        }
    }
}

void md_inline_unlinked(struct md *md, struct buf *out)
{
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (!print_simple_inline(md, item, out) && item->kind == MD_HTML &&
            md->options->raw_html) {
            buf_put(out, item->text);
        }
    }
}

void md_inline_plain(struct md *md, bool shortcodes, struct buf *out)
{
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind == MD_TEXT) {
            buf_put(out, md_unprotect(md, item->text, false));
        } else if (item->kind == MD_CODE || item->kind == MD_MATH ||
                   item->kind == MD_ABBREVIATION) {
            buf_put(out, item->text);
        } else if (md_is_line_break(item)) {
            buf_putc(out, ' ');
        } else if (item->kind == MD_SHORTCODE && shortcodes) {
            str html = md_shortcode_html(md, item->number, false);
            buf_put(out, html_plain(md->tree, html));
        }
    }
}
