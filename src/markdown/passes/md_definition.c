/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"
#include "text/html.h"

/* Definition lists, as PHP Markdown Extra has them:
 *
 *     Term                      Term
 *     Another
 *     : What it means           : What it means
 *     : Or this
 *
 * To cmark these are paragraphs: one with lines that begin with ": ", or a
 * paragraph followed by one that begins so. Neighbours are one list. */

/* The text of a node, if it begins a definition. */
static bool is_colon(cmark_node *node)
{
    if (!node || node->type != CMARK_NODE_TEXT) {
        return false;
    }
    str text = md_literal(node);
    return str_starts(text, STR(": ")) || str_starts(text, STR(":\t"));
}

static bool is_paragraph(cmark_node *node)
{
    return node && node->type == CMARK_NODE_PARAGRAPH;
}

static bool begins_definition(cmark_node *node)
{
    return is_paragraph(node) && is_colon(node->first_child);
}

static bool holds_definition(cmark_node *node)
{
    if (!is_paragraph(node)) {
        return false;
    }
    cmark_node *child = node->first_child;
    for (; child; child = child->next) {
        cmark_node *next = child->next;
        if (child->type == CMARK_NODE_SOFTBREAK && is_colon(next)) {
            return true;
        }
    }
    return false;
}

/* The paragraph is of a list, given that the one above is (or is not). */
static bool is_list_part(cmark_node *node, bool above)
{
    if (begins_definition(node)) {
        return above;
    }
    return holds_definition(node) ||
           (is_paragraph(node) && begins_definition(node->next));
}

static bool starts_colon(const struct md_inline *item)
{
    return item->kind == MD_TEXT && (str_starts(item->text, STR(": ")) ||
                                     str_starts(item->text, STR(":\t")));
}

/* The inlines [from..to) as one term or definition. */
static void put_definition_entry(struct md *md, struct md_inlines all,
                                 size_t from, size_t to)
{
    bool definition = starts_colon(&all.list.p[from]);
    md->inlines.list.n = 0;
    for (size_t i = from; i < to; i++) {
        *VEC_PUSH(&md->inlines.list, md->tree) = all.list.p[i];
    }
    if (definition) {
        str *text = &md->inlines.list.p[0].text;
        *text = str_from_offset(*text, str_skip_spaces(*text, 1));
        buf_put(&md->out, STR("<dd>"));
    } else { /* a target for links, as headings are */
        buf_put(&md->out, STR("<dt"));
        md_put_attribute(&md->out, STR("id"), md_heading_id(md));
        buf_putc(&md->out, '>');
    }
    md_print_inlines(md);
    buf_put(&md->out, definition ? STR("</dd>\n") : STR("</dt>\n"));
}

/* Where the entry ends that starts at `from`: a term is a line, a definition
 * goes on to the next one. */
static size_t entry_end(const struct md_inlines *all, size_t from)
{
    bool definition = starts_colon(&all->list.p[from]);
    size_t depth = 0;
    for (size_t i = from; i < all->list.n; i++) {
        const struct md_inline *item = &all->list.p[i];
        if (item->kind >= MD_EMPH) {
            depth += item->closes ? (size_t)-1 : 1;
        }
        bool ends_line = depth == 0 && item->kind == MD_SOFT_BREAK;
        if (ends_line && (!definition || (i + 1 < all->list.n &&
                                          starts_colon(&all->list.p[i + 1])))) {
            return i;
        }
    }
    return all->list.n;
}

bool md_definitions(struct md *md, cmark_node *paragraph)
{
    cmark_node *before = paragraph->prev;
    bool above = before && md->last_definition == before;
    if (!is_list_part(paragraph, above)) {
        return false;
    }
    md->last_definition = paragraph;
    if (!above) {
        cmark_node *last = paragraph; /* the list's attributes are below it */
        while (is_list_part(last->next, true)) {
            last = last->next;
        }
        md_end_line(&md->out);
        buf_put(&md->out, STR("<dl"));
        md_attributes_put(md, md_attributes_of(last), (str){0}, (str){0},
                          &md->out);
        buf_put(&md->out, STR(">\n"));
    }
    struct md_inlines all = md->inlines;
    md->inlines = (struct md_inlines){0};
    for (size_t from = 0; from < all.list.n;) {
        size_t to = entry_end(&all, from);
        put_definition_entry(md, all, from, to);
        from = to + 1;
    }
    md->inlines = all;
    cmark_node *after = paragraph->next;
    if (!is_list_part(after, true)) {
        buf_put(&md->out, STR("</dl>\n"));
    }
    return true;
}
