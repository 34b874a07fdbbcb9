/* SPDX-License-Identifier: MIT */
#include "base/pack.h"
#include "data/value.h"

/* Above the limits of yaml.c and json.c, and no danger to the stack. */
enum { MAX_DEPTH = 256 };

/* A value starts with one byte: its kind in the low half, and in the high one
 * its flags, or what a container knows of its source. */
enum { KIND_BITS = 4, KIND_MASK = 15, HAS_SOURCE = 1, HAS_LOCI = 2 };

static str text_of(const struct source *source)
{
    return source ? source->text : (str){NULL, 0};
}

/* --- writing --- */

static unsigned places_of(const struct source *of, const struct locus *loci,
                          const struct source *source)
{
    if (!of || of != source) {
        return 0;
    }
    return loci ? HAS_SOURCE | HAS_LOCI : HAS_SOURCE;
}

static void pack_head(struct buf *out, unsigned kind, unsigned flags)
{
    buf_putc(out, (char)(kind | flags << KIND_BITS));
}

static void pack_list(value v, const struct source *source, struct buf *out)
{
    const struct list *list = v.as.list;
    unsigned places = places_of(list->source, list->loci, source);
    pack_head(out, v.kind, places);
    pack_uint(out, list->items.n);
    for (size_t i = 0; i < list->items.n; i++) {
        value_pack(list->items.p[i], source, out);
        if (places & HAS_LOCI) {
            pack_uint(out, list->loci[i].off);
            pack_uint(out, list->loci[i].len);
        }
    }
}

static void pack_dict(value v, const struct source *source, struct buf *out)
{
    const struct dict *dict = v.as.dict;
    unsigned places =
        dict->entries.n ? places_of(dict->source, dict->loci, source) : 0;
    pack_head(out, v.kind, places);
    pack_uint(out, dict->entries.n);
    for (size_t i = 0; i < dict->entries.n; i++) {
        value_pack(dict->entries.p[i].key, source, out);
        value_pack(dict->entries.p[i].val, source, out);
        if (places & HAS_LOCI) {
            pack_uint(out, dict->loci[i].key_off);
            pack_uint(out, dict->loci[i].key_len);
            pack_uint(out, dict->loci[i].off);
            pack_uint(out, dict->loci[i].len);
        }
    }
}

static void pack_scalar(value v, const struct source *source, struct buf *out)
{
    pack_head(out, v.kind, v.flags);
    switch ((enum value_kind)v.kind) {
    case VALUE_BOOL: pack_bool(out, v.as.b); break;
    case VALUE_INT: pack_int(out, v.as.i); break;
    case VALUE_FLOAT: pack_float(out, v.as.f); break;
    case VALUE_STRING: pack_slice(out, value_str(v), text_of(source)); break;
    case VALUE_DATE: pack_date(out, value_to_date(v)); break;
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_DICT:
    case VALUE_OBJECT:
    case VALUE_FUNCTION: break;
    }
}

void value_pack(value v, const struct source *source, struct buf *out)
{
    if (value_is_sequence(v)) {
        pack_list(v, source, out);
    } else if (value_is(v, VALUE_DICT)) {
        pack_dict(v, source, out);
    } else {
        pack_scalar(v, source, out);
    }
}

/* --- reading --- */

struct reader {
    struct unpack *in;
    const struct source *source;
    struct arena *arena;
    size_t depth;
    size_t room; /* items that there may still be: each takes a byte */
};

static value read_value(struct reader *reader);

/* Of a container: all of them together have no more than the record has
 * bytes, however they say they are nested. */
static size_t read_length(struct reader *reader, size_t least)
{
    size_t n = unpack_count(reader->in, least);
    if (n > reader->room) {
        unpack_fail(reader->in);
        return 0;
    }
    reader->room -= n;
    return n;
}

/* A place in the source. */
static void read_place(struct reader *reader, uint32_t *off, uint32_t *len)
{
    size_t size = text_of(reader->source).n;
    *off = (uint32_t)unpack_uint_to(reader->in, size);
    *len = (uint32_t)unpack_uint_to(reader->in, size - *off);
}

static struct locus *loci_room(struct reader *reader, unsigned places, size_t n)
{
    return places & HAS_LOCI ? ARENA_ARRAY(reader->arena, struct locus, n)
                             : NULL;
}

static const struct source *source_of(struct reader *reader, unsigned places)
{
    return places & HAS_SOURCE ? reader->source : NULL;
}

static value read_list(struct reader *reader, unsigned kind, unsigned places)
{
    struct unpack *in = reader->in;
    size_t n = read_length(reader, 1);
    value v = value_tuple(reader->arena, n);
    v.kind = (uint8_t)kind;
    struct list *list = v.as.list;
    list->source = source_of(reader, places);
    list->loci = loci_room(reader, places, n);
    for (size_t i = 0; i < n && !in->failed; i++) {
        list->items.p[i] = read_value(reader);
        if (list->loci) {
            struct locus *at = &list->loci[i];
            *at = (struct locus){0};
            read_place(reader, &at->off, &at->len);
        }
    }
    return v;
}

/* Nearly every post has such a map of other keys. */
static const struct dict no_entries;

static value read_dict(struct reader *reader, unsigned places)
{
    struct unpack *in = reader->in;
    size_t n = read_length(reader, 2);
    if (n == 0) {
        return value_of_dict((struct dict *)(uintptr_t)&no_entries);
    }
    value v = value_dict(reader->arena);
    struct dict *dict = v.as.dict;
    dict->source = source_of(reader, places);
    dict->loci = loci_room(reader, places, n);
    for (size_t i = 0; i < n && !in->failed; i++) {
        value key = read_value(reader);
        if (value_is_sequence(key) || value_is(key, VALUE_DICT)) {
            unpack_fail(in);
        }
        dict_set(dict, reader->arena, key, read_value(reader));
        if (dict->loci) {
            struct locus *at = &dict->loci[i];
            read_place(reader, &at->key_off, &at->key_len);
            read_place(reader, &at->off, &at->len);
        }
    }
    if (dict->entries.n != n) { /* a key twice */
        unpack_fail(in);
    }
    return v;
}

static value read_string(struct reader *reader, unsigned flags)
{
    str s = unpack_slice(reader->in, text_of(reader->source));
    if (s.n > UINT32_MAX || flags > VALUE_SAFE) {
        unpack_fail(reader->in);
    }
    return value_string_as(s, flags == VALUE_SAFE);
}

static value read_container(struct reader *reader, unsigned kind,
                            unsigned places)
{
    if (reader->depth == MAX_DEPTH) {
        unpack_fail(reader->in);
        return value_undefined();
    }
    reader->depth++;
    value v = kind == VALUE_DICT ? read_dict(reader, places)
                                 : read_list(reader, kind, places);
    reader->depth--;
    return v;
}

static value read_value(struct reader *reader)
{
    struct unpack *in = reader->in;
    unsigned head = (unsigned)unpack_uint_to(in, 0x7F);
    unsigned flags = head >> KIND_BITS;
    switch ((enum value_kind)(head & KIND_MASK)) {
    case VALUE_UNDEFINED: return value_undefined();
    case VALUE_NONE: return value_none();
    case VALUE_BOOL: return value_bool(unpack_bool(in));
    case VALUE_INT: return value_int(unpack_int(in));
    case VALUE_FLOAT: return value_float(unpack_float(in));
    case VALUE_STRING: return read_string(reader, flags);
    case VALUE_DATE: return value_date(unpack_date(in));
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_DICT: return read_container(reader, head & KIND_MASK, flags);
    case VALUE_OBJECT:
    case VALUE_FUNCTION: break;
    }
    unpack_fail(in);
    return value_undefined();
}

value value_unpack(struct unpack *in, const struct source *source,
                   struct arena *arena)
{
    struct reader reader = {in, source, arena, 0, unpack_left(in)};
    value v = read_value(&reader);
    return in->failed ? value_undefined() : v;
}
