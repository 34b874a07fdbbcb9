/* SPDX-License-Identifier: MIT */
#include "markdown/md_parse.h"

/* Marks that are not CommonMark's own: ~one~ and ~~two~~ tildes, GitHub's
 * strikethrough; if the site wants them, ==marked==, x^2^ and H~2~O. Runs are
 * delimiters, which cmark pairs as it pairs emphasis, so that all of them nest
 * and cross by the same rules. Both sides have the same length. */

static bool is_wanted(const struct markdown_options *options, char c, int n)
{
    switch (c) {
    case '~': return n <= 2;
    case '=': return n == 2 && options->mark && !options->gfm;
    case '^': return n == 1 && options->scripts && !options->gfm;
    default: return false;
    }
}

cmark_node *md_strike_run(const struct md_inline_place *place, char c)
{
    enum { MOST = 100 }; /* that are taken at once, as in cmark-gfm */
    const struct markdown_options *options = place->md->options;
    size_t off;
    str text_around = md_parser_text(place, &off);
    /* "[^" begins a footnote, which cmark reads itself. */
    bool footnote = off > 0 && text_around.p[off - 1] == '[';
    if (!(c == '=' ? options->mark : options->scripts)) {
        md_notation_at(place, c);
    }
    if (c != '~' && (options->gfm || footnote ||
                     !(c == '=' ? options->mark : options->scripts))) {
        return NULL;
    }
    int opens;
    int closes;
    int before;
    int after;
    int n = cmark_inline_parser_scan_delimiters(place->parser, MOST,
                                                (unsigned char)c, &opens,
                                                &closes, &before, &after);
    char run[MOST + 1] = {0};
    memset(run, c, (size_t)n);
    cmark_node *text = md_new_node(place->md, CMARK_NODE_TEXT, str_from(run));
    if (is_wanted(options, c, n) && (opens || closes)) {
        cmark_inline_parser_push_delimiter(place->parser, (unsigned char)c,
                                           opens, closes, text);
    }
    return text;
}

static size_t run_length(delimiter *d)
{
    return strlen(cmark_node_get_literal(d->inl_text));
}

/* Sub- and superscripts hold no spaces: 2^10 and 3^4 are none. */
static bool spans_space(cmark_node *from, cmark_node *to)
{
    for (cmark_node *node = from->next; node && node != to; node = node->next) {
        cmark_node_type type = node->type;
        if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK ||
            (type == CMARK_NODE_TEXT &&
             strchr(cmark_node_get_literal(node), ' '))) {
            return true;
        }
    }
    return false;
}

static enum md_kind kind_of_run(const struct md *md, delimiter *d)
{
    switch (d->delim_char) {
    case '=': return MD_MARK;
    case '^': return MD_SUPERSCRIPT;
    default:
        return md->options->scripts && !md->options->gfm && run_length(d) == 1
                   ? MD_SUBSCRIPT
                   : MD_STRIKE;
    }
}

static void wrap_in_emph(cmark_node *from, cmark_node *to)
{
    cmark_node_set_type(from, CMARK_NODE_EMPH);
    cmark_node *node = from->next;
    while (node && node != to) {
        cmark_node *next = node->next;
        cmark_node_append_child(from, node);
        node = next;
    }
    cmark_node_free(to);
}

delimiter *md_strike_join(struct md *md, cmark_inline_parser *parser,
                          delimiter *opener, delimiter *closer)
{
    delimiter *next = closer->next;
    enum md_kind kind = kind_of_run(md, opener);
    if (run_length(opener) != run_length(closer) ||
        ((kind == MD_SUPERSCRIPT || kind == MD_SUBSCRIPT) &&
         spans_space(opener->inl_text, closer->inl_text))) {
        return next; /* the opener may still find another */
    }
    cmark_node *node = opener->inl_text;
    enum md_kind *data = ARENA_NEW(md->tree, enum md_kind);
    *data = kind;
    wrap_in_emph(node, closer->inl_text);
    cmark_node_set_user_data(node, data);
    /* Delimiters between them match no more. */
    while (closer && closer != opener) {
        delimiter *before = closer->previous;
        cmark_inline_parser_remove_delimiter(parser, closer);
        closer = before;
    }
    cmark_inline_parser_remove_delimiter(parser, opener);
    return next;
}
