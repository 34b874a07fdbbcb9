/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "markdown/md.h"
#include "text/html_token.h"

/* Text that raw HTML takes from readers: an element that nothing closes has the
 * rest of the page in it, a comment hides it, and <name> is gone if HTML has no
 * such element. Markdown in a block of HTML is shown with its marks. */

/* Elements that show or place all they have in them. Browsers close others,
 * such as <p> and <li>, by themselves. */
static bool is_kept_open(str name)
{
    return str_is_word_of(
        name, STR("div details section article aside main header footer figure "
                  "nav center blockquote iframe video audio object form "
                  "fieldset script style textarea noscript table select pre "
                  "template xmp noembed noframes dialog datalist canvas "
                  "button"));
}

/* Elements that a page has around its text. An end tag of others that opens
 * nothing changes nothing. */
static bool is_around_text(str name)
{
    return str_is_word_of(name, STR("div article main"));
}

/* All other elements of the HTML standard (section 4 and "Obsolete features"),
 * those of most texts first. */
static bool is_element(str name)
{
    return str_is_word_of(
        name,
        STR("br a b img i em p span code kbd sup sub strong abbr acronym "
            "address applet area base basefont bdi bdo bgsound big blink "
            "body caption cite col colgroup data dd del dfn dir dl dt "
            "embed figcaption font frame frameset h1 h2 h3 h4 h5 h6 head "
            "hgroup hr html image input ins keygen label legend li link "
            "map mark marquee math menu menuitem meta meter nobr ol "
            "optgroup option output param picture plaintext progress q rb "
            "rbc rp rt rtc ruby s samp search slot small source spacer "
            "strike summary svg tbody td tfoot th thead time title tr track tt "
            "u ul var wbr"));
}

/* Elements whose text is as it should be. */
static bool is_verbatim(str name)
{
    return str_is_word_of(
        name, STR("pre code script style textarea svg math xmp samp kbd"));
}

/* "[text](address)", and not a[0](x) of a program. */
static bool has_link(str line)
{
    size_t at = str_find(line, STR("]("));
    size_t open =
        at == STR_NONE ? STR_NONE : str_rfind_char(str_sub(line, 0, at), '[');
    return open != STR_NONE &&
           (open == 0 || !is_alnum(str_at(line, open - 1))) &&
           str_find_char_from(line, at, ')') < line.n;
}

/* The first line that has a heading, a link or a picture in Markdown; empty:
 * there is none. */
static str markdown_line(str html)
{
    enum { DEEPEST = 6 };
    str line;
    bool first = true; /* after a tag */
    while (str_split(&html, '\n', &line)) {
        line = str_trim(line);
        size_t marks = str_skip(line, 0, "#");
        bool heading = !first && marks && marks <= DEEPEST &&
                       is_any_of(str_at(line, marks), " \t");
        if (heading || has_link(line)) {
            return line;
        }
        first = false;
    }
    return (str){NULL, 0};
}

/* PHP: browsers take it for a comment. */
static bool is_program(str html, size_t at)
{
    return str_starts_at(html, at, STR("<?php")) ||
           str_starts_at(html, at, STR("<?="));
}

bool md_elements_may_be_lost(str html, bool block)
{
    if (block &&
        (markdown_line(html).n || str_find(html, STR(" markdown")) < html.n)) {
        return true;
    }
    size_t at = str_find_char(html, '<');
    for (; at < html.n; at = str_find_char_from(html, at + 1, '<')) {
        size_t from = at + 1 + (str_at(html, at + 1) == '/');
        size_t n = from;
        while (n < html.n && (is_alnum(html.p[n]) || html.p[n] == '-')) {
            n++;
        }
        str name = str_sub(html, from, n - from);
        if ((name.n && !is_element(name)) || is_program(html, at) ||
            (str_starts_at(html, at, STR("<!--")) &&
             str_find_from(html, at, STR("-->")) >= html.n)) {
            return true;
        }
    }
    return false;
}

/* --- the tags of a text --- */

struct tag {
    str name;
    str body;
    span at;
};

struct elements {
    struct md *md;
    VEC(struct tag) open;
    VEC(struct tag) stray;   /* ends of nothing */
    VEC(struct tag) unknown; /* starts without an end */
    const cmark_node *block;
    size_t off;   /* in the source: the tags before it are known */
    bool hidden;  /* a comment that nothing closes was reported */
    str verbatim; /* the element around, whose text is as it should be */
    const cmark_node *reported; /* a block whose Markdown was reported */
    const cmark_node *asking;   /* a block with <div markdown="1"> in it */
};

enum { MOST = 100 }; /* tags that an end tag is compared with */

static span place_of(struct elements *elements, str body)
{
    const struct source *source = elements->md->source;
    size_t at = str_find_from(source->text, elements->off, body);
    bool found = at < source->text.n;
    span place =
        span_of(source, found ? at : elements->off, found ? body.n : 0);
    elements->off = place.off + place.len;
    return place;
}

/* An end tag also closes all that began in its element. */
static void close_element(struct elements *elements, struct tag tag)
{
    size_t n = elements->open.n;
    size_t least = n > MOST ? n - MOST : 0;
    while (n > least &&
           !str_eq_nocase(elements->open.p[n - 1].name, tag.name)) {
        n--;
    }
    if (n > least) {
        elements->open.n = n - 1;
    } else if (is_around_text(tag.name)) {
        *VEC_PUSH(&elements->stray, elements->md->tree) = tag;
    }
}

/* Components of other generators have values, or close themselves. */
static bool is_word(const struct html_token *token)
{
    for (size_t i = 0; i < token->nattrs; i++) {
        if (token->attrs[i].value.p) {
            return false;
        }
    }
    return !token->self_closing;
}

static void read_unknown(struct elements *elements,
                         const struct html_token *token, struct tag tag)
{
    if (token->kind == HTML_START) {
        if (is_word(token) && elements->unknown.n < MOST) {
            *VEC_PUSH(&elements->unknown, elements->md->tree) = tag;
        }
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < elements->unknown.n; i++) {
        struct tag other = elements->unknown.p[i];
        if (!str_eq_nocase(other.name, tag.name)) {
            elements->unknown.p[kept++] = other;
        }
    }
    elements->unknown.n = kept;
}

static void read_comment(struct elements *elements, str body)
{
    if (is_program(body, 0) && elements->unknown.n < MOST) {
        body = str_line(body, 0);
        *VEC_PUSH(&elements->unknown, elements->md->tree) =
            (struct tag){body, body, place_of(elements, body)};
    }
    bool open = str_starts(body, STR("<!--")) && !str_ends(body, STR("-->")) &&
                !str_ends(body, STR("--!>")) && body.n > strlen("<!-->");
    if (!open || elements->hidden) {
        return;
    }
    elements->hidden = true;
    struct diag *diag =
        diag_warning(elements->md->diags, place_of(elements, STR("<!--")),
                     "unbalanced-element",
                     "nothing closes this comment: it hides the text below it");
    diag_hint(diag, "write --> after it");
}

static void note_verbatim(struct elements *elements,
                          const struct html_token *token)
{
    if (token->kind == HTML_END &&
        str_eq_nocase(token->name, elements->verbatim)) {
        elements->verbatim = (str){NULL, 0};
    } else if (token->kind == HTML_START && !elements->verbatim.n &&
               is_verbatim(token->name)) {
        elements->verbatim = token->name;
    }
}

/* The first line that has a sign of Markdown. */
static str line_with_signs(str text)
{
    for (str line; str_split(&text, '\n', &line);) {
        if (str_find_any(line, 0, "*_`[#>") < line.n) {
            return str_trim(line);
        }
    }
    return (str){NULL, 0};
}

/* A block of HTML ends at an empty line: Markdown above it is text. */
static void read_text(struct elements *elements, str text)
{
    const cmark_node *block = elements->block;
    bool in_block = block && block->type == CMARK_NODE_HTML_BLOCK;
    bool asking = block == elements->asking;
    if (!in_block || block == elements->reported || elements->verbatim.n) {
        return;
    }
    str line = asking ? line_with_signs(text) : markdown_line(text);
    if (line.n) {
        elements->reported = block;
        struct diag *diag = diag_warning(
            elements->md->diags, place_of(elements, line), "markdown-in-html",
            "this is in a block of HTML: its Markdown is shown as "
            "it is typed");
        diag_hint(diag, "write it in HTML, or between empty lines, without "
                        "blanks in front of it");
    }
}

static void read_html(struct elements *elements, str html)
{
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool kept_open = is_kept_open(token.name);
        if (token.kind == HTML_COMMENT) {
            read_comment(elements, token.body);
        } else if (token.kind == HTML_TEXT) {
            read_text(elements, token.body);
        }
        note_verbatim(elements, &token);
        const struct html_attr *markdown =
            html_token_attr(&token, STR("markdown")); /* kramdown, PHP */
        if (markdown && !str_eq(markdown->value, STR("0"))) {
            elements->asking = elements->block;
        }
        if (!html_token_is_tag(&token) || token.foreign ||
            (!kept_open && is_element(token.name))) {
            continue;
        }
        struct tag tag = {token.name, token.body,
                          place_of(elements, token.body)};
        if (!kept_open) {
            read_unknown(elements, &token, tag);
        } else if (token.kind == HTML_START) {
            *VEC_PUSH(&elements->open, elements->md->tree) = tag;
        } else {
            close_element(elements, tag);
        }
    }
}

/* Shortcodes may print either of the tags. */
static bool shortcodes_balance(struct md *md)
{
    bool balance = true;
    for (size_t i = 0; i < md->shortcodes.n && balance; i++) {
        struct elements elements = {.md = md, .hidden = true};
        read_html(&elements, md->shortcodes.p[i].html);
        balance = elements.open.n == 0 && elements.stray.n == 0;
    }
    return balance;
}

static void warn_of_balance(const struct elements *elements)
{
    struct diags *diags = elements->md->diags;
    for (size_t i = 0; i < elements->open.n; i++) {
        struct tag tag = elements->open.p[i];
        struct diag *diag = diag_warning(
            diags, tag.at, "unbalanced-element",
            "nothing closes this element: the page goes on inside of it");
        diag_hint(diag, "write </%.*s> where it ends", STR_ARG(tag.name));
    }
    for (size_t i = 0; i < elements->stray.n; i++) {
        struct tag tag = elements->stray.p[i];
        struct diag *diag =
            diag_warning(diags, tag.at, "unbalanced-element",
                         "there is no <%.*s> in this text for it: it closes "
                         "one of the page",
                         STR_ARG(tag.name));
        diag_hint(diag, "take it out");
    }
}

static void warn_of_unknown(const struct elements *elements)
{
    for (size_t i = 0; i < elements->unknown.n; i++) {
        str body = elements->unknown.p[i].body;
        struct diag *diag = diag_warning(
            elements->md->diags, elements->unknown.p[i].at, "unknown-element",
            "readers don't see \"%.*s\": it is read as a tag of HTML",
            STR_ARG(body));
        diag_hint(diag, "write \\%.*s, or make it code: `%.*s`", STR_ARG(body),
                  STR_ARG(body));
    }
}

void md_elements_warn(struct md *md)
{
    struct elements elements = {.md = md};
    cmark_node *node = md->lost_elements ? md->root : NULL;
    const cmark_node *block = md->root;
    for (; node; node = md_next_node(node, md->root)) {
        block = CMARK_NODE_BLOCK_P(node) ? node : block;
        if (node->type != CMARK_NODE_HTML_BLOCK &&
            node->type != CMARK_NODE_HTML_INLINE) {
            continue;
        }
        if (elements.block != block) {
            md_go_to_line(md, block->start_line);
            elements.off = md_block_offset(md);
            elements.block = block;
        }
        read_html(&elements, md_unprotect(md, md_literal(node), true));
    }
    if ((elements.open.n || elements.stray.n) && shortcodes_balance(md)) {
        warn_of_balance(&elements);
    }
    warn_of_unknown(&elements);
}
