/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"

#include "markdown/md_parse.h"
#include "markdown/shortcode/md_shortcode.h"

enum {
    LONGEST = 2000,  /* bytes of a list, which are read at each '{' */
    MOST_ITEMS = 40, /* of an element */
};

/* The user data of a marker. */
struct md_marker {
    struct attributes items;
    str text;       /* as typed, protected */
    bool kramdown;  /* {: } */
    bool toc;       /* {:toc} without a list */
    bool heading;   /* at the end of a heading */
    bool belongs;   /* to the element before it in the line */
    bool defines;   /* {:name: .x} */
    bool ends_box;  /* a line of colons */
    cmark_node *to; /* a line: the block directly above it; NULL: none */
};

/* --- one list --- */

/* The name of an id or a class. A class does not begin with a digit: {:.2f}
 * is a format. */
static bool is_mark_name(const struct attribute *item)
{
    str name = item->name;
    char first = name.p[0];
    bool begins = is_alpha(first) || first == '_' || first == '-' ||
                  (unsigned char)first >= 0x80 ||
                  (item->kind == ATTRIBUTE_ID && is_digit(first));
    return begins && str_find_any(name, 0, " \t\n\v\f\r<>\"'&{}()") == name.n;
}

static bool is_pair_name(str name)
{
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (!is_alnum(c) && !is_any_of(c, "-_:.")) {
            return false;
        }
    }
    return is_alpha(name.p[0]);
}

/* {original}: the picture is shown as its file has it. */
static bool is_wish(const struct attribute *item)
{
    return item->kind == ATTRIBUTE_FLAG && str_eq(item->name, STR("original"));
}

/* A word alone is for kramdown the name of a list. */
static bool is_item(const struct attribute *item, bool kramdown)
{
    switch (item->kind) {
    case ATTRIBUTE_ID:
    case ATTRIBUTE_CLASS: return is_mark_name(item);
    case ATTRIBUTE_PAIR: return is_pair_name(item->name);
    case ATTRIBUTE_FLAG: return kramdown && is_pair_name(item->name);
    }
    return false;
}

/* Whether it is {:name: ...}, whose name is read as a flag with a colon. */
static bool is_definition(const struct md_marker *marker)
{
    const struct attribute *first = marker->items.list.p;
    return marker->kramdown && first->kind == ATTRIBUTE_FLAG &&
           str_ends(first->name, STR(":"));
}

/* The list at the start of the text: its length; 0: none is there. */
static size_t read_marker(struct md *md, str text, struct md_marker *out)
{
    *out = (struct md_marker){.kramdown = str_starts(text, STR("{:"))};
    size_t n =
        attributes_read(str_sub(text, 0, LONGEST), md->tree, &out->items);
    for (size_t i = 0; i < out->items.list.n; i++) {
        struct attribute *item = &out->items.list.p[i];
        if (is_wish(item)) {
            item->kind = ATTRIBUTE_PAIR;
            item->value = item->name;
        }
        if (!is_item(item, out->kramdown)) {
            return 0;
        }
    }
    out->text = str_sub(text, 0, n);
    return out->items.list.n ? n : 0;
}

static struct md_marker *keep_marker(const struct md *md,
                                     struct md_marker marker)
{
    struct md_marker *kept = ARENA_NEW(md->tree, struct md_marker);
    *kept = marker;
    return kept;
}

/* --- names of lists --- */

/* Whether all names in a list are defined, or "toc" if that is set. */
static bool knows_names(const struct md *md, const struct attributes *items,
                        bool toc)
{
    for (size_t i = 0; i < items->list.n; i++) {
        const struct attribute *item = &items->list.p[i];
        if (item->kind == ATTRIBUTE_FLAG &&
            !(toc && str_eq(item->name, STR("toc"))) &&
            !map_get(&md->attribute_lists, item->name)) {
            return false;
        }
    }
    return true;
}

/* Adds items, with the lists of names in place of the names. */
static void add_items(const struct md *md, const struct attributes *items,
                      struct attributes *into)
{
    for (size_t i = 0; i < items->list.n; i++) {
        const struct attribute *item = &items->list.p[i];
        if (item->kind != ATTRIBUTE_FLAG) {
            *VEC_PUSH(&into->list, md->tree) = *item;
            continue;
        }
        const struct attributes *named =
            map_get(&md->attribute_lists, item->name);
        for (size_t k = 0; named && k < named->list.n; k++) {
            *VEC_PUSH(&into->list, md->tree) = named->list.p[k];
        }
    }
}

/* Returns false, having added nothing, if a name is unknown or the list gets
 * too long. */
static bool add_list(const struct md *md, const struct md_marker *marker,
                     bool toc, struct attributes *into)
{
    struct attributes read = {0};
    if (marker->items.list.n > MOST_ITEMS ||
        !knows_names(md, &marker->items, toc)) {
        return false;
    }
    add_items(md, &marker->items, &read);
    if (into->list.n + read.list.n > MOST_ITEMS) {
        return false;
    }
    add_items(md, &read, into);
    return true;
}

/* The word {:toc} in a list. */
static bool has_toc(const struct md_marker *marker)
{
    for (size_t i = 0; i < marker->items.list.n; i++) {
        const struct attribute *item = &marker->items.list.p[i];
        if (item->kind == ATTRIBUTE_FLAG && str_eq(item->name, STR("toc"))) {
            return true;
        }
    }
    return false;
}

/* Defines a list, for uses before and after the definition. */
static void define(struct md *md, struct md_marker *marker)
{
    str name = marker->items.list.p[0].name;
    struct md_marker rest = *marker;
    rest.items.list.p++;
    rest.items.list.n--;
    struct attributes *list = ARENA_NEW(md->tree, struct attributes);
    *list = (struct attributes){0};
    if (add_list(md, &rest, false, list)) {
        *map_put(&md->attribute_lists, md->tree, str_sub(name, 0, name.n - 1)) =
            list;
    }
    marker->defines = true;
}

/* --- within a line --- */

/* Whether a list may be after the node, as far as it is known while cmark
 * parses: marks of emphasis are text until the end of the block. */
static bool may_have_attributes(cmark_node *node, char before)
{
    switch (node->type) {
    case CMARK_NODE_IMAGE:
    case CMARK_NODE_LINK: return true; /* a bare address would go on with '{' */
    case CMARK_NODE_CODE: return !node->user_data;
    case CMARK_NODE_HTML_INLINE: return node->user_data;
    case CMARK_NODE_TEXT: return before && strchr("*_~=^", before);
    default: return false;
    }
}

cmark_node *md_attributes_at(const struct md_inline_place *place)
{
    struct md *md = place->md;
    cmark_node *last = place->parent->last_child;
    size_t off;
    str text = md_parser_text(place, &off);
    if (md->options->gfm || !last || off == 0) {
        return NULL;
    }
    bool after = may_have_attributes(last, text.p[off - 1]);
    bool heading = place->parent->type == CMARK_NODE_HEADING;
    if (!after && !(heading && str_ends(text, STR("}")))) {
        return NULL;
    }
    struct md_marker marker;
    size_t n = read_marker(md, str_from_offset(text, off), &marker);
    bool ends = off + n == text.n;
    /* {#id} alone, at the end of a heading, is for md_heading.c. */
    bool id_alone = n && !marker.kramdown && marker.items.list.n == 1 &&
                    marker.items.list.p[0].kind == ATTRIBUTE_ID;
    if (n == 0 || is_definition(&marker) || (heading && ends && id_alone) ||
        (!after && !(heading && ends))) {
        return NULL;
    }
    marker.heading = !after;
    marker.text = arena_str(md->tree, marker.text);
    cmark_node *node = md_new_node(md, CMARK_NODE_HTML_INLINE, marker.text);
    node->user_data = keep_marker(md, marker);
    cmark_inline_parser_set_offset(place->parser, (int)(off + n));
    return node;
}

const struct attributes *md_attributes_after(struct md *md, cmark_node *next)
{
    struct attributes *all = NULL;
    for (; next && next->type == CMARK_NODE_HTML_INLINE && next->user_data;
         next = next->next) {
        struct md_marker *marker = next->user_data;
        struct attributes read = {0};
        if (all) {
            read = *all;
        }
        if (marker->heading || !add_list(md, marker, false, &read)) {
            break;
        }
        marker->belongs = true;
        all = all ? all : ARENA_NEW(md->tree, struct attributes);
        *all = read;
    }
    return all;
}

/* --- blocks --- */

struct md_block *md_block_of(const struct md *md, cmark_node *block)
{
    if (!block->user_data) {
        block->user_data = ARENA_NEW(md->tree, struct md_block);
        *(struct md_block *)block->user_data = (struct md_block){0};
    }
    return block->user_data;
}

static bool may_be_attributed(cmark_node *node)
{
    switch (node->type) {
    case CMARK_NODE_PARAGRAPH:
    case CMARK_NODE_HEADING:
    case CMARK_NODE_LIST:
    case CMARK_NODE_BLOCK_QUOTE:
    case CMARK_NODE_CODE_BLOCK: return true;
    default:
        return node->extension &&
               str_eq(str_from(cmark_node_get_type_string(node)), STR("table"));
    }
}

static struct md_marker *line_marker(cmark_node *node)
{
    return node->type == CMARK_NODE_THEMATIC_BREAK ? node->user_data : NULL;
}

/* The block that ends if a line in `parent` begins another one. */
static cmark_node *block_above(cmark_node *parent)
{
    cmark_node *above = NULL;
    while (!cmark_node_can_contain_type(parent, CMARK_NODE_THEMATIC_BREAK)) {
        above = parent;
        parent = parent->parent;
    }
    return above ? above : parent->last_child;
}

/* Whether a blank line is after the block, or at the end of its last item. */
static bool ends_blank(const cmark_node *node)
{
    while (node && !(node->flags & CMARK_NODE__LAST_LINE_BLANK)) {
        bool list =
            node->type == CMARK_NODE_LIST || node->type == CMARK_NODE_ITEM;
        node = list ? node->last_child : NULL;
    }
    return node != NULL;
}

size_t md_attributes_add(struct md *md, str text, struct attributes *into)
{
    struct md_marker marker;
    size_t n = read_marker(md, text, &marker);
    return n && !is_definition(&marker) && add_list(md, &marker, false, into)
               ? n
               : 0;
}

/* * {:.x} text: the list goes to the item. */
static void take_item(struct md *md, cmark_parser *parser, cmark_node *item,
                      str line, size_t from)
{
    struct attributes list = {0};
    str text = arena_str(md->tree, str_sub(line, from, LONGEST));
    size_t end = from + md_attributes_add(md, text, &list);
    if (list.list.n && end < line.n && is_space(line.p[end])) {
        md_block_of(md, item)->attributes = list;
        int done = cmark_parser_get_offset(parser);
        cmark_parser_advance_offset(parser, line.p, (int)end - done, 0);
    }
}

/* A node in the place of a line. */
static cmark_node *add_marker(struct md *md, cmark_parser *parser,
                              cmark_node *parent, struct md_marker marker)
{
    int column = cmark_parser_get_first_nonspace_column(parser) + 1;
    cmark_node *node = cmark_parser_add_child(
        parser, parent, CMARK_NODE_THEMATIC_BREAK, column);
    node->user_data = keep_marker(md, marker);
    *VEC_PUSH(&md->markers, md->tree) = node;
    return node;
}

cmark_node *md_box_end_marker(struct md *md, cmark_parser *parser,
                              cmark_node *parent, cmark_node *box)
{
    struct md_marker marker = {.ends_box = true, .to = box};
    return add_marker(md, parser, parent, marker);
}

cmark_node *md_attributes_open(struct md *md, cmark_parser *parser,
                               cmark_node *parent, str line)
{
    size_t from = (size_t)cmark_parser_get_first_nonspace(parser);
    str text = str_trim(str_from_offset(line, from));
    if (parent->type == CMARK_NODE_ITEM && !parent->first_child &&
        str_starts(text, STR("{:"))) {
        take_item(md, parser, parent, line, from);
        return NULL;
    }
    struct md_marker marker;
    if (!str_ends(text, STR("}")) || text.n > LONGEST ||
        read_marker(md, arena_str(md->tree, text), &marker) != text.n) {
        return NULL;
    }
    cmark_node *above = block_above(parent);
    bool direct = false;
    if (above && line_marker(above)) {
        direct = above->start_line + 1 == cmark_parser_get_line_number(parser);
    } else if (above) {
        direct = may_be_attributed(above) && !ends_blank(above);
    }
    if (!direct && !marker.kramdown) {
        return NULL;
    }
    marker.to = direct ? above : NULL;
    if (is_definition(&marker)) {
        define(md, &marker);
    }
    cmark_node *node = add_marker(md, parser, parent, marker);
    md_take_line(parser, line);
    return node;
}

/* --- the tree --- */

static bool attach(const struct md *md, const struct md_marker *marker,
                   cmark_node *block)
{
    bool list = block->type == CMARK_NODE_LIST;
    if (has_toc(marker) && !list) {
        return false;
    }
    bool tight = block->type == CMARK_NODE_PARAGRAPH && md_is_tight(block);
    struct md_block *data = md_block_of(md, tight ? block->parent : block);
    if (!add_list(md, marker, list, &data->attributes)) {
        return false;
    }
    data->toc = data->toc || has_toc(marker);
    return true;
}

/* The block directly before the marker. A paragraph of link definitions is no
 * longer there. */
static cmark_node *block_after(cmark_node *node)
{
    cmark_node *to = ((struct md_marker *)node->user_data)->to;
    const struct md_marker *marker = to ? line_marker(to) : NULL;
    to = marker ? marker->to : to;
    return node->prev == to ? to : NULL;
}

/* Puts lists into the blocks above them. Keeps the others in md->markers. */
static void take_after(struct md *md)
{
    size_t kept = 0;
    for (size_t i = 0; i < md->markers.n; i++) {
        cmark_node *node = md->markers.p[i];
        struct md_marker *marker = node->user_data;
        if (marker->ends_box) {
            cmark_node_unlink(node);
            continue;
        }
        marker->to = block_after(node);
        if (marker->defines || (marker->to && attach(md, marker, marker->to))) {
            cmark_node_unlink(node);
        } else {
            marker->to = NULL;
            md->markers.p[kept++] = node;
        }
    }
    md->markers.n = kept;
}

/* Sets the blocks of lists that are directly above them. Goes from the last
 * list to the first, so that a list above another one gets the same block. */
static void find_below(struct md *md)
{
    for (size_t i = md->markers.n; i-- > 0;) {
        cmark_node *node = md->markers.p[i];
        struct md_marker *marker = node->user_data;
        cmark_node *next = node->next;
        if (!next || !marker->kramdown ||
            next->start_line != node->start_line + 1) {
            continue;
        }
        const struct md_marker *below = line_marker(next);
        marker->to = below ? below->to : may_be_attributed(next) ? next : NULL;
    }
}

void md_attributes_take(struct md *md)
{
    take_after(md);
    find_below(md);
    for (size_t i = 0; i < md->markers.n; i++) {
        cmark_node *node = md->markers.p[i];
        struct md_marker *marker = node->user_data;
        if (marker->to && attach(md, marker, marker->to)) {
            cmark_node_unlink(node);
        } else if (has_toc(marker)) {
            marker->toc = true;
        } else {
            /* It becomes the paragraph that it looks like. */
            node->user_data = NULL;
            node->type = CMARK_NODE_PARAGRAPH;
            cmark_node_append_child(
                node, md_new_node(md, CMARK_NODE_TEXT, marker->text));
        }
    }
}

const struct attributes *md_attributes_of(cmark_node *block)
{
    const struct md_block *data = block->user_data;
    return data ? &data->attributes : NULL;
}

str md_attributes_rest(struct md *md, cmark_node *node)
{
    struct md_marker *marker = node->user_data;
    if (marker->heading) {
        struct md_block *block = md_block_of(md, node->parent);
        marker->belongs = add_list(md, marker, false, &block->attributes);
    }
    return marker->belongs ? (str){0} : marker->text;
}

str md_attributes_node_id(cmark_node *node)
{
    if (!node->user_data) {
        return (str){0};
    }
    if (node->type == CMARK_NODE_HTML_INLINE) {
        const struct md_marker *marker = node->user_data;
        return md_attributes_id(&marker->items);
    }
    return may_be_attributed(node) || node->type == CMARK_NODE_ITEM
               ? md_attributes_id(md_attributes_of(node))
               : (str){0};
}

bool md_toc_is(cmark_node *node)
{
    if (!node->user_data) {
        return false;
    }
    const struct md_marker *marker = line_marker(node);
    return marker ? marker->toc : ((struct md_block *)node->user_data)->toc;
}
