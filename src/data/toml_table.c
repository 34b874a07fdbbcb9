/* SPDX-License-Identifier: MIT */
#include "data/toml_parts.h"

/* Which table a key goes into, and who may add to which: section "Table" of the
 * specification. A table can be defined once, by its header or by dotted keys.
 * Dotted keys may go on with a table of their own section only; those of
 * another section can't reach it, for a header is between them and it. */

struct toml_array {
    struct list *list;
    VEC(struct locus) loci;
};

static struct locus place_of(const struct toml_key *key, span at)
{
    return (struct locus){key->off, key->len, at.off, at.len};
}

/* --- refusals --- */

/* The key is not what the document says of it before, on that line. */
static struct diag *refuse(struct toml_parser *p, const struct toml_key *key,
                           const char *what, uint32_t off)
{
    str name = str_sub(p->source->text, key->off, key->len);
    span at = span_of(p->source, key->off, key->len);
    return diag_error(p->diags, at, "toml", "\"%.*s\" %s line %u",
                      STR_ARG(name), what,
                      source_position(p->source, off).line);
}

static bool twice(struct toml_parser *p, const struct toml_table *table,
                  size_t entry, const struct toml_key *key)
{
    struct diag *diag =
        refuse(p, key, "is there already, on", table->loci.p[entry].key_off);
    diag_hint(diag, table->below.p[entry].table
                        ? "put what belongs to it in one place"
                        : "keep one of them");
    return false;
}

/* Something is to go below an entry, which takes nothing. */
static void closed(struct toml_parser *p, const struct toml_table *table,
                   size_t entry, const struct toml_key *key)
{
    value v = table->dict->entries.p[entry].val;
    struct toml_below below = table->below.p[entry];
    bool container = value_is(v, VALUE_DICT) || value_is(v, VALUE_LIST);
    const char *what = "is no table: it has a value on";
    const char *cure = "rename one of them";
    if (below.array) {
        what = "is an array of tables, which begins on";
        cure = "put the key below one of its [[...]]";
    } else if (below.table) {
        what = "is a table, defined on";
        cure = "put the key there";
    } else if (container) {
        what = "is complete on";
        cure = "put what is missing between its brackets";
    }
    diag_hint(refuse(p, key, what, table->loci.p[entry].key_off), "%s", cure);
}

/* --- entries --- */

static size_t find(const struct toml_table *table, const struct toml_key *key)
{
    return dict_index(table->dict, value_string(key->name));
}

static bool has(const struct toml_table *table, size_t entry)
{
    return entry < table->dict->entries.n;
}

static void add(struct toml_parser *p, struct toml_table *table,
                struct locus at, const struct toml_key *key, value v,
                struct toml_below below)
{
    dict_set(table->dict, p->arena, value_string(key->name), v);
    *VEC_PUSH(&table->loci, p->arena) = at;
    *VEC_PUSH(&table->below, p->arena) = below;
    table->dict->loci = table->loci.p;
}

struct toml_table *toml_table_new(struct toml_parser *p,
                                  enum toml_origin origin, size_t depth,
                                  span at)
{
    if (depth > TOML_MAX_DEPTH) {
        toml_fail(p, at.off, (size_t)at.off + at.len,
                  "nested more than 64 deep", NULL);
        return NULL;
    }
    struct toml_table *table = ARENA_NEW(p->arena, struct toml_table);
    table->dict = value_dict(p->arena).as.dict;
    table->dict->source = p->source;
    table->origin = origin;
    table->depth = depth;
    return table;
}

static value to_value(const struct toml_table *table)
{
    return (value){.kind = VALUE_DICT, .as.dict = table->dict};
}

static struct toml_table *add_table(struct toml_parser *p,
                                    struct toml_table *table,
                                    const struct toml_key *key, span at,
                                    enum toml_origin origin)
{
    struct toml_table *inner = toml_table_new(
        p, origin, table->depth + 1, span_of(p->source, key->off, key->len));
    if (inner) {
        add(p, table, place_of(key, at), key, to_value(inner),
            (struct toml_below){inner, NULL});
    }
    return inner;
}

/* --- dotted keys --- */

static struct toml_table *step_dotted(struct toml_parser *p,
                                      struct toml_table *table,
                                      const struct toml_key *key, span at)
{
    size_t entry = find(table, key);
    if (!has(table, entry)) {
        return add_table(p, table, key, at, TOML_DOTTED);
    }
    struct toml_below below = table->below.p[entry];
    struct toml_table *inner = below.table;
    if (inner && inner->origin == TOML_IMPLIED) {
        inner->origin = TOML_DOTTED;
    }
    if (!inner || below.array || inner->origin != TOML_DOTTED) {
        closed(p, table, entry, key);
        return NULL;
    }
    return inner;
}

bool toml_table_put(struct toml_parser *p, struct toml_table *table,
                    const struct toml_path *path, value v, span at)
{
    const struct toml_key *last = &path->p[path->n - 1];
    size_t end = (size_t)at.off + at.len;
    for (const struct toml_key *key = path->p; key < last; key++) {
        span behind = span_of(p->source, key[1].off, end - key[1].off);
        table = step_dotted(p, table, key, behind);
        if (!table) {
            return false;
        }
    }
    size_t entry = find(table, last);
    if (has(table, entry)) {
        return twice(p, table, entry, last);
    }
    add(p, table, place_of(last, at), last, v, (struct toml_below){0});
    return true;
}

/* --- headers --- */

static struct toml_table *step_header(struct toml_parser *p,
                                      struct toml_table *table,
                                      const struct toml_key *key, span header)
{
    size_t entry = find(table, key);
    if (!has(table, entry)) {
        return add_table(p, table, key, header, TOML_IMPLIED);
    }
    if (!table->below.p[entry].table) {
        closed(p, table, entry, key);
    }
    return table->below.p[entry].table;
}

static struct toml_table *add_item(struct toml_parser *p,
                                   const struct toml_table *table,
                                   struct toml_below *below,
                                   const struct toml_key *key, span header)
{
    below->table = toml_table_new(p, TOML_HEADER, table->depth + 2,
                                  span_of(p->source, key->off, key->len));
    if (below->table) {
        struct toml_array *array = below->array;
        list_push(array->list, p->arena, to_value(below->table));
        *VEC_PUSH(&array->loci, p->arena) =
            (struct locus){.off = header.off, .len = header.len};
        array->list->loci = array->loci.p;
    }
    return below->table;
}

static struct toml_table *open_item(struct toml_parser *p,
                                    struct toml_table *table,
                                    const struct toml_key *key, span header)
{
    size_t entry = find(table, key);
    if (!has(table, entry)) {
        struct toml_below below = {.array =
                                       ARENA_NEW(p->arena, struct toml_array)};
        value list = value_list(p->arena);
        below.array->list = list.as.list;
        list.as.list->source = p->source;
        add(p, table, place_of(key, header), key, list, below);
    }
    struct toml_below *below = &table->below.p[entry];
    if (below->array) {
        return add_item(p, table, below, key, header);
    }
    if (below->table) {
        twice(p, table, entry, key);
    } else {
        closed(p, table, entry, key);
    }
    return NULL;
}

static struct toml_table *open_table(struct toml_parser *p,
                                     struct toml_table *table,
                                     const struct toml_key *key, span header)
{
    size_t entry = find(table, key);
    if (!has(table, entry)) {
        return add_table(p, table, key, header, TOML_HEADER);
    }
    struct toml_below below = table->below.p[entry];
    if (below.array || !below.table || below.table->origin != TOML_IMPLIED) {
        twice(p, table, entry, key);
        return NULL;
    }
    below.table->origin = TOML_HEADER;
    table->loci.p[entry] = place_of(key, header);
    return below.table;
}

struct toml_table *toml_table_open(struct toml_parser *p,
                                   struct toml_table *root,
                                   const struct toml_path *path, bool array,
                                   span header)
{
    const struct toml_key *last = &path->p[path->n - 1];
    struct toml_table *table = root;
    for (const struct toml_key *key = path->p; key < last; key++) {
        table = step_header(p, table, key, header);
        if (!table) {
            return NULL;
        }
    }
    return array ? open_item(p, table, last, header)
                 : open_table(p, table, last, header);
}
