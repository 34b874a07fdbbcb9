/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html.h"
#include "text/html_token.h"

/* A body that its author wrote as HTML. One walk over its tags finds what the
 * tree gives for Markdown. Shortcodes are tokens in it, which are replaced when
 * they are copied. As in Markdown, their output doesn't count for words and
 * headings, which depend on the file only. */

struct walk {
    struct md *md;
    struct html_token token;
    size_t done;    /* the text before it is in md->out */
    bool code;      /* in <pre>, whose words don't count */
    bool paragraph; /* in a paragraph, */
    size_t from;    /* its start in md->out, */
    size_t words;   /* and the words before it */
};

static void copy_to(struct walk *walk, size_t to)
{
    str text = str_sub(walk->token.html, walk->done, to - walk->done);
    buf_put(&walk->md->out, md_shortcodes_expand(walk->md, text));
    walk->done = to;
}

/* --- summary --- */

static void end_paragraph(struct walk *walk)
{
    struct md *md = walk->md;
    if (walk->paragraph && !md->has_summary && md->words > walk->words) {
        md_summarise(md, walk->from);
    }
    walk->paragraph = false;
}

/* <!--more--> is no part of the page. */
static void read_html_comment(struct walk *walk)
{
    struct md *md = walk->md;
    if (md->has_more || !md_is_more(walk->token.body)) {
        return;
    }
    walk->done = walk->token.at;
    md->has_more = true;
    if (str_trim(buf_str(&md->out)).n) {
        md->has_summary = true;
        md->summary = (struct md_cut){0, md->out.n};
    }
}

/* --- headings --- */

static bool is_heading_name(str name)
{
    return name.n == 2 && to_lower(name.p[0]) == 'h' && name.p[1] >= '1' &&
           name.p[1] <= '6';
}

/* The text of the heading; p == NULL: the next heading begins before its end.
 */
static str heading_text(const struct walk *walk)
{
    str rest = str_from_offset(walk->token.html, walk->token.at);
    struct html_token token;
    html_token_init(&token, rest);
    while (html_token_next(&token)) {
        if (is_heading_name(token.name)) {
            bool ends = token.kind == HTML_END &&
                        html_token_is(&walk->token, token.name);
            str inside = str_sub(rest, 0, token.at - token.body.n);
            inside = md_shortcodes_drop(walk->md, inside);
            return ends ? html_plain(walk->md->tree, inside) : (str){NULL, 0};
        }
    }
    return (str){NULL, 0};
}

static void read_heading(struct walk *walk)
{
    struct md *md = walk->md;
    str name = walk->token.name;
    str text = heading_text(walk);
    str id = html_token_value(&walk->token, STR("id"));
    if (!text.n) {
        return;
    }
    if (!id.n) {
        id = md_heading_make_id(md, text);
        copy_to(walk, (size_t)(name.p + name.n - walk->token.html.p));
        buf_put(&md->out, STR(" id=\""));
        buf_put(&md->out, id);
        buf_putc(&md->out, '"');
    }
    md_heading_add_plain(md, name.p[1] - '0', id, text);
}

/* --- tags --- */

static void read_start_tag(struct walk *walk)
{
    struct md *md = walk->md;
    const struct markdown_host *host = &md->options->host;
    if (html_ends_paragraph(walk->token.name)) {
        end_paragraph(walk);
    }
    if (html_token_is(&walk->token, STR("p"))) {
        walk->paragraph = true;
        walk->from = md->out.n;
        walk->words = md->words;
    } else if (html_token_is(&walk->token, STR("pre"))) {
        walk->code = true;
    } else if (is_heading_name(walk->token.name)) {
        read_heading(walk);
        return;
    }
    str text = md_shortcodes_expand(md, walk->token.body);
    if (host->raw_html) {
        text = host->raw_html(host->self, text, md->tree);
    }
    buf_put(&md->out, text);
    walk->done = walk->token.at;
}

static void walk_tokens(struct walk *walk)
{
    struct md *md = walk->md;
    const struct html_token *token = &walk->token;
    while (html_token_next(&walk->token)) {
        if (html_token_is_tag(token) && !html_is_inline(token->name)) {
            md->in_word = false;
        }
        if (html_token_is_shown(token) && !walk->code) {
            str text = token->body;
            if (str_find_char(text, '&') != STR_NONE) {
                text = html_plain(md->tree, text);
            }
            md_count_words(md, md_shortcodes_drop(md, text));
        }
        switch (token->kind) {
        case HTML_START: read_start_tag(walk); break;
        case HTML_END:
            copy_to(walk, token->at);
            if (html_token_is(token, STR("p"))) {
                end_paragraph(walk);
            } else if (html_token_is(token, STR("pre"))) {
                walk->code = false;
            }
            break;
        case HTML_COMMENT: read_html_comment(walk); break;
        case HTML_TEXT:
        case HTML_RAW: break;
        }
        copy_to(walk, token->at);
    }
    end_paragraph(walk);
}

void md_html(struct md *md)
{
    if (!md->options->raw_html) {
        return;
    }
    md_foreign_html(md, md->text);
    md_heading_reserve_html(md, md->text);
    struct walk walk = {.md = md};
    html_token_init(&walk.token, md->text);
    walk_tokens(&walk);
}
