/* SPDX-License-Identifier: MIT */
#include "site/organise/menu.h"

#include <stddef.h>

/* Menus are trees of entries until all are known and in order; then each entry
 * becomes the dict that templates see. */

struct entry_fields {
    str name;
    str url;
    str identifier; /* another name, for `parent` of others */
    str parent;
    int64_t weight;
    bool has_weight;
    value children;
    span url_at;
    span parent_at;
    span children_at;
};

struct node {
    struct entry_fields fields;
    struct menu_link link;
    const struct dict *written; /* NULL: the menu's name alone */
    size_t order;
    VEC(struct node *) children;
};

struct tree {
    str name;
    struct node top;
    VEC(struct node *) waiting; /* nodes with a parent */
};

struct menu_ctx {
    struct site *site;
    struct arena *arena;
    struct diags *diags;
    struct schema schema;
    VEC(struct tree *) trees;
    size_t count;
};

#define KEY(key) .name = STR_INIT(key)
#define TO(field) .to = offsetof(struct entry_fields, field)
#define AT(field) .at = offsetof(struct entry_fields, field##_at)

/* Hugo's names as well. */
static const struct schema_key keys[] = {
    {KEY("name"), SCHEMA_TEXT, TO(name)},
    {KEY("url"), SCHEMA_TEXT, TO(url), AT(url)},
    {KEY("pageRef"), SCHEMA_TEXT, TO(url), AT(url), .means = STR_INIT("url")},
    {KEY("weight"), SCHEMA_INT, TO(weight),
     .has = offsetof(struct entry_fields, has_weight)},
    {KEY("children"), SCHEMA_ANY, TO(children), AT(children)},
    {KEY("identifier"), SCHEMA_TEXT, TO(identifier)},
    {KEY("parent"), SCHEMA_TEXT, TO(parent), AT(parent)},
};

static struct tree *tree_of(struct menu_ctx *m, str name)
{
    for (size_t i = 0; i < m->trees.n; i++) {
        if (str_eq(m->trees.p[i]->name, name)) {
            return m->trees.p[i];
        }
    }
    struct tree *tree = ARENA_NEW(m->arena, struct tree);
    tree->name = name;
    *VEC_PUSH(&m->trees, m->arena) = tree;
    return tree;
}

static struct node *new_node(struct menu_ctx *m)
{
    struct node *node = ARENA_NEW(m->arena, struct node);
    node->order = m->count++;
    return node;
}

static void place_entry(struct menu_ctx *m, struct tree *tree,
                        struct node *above, struct node *node)
{
    if (node->fields.parent.n && above == &tree->top) {
        *VEC_PUSH(&tree->waiting, m->arena) = node;
    } else {
        *VEC_PUSH(&above->children, m->arena) = node;
    }
}

/* --- site.yaml --- */

static void read_fields(struct menu_ctx *m, const struct dict *dict,
                        struct entry_fields *out)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        const struct schema_key *key =
            schema_find(&m->schema, schema_key_text(dict, i));
        if (key) {
            schema_read(&m->schema, key, dict, i, out);
        }
    }
}

/* Without a name: its page's title, else the address. */
static void name_entry(struct node *node, struct menu_link link)
{
    str *name = &node->fields.name;
    node->link = link;
    *name = name->n ? *name : link.title;
    *name = name->n ? *name : link.url;
}

static void read_entries(struct menu_ctx *m, struct tree *tree,
                         struct node *above, str name, value v, span at);

static void read_menu_entry(struct menu_ctx *m, struct tree *tree,
                            struct node *above, value item, span at)
{
    if (!value_is(item, VALUE_DICT)) {
        schema_wrong_type(&m->schema, STR("menu"), item, at,
                          "entries with a name and a url",
                          "write {name: About, url: /about/}");
        return;
    }
    struct node *node = new_node(m);
    struct entry_fields *fields = &node->fields;
    node->written = item.as.dict;
    read_fields(m, item.as.dict, fields);
    if (!fields->name.n && !fields->url.n) {
        diag_hint(diag_error(m->diags, at, "wrong-type",
                             "this menu entry has neither a name nor a url"),
                  "write {name: About, url: /about/}");
        return;
    }
    name_entry(node,
               menu_resolve(m->site, fields->url, fields->url_at, m->diags));
    if (node->link.held) {
        return;
    }
    read_entries(m, tree, node, STR("children"), fields->children,
                 fields->children_at);
    place_entry(m, tree, above, node);
}

/* YAML's cap on nesting bounds the depth. */
static void read_entries(struct menu_ctx *m, struct tree *tree,
                         struct node *above, str name, value v, span at)
{
    if (value_is(v, VALUE_UNDEFINED) || value_is(v, VALUE_NONE)) {
        return;
    }
    if (!value_is(v, VALUE_LIST)) {
        schema_wrong_type(&m->schema, name, v, at, "a list",
                          "write a line \"- {name: About, url: /about/}\" "
                          "below it");
        return;
    }
    for (size_t i = 0; i < v.as.list->items.n; i++) {
        read_menu_entry(m, tree, above, v.as.list->items.p[i],
                        list_item_span(v.as.list, i));
    }
}

static void read_config(struct menu_ctx *m)
{
    value menu = m->site->config.menu;
    span nowhere = {0};
    if (!value_is(menu, VALUE_DICT)) {
        struct tree *tree = tree_of(m, STR("main"));
        read_entries(m, tree, &tree->top, tree->name, menu, nowhere);
        return;
    }
    const struct dict *dict = menu.as.dict;
    for (size_t i = 0; i < dict->entries.n; i++) {
        str name = schema_key_text(dict, i);
        struct tree *tree = tree_of(m, name);
        read_entries(m, tree, &tree->top, name, dict->entries.p[i].val,
                     dict_value_span(dict, i));
    }
}

/* --- front matter --- */

static bool leads_there(const struct node *node, const struct menu_link *link)
{
    for (size_t i = 0; i < node->children.n; i++) {
        const struct node *child = node->children.p[i];
        bool same = child->link.page ? child->link.page == link->page
                                     : str_eq(child->link.url, link->url);
        if (same || leads_there(child, link)) {
            return true;
        }
    }
    return false;
}

/* `menu: mian` would show nowhere. */
static void check_name(const struct menu_ctx *m, str name, span at)
{
    value menu = m->site->config.menu;
    str names[] = {STR("main"), STR("footer")};
    str near = str_nearest(name, names, 2);
    if (value_is(menu, VALUE_DICT)) {
        const struct dict *dict = menu.as.dict;
        str *own = ARENA_ARRAY(m->arena, str, dict->entries.n);
        for (size_t i = 0; i < dict->entries.n; i++) {
            own[i] = schema_key_text(dict, i);
            if (str_eq(own[i], name)) {
                return;
            }
        }
        near = str_nearest(name, own, dict->entries.n);
    }
    if (near.n && !str_eq(near, name)) {
        diag_did_you_mean(diag_warning(m->diags, at, "likely-slip",
                                       "there is no menu \"%.*s\" in site.yaml",
                                       STR_ARG(name)),
                          near);
    }
}

/* Adds the post to that menu; written: its entry's fields in front matter. */
static void add_post(struct menu_ctx *m, const struct post *post, str name,
                     span at, value written)
{
    struct tree *tree = tree_of(m, name);
    check_name(m, name, at);
    struct menu_link link = menu_to_post(m->site, post);
    if (leads_there(&tree->top, &link)) {
        return; /* site.yaml has it */
    }
    struct node *node = new_node(m);
    struct entry_fields *fields = &node->fields;
    if (value_is(written, VALUE_DICT)) {
        node->written = written.as.dict;
        read_fields(m, written.as.dict, fields);
    }
    if (!fields->has_weight && post->front->has_weight) {
        fields->has_weight = true;
        fields->weight = frontmatter_uncommon(post->front)->weight;
    }
    name_entry(node, link);
    place_entry(m, tree, &tree->top, node);
}

static void add_posts_menus(struct menu_ctx *m, const struct post *post)
{
    value menu = frontmatter_uncommon(post->front)->menu;
    span at = frontmatter_uncommon(post->front)->menu_at;
    if (value_is(menu, VALUE_DICT)) {
        const struct dict *dict = menu.as.dict;
        for (size_t i = 0; i < dict->entries.n; i++) {
            add_post(m, post, schema_key_text(dict, i), dict_key_span(dict, i),
                     dict->entries.p[i].val);
        }
    } else if (value_is(menu, VALUE_LIST)) {
        for (size_t i = 0; i < menu.as.list->items.n; i++) {
            span item_at = list_item_span(menu.as.list, i);
            str name = schema_text(menu.as.list->items.p[i], item_at);
            add_post(m, post, name, item_at, value_undefined());
        }
    } else {
        add_post(m, post, schema_text(menu, at), at, value_undefined());
    }
}

static void read_posts(struct menu_ctx *m)
{
    const struct site *site = m->site;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        if (!value_is(frontmatter_uncommon(post->front)->menu,
                      VALUE_UNDEFINED) &&
            post->held == HELD_NOT && post->address.url.n &&
            post->file->at.language == site->language) {
            add_posts_menus(m, post);
        }
    }
}

/* --- parents --- */

static struct node *find_node(struct node *node, str name)
{
    for (size_t i = 0; i < node->children.n; i++) {
        struct node *child = node->children.p[i];
        bool found = str_eq(child->fields.identifier, name) ||
                     str_eq(child->fields.name, name);
        child = found ? child : find_node(child, name);
        if (child) {
            return child;
        }
    }
    return NULL;
}

/* An entry may wait for one that waits itself: again, as long as one is found.
 */
static void place_waiting(struct menu_ctx *m, struct tree *tree)
{
    bool found = true;
    while (found) {
        size_t left = 0;
        found = false;
        for (size_t i = 0; i < tree->waiting.n; i++) {
            struct node *node = tree->waiting.p[i];
            struct node *parent = find_node(&tree->top, node->fields.parent);
            if (parent) {
                *VEC_PUSH(&parent->children, m->arena) = node;
                found = true;
            } else {
                tree->waiting.p[left++] = node;
            }
        }
        tree->waiting.n = left;
    }
    for (size_t i = 0; i < tree->waiting.n; i++) {
        struct node *node = tree->waiting.p[i];
        diag_hint(diag_warning(m->diags, node->fields.parent_at, "menu-target",
                               "the menu \"%.*s\" has no entry \"%.*s\"",
                               STR_ARG(tree->name),
                               STR_ARG(node->fields.parent)),
                  "write the name of an entry, or take parent out");
        *VEC_PUSH(&tree->top.children, m->arena) = node;
    }
}

/* --- the result --- */

static int compare_nodes(const void *a, const void *b)
{
    const struct node *left = *(struct node *const *)a;
    const struct node *right = *(struct node *const *)b;
    const struct entry_fields *x = &left->fields;
    const struct entry_fields *y = &right->fields;
    if (x->has_weight != y->has_weight) {
        return x->has_weight ? -1 : 1;
    }
    if (x->weight != y->weight) {
        return x->weight < y->weight ? -1 : 1;
    }
    return left->order < right->order ? -1 : 1;
}

static value finish(struct menu_ctx *m, struct node *above);

static value finish_node(struct menu_ctx *m, struct node *node)
{
    value dict = value_dict(m->arena);
    dict_put(dict.as.dict, m->arena, "name", value_string(node->fields.name));
    dict_put(dict.as.dict, m->arena, "url", value_string(node->link.url));
    dict_put(dict.as.dict, m->arena, "weight", value_int(node->fields.weight));
    dict_put(dict.as.dict, m->arena, "children", finish(m, node));
    dict_put(dict.as.dict, m->arena, "external",
             value_bool(node->link.external));
    if (node->link.page) {
        dict_put(dict.as.dict, m->arena, "page", value_object(node->link.page));
    }
    if (node->written) {
        dict_add_missing(dict.as.dict, m->arena, node->written);
    }
    return dict;
}

static value finish(struct menu_ctx *m, struct node *above)
{
    value list = value_list(m->arena);
    VEC_SORT(&above->children, compare_nodes);
    for (size_t i = 0; i < above->children.n; i++) {
        list_push(list.as.list, m->arena, finish_node(m, above->children.p[i]));
    }
    return list;
}

void menu_make(struct site *site, struct diags *diags)
{
    struct menu_ctx m = {.site = site, .arena = site->arena, .diags = diags};
    m.schema =
        (struct schema){keys, sizeof keys / sizeof *keys, NULL, m.arena, diags};
    read_config(&m);
    read_posts(&m);
    for (size_t i = 0; i < m.trees.n; i++) {
        struct tree *tree = m.trees.p[i];
        place_waiting(&m, tree);
        *VEC_PUSH(&site->menus.all, site->arena) =
            (struct menu){tree->name, finish(&m, &tree->top)};
    }
}
