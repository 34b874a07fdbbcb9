/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_VALUE_H
#define CRUMB_DATA_VALUE_H

/* The dynamic value that front matter, settings, JSON and templates share.
 *
 * 16 bytes, passed by value. Values own nothing: strings point into a source or
 * an arena, containers live in an arena, objects belong to the code that made
 * them. There are no reference counts; memory is freed with its arena. The
 * operations of templates (truth, printing, arithmetic) are in jinja/vm/ops;
 * this file has only the data. */

#include "base/diag/source.h"
#include "base/memory/vec.h"
#include "dates/date.h"

struct buf;
struct unpack;
struct list;
struct dict;
struct object;
struct function; /* something callable: see jinja/jinja.h */

enum value_kind {
    VALUE_UNDEFINED,
    VALUE_NONE,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_DATE,
    VALUE_LIST,
    VALUE_TUPLE,
    VALUE_DICT,
    VALUE_OBJECT,
    VALUE_FUNCTION,
};

enum value_flag {
    VALUE_SAFE = 1,      /* string: markup, not escaped again */
    VALUE_DATE_ONLY = 1, /* date: a civil date without a time of day */
};

typedef struct value {
    uint8_t kind; /* enum value_kind */
    uint8_t flags;
    int16_t zone; /* date: minutes east of UTC */
    uint32_t n;   /* string: bytes */
    union {
        bool b;
        int64_t i; /* int; date: seconds since 1970-01-01T00:00:00Z */
        double f;
        const char *p;     /* string */
        struct list *list; /* list and tuple */
        struct dict *dict;
        const struct object *object;
        const struct function *function;
        const struct undefined *undefined; /* may be NULL */
    } as;
} value;

_Static_assert(sizeof(value) == 16, "values are copied all the time");

/* Where an undefined value comes from, for messages. */
struct undefined {
    str name;     /* the name or key that was looked up */
    value *owner; /* the value it was looked up in; NULL: a bare name */
};

/* The place of a container's part: offsets into source->text. Containers that
 * were not read from a source have none. */
struct locus {
    uint32_t key_off, key_len; /* dicts only */
    uint32_t off, len;
};

struct list {
    VEC(value) items;
    const struct source *source;
    struct locus *loci; /* one per item, or NULL */
};

struct entry {
    value key;
    value val;
};

/* In order of insertion. */
struct dict {
    VEC(struct entry) entries;
    uint32_t *index; /* hash table of entry numbers + 1; NULL in small dicts */
    size_t index_cap;
    const struct source *source;
    struct locus *loci; /* one per entry, or NULL */
};

/* One thread's rendering: memory for results, a list for errors, and the host's
 * state (the site's view records reads there). */
struct render_context {
    struct arena *arena;
    struct diags *diags;
    void *host;
    /* How much of the limits (jinja/limits.h) the renders that share this
     * context have used. */
    uint64_t steps;
    uint64_t made;
    size_t depth; /* of the value that is being printed */
};

/* How templates see a thing that is not plain data: a page, a list of pages,
 * the loop. Several threads may call the functions at once, each with its own
 * context. A function may be NULL; its comment says what that means. */
struct object_class {
    const char *name; /* "page", for messages */
    /* The attribute, or VALUE_UNDEFINED. NULL: it has none. */
    value (*get)(const struct object *self, struct render_context *ctx,
                 str name);
    /* NULL: not a sequence. */
    size_t (*length)(const struct object *self, struct render_context *ctx);
    /* The length, or `most` if it is longer, where that is cheaper to find out.
     * NULL: it is not cheaper. */
    size_t (*length_to)(const struct object *self, struct render_context *ctx,
                        size_t most);
    /* Item i < length. */
    value (*at)(const struct object *self, struct render_context *ctx,
                size_t i);
    /* NULL: a sequence is true if it is not empty, all else is true. */
    bool (*truth)(const struct object *self, struct render_context *ctx);
    /* NULL: prints "<page>". */
    void (*print)(const struct object *self, struct render_context *ctx,
                  struct buf *out);
    /* A method call: obj.name(args). NULL: it has no methods. *found says
     * whether there is such a method. */
    value (*call)(const struct object *self, struct render_context *ctx,
                  str name, const value *args, size_t nargs, bool *found);
    /* The whole object as a dict, for all but the reading of attributes. An
     * object that has this function behaves as a map. NULL: it is no map. */
    value (*plain)(const struct object *self, struct render_context *ctx);
    /* The attributes' names, for "did you mean" and listings. */
    const str *names;
    size_t nnames;
};

/* The first member of every object. */
struct object {
    const struct object_class *class;
    uint32_t number; /* the host's, to record reads of it; 0: not recorded */
};

static inline bool value_is_lazy(value v)
{
    return v.kind == VALUE_OBJECT && v.as.object->class->plain;
}

/* The dict of an object that is a map; any other value unchanged. */
static inline value value_plain(value v, struct render_context *ctx)
{
    return value_is_lazy(v) ? v.as.object->class->plain(v.as.object, ctx) : v;
}

/* The length of an object that is a sequence, or `most` if it is longer. */
static inline size_t object_length_to(const struct object *object,
                                      struct render_context *ctx, size_t most)
{
    const struct object_class *class = object->class;
    if (most != SIZE_MAX && class->length_to) {
        return class->length_to(object, ctx, most);
    }
    size_t n = class->length(object, ctx);
    return n < most ? n : most;
}

static inline value value_undefined(void)
{
    return (value){.kind = VALUE_UNDEFINED};
}

static inline value value_none(void)
{
    return (value){.kind = VALUE_NONE};
}

static inline value value_bool(bool b)
{
    return (value){.kind = VALUE_BOOL, .as.b = b};
}

static inline value value_int(int64_t i)
{
    return (value){.kind = VALUE_INT, .as.i = i};
}

static inline value value_float(double f)
{
    return (value){.kind = VALUE_FLOAT, .as.f = f};
}

/* Markup is a string that autoescape leaves alone. */
static inline value value_string_as(str s, bool markup)
{
    return (value){.kind = VALUE_STRING,
                   .flags = markup ? VALUE_SAFE : 0,
                   .n = (uint32_t)s.n,
                   .as.p = s.p};
}

static inline value value_string(str s)
{
    return value_string_as(s, false);
}

static inline value value_markup(str s)
{
    return value_string_as(s, true);
}

value value_date(struct date date);
value value_object(const struct object *object);
value value_function(const struct function *function);
/* An empty list or dict. It grows in the arena given to list_push, dict_set. */
value value_list(struct arena *arena);
value value_dict(struct arena *arena);
/* The dict as a value. */
value value_of_dict(struct dict *dict);
/* A tuple of n items, to be filled in at .as.list->items.p. */
value value_tuple(struct arena *arena, size_t n);

static inline bool value_is(value v, enum value_kind kind)
{
    return v.kind == kind;
}

static inline bool value_is_number(value v)
{
    return v.kind == VALUE_INT || v.kind == VALUE_FLOAT || v.kind == VALUE_BOOL;
}

/* The number of an int or a bool. */
static inline int64_t value_whole(value v)
{
    return v.kind == VALUE_BOOL ? v.as.b : v.as.i;
}

static inline bool value_is_sequence(value v)
{
    return v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

/* The bytes of a string value. */
static inline str value_str(value v)
{
    return (str){v.as.p, v.n};
}

struct date value_to_date(value v);
/* "a string", "a list": for messages. */
const char *value_kind_name(value v);

void list_push(struct list *list, struct arena *arena, value item);
/* Pushes an item with its place in list->source. Every item of the list must
 * come from this function. */
void list_push_at(struct list *list, struct arena *arena, value item,
                  struct locus at);
/* The value of a key; NULL if the dict lacks it. Keys compare by value and
 * kind; ints, floats and bools of equal value are one key, as in Python. Keys
 * are none, bools, ints, floats, strings, dates or tuples of those. */
value *dict_get(const struct dict *dict, value key);
value *dict_get_str(const struct dict *dict, str key);
/* The number of the key's entry; entries.n if the dict lacks it. */
size_t dict_index(const struct dict *dict, value key);
/* A faster dict_get_str for code that reads one key from many similar dicts:
 * *hint keeps the number of the entry where the key was last. Any *hint is
 * safe. */
value *dict_get_hint(const struct dict *dict, str key, uint8_t *hint);
/* Adds or replaces. A replaced entry keeps its place. */
void dict_set(struct dict *dict, struct arena *arena, value key, value val);
/* Sets an entry with its place in dict->source. Every entry of the dict must
 * come from this function. Returns NULL for a new key; else the place of the
 * key before, for the caller to replace. */
struct locus *dict_set_at(struct dict *dict, struct arena *arena, value key,
                          value val, struct locus at);
/* Sets an entry whose key is a text. */
void dict_put(struct dict *dict, struct arena *arena, const char *key,
              value val);
/* Sets all keys of `from` in `to`; those that `to` lacks. */
void dict_merge(struct dict *to, struct arena *arena, const struct dict *from);
void dict_add_missing(struct dict *to, struct arena *arena,
                      const struct dict *from);
/* Removes the key; false if it was not there. */
bool dict_remove(struct dict *dict, value key);
/* The place of entry i's key or value; an empty span without a source. */
span dict_key_span(const struct dict *dict, size_t i);
span dict_value_span(const struct dict *dict, size_t i);
span list_item_span(const struct list *list, size_t i);

/* Whether the values are the same, as dict keys compare. A dict, which can't be
 * a key, is the same only as itself. */
bool value_same(value a, value b);

/* --- in records (base/pack.h) --- */

/* Writes plain data with the places of its parts. Objects and functions are not
 * data: reading a record with one in it fails. So does reading values nested
 * deeper than crumb's parsers allow. An undefined value loses the name that was
 * missing.
 *
 * `source` is the source that the value was read from, or NULL. Texts that are
 * slices of it are written as places. A container of another source loses its
 * places, and so does an empty map. */
void value_pack(value v, const struct source *source, struct buf *out);
/* `source` must have the same text as then. Strings point into it or into the
 * record; containers live in the arena, but for empty maps, which are one map
 * and must not be changed. On failure (in->failed) returns undefined. */
value value_unpack(struct unpack *in, const struct source *source,
                   struct arena *arena);

#endif
