/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"
#include "markdown/md_parse.h"

/* Boxes between lines of colons, as Docusaurus and VitePress have them:
 *
 *     :::note A title     :::note[A title]{.class}     :::details A title
 *     ...
 *     :::
 *
 * cmark asks at each line that begins with colons. A box is a quote whose lines
 * need no mark. A line of colons ends the innermost box with as many of them,
 * else the outermost one with fewer. */

/* Each line looks at all boxes around it. */
enum { MOST_NESTED = 100 };

static size_t count_colons(str text)
{
    return str_skip(text, 0, ":");
}

static struct md_callout *callout_of_box(const cmark_node *box)
{
    return ((const struct md_block *)box->user_data)->callout;
}

static bool is_box(const cmark_node *node)
{
    return node && node->type == CMARK_NODE_BLOCK_QUOTE && node->user_data &&
           callout_of_box(node) && callout_of_box(node)->colons > 0;
}

/* The box that so many colons end, of `box` and those directly around it;
 * NULL: none. */
static cmark_node *box_to_end(cmark_node *box, size_t colons)
{
    cmark_node *end = NULL;
    for (; is_box(box); box = box->parent) {
        if (callout_of_box(box)->colons == colons) {
            return box;
        }
        end = callout_of_box(box)->colons < colons ? box : end;
    }
    return end;
}

/* --- the line that ends one --- */

/* The number of colons in a line that has nothing else; 0: it is none. */
static size_t read_end(str line)
{
    str text = str_trim(line);
    size_t n = count_colons(text);
    return n >= 3 && n == text.n ? n : 0;
}

bool md_box_goes_on(struct md *md, cmark_parser *parser, cmark_node *box,
                    str line)
{
    if (callout_of_box(box)->ended) {
        return false;
    }
    cmark_node *last = box->last_child;
    bool html = last && last->type == CMARK_NODE_HTML_BLOCK &&
                (last->flags & CMARK_NODE__OPEN);
    size_t from = (size_t)cmark_parser_get_first_nonspace(parser);
    if (html && cmark_parser_get_indent(parser) < 4) {
        size_t colons = read_end(str_from_offset(line, from));
        if (colons && box_to_end(box, colons) == box) {
            md->box_ending = box;
            return false;
        }
    }
    return true;
}

bool md_box_may_hold(cmark_node *box, cmark_node_type type)
{
    return !callout_of_box(box)->ended && CMARK_NODE_TYPE_BLOCK_P(type) &&
           type != CMARK_NODE_ITEM;
}

/* The innermost box that goes on in this line, if no quote in it does. A list
 * in it ends with it. */
static cmark_node *box_around(cmark_node *parent)
{
    while (parent && parent->type != CMARK_NODE_BLOCK_QUOTE) {
        parent = parent->parent;
    }
    return is_box(parent) ? parent : NULL;
}

static cmark_node *end_box(struct md *md, cmark_parser *parser,
                           cmark_node *parent, size_t colons)
{
    cmark_node *inner = md->box_ending ? md->box_ending : box_around(parent);
    cmark_node *end = inner ? box_to_end(inner, colons) : NULL;
    md->box_ending = NULL;
    if (!end) {
        return NULL;
    }
    for (cmark_node *box = inner; box != end; box = box->parent) {
        callout_of_box(box)->ended = true;
    }
    callout_of_box(end)->ended = true;
    callout_of_box(end)->closed = true;
    return md_box_end_marker(md, parser, parent, end);
}

/* --- the line that begins one --- */

/* [a [b] c]: its length; 0: it is not closed. */
static size_t bracket_length(str text)
{
    size_t open = 0;
    for (size_t i = 0; i < text.n; i++) {
        open += text.p[i] == '[';
        open -= text.p[i] == ']';
        if (open == 0) {
            return i + 1;
        }
    }
    return 0;
}

static str without_colons(str text)
{
    size_t n = str_skip_back(text, text.n, ":");
    return text.n - n >= 3 ? str_trim(str_sub(text, 0, n)) : text;
}

/* Reads the text after the colons. Returns false if it begins no box. */
static bool read_start(struct md *md, str text, struct md_block *out,
                       str *title)
{
    text = str_trim(text);
    size_t n = md_callout_kind_length(text);
    out->callout->kind = str_sub(text, 0, n);
    text = str_from_offset(text, n);
    bool bracket = str_starts(text, STR("["));
    size_t length = bracket ? bracket_length(text) : 0;
    *title = bracket && length ? str_sub(text, 1, length - 2) : (str){0};
    text = str_from_offset(text, length);
    text = bracket ? str_trim(text) : text;
    text = str_from_offset(text, md_attributes_add(md, text, &out->attributes));
    if (n == 0 || (bracket && text.n) || (text.n && !is_space(text.p[0]))) {
        return false;
    }
    *title = bracket ? str_trim(*title) : without_colons(str_trim(text));
    return true;
}

/* The number of boxes around a line in that block. */
static int depth_in(cmark_node *node)
{
    while (node && !is_box(node)) {
        node = node->parent;
    }
    return node ? callout_of_box(node)->depth : 0;
}

static cmark_node *begin_box(struct md *md, cmark_parser *parser,
                             cmark_node *parent, str text)
{
    size_t colons = count_colons(text);
    struct md_callout callout = {.colons = colons,
                                 .depth = depth_in(parent) + 1};
    struct md_block block = {.callout = &callout};
    str title;
    text = arena_str(md->tree, str_from_offset(text, colons));
    if (callout.depth > MOST_NESTED || !read_start(md, text, &block, &title)) {
        return NULL;
    }
    callout.folds = str_eq_nocase(callout.kind, STR("details"));
    cmark_node *box = cmark_parser_add_child(
        parser, parent, CMARK_NODE_BLOCK_QUOTE,
        cmark_parser_get_first_nonspace_column(parser) + 1);
    struct md_block *kept = md_block_of(md, box);
    *kept = block;
    kept->callout = ARENA_NEW(md->tree, struct md_callout);
    *kept->callout = callout;
    *VEC_PUSH(&md->boxes, md->tree) = box;
    if (title.n) {
        cmark_node *node =
            cmark_node_new_with_mem(CMARK_NODE_PARAGRAPH, md->mem);
        node->start_line = cmark_parser_get_line_number(parser);
        cmark_node_set_string_content(node, arena_str(md->tree, title).p);
        cmark_node_append_child(box, node);
        kept->callout->title = node;
    }
    return box;
}

cmark_node *md_box_open(struct md *md, cmark_parser *parser, cmark_node *parent,
                        str line)
{
    size_t from = (size_t)cmark_parser_get_first_nonspace(parser);
    str text = str_from_offset(line, from);
    if (!str_starts(text, STR(":::"))) {
        return NULL;
    }
    size_t colons = read_end(text);
    if (!colons && cmark_parser_get_indent(parser) >= 4) {
        return NULL;
    }
    cmark_node *node = colons ? end_box(md, parser, parent, colons)
                              : begin_box(md, parser, parent, text);
    if (node) {
        md_take_line(parser, line);
    }
    return node;
}
