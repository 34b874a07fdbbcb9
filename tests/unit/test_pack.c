/* SPDX-License-Identifier: MIT */
/* base/pack, data/value_pack: values read back are those written, LEB128 and
 * zigzag are those of their definitions, and no prefix of a record is read
 * beyond its end. */
#include "base/pack.h"
#include "data/value.h"
#include "dates/date.h"
#include "identical.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct buf out;
};

static struct unpack reread(const struct fixture *f)
{
    return unpack_of(buf_str(&f->out));
}

/* Bytes as in the definition of DWARF's unsigned LEB128; zigzag as in that of
 * Protocol Buffers. */
static void test_bytes(struct fixture *f)
{
    buf_clear(&f->out);
    pack_uint(&f->out, 2);
    pack_uint(&f->out, 127);
    pack_uint(&f->out, 128);
    pack_uint(&f->out, 129);
    pack_uint(&f->out, 12857);
    CHECK_STR(&f->tap, buf_str(&f->out), "\x02\x7f\x80\x01\x81\x01\xb9\x64");
    buf_clear(&f->out);
    pack_int(&f->out, -1);
    pack_int(&f->out, 1);
    pack_int(&f->out, -2);
    CHECK_STR(&f->tap, buf_str(&f->out), "\x01\x02\x03");
}

static void test_numbers(struct fixture *f)
{
    static const uint64_t edges[] = {
        0,          1,          127,        128,       16383,     16384,
        UINT32_MAX, 1ULL << 32, 1ULL << 63, INT64_MAX, UINT64_MAX};
    enum { COUNT = sizeof edges / sizeof *edges };
    buf_clear(&f->out);
    for (size_t i = 0; i < COUNT; i++) {
        pack_uint(&f->out, edges[i]);
        pack_int(&f->out, (int64_t)edges[i]);
        pack_word(&f->out, edges[i]);
        pack_bool(&f->out, i % 2);
    }
    struct unpack in = reread(f);
    bool same = true;
    for (size_t i = 0; i < COUNT; i++) {
        same = unpack_uint(&in) == edges[i] && same;
        same = unpack_int(&in) == (int64_t)edges[i] && same;
        same = unpack_word(&in) == edges[i] && same;
        same = unpack_bool(&in) == (i % 2) && same;
    }
    CHECK(&f->tap, same && !in.failed && unpack_left(&in) == 0);
    CHECK(&f->tap, unpack_uint(&in) == 0 && in.failed);
}

static void test_refused(struct fixture *f)
{
    static const str wrong[] = {
        STR_INIT(""), STR_INIT("\x80"), STR_INIT("\x80\x80\x80"),
        /* beyond 64 bits, and longer than they are ever written */
        STR_INIT("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
        STR_INIT("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01")};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct unpack in = unpack_of(wrong[i]);
        CHECK(&f->tap, unpack_uint(&in) == 0 && in.failed);
        CHECK(&f->tap, unpack_left(&in) == 0);
    }
    struct unpack in = unpack_of(STR("\x05"
                                     "abc"));
    CHECK(&f->tap, unpack_str(&in).p == NULL && in.failed);
    in = unpack_of(STR("\x02"));
    CHECK(&f->tap, !unpack_bool(&in) && in.failed);
    in = unpack_of(STR("\x03"
                       "ab"));
    CHECK(&f->tap, unpack_count(&in, 1) == 0 && in.failed);
    in = unpack_of(STR("\x02"
                       "ab"));
    CHECK(&f->tap, unpack_count(&in, 1) == 2 && !in.failed);
    in = unpack_of(STR("1234567"));
    CHECK(&f->tap, unpack_word(&in) == 0 && in.failed);
    in = unpack_of(STR("\x80\x80\x80\x80\x10"));
    CHECK(&f->tap, unpack_uint32(&in) == 0 && in.failed);
}

static void test_texts(struct fixture *f)
{
    struct source source = {.name = STR("s"), .text = STR("one two")};
    struct source other = {.name = STR("o"), .text = STR("one two")};
    struct source copy = {.name = STR("s"),
                          .text = arena_str(&f->arena, source.text)};
    buf_clear(&f->out);
    pack_str(&f->out, (str){NULL, 0});
    pack_str(&f->out, STR(""));
    pack_str(&f->out, STR("text"));
    pack_slice(&f->out, (str){NULL, 0}, source.text);
    pack_slice(&f->out, str_sub(source.text, 4, 3), source.text);
    pack_slice(&f->out, STR("else"), source.text);
    pack_slice(&f->out, STR(""), (str){NULL, 0});
    pack_span(&f->out, span_of(&source, 4, 3), &source);
    pack_span(&f->out, span_of(&source, 7, 0), &source);
    pack_span(&f->out, span_of(&other, 4, 3), &source);
    pack_span(&f->out, (span){0}, &source);
    struct unpack in = reread(f);
    CHECK(&f->tap, unpack_str(&in).p == NULL);
    CHECK(&f->tap, unpack_str(&in).p != NULL);
    str text = unpack_str(&in);
    CHECK_STR(&f->tap, text, "text");
    CHECK(&f->tap, text.p > f->out.p && text.p < f->out.p + f->out.n);
    CHECK(&f->tap, unpack_slice(&in, copy.text).p == NULL);
    CHECK(&f->tap, unpack_slice(&in, copy.text).p == copy.text.p + 4);
    CHECK_STR(&f->tap, unpack_slice(&in, copy.text), "else");
    text = unpack_slice(&in, copy.text);
    CHECK(&f->tap, text.p && text.n == 0);
    span at = unpack_span(&in, &copy);
    CHECK(&f->tap, at.source == &copy && at.off == 4 && at.len == 3);
    at = unpack_span(&in, &copy);
    CHECK(&f->tap, at.source == &copy && at.off == 7 && at.len == 0);
    CHECK(&f->tap, !unpack_span(&in, &copy).source);
    CHECK(&f->tap, !unpack_span(&in, &copy).source);
    CHECK(&f->tap, !in.failed && unpack_left(&in) == 0);
    /* The same places in a text that is too short for them. */
    buf_clear(&f->out);
    pack_slice(&f->out, str_sub(source.text, 4, 3), source.text);
    in = reread(f);
    CHECK(&f->tap, !unpack_slice(&in, STR("one tw")).p && in.failed);
    buf_clear(&f->out);
    pack_span(&f->out, span_of(&source, 4, 3), &source);
    in = reread(f);
    copy.text.n--;
    CHECK(&f->tap, !unpack_span(&in, &copy).source && in.failed);
}

static void test_dates(struct fixture *f)
{
    static const struct date dates[] = {
        {0, 0, false},
        {1733650200, 330, false},
        {-62135596800, -720, true},
        {INT64_C(253402300799), 1440, true}, /* the last of the year 9999 */
    };
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        buf_clear(&f->out);
        pack_date(&f->out, dates[i]);
        struct unpack in = reread(f);
        struct date date = unpack_date(&in);
        CHECK(&f->tap, date.instant == dates[i].instant &&
                           date.offset == dates[i].offset &&
                           date.date_only == dates[i].date_only && !in.failed);
    }
    /* No calendar has these. */
    static const struct date none[] = {
        {INT64_MAX, 0, false}, {INT64_MIN, 0, false}, {0, INT16_MAX, false}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        buf_clear(&f->out);
        pack_date(&f->out, none[i]);
        struct unpack in = reread(f);
        unpack_date(&in);
        CHECK(&f->tap, in.failed);
    }
    struct hash128 hash = hash128(STR("abc"));
    buf_clear(&f->out);
    pack_hash(&f->out, hash);
    struct unpack in = reread(f);
    CHECK(&f->tap, hash128_eq(unpack_hash(&in), hash) && !in.failed);
}

/* --- values --- */

static struct locus locus(uint32_t n)
{
    return (struct locus){n, n + 1, n + 2, n + 3};
}

/* One of each kind, with places. */
static value sample(struct arena *arena, const struct source *source)
{
    value v = value_dict(arena);
    struct dict *dict = v.as.dict;
    value list = value_list(arena);
    list_push(list.as.list, arena, value_markup(STR("<b>")));
    list_push(list.as.list, arena, value_string(str_sub(source->text, 1, 2)));
    list_push(list.as.list, arena, value_string((str){NULL, 0}));
    list.as.list->source = source;
    list.as.list->loci = ARENA_ARRAY(arena, struct locus, 3);
    for (uint32_t i = 0; i < 3; i++) {
        list.as.list->loci[i] = (struct locus){.off = i, .len = 2 * i};
    }
    value pair = value_tuple(arena, 2);
    pair.as.list->items.p[0] = value_none();
    pair.as.list->items.p[1] = value_float(-0.5);
    dict_set(dict, arena, value_string(STR("list")), list);
    dict_set(dict, arena, value_int(INT64_MIN), value_undefined());
    dict_set(dict, arena, value_string(STR("pair")), pair);
    dict_set(dict, arena, value_bool(false), value_list(arena));
    dict_set(dict, arena, value_none(),
             value_date((struct date){9, -90, true}));
    dict->source = source;
    dict->loci = ARENA_ARRAY(arena, struct locus, dict->entries.n);
    for (size_t i = 0; i < dict->entries.n; i++) {
        dict->loci[i] = locus((uint32_t)i * 100);
    }
    return v;
}

static void test_value(struct fixture *f)
{
    char text[1000] = "text";
    struct source source = {.name = STR("s"), .text = {text, sizeof text}};
    struct source copy = {.name = STR("s"),
                          .text = arena_str(&f->arena, source.text)};
    value v = sample(&f->arena, &source);
    buf_clear(&f->out);
    value_pack(v, &source, &f->out);
    struct unpack in = reread(f);
    value back = value_unpack(&in, &copy, &f->arena);
    CHECK(&f->tap, !in.failed && unpack_left(&in) == 0);
    CHECK(&f->tap, value_identical(v, back));
    CHECK(&f->tap, back.as.dict->source == &copy);
    const struct list *list = dict_get_str(back.as.dict, STR("list"))->as.list;
    CHECK(&f->tap, list->items.p[1].as.p == copy.text.p + 1);
    CHECK(&f->tap, list->items.p[2].as.p == NULL);
    /* Each shorter record is refused, and read to its end at most. */
    bool refused = true;
    for (size_t n = 0; n < f->out.n; n++) {
        str part = arena_str(&f->arena, str_sub(buf_str(&f->out), 0, n));
        in = unpack_of(part);
        back = value_unpack(&in, &copy, &f->arena);
        refused = refused && in.failed && value_is(back, VALUE_UNDEFINED);
    }
    CHECK(&f->tap, refused);
}

static void test_large_dict(struct fixture *f)
{
    value v = value_dict(&f->arena);
    for (int64_t i = 0; i < 100; i++) {
        dict_set(v.as.dict, &f->arena, value_int(i), value_int(-i));
    }
    buf_clear(&f->out);
    value_pack(v, NULL, &f->out);
    struct unpack in = reread(f);
    value back = value_unpack(&in, NULL, &f->arena);
    CHECK(&f->tap, value_identical(v, back));
    CHECK(&f->tap, dict_get(back.as.dict, value_int(99))->as.i == -99);
}

static void test_no_data(struct fixture *f)
{
    static const struct object_class class = {.name = "page"};
    struct object object = {.class = &class};
    value v = value_list(&f->arena);
    list_push(v.as.list, &f->arena, value_object(&object));
    buf_clear(&f->out);
    value_pack(v, NULL, &f->out);
    struct unpack in = reread(f);
    CHECK(&f->tap,
          value_is(value_unpack(&in, NULL, &f->arena), VALUE_UNDEFINED));
    CHECK(&f->tap, in.failed);
    /* Lists of one list each. */

    struct buf bytes = {0};
    for (size_t i = 0; i < 4000; i++) {
        buf_putc(&bytes, i % 2 ? 1 : VALUE_LIST);
    }
    in = unpack_of(buf_str(&bytes));
    value_unpack(&in, NULL, &f->arena);
    CHECK(&f->tap, in.failed);
    /* A key twice. */
    buf_clear(&bytes);
    buf_put(&bytes, STR("\x09\x02\x01\x01\x01\x01"));
    in = unpack_of(buf_str(&bytes));
    value_unpack(&in, NULL, &f->arena);
    CHECK(&f->tap, in.failed);
    buf_free(&bytes);
}

int main(void)
{
    struct fixture f = {0};
    test_bytes(&f);
    test_numbers(&f);
    test_refused(&f);
    test_texts(&f);
    test_dates(&f);
    test_value(&f);
    test_large_dict(&f);
    test_no_data(&f);
    buf_free(&f.out);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
