/* SPDX-License-Identifier: MIT */
#include "markdown/code/md_fence.h"
#include "markdown/md_attributes.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/slug.h"

/* A heading's id is the one that the author chose, ## Method {#how}, or is made
 * from its text as GitHub makes it. The results of shortcodes don't count, so
 * that it is the same whether they are rendered or not. Ids are unique in the
 * page: later ones of the same name get -1, -2. */

/* Takes the id off a text that ends with "{#id}". Empty: the text has none. */
static str take_explicit(str *text)
{
    str whole = str_trim(*text);
    size_t at = str_rfind_char(whole, '{');
    if (at == STR_NONE || !str_ends(whole, STR("}")) ||
        !str_starts_at(whole, at, STR("{#"))) {
        return (str){0};
    }
    str id = str_sub(whole, at + 2, whole.n - at - 3);
    if (str_find_any(id, 0, " \t\n\v\f\r<>\"'&{}") < id.n) {
        return (str){0};
    }
    if (id.n) {
        size_t end = (size_t)(whole.p - text->p) + at;
        *text = str_trim_end(str_sub(*text, 0, end));
    }
    return id;
}

/* The use of a name as an id. */
struct use {
    size_t next;   /* the number for the next heading of that name */
    bool reserved; /* an author chose it for a heading further down */
};

/* The earlier use of a name. NULL: this is the first one, which is noted. */
static struct use *use_id(struct md *md, str id, bool reserved)
{
    void **slot = map_put(&md->page->ids, md->tree, id);
    if (*slot) {
        return *slot;
    }
    struct use *use = ARENA_NEW(md->tree, struct use);
    *use = (struct use){.next = 1, .reserved = reserved};
    *slot = use;
    return NULL;
}

/* --- ids further down --- */

void md_heading_reserve_html(struct md *md, str html)
{
    struct html_token token;
    html_token_init(&token, html);
    while (md->options->raw_html && html_token_next(&token)) {
        const struct html_attr *id = html_token_attr(&token, STR("id"));
        if (id) {
            use_id(md, id->value, false);
        }
    }
}

static void reserve(struct md *md, cmark_node *node)
{
    cmark_node *last = node->last_child;
    str id = md_attributes_node_id(node);
    if (id.n) {
        use_id(md, id, true);
    }
    switch (node->type) {
    case CMARK_NODE_HEADING:
        if (last && last->type == CMARK_NODE_TEXT) {
            str text = md_literal(last);
            id = take_explicit(&text);
            if (id.n) {
                use_id(md, id, true);
            }
        }
        break;
    case CMARK_NODE_CODE_BLOCK:
        id = md_fence_read(str_from(cmark_node_get_fence_info(node)), md->tree)
                 .id;
        if (id.n) {
            use_id(md, id, false);
        }
        break;
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE:
        md_heading_reserve_html(md, md_literal(node));
        break;
    default: break;
    }
}

/* Few texts choose ids. The trees of the others are not walked. */
static bool chooses_ids(str text)
{
    if (str_find_char(text, '{') != STR_NONE) {
        return true;
    }
    for (str name; str_split(&text, '=', &name);) {
        if (name.n >= 2 && text.p &&
            str_eq_nocase(str_from_offset(name, name.n - 2), STR("id"))) {
            return true;
        }
    }
    return false;
}

void md_heading_reserve(struct md *md)
{
    if (md->options->gfm || !chooses_ids(md->text)) {
        return;
    }
    cmark_node *node = md->root;
    for (; node; node = md_next_node(node, md->root)) {
        reserve(md, node);
    }
}

/* --- ids --- */

static str make_unique(struct md *md, str id, bool chosen)
{
    struct use *use = use_id(md, id, false);
    if (!use) {
        return id;
    }
    if (chosen && use->reserved) {
        use->reserved = false;
        return id;
    }
    str name;
    do {
        name = arena_printf(md->tree, "%.*s-%zu", STR_ARG(id), use->next++);
    } while (use_id(md, name, false));
    return name;
}

str md_id_chosen(struct md *md, str id)
{
    return make_unique(md, id, true);
}

str md_heading_make_id(struct md *md, str text)
{
    str id = slug_heading(md->tree, text);
    return make_unique(md, id.n ? id : STR("section"), false);
}

str md_heading_id(struct md *md)
{
    bool heading = md->block->type == CMARK_NODE_HEADING;
    str id = heading ? md_attributes_node_id(md->block) : (str){0};
    size_t n = md->inlines.list.n;
    if (!id.n && n && md->inlines.list.p[n - 1].kind == MD_TEXT) {
        id = take_explicit(&md->inlines.list.p[n - 1].text);
    }
    if (id.n) {
        return make_unique(md, id, true);
    }
    buf_clear(&md->scratch);
    md_inline_plain(md, false, &md->scratch);
    return md_heading_make_id(md, buf_str(&md->scratch));
}

/* The next block in the document's order that may hold or be a heading. */
static cmark_node *next_block(cmark_node *node, const cmark_node *root)
{
    cmark_node_type type = node->type;
    bool holds_blocks = type == CMARK_NODE_BLOCK_QUOTE ||
                        type == CMARK_NODE_LIST || type == CMARK_NODE_ITEM;
    cmark_node *next = holds_blocks ? node->first_child : NULL;
    while (!next && node != root) {
        next = node->next;
        node = node->parent;
    }
    return next;
}

bool md_has_top_heading(const struct md *md)
{
    cmark_node *node = md->root->first_child;
    for (; node; node = next_block(node, md->root)) {
        if (node->type == CMARK_NODE_HEADING &&
            cmark_node_get_heading_level(node) == 1) {
            return true;
        }
    }
    return false;
}

/* The text in md->scratch, without the space at its end that an inline that was
 * left out leaves. */
static str take_scratch(struct md *md)
{
    str text = str_trim_end(buf_str(&md->scratch));
    buf_clear(&md->scratch);
    return arena_str(md->tree, text);
}

void md_heading_add(struct md *md, int level, str id)
{
    struct md_heading heading = {.level = level, .id = id};
    buf_clear(&md->scratch);
    md_inline_plain(md, true, &md->scratch);
    heading.title = take_scratch(md);
    md_inline_unlinked(md, &md->scratch);
    heading.html = take_scratch(md);
    if (heading.title.n) {
        *VEC_PUSH(&md->headings, md->tree) = heading;
    }
}

void md_heading_add_plain(struct md *md, int level, str id, str text)
{
    buf_clear(&md->scratch);
    html_escape(text, &md->scratch);
    *VEC_PUSH(&md->headings, md->tree) = (struct md_heading){
        level, arena_str(md->tree, id), text, take_scratch(md)};
}
