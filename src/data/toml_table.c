/* SPDX-License-Identifier: MIT */
#include "data/toml_parts.h"

/* The table that a key goes into, and the tables that may be added to: section
 * "Table" of the specification. A table can be defined once, by its header or
 * by dotted keys. Dotted keys may go on with a table of their own section only;
 * those of another section can't reach it, for a header is between them and it.
 */

static struct locus place_of(const struct scan *p, const struct toml_key *key,
                             size_t start)
{
    struct locus at = scan_locus(p, start);
    at.key_off = key->off;
    at.key_len = key->len;
    return at;
}

/* --- refusals --- */

/* The key is not what the document says of it before, on that line. */
static struct diag *refuse(struct scan *p, const struct toml_key *key,
                           const char *what, uint32_t off)
{
    str name = str_sub(p->source->text, key->off, key->len);
    span at = span_of(p->source, key->off, key->len);
    return diag_error(p->diags, at, "toml", "\"%.*s\" %s line %u",
                      STR_ARG(name), what,
                      source_position(p->source, off).line);
}

static bool twice(struct scan *p, const struct toml_table *table, size_t entry,
                  const struct toml_key *key)
{
    struct diag *diag = refuse(p, key, "is there already, on",
                               table->dict->loci[entry].key_off);
    diag_hint(diag, table->below.p[entry].table
                        ? "put what belongs to it in one place"
                        : "keep one of them");
    return false;
}

/* Something is to go below an entry, which takes nothing. */
static void closed(struct scan *p, const struct toml_table *table, size_t entry,
                   const struct toml_key *key)
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
        cure = "put the key between its brackets";
    }
    diag_hint(refuse(p, key, what, table->dict->loci[entry].key_off), "%s",
              cure);
}

/* --- entries --- */

static bool find(const struct toml_table *table, const struct toml_key *key,
                 size_t *entry)
{
    *entry = dict_index(table->dict, value_string(key->name));
    return *entry < table->dict->entries.n;
}

static void add(struct scan *p, struct toml_table *table,
                const struct toml_key *key, size_t start, value v,
                struct toml_below below)
{
    dict_set_at(table->dict, p->arena, value_string(key->name), v,
                place_of(p, key, start));
    *VEC_PUSH(&table->below, p->arena) = below;
}

struct toml_table *toml_table_new(struct scan *p, enum toml_origin origin,
                                  size_t depth, span at)
{
    if (depth > TOML_MAX_DEPTH) {
        scan_fail(p, at.off, (size_t)at.off + at.len,
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

/* A table for the key: a new one, or one that may be added to from `origin`.
 * NULL: reported. */
static struct toml_table *enter(struct scan *p, struct toml_table *table,
                                const struct toml_key *key, size_t start,
                                enum toml_origin origin)
{
    size_t entry;
    if (!find(table, key, &entry)) {
        struct toml_table *made =
            toml_table_new(p, origin, table->depth + 1,
                           span_of(p->source, key->off, key->len));
        if (made) {
            add(p, table, key, start, value_of_dict(made->dict),
                (struct toml_below){made, NULL});
        }
        return made;
    }
    struct toml_below below = table->below.p[entry];
    struct toml_table *inner = below.table;
    bool open = inner && !below.array &&
                (inner->origin == TOML_IMPLIED ||
                 (inner->origin == TOML_DOTTED && origin == TOML_DOTTED));
    if (origin == TOML_IMPLIED && inner) {
        return inner;
    }
    if (!open && origin == TOML_HEADER) {
        twice(p, table, entry, key);
        return NULL;
    }
    if (!open) {
        closed(p, table, entry, key);
        return NULL;
    }
    if (origin == TOML_HEADER) {
        table->dict->loci[entry] = place_of(p, key, start);
    }
    inner->origin = origin;
    return inner;
}

bool toml_table_put(struct scan *p, struct toml_table *table,
                    const struct toml_path *path, value v, size_t start)
{
    const struct toml_key *last = &path->p[path->n - 1];
    for (const struct toml_key *key = path->p; key < last; key++) {
        table = enter(p, table, key, key[1].off, TOML_DOTTED);
        if (!table) {
            return false;
        }
    }
    size_t entry;
    if (find(table, last, &entry)) {
        return twice(p, table, entry, last);
    }
    add(p, table, last, start, v, (struct toml_below){0});
    return true;
}

/* --- headers --- */

/* A further table of an array of them. */
static struct toml_table *enter_item(struct scan *p, struct toml_table *table,
                                     const struct toml_key *key, size_t start)
{
    size_t entry;
    if (!find(table, key, &entry)) {
        value list = value_list(p->arena);
        list.as.list->source = p->source;
        add(p, table, key, start, list,
            (struct toml_below){.array = list.as.list});
    }
    struct toml_below *below = &table->below.p[entry];
    if (below->array) {
        below->table = toml_table_new(p, TOML_HEADER, table->depth + 2,
                                      span_of(p->source, key->off, key->len));
        if (below->table) {
            list_push_at(below->array, p->arena,
                         value_of_dict(below->table->dict),
                         scan_locus(p, start));
        }
        return below->table;
    }
    if (below->table) {
        twice(p, table, entry, key);
    } else {
        closed(p, table, entry, key);
    }
    return NULL;
}

struct toml_table *toml_table_open(struct scan *p, struct toml_table *root,
                                   const struct toml_path *path, bool array,
                                   size_t start)
{
    const struct toml_key *last = &path->p[path->n - 1];
    struct toml_table *table = root;
    for (const struct toml_key *key = path->p; table && key < last; key++) {
        table = enter(p, table, key, start, TOML_IMPLIED);
    }
    if (!table) {
        return NULL;
    }
    return array ? enter_item(p, table, last, start)
                 : enter(p, table, last, start, TOML_HEADER);
}
