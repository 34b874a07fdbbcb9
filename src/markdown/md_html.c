/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"
#include "markdown/md_shortcode.h"
#include "text/html.h"
#include "text/html_tag.h"

/* A body that its author wrote as HTML. It is gone through tag by tag, and
 * what Markdown's tree would tell is learnt on the way. Shortcodes are tokens
 * in it, which are exchanged when they are copied: as in Markdown, what they
 * print adds nothing to words and headings, which hang on the file alone. */

struct walk {
    struct md *md;
    str html;
    size_t done;    /* all before it is in md->out */
    bool code;      /* in <pre>, whose words don't count */
    bool paragraph; /* in one, which starts... */
    size_t from;    /* ...here in md->out */
    size_t words;   /* and had so many before it */
};

static void copy_to(struct walk *walk, size_t to)
{
    str text = str_sub(walk->html, walk->done, to - walk->done);
    buf_put(&walk->md->out, md_shortcodes_expand(walk->md, text));
    walk->done = to;
}

static str without_tokens(const struct md *md, str text)
{
    size_t at = md_shortcode_find(md, text, 0);
    if (at == text.n) {
        return text;
    }
    struct buf out = {0};
    size_t done = 0;
    for (; at < text.n; at = md_shortcode_find(md, text, done)) {
        buf_put(&out, str_sub(text, done, at - done));
        done = at + MD_TOKEN_LENGTH;
    }
    buf_put(&out, str_from_offset(text, done));
    str rest = arena_str(md->tree, buf_str(&out));
    buf_free(&out);
    return rest;
}

static void read_text(struct walk *walk, str text)
{
    struct md *md = walk->md;
    if (walk->code) {
        return;
    }
    if (str_find_char(text, '&') != STR_NONE) {
        text = html_plain(md->tree, text);
    }
    md_count_words(md, without_tokens(md, text));
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

static void begin_paragraph(struct walk *walk)
{
    walk->paragraph = true;
    walk->from = walk->md->out.n;
    walk->words = walk->md->words;
}

/* <!--more--> is no part of the page. */
static void comment(struct walk *walk, const struct html_tag *tag)
{
    struct md *md = walk->md;
    if (md->has_more ||
        !md_is_more(str_sub(walk->html, tag->from, tag->end - tag->from))) {
        return;
    }
    walk->done = tag->end;
    md->has_more = true;
    if (str_trim(buf_str(&md->out)).n) {
        md->has_summary = true;
        md->summary = (struct md_cut){0, md->out.n};
    }
}

/* --- headings --- */

static bool is_heading(str name)
{
    return name.n == 2 && to_lower(name.p[0]) == 'h' && name.p[1] >= '1' &&
           name.p[1] <= '6';
}

/* What stands in the heading; p == NULL: nothing ends it before the next. */
static str heading_text(const struct walk *walk, const struct html_tag *start)
{
    struct html_tag tag;
    size_t at = start->end;
    while (html_tag_next(walk->html, &at, &tag)) {
        if (is_heading(tag.name)) {
            bool ends = tag.closing && str_eq_nocase(tag.name, start->name);
            str inside = str_sub(walk->html, start->end, tag.from - start->end);
            inside = without_tokens(walk->md, inside);
            return ends ? html_plain(walk->md->tree, inside) : (str){NULL, 0};
        }
    }
    return (str){NULL, 0};
}

static void heading(struct walk *walk, const struct html_tag *tag)
{
    struct md *md = walk->md;
    str text = heading_text(walk, tag);
    str id = html_tag_attribute(walk->html, tag, STR("id"));
    if (!text.n) {
        return;
    }
    if (!id.n) {
        id = md_heading_make_id(md, text);
        copy_to(walk, tag->attributes);
        buf_put(&md->out, STR(" id=\""));
        buf_put(&md->out, id);
        buf_putc(&md->out, '"');
    }
    md_heading_add_plain(md, tag->name.p[1] - '0', id, text);
}

/* --- tags --- */

static void resolve(struct walk *walk, const struct html_tag *tag)
{
    const struct markdown_resolver *resolver = &walk->md->options->resolver;
    str text = str_sub(walk->html, walk->done, tag->end - walk->done);
    text = md_shortcodes_expand(walk->md, text);
    if (resolver->html) {
        text = resolver->html(resolver->host, text, walk->md->tree);
    }
    buf_put(&walk->md->out, text);
    walk->done = tag->end;
}

static void start_tag(struct walk *walk, const struct html_tag *tag)
{
    if (html_ends_paragraph(tag->name)) {
        end_paragraph(walk);
    }
    if (str_eq_nocase(tag->name, STR("p"))) {
        begin_paragraph(walk);
    } else if (str_eq_nocase(tag->name, STR("pre"))) {
        walk->code = true;
    } else if (is_heading(tag->name)) {
        heading(walk, tag);
        return;
    }
    resolve(walk, tag);
}

static void end_tag(struct walk *walk, const struct html_tag *tag)
{
    copy_to(walk, tag->end);
    if (str_eq_nocase(tag->name, STR("p"))) {
        end_paragraph(walk);
    } else if (str_eq_nocase(tag->name, STR("pre"))) {
        walk->code = false;
    }
}

static void walk_tags(struct walk *walk)
{
    struct html_tag tag;
    size_t at = 0;
    while (html_tag_next(walk->html, &at, &tag)) {
        read_text(walk, str_sub(walk->html, walk->done, tag.from - walk->done));
        copy_to(walk, tag.from);
        if (!html_is_inline(tag.name)) {
            walk->md->in_word = false;
        }
        if (!tag.name.n) {
            comment(walk, &tag);
        } else if (tag.closing) {
            end_tag(walk, &tag);
        } else {
            start_tag(walk, &tag);
        }
        copy_to(walk, at);
    }
    read_text(walk, str_from_offset(walk->html, walk->done));
    copy_to(walk, walk->html.n);
    end_paragraph(walk);
}

void md_html(struct md *md)
{
    if (!md->options->raw_html) {
        return;
    }
    md_foreign_html(md, md->text);
    struct walk walk = {.md = md, .html = md->text};
    md_heading_reserve_html(md, walk.html);
    walk_tags(&walk);
}
