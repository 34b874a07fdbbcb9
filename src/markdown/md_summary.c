/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "markdown/md.h"
#include "text/html.h"
#include "text/html_escape.h"
#include "text/html_token.h"

/* The summary is a part of the output: up to <!--more-->, else the first
 * paragraph with words in it. */

/* "<!--more-->", "<!-- more -->", and as WordPress writes it with a word of
 * its own, "<!--more Read on-->". */
bool md_is_more(str html)
{
    if (!str_starts(html, STR("<!--")) || !str_ends(html, STR("-->")) ||
        html.n < 7) {
        return false;
    }
    str word = str_trim(str_sub(html, 4, html.n - 7));
    return str_starts(word, STR("more")) &&
           (word.n == 4 || is_space(word.p[4]));
}

/* Prints the ends of the blocks around a node, for a summary that ends in it.
 * Returns false in a table, a heading or a footnote, which can't be cut. */
static bool close_blocks(struct md *md, cmark_node *node, struct buf *out)
{
    for (; node != md->root; node = node->parent) {
        str end = md_block_end(node);
        if (end.p) {
            buf_put(out, end);
        } else if (node->type == CMARK_NODE_PARAGRAPH) {
            buf_put(out, md_is_tight(node) ? STR("") : STR("</p>\n"));
        } else if (str_eq(str_from(cmark_node_get_type_string(node)),
                          STR("tasklist"))) {
            buf_put(out, STR("</li>\n"));
        } else if (node->type != CMARK_NODE_HTML_BLOCK) {
            return false;
        }
    }
    return true;
}

/* Ends the summary here, inside `node`; `end` closes its open elements. */
static void cut_here(struct md *md, cmark_node *node, struct buf *end)
{
    if (md->has_more || !node || !close_blocks(md, node, end)) {
        return;
    }
    md->has_more = true;
    if (str_trim(buf_str(&md->out)).n == 0) {
        return; /* an empty summary: the first paragraph is better */
    }
    md->has_summary = true;
    md->summary = (struct md_cut){0, md->out.n};
    md->summary_end = arena_str(md->tree, buf_str(end));
}

bool md_more_block(struct md *md, cmark_node *node, str *html)
{
    str rest = str_trim(*html);
    size_t end = str_find(rest, STR("-->"));
    if (md->options->gfm || md->has_more || end == STR_NONE ||
        !md_is_more(str_sub(rest, 0, end + 3))) {
        return false;
    }
    *html = str_from_offset(rest, end + 3);
    struct buf closing = {0};
    cut_here(md, node, &closing);
    buf_free(&closing);
    return true;
}

void md_more_inline(struct md *md)
{
    struct buf closing = {0};
    md_close_inlines(md, &closing);
    cut_here(md, md->block, &closing);
    buf_free(&closing);
}

/* The text up to a space near `most` bytes, or to a whole character. */
static str cut_at_word(str text, size_t most)
{
    enum { WORD = 40 };
    str cut = utf8_cut(text, most);
    for (size_t i = cut.n; i > 0 && cut.n - i < WORD; i--) {
        if (is_space(text.p[i])) {
            return str_trim(str_sub(text, 0, i));
        }
    }
    return cut;
}

void md_summarise(struct md *md, size_t from)
{
    /* Of HTML; and the text that is shown in place of more. */
    enum { LONG = 8000, SHORT = 1200 };
    md->has_summary = true;
    md->summary = (struct md_cut){from, md->out.n};
    if (md->out.n - from <= LONG) {
        return;
    }
    struct buf plain = {0};
    struct buf end = {0};
    if (md->options->html) {
        str html = buf_str(&md->out);
        buf_put(&plain, html_plain(md->tree, str_from_offset(html, from)));
    } else {
        md_inline_plain(md, true, &plain);
    }
    str text = buf_str(&plain);
    if (text.n > SHORT) {
        md->summary = (struct md_cut){0, 0};
        buf_put(&end, STR("<p>"));
        html_escape(cut_at_word(text, SHORT), &end);
        buf_put(&end, STR("\xE2\x80\xA6</p>\n"));
        md->summary_end = arena_str(md->tree, buf_str(&end));
    }
    buf_free(&plain);
    buf_free(&end);
}

/* Headings and code keep their ids on their own page only. */
static void without_ids(str html, struct buf *out)
{
    struct html_token token;
    size_t done = 0;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        const struct html_attr *id = html_token_attr(&token, STR("id"));
        if (id && str_is_word_of(token.name, STR("h1 h2 h3 h4 h5 h6 pre"))) {
            const char *from = id->whole.p;
            while (is_space(from[-1])) {
                from--;
            }
            buf_put(out, str_sub(html, done, (size_t)(from - html.p) - done));
            done = (size_t)(id->whole.p - html.p) + id->whole.n;
        }
    }
    buf_put(out, str_from_offset(html, done));
}

str md_summary(const struct md *md, struct arena *arena)
{
    struct buf out = {0};
    str html = buf_str(&md->out);
    size_t at = md->summary.from;
    for (size_t i = 0; i < md->cuts.n; i++) {
        struct md_cut cut = md->cuts.p[i];
        if (cut.from >= at && cut.to <= md->summary.to) {
            buf_put(&out, str_sub(html, at, cut.from - at));
            at = cut.to;
        }
    }
    buf_put(&out, str_sub(html, at, md->summary.to - at));
    buf_put(&out, md->summary_end);
    struct buf plain = {0};
    without_ids(buf_str(&out), &plain);
    str result = html_balance(arena, buf_str(&plain));
    buf_free(&plain);
    buf_free(&out);
    return result;
}
