/* SPDX-License-Identifier: MIT */
#include "data/value.h"

#include <string.h>

#include "base/hash.h"
#include "base/simd.h"

value value_date(struct date date)
{
    return (value){.kind = VALUE_DATE,
                   .flags = date.date_only ? VALUE_DATE_ONLY : 0,
                   .zone = date.offset,
                   .as.i = date.instant};
}

value value_object(const struct object *object)
{
    return (value){.kind = VALUE_OBJECT, .as.object = object};
}

value value_function(const struct function *function)
{
    return (value){.kind = VALUE_FUNCTION, .as.function = function};
}

value value_list(struct arena *arena)
{
    return (value){.kind = VALUE_LIST,
                   .as.list = ARENA_NEW(arena, struct list)};
}

value value_of_dict(struct dict *dict)
{
    return (value){.kind = VALUE_DICT, .as.dict = dict};
}

value value_dict(struct arena *arena)
{
    return value_of_dict(ARENA_NEW(arena, struct dict));
}

value value_tuple(struct arena *arena, size_t n)
{
    struct list *list = ARENA_NEW(arena, struct list);
    list->items.p = arena_zalloc(arena, n, sizeof(value));
    list->items.n = n;
    list->items.cap = n;
    return (value){.kind = VALUE_TUPLE, .as.list = list};
}

struct date value_to_date(value v)
{
    return (struct date){.instant = v.as.i,
                         .offset = v.zone,
                         .date_only = (v.flags & VALUE_DATE_ONLY) != 0};
}

const char *value_kind_name(value v)
{
    static const char *const names[] = {
        [VALUE_UNDEFINED] = "undefined", [VALUE_NONE] = "none",
        [VALUE_BOOL] = "a boolean",      [VALUE_INT] = "a whole number",
        [VALUE_FLOAT] = "a number",      [VALUE_STRING] = "a string",
        [VALUE_DATE] = "a date",         [VALUE_LIST] = "a list",
        [VALUE_TUPLE] = "a tuple",       [VALUE_DICT] = "a map",
        [VALUE_OBJECT] = "an object",    [VALUE_FUNCTION] = "a function",
    };
    return v.kind == VALUE_OBJECT ? v.as.object->class->name : names[v.kind];
}

void list_push(struct list *list, struct arena *arena, value item)
{
    *VEC_PUSH(&list->items, arena) = item;
}

void list_push_at(struct list *list, struct arena *arena, value item,
                  struct locus at)
{
    size_t cap = list->items.cap;
    if (list->items.n == cap) {
        list->loci = vec_grow(arena, list->loci, cap, &cap, sizeof at);
    }
    list->loci[list->items.n] = at;
    list_push(list, arena, item);
}

/* An int and a float are the same only if the int survives the round trip:
 * 2**53 + 1 is not 2.0**53. */
static bool same_number(value a, value b)
{
    if (a.kind != VALUE_FLOAT && b.kind != VALUE_FLOAT) {
        return value_whole(a) == value_whole(b);
    }
    if (a.kind == VALUE_FLOAT && b.kind == VALUE_FLOAT) {
        return a.as.f == b.as.f;
    }
    double f = a.kind == VALUE_FLOAT ? a.as.f : b.as.f;
    int64_t i = a.kind == VALUE_FLOAT ? value_whole(b) : value_whole(a);
    return f >= -0x1p63 && f < 0x1p63 && (double)(int64_t)f == f &&
           (int64_t)f == i;
}

static bool same_list(const struct list *a, const struct list *b)
{
    if (a->items.n != b->items.n) {
        return false;
    }
    for (size_t i = 0; i < a->items.n; i++) {
        if (!value_same(a->items.p[i], b->items.p[i])) {
            return false;
        }
    }
    return true;
}

static bool same_kind(value a, value b)
{
    switch ((enum value_kind)a.kind) {
    case VALUE_UNDEFINED:
    case VALUE_NONE: return true;
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT: return same_number(a, b);
    case VALUE_STRING: return str_eq(value_str(a), value_str(b));
    case VALUE_DATE: return a.as.i == b.as.i;
    case VALUE_LIST:
    case VALUE_TUPLE: return same_list(a.as.list, b.as.list);
    case VALUE_DICT: return a.as.dict == b.as.dict;
    case VALUE_OBJECT: return a.as.object == b.as.object;
    case VALUE_FUNCTION: return a.as.function == b.as.function;
    }
    return false;
}

bool value_same(value a, value b)
{
    if (value_is_number(a) && value_is_number(b)) {
        return same_number(a, b);
    }
    return a.kind == b.kind && same_kind(a, b);
}

/* Numbers that are the same hash the same: a float with an integral value as
 * the integer, a bool as 0 or 1. */
static uint64_t hash_number(value v)
{
    int64_t i;
    if (v.kind != VALUE_FLOAT) {
        i = value_whole(v);
    } else if (v.as.f >= -0x1p63 && v.as.f < 0x1p63) {
        i = (int64_t)v.as.f;
    } else {
        i = 0;
    }
    return hash64((str){(const char *)&i, sizeof i});
}

static uint64_t hash_value(value v)
{
    switch ((enum value_kind)v.kind) {
    case VALUE_STRING: return hash64(value_str(v));
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT: return hash_number(v);
    case VALUE_DATE: return hash64((str){(const char *)&v.as.i, 8});
    case VALUE_LIST:
    case VALUE_TUPLE: {
        uint64_t hash = v.as.list->items.n;
        for (size_t i = 0; i < v.as.list->items.n; i++) {
            hash = hash * 31 + hash_value(v.as.list->items.p[i]);
        }
        return hash;
    }
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_DICT:
    case VALUE_OBJECT:
    case VALUE_FUNCTION: break;
    }
    return v.kind;
}

/* Up to here a walk beats a table. */
enum { INDEX_FROM = 12 };

/* The index cell that holds the key's entry, or the free one it would take.
 */
static uint32_t *index_cell(const struct dict *dict, value key)
{
    size_t mask = dict->index_cap - 1;
    for (size_t i = hash_value(key) & mask;; i = (i + 1) & mask) {
        uint32_t number = dict->index[i];
        if (!number || value_same(dict->entries.p[number - 1].key, key)) {
            return &dict->index[i];
        }
    }
}

static void fill_index(struct dict *dict)
{
    for (size_t i = 0; i < dict->index_cap; i++) {
        dict->index[i] = 0;
    }
    for (size_t i = 0; i < dict->entries.n; i++) {
        *index_cell(dict, dict->entries.p[i].key) = (uint32_t)(i + 1);
    }
}

static void grow_index(struct dict *dict, struct arena *arena)
{
    dict->index_cap = 32;
    while (dict->index_cap < dict->entries.n * 4) {
        dict->index_cap *= 2;
    }
    dict->index = ARENA_ARRAY(arena, uint32_t, dict->index_cap);
    fill_index(dict);
}

size_t dict_index(const struct dict *dict, value key)
{
    if (dict->index) {
        uint32_t number = *index_cell(dict, key);
        return number ? number - 1 : dict->entries.n;
    }
    size_t at = 0;
    while (at < dict->entries.n && !value_same(dict->entries.p[at].key, key)) {
        at++;
    }
    return at;
}

static value *value_at(const struct dict *dict, size_t at)
{
    return at < dict->entries.n ? &dict->entries.p[at].val : NULL;
}

value *dict_get(const struct dict *dict, value key)
{
    return value_at(dict, dict_index(dict, key));
}

static inline bool is_key(const struct entry *entry, str key)
{
    return entry->key.kind == VALUE_STRING && entry->key.n == key.n &&
           (key.n <= 16 ? equal16(entry->key.as.p, key.p, key.n)
                        : memcmp(entry->key.as.p, key.p, key.n) == 0);
}

static size_t index_of_str(const struct dict *dict, str key)
{
    if (dict->index || !key.n) {
        return dict_index(dict, value_string(key));
    }
    size_t at = 0;
    while (at < dict->entries.n && !is_key(&dict->entries.p[at], key)) {
        at++;
    }
    return at;
}

value *dict_get_str(const struct dict *dict, str key)
{
    return value_at(dict, index_of_str(dict, key));
}

value *dict_get_hint(const struct dict *dict, str key, uint8_t *hint)
{
    size_t at = *hint;
    if (at >= dict->entries.n || !key.n || !is_key(&dict->entries.p[at], key)) {
        at = index_of_str(dict, key);
        *hint = at < dict->entries.n ? (uint8_t)at : *hint;
    }
    return value_at(dict, at);
}

void dict_set(struct dict *dict, struct arena *arena, value key, value val)
{
    size_t at = dict_index(dict, key);
    if (at < dict->entries.n) {
        dict->entries.p[at].val = val;
        return;
    }
    *VEC_PUSH(&dict->entries, arena) = (struct entry){key, val};
    if (dict->index && dict->entries.n * 2 <= dict->index_cap) {
        *index_cell(dict, key) = (uint32_t)dict->entries.n;
    } else if (dict->entries.n >= INDEX_FROM) {
        grow_index(dict, arena);
    }
}

struct locus *dict_set_at(struct dict *dict, struct arena *arena, value key,
                          value val, struct locus at)
{
    size_t n = dict->entries.n;
    size_t cap = dict->entries.cap;
    dict_set(dict, arena, key, val);
    if (dict->entries.n == n) {
        return &dict->loci[dict_index(dict, key)];
    }
    if (n == cap) {
        dict->loci = vec_grow(arena, dict->loci, n, &cap, sizeof at);
    }
    dict->loci[n] = at;
    return NULL;
}

void dict_put(struct dict *dict, struct arena *arena, const char *key,
              value val)
{
    dict_set(dict, arena, value_string(str_from(key)), val);
}

void dict_merge(struct dict *to, struct arena *arena, const struct dict *from)
{
    for (size_t i = 0; i < from->entries.n; i++) {
        dict_set(to, arena, from->entries.p[i].key, from->entries.p[i].val);
    }
}

void dict_add_missing(struct dict *to, struct arena *arena,
                      const struct dict *from)
{
    for (size_t i = 0; i < from->entries.n; i++) {
        if (!dict_get(to, from->entries.p[i].key)) {
            dict_set(to, arena, from->entries.p[i].key, from->entries.p[i].val);
        }
    }
}

bool dict_remove(struct dict *dict, value key)
{
    size_t at = dict_index(dict, key);
    if (at == dict->entries.n) {
        return false;
    }
    struct entry *entry = &dict->entries.p[at];
    size_t after = dict->entries.n - at - 1;
    if (after) {
        memmove(entry, entry + 1, after * sizeof *entry);
        if (dict->loci) {
            memmove(&dict->loci[at], &dict->loci[at + 1],
                    after * sizeof *dict->loci);
        }
    }
    dict->entries.n--;
    if (dict->index) {
        fill_index(dict);
    }
    return true;
}

span dict_key_span(const struct dict *dict, size_t i)
{
    const struct locus *at = dict->loci ? &dict->loci[i] : NULL;
    return at ? span_of(dict->source, at->key_off, at->key_len) : (span){0};
}

span dict_value_span(const struct dict *dict, size_t i)
{
    const struct locus *at = dict->loci ? &dict->loci[i] : NULL;
    return at ? span_of(dict->source, at->off, at->len) : (span){0};
}

span list_item_span(const struct list *list, size_t i)
{
    const struct locus *at = list->loci ? &list->loci[i] : NULL;
    return at ? span_of(list->source, at->off, at->len) : (span){0};
}
