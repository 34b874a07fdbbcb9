/* SPDX-License-Identifier: MIT */
#include <cmark-gfm-core-extensions.h>

#include "markdown/code/md_fence.h"
#include "markdown/md_attributes.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_escape.h"

/* Prints the blocks. Walks the tree without recursion, so that no nesting of
 * quotes and lists is too deep. */

struct renderer {
    struct md *md;
    bool table_body; /* the body of the current table is open */
    bool row_heads;  /* its first column holds the heads of the rows */
    size_t column;   /* of the next cell */
};

enum block_kind { TABLE, TABLE_HEADER, TABLE_ROW, TABLE_CELL, TASK, OTHER };

void md_end_line(struct buf *out)
{
    if (out->n && out->p[out->n - 1] != '\n') {
        buf_putc(out, '\n');
    }
}

static void put_on_new_line(struct buf *out, str s)
{
    md_end_line(out);
    buf_put(out, s);
}

void md_go_to_line(struct md *md, int line)
{
    md->line = line + md_shortcodes_hidden(md, line);
}

span md_line(struct md *md, int line)
{
    md_go_to_line(md, line);
    size_t off = md_block_offset(md);
    return span_of(md->source, off, str_line(md->source->text, off).n);
}

void md_go_to_block(struct md *md, const cmark_node *node)
{
    while (node && !node->start_line) {
        node = node->parent;
    }
    md_go_to_line(md, node ? node->start_line : 1);
}

/* The extensions' node types are known by name only. */
static enum block_kind extension_kind(cmark_node *node)
{
    static const str names[] = {
        [TABLE] = STR_INIT("table"),
        [TABLE_HEADER] = STR_INIT("table_header"),
        [TABLE_ROW] = STR_INIT("table_row"),
        [TABLE_CELL] = STR_INIT("table_cell"),
        [TASK] = STR_INIT("tasklist"),
    };
    if (!cmark_node_get_syntax_extension(node)) {
        return OTHER;
    }
    str name = str_from(cmark_node_get_type_string(node));
    for (size_t i = 0; i < OTHER; i++) {
        if (str_eq(name, names[i])) {
            return (enum block_kind)i;
        }
    }
    return OTHER;
}

static void find_mail(struct md *md)
{
    if (md->has_mail) {
        md_mail(md);
    }
}

void md_print_inlines(struct md *md)
{
    find_mail(md);
    if (md->options->smart) {
        md_smart(md);
    }
    md_abbreviate(md);
    md_inline(md);
}

/* A start tag without the '>', with what the author chose for it. */
static void put_start(struct md *md, cmark_node *node, str tag, str classes,
                      str own)
{
    const struct attributes *attributes = md_attributes_of(node);
    md_end_line(&md->out);
    buf_put(&md->out, tag);
    if (attributes) {
        md_go_to_line(md, node->start_line);
    }
    if (attributes || classes.n) {
        md_attributes_put(md, attributes, classes, own, &md->out);
    }
}

static void put_heading(struct md *md, cmark_node *node)
{
    int level = node->as.heading.level;
    level += md->demote && level < 6;
    md_end_line(&md->out);
    buf_printf(&md->out, "<h%d", level);
    md_flatten(md, node);
    find_mail(md);
    /* A heading without text is no target for links. */
    bool named = !md->options->gfm && md->inlines.list.n > 0;
    str id = named ? md_heading_id(md) : (str){0};
    if (md->options->smart) {
        md_smart(md);
    }
    const struct attributes *attributes = md_attributes_of(node);
    md_put_attribute(&md->out, STR("id"), id);
    /* kramdown's class, too, keeps a heading out of the contents. */
    str no_toc = md_attributes_class(attributes, STR("no_toc"));
    if (named && (!no_toc.p || no_toc.n)) {
        md_heading_add(md, level, id);
    }
    md_attributes_put(md, attributes, (str){0}, STR("id"), &md->out);
    buf_putc(&md->out, '>');
    md_abbreviate(md);
    md_inline(md);
    buf_printf(&md->out, "</h%d>\n", level);
}

bool md_is_tight(cmark_node *paragraph)
{
    cmark_node *list = paragraph->parent->parent;
    return list && list->type == CMARK_NODE_LIST && list->as.list.tight;
}

/* Each on a line of its own, as the author wrote them. */
static void put_shortcodes(struct md *md)
{
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind == MD_SHORTCODE) {
            buf_put(&md->out, md_shortcode_html(md, item->number, true));
            md_end_line(&md->out);
        }
    }
}

/* Whether the block is one picture with a title. */
static bool is_figure(const struct md *md)
{
    size_t n = md->inlines.list.n;
    const struct md_inline *p = md->inlines.list.p;
    bool pair = n > 1 && p[0].kind == MD_IMAGE && p[n - 1].kind == MD_IMAGE &&
                p[n - 1].closes && p[0].title.n && !md->options->gfm;
    for (size_t i = 1; pair && i + 1 < n; i++) {
        pair = p[i].kind != MD_IMAGE;
    }
    return pair;
}

static void put_figure(struct md *md)
{
    struct md_inline *image = &md->inlines.list.p[0];
    str title = image->title;
    image->title = (str){0};
    buf_put(&md->out, STR("<figure"));
    md_attributes_put(md, md_attributes_of(md->block), (str){0}, (str){0},
                      &md->out);
    buf_putc(&md->out, '>');
    md_print_inlines(md);
    buf_put(&md->out, STR("<figcaption>"));
    html_escape(title, &md->out);
    buf_put(&md->out, STR("</figcaption></figure>\n"));
}

static void put_paragraph(struct md *md, cmark_node *node)
{
    cmark_node *parent = node->parent;
    size_t words = md->words;
    md_flatten(md, node);
    if (md->options->definition_lists && md->has_colons &&
        md_definitions(md, node)) {
        return;
    }
    bool has_words = md->words > words;
    if (parent == md->root && !md->options->gfm && md_toc_is_word(md)) {
        md->words = words;
        md_end_line(&md->out);
        md_toc_place(md, node);
        return;
    }
    if (md_is_tight(node)) {
        md_print_inlines(md);
        return;
    }
    md_end_line(&md->out);
    size_t from = md->out.n;
    if (md_shortcodes_alone(md)) {
        put_shortcodes(md);
        return;
    }
    if (is_figure(md) && parent->type != CMARK_NODE_FOOTNOTE_DEFINITION) {
        put_figure(md);
        return;
    }
    md->paragraph = MD_PARAGRAPH_DUE;
    md_print_inlines(md);
    if (parent->type == CMARK_NODE_FOOTNOTE_DEFINITION && !node->next) {
        md_paragraph_start(md);
        buf_putc(&md->out, ' ');
        md_footnote_back(md);
    }
    md_paragraph_end(md);
    md->paragraph = MD_NO_PARAGRAPH;
    if (!md->has_summary && parent == md->root && has_words) {
        md_summarise(md, from);
    }
}

static void code_block(struct md *md, cmark_node *node)
{
    const char *fence = cmark_node_get_fence_info(node);
    str info = md_unprotect(md, str_from(fence), false);
    if (!md->options->gfm) {
        bool math = md->options->math &&
                    str_eq(md_fence_read(info, md->tree).language, STR("math"));
        md_end_line(&md->out);
        if (math) {
            md_go_to_line(md, node->start_line);
            buf_put(&md->out, md_math_fence(md, md_code_text(md, node)));
            buf_putc(&md->out, '\n');
        } else {
            md_code_block(md, node, info);
        }
        return;
    }
    put_on_new_line(&md->out, STR("<pre><code"));
    if (info.n) { /* GitHub takes the first word as the language */
        buf_put(&md->out, STR(" class=\"language-"));
        html_escape(str_sub(info, 0, str_find_space(info, 0)), &md->out);
        buf_putc(&md->out, '"');
    }
    buf_putc(&md->out, '>');
    html_escape(md_code_text(md, node), &md->out);
    buf_put(&md->out, STR("</code></pre>\n"));
}

static void html_block(struct md *md, cmark_node *node)
{
    str html = md_unprotect(md, md_literal(node), true);
    if (md_more_block(md, node, &html) && html.n == 0) {
        return;
    }
    md_end_line(&md->out);
    md_go_to_line(md, node->start_line);
    md_foreign_html(md, html);
    md_raw_html(md, md_shortcodes_expand(md, html), true);
    md_end_line(&md->out);
}

/* Prints the start of a list. Returns false if the contents of the page replace
 * it. */
static bool list_start(struct md *md, cmark_node *node)
{
    int start = node->as.list.start;
    bool bullet = node->as.list.list_type == CMARK_BULLET_LIST;
    if (md_toc_is(node)) {
        md_end_line(&md->out);
        md_toc_place(md, node);
        return false;
    }
    str chosen = attributes_get(md_attributes_of(node), STR("start"));
    put_start(md, node, bullet ? STR("<ul") : STR("<ol"), (str){0}, (str){0});
    if (!bullet && start != 1 && !chosen.p) {
        buf_printf(&md->out, " start=\"%d\"", start);
    }
    buf_put(&md->out, STR(">\n"));
    return true;
}

static void put_task_item(struct md *md, cmark_node *node)
{
    bool checked = cmark_gfm_extensions_get_tasklist_item_checked(node);
    bool gfm = md->options->gfm;
    put_start(md, node, STR("<li"), gfm ? (str){0} : STR("task-list-item"),
              (str){0});
    buf_putc(&md->out, '>');
    if (checked) {
        buf_put(&md->out, gfm ? STR("<input type=\"checkbox\" checked=\"\" "
                                    "disabled=\"\" /> ")
                              : STR("<input type=\"checkbox\" checked disabled "
                                    "aria-label=\"done\"> "));
    } else {
        buf_put(&md->out, gfm ? STR("<input type=\"checkbox\" "
                                    "disabled=\"\" /> ")
                              : STR("<input type=\"checkbox\" disabled "
                                    "aria-label=\"to do\"> "));
    }
}

static void row_start(struct renderer *renderer, bool header)
{
    struct buf *out = &renderer->md->out;
    renderer->column = 0;
    if (header) {
        put_on_new_line(out, STR("<thead>"));
    } else if (!renderer->table_body) {
        put_on_new_line(out, STR("<tbody>"));
        renderer->table_body = true;
    }
    put_on_new_line(out, STR("<tr>"));
}

static bool has_text(const cmark_node *row)
{
    bool any = false;
    for (cmark_node *cell = row->first_child; cell; cell = cell->next) {
        any = any || cell->first_child;
    }
    return any;
}

/* A head without text names nothing: it is a plain cell. In the corner of a
 * table it says that the rows have heads too, in the column below it. */
static bool is_head(const struct renderer *renderer, cmark_node *cell)
{
    if (renderer->md->options->gfm) {
        return !renderer->table_body;
    }
    bool row_head = renderer->row_heads && renderer->column == 0;
    return cell->first_child && (!renderer->table_body || row_head);
}

static void put_cell(struct renderer *renderer, cmark_node *node)
{
    struct md *md = renderer->md;
    cmark_node *table = node->parent->parent;
    bool header = is_head(renderer, node);
    const uint8_t *aligned = cmark_gfm_extensions_get_table_alignments(table);
    size_t i = renderer->column++;
    bool known = aligned && i < cmark_gfm_extensions_get_table_columns(table);
    char align = (char)(known ? aligned[i] : '\0');
    put_on_new_line(&md->out, header ? STR("<th") : STR("<td"));
    if (header && renderer->row_heads) {
        buf_put(&md->out, renderer->table_body ? STR(" scope=\"row\"")
                                               : STR(" scope=\"col\""));
    }
    if (align) {
        bool gfm = md->options->gfm;
        buf_put(&md->out, gfm ? STR(" align=\"") : STR(" class=\"align-"));
        buf_put(&md->out, align == 'l'   ? STR("left\"")
                          : align == 'r' ? STR("right\"")
                                         : STR("center\""));
    }
    buf_putc(&md->out, '>');
    md_flatten(md, node);
    md_print_inlines(md);
    buf_put(&md->out, header ? STR("</th>") : STR("</td>"));
}

/* enter_extension and enter_block return whether the node's children are blocks
 * that have to be walked. */
static bool enter_extension(struct renderer *renderer, cmark_node *node,
                            enum block_kind kind)
{
    struct md *md = renderer->md;
    switch (kind) {
    case TABLE:
        renderer->table_body = false;
        renderer->row_heads = false;
        put_start(md, node, STR("<table"), (str){0}, (str){0});
        buf_putc(&md->out, '>');
        return true;
    case TABLE_HEADER:
        if (!md->options->gfm && !has_text(node)) {
            return false; /* only Markdown wants a line there */
        }
        renderer->row_heads = !node->first_child->first_child;
        row_start(renderer, true);
        return true;
    case TABLE_ROW: row_start(renderer, false); return true;
    case TABLE_CELL: put_cell(renderer, node); return false;
    case TASK: put_task_item(md, node); return true;
    case OTHER: return true;
    }
    return true;
}

static bool enter_block(struct renderer *renderer, cmark_node *node)
{
    struct md *md = renderer->md;
    enum block_kind kind = extension_kind(node);
    if (kind != OTHER) {
        return enter_extension(renderer, node, kind);
    }
    switch (node->type) {
    case CMARK_NODE_BLOCK_QUOTE:
        md_end_line(&md->out);
        if (md->options->gfm || !md_callout_start(md, node)) {
            put_start(md, node, STR("<blockquote"), (str){0}, (str){0});
            buf_put(&md->out, STR(">\n"));
        }
        return true;
    case CMARK_NODE_LIST: return list_start(md, node);
    case CMARK_NODE_ITEM:
        put_start(md, node, STR("<li"), (str){0}, (str){0});
        buf_putc(&md->out, '>');
        return true;
    case CMARK_NODE_FOOTNOTE_DEFINITION: md_footnote_enter(md); return true;
    case CMARK_NODE_HEADING: put_heading(md, node); return false;
    case CMARK_NODE_PARAGRAPH: put_paragraph(md, node); return false;
    case CMARK_NODE_CODE_BLOCK: code_block(md, node); return false;
    case CMARK_NODE_HTML_BLOCK: html_block(md, node); return false;
    case CMARK_NODE_THEMATIC_BREAK:
        if (md_toc_is(node)) {
            md_toc_place(md, node);
            return false;
        }
        put_on_new_line(&md->out,
                        md->options->gfm ? STR("<hr />\n") : STR("<hr>\n"));
        return false;
    default: return true;
    }
}

static void leave_extension(struct renderer *renderer, enum block_kind kind)
{
    struct buf *out = &renderer->md->out;
    switch (kind) {
    case TABLE:
        if (renderer->table_body) {
            put_on_new_line(out, STR("</tbody>"));
        }
        renderer->table_body = false;
        put_on_new_line(out, STR("</table>\n"));
        break;
    case TABLE_HEADER: put_on_new_line(out, STR("</tr>\n</thead>")); break;
    case TABLE_ROW: put_on_new_line(out, STR("</tr>")); break;
    case TASK: buf_put(out, STR("</li>\n")); break;
    case TABLE_CELL:
    case OTHER: break;
    }
}

str md_block_end(const cmark_node *node)
{
    switch (node->type) {
    case CMARK_NODE_BLOCK_QUOTE: return md_quote_end(node);
    case CMARK_NODE_LIST:
        return node->as.list.list_type == CMARK_BULLET_LIST ? STR("</ul>\n")
                                                            : STR("</ol>\n");
    case CMARK_NODE_ITEM: return STR("</li>\n");
    default: return (str){NULL, 0};
    }
}

static void leave_block(struct renderer *renderer, cmark_node *node)
{
    struct md *md = renderer->md;
    enum block_kind kind = extension_kind(node);
    if (kind != OTHER) {
        leave_extension(renderer, kind);
        return;
    }
    str end = md_block_end(node);
    if (node->type == CMARK_NODE_BLOCK_QUOTE) {
        put_on_new_line(&md->out, end);
    } else if (node->type == CMARK_NODE_FOOTNOTE_DEFINITION) {
        md_footnote_exit(md);
    } else {
        buf_put(&md->out, end);
    }
}

/* The next block in document order. Prints the ends of those before it. */
static cmark_node *block_after(struct renderer *renderer, cmark_node *node)
{
    while (node != renderer->md->root) {
        cmark_node *next = node->next;
        if (next) {
            return next;
        }
        node = node->parent;
        leave_block(renderer, node);
    }
    return NULL;
}

void md_render(struct md *md)
{
    struct renderer renderer = {.md = md};
    md_attributes_take(md);
    md_footnotes_begin(md);
    if (!md->options->gfm && (md->options->abbreviations ||
                              md->options->unset & MARKDOWN_ABBREVIATIONS)) {
        md_abbreviations_take(md);
    }
    md_heading_reserve(md);
    md->has_mail = md_may_have_mail(md->text);
    md->has_foreign =
        !md->options->gfm && md_may_have_foreign(md->source->text);
    md->demote =
        md->page->demote || (md->options->demote_headings &&
                             !md->options->gfm && md_has_top_heading(md));
    cmark_node *node = md->root->first_child;
    while (node) {
        bool inside = enter_block(&renderer, node);
        cmark_node *child = inside ? node->first_child : NULL;
        if (child) {
            node = child;
            continue;
        }
        if (inside) {
            leave_block(&renderer, node);
        }
        node = block_after(&renderer, node);
    }
    md_footnotes_end(md);
}
