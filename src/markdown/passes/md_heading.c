/* SPDX-License-Identifier: MIT */
#include "markdown/code/md_fence.h"
#include "markdown/md_attributes.h"
#include "markdown/md_node.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/slug.h"

/* A heading's id is what the author wrote, ## Method {#how}, or made from its
 * text as GitHub makes it; from what stands in the post alone, so that it is
 * the same whether shortcodes are rendered or not. Ids are unique in the page:
 * later ones of the same name get -1, -2. */

/* The "{#id}" at the end of a text, and the text without it. */
static str take_explicit(str *text)
{
    str whole = str_trim(*text);
    size_t at = str_rfind_char(whole, '{');
    if (at == STR_NONE || !str_ends(whole, STR("}")) ||
        !str_starts(str_from_offset(whole, at), STR("{#"))) {
        return (str){0};
    }
    str id = str_sub(whole, at + 2, whole.n - at - 3);
    for (size_t i = 0; i < id.n; i++) {
        if (is_space(id.p[i]) || strchr("<>\"'&{}", id.p[i])) {
            return (str){0};
        }
    }
    if (id.n) {
        size_t end = (size_t)(whole.p - text->p) + at;
        while (end > 0 && is_space(text->p[end - 1])) {
            end--;
        }
        text->n = end;
    }
    return id;
}

/* What is known of a name. */
struct use {
    size_t next;   /* the number that the next heading of it gets */
    bool reserved; /* an author chose it for a heading further down */
};

/* The name's use; NULL: it had none before. */
static struct use *id_use_of(struct md *md, str id, bool reserved)
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

/* --- what stands further down --- */

static void reserve_heading(struct md *md, cmark_node *heading)
{
    cmark_node *last = cmark_node_last_child(heading);
    if (last && cmark_node_get_type(last) == CMARK_NODE_TEXT) {
        str text = str_from(cmark_node_get_literal(last));
        str id = take_explicit(&text);
        if (id.n) {
            id_use_of(md, id, true);
        }
    }
}

void md_heading_reserve_html(struct md *md, str html)
{
    struct html_token token;
    html_token_init(&token, html);
    while (md->options->raw_html && html_token_next(&token)) {
        const struct html_attr *id = html_token_attr(&token, STR("id"));
        if (id) {
            id_use_of(md, id->value, false);
        }
    }
}

static void reserve_fence(struct md *md, cmark_node *code)
{
    str id =
        md_fence_read(str_from(cmark_node_get_fence_info(code)), md->tree).id;
    if (id.n) {
        id_use_of(md, id, false);
    }
}

static void reserve(struct md *md, cmark_node *node)
{
    str id = md_attributes_node_id(node);
    if (id.n) {
        id_use_of(md, id, true);
    }
    switch ((unsigned)cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: reserve_heading(md, node); break;
    case CMARK_NODE_CODE_BLOCK: reserve_fence(md, node); break;
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE:
        md_heading_reserve_html(md, str_from(cmark_node_get_literal(node)));
        break;
    default: break;
    }
}

/* Few texts choose ids: the tree of the others is not walked. */
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
    struct use *use = id_use_of(md, id, false);
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
    } while (id_use_of(md, name, false));
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
    bool heading = cmark_node_get_type(md->block) == CMARK_NODE_HEADING;
    str id = heading ? md_attributes_node_id(md->block) : (str){0};
    size_t n = md->pieces.list.n;
    if (!id.n && n && md->pieces.list.p[n - 1].kind == MD_TEXT) {
        id = take_explicit(&md->pieces.list.p[n - 1].text);
    }
    if (id.n) {
        return make_unique(md, id, true);
    }
    struct buf text = {0};
    md_inline_plain(md, false, &text);
    id = md_heading_make_id(md, buf_str(&text));
    buf_free(&text);
    return id;
}

/* The next block in the document's order that may hold or be a heading. */
static cmark_node *next_block(cmark_node *node, const cmark_node *root)
{
    cmark_node_type type = cmark_node_get_type(node);
    bool holds_blocks = type == CMARK_NODE_BLOCK_QUOTE ||
                        type == CMARK_NODE_LIST || type == CMARK_NODE_ITEM;
    cmark_node *next = holds_blocks ? cmark_node_first_child(node) : NULL;
    while (!next && node != root) {
        next = cmark_node_next(node);
        node = cmark_node_parent(node);
    }
    return next;
}

bool md_has_top_heading(const struct md *md)
{
    cmark_node *node = cmark_node_first_child(md->root);
    for (; node; node = next_block(node, md->root)) {
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING &&
            cmark_node_get_heading_level(node) == 1) {
            return true;
        }
    }
    return false;
}

/* What was written into the texts since `from`, without the space that
 * something left out has left at its end. */
static size_t written_since(struct md *md, size_t from)
{
    while (md->texts.n > from && is_space(md->texts.p[md->texts.n - 1])) {
        md->texts.n--;
    }
    return md->texts.n - from;
}

void md_heading_add(struct md *md, int level, str id)
{
    struct md_heading heading = {.level = level, .id = md->texts.n};
    buf_put(&md->texts, id);
    heading.id_len = id.n;
    heading.title = md->texts.n;
    md_inline_plain(md, true, &md->texts);
    heading.title_len = written_since(md, heading.title);
    heading.html = md->texts.n;
    md_inline_unlinked(md, &md->texts);
    heading.html_len = written_since(md, heading.html);
    if (heading.title_len) {
        *VEC_PUSH(&md->headings, md->tree) = heading;
    }
}

void md_heading_add_plain(struct md *md, int level, str id, str text)
{
    struct md_heading heading = {.level = level, .id = md->texts.n};
    if (!text.n) {
        return;
    }
    buf_put(&md->texts, id);
    heading.id_len = id.n;
    heading.title = md->texts.n;
    buf_put(&md->texts, text);
    heading.title_len = text.n;
    heading.html = md->texts.n;
    html_escape(text, &md->texts);
    heading.html_len = md->texts.n - heading.html;
    *VEC_PUSH(&md->headings, md->tree) = heading;
}
