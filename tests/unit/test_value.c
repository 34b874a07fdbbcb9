/* SPDX-License-Identifier: MIT */
/* data/value: keys compare as Python's do, dicts keep their order through
 * growth and removal. */
#include "data/value.h"
#include "tap.h"

static value tuple(struct arena *arena, value a, value b)
{
    value v = value_tuple(arena, 2);
    v.as.list->items.p[0] = a;
    v.as.list->items.p[1] = b;
    return v;
}

static void check_same(struct tap *tap, struct arena *arena)
{
    value one = value_int(1);
    CHECK(tap, value_same(one, value_float(1.0)));
    CHECK(tap, value_same(one, value_bool(true)));
    CHECK(tap, value_same(value_bool(false), value_float(0.0)));
    CHECK(tap, !value_same(one, value_string(STR("1"))));
    CHECK(tap, !value_same(value_none(), value_bool(false)));
    CHECK(tap, value_same(value_none(), value_none()));
    CHECK(tap, value_same(value_string(STR("a")), value_markup(STR("a"))));
    /* Python: 2**53 + 1 != 2.0**53, 2**63 != 2.0**63 - 1. */
    CHECK(tap, !value_same(value_int((1LL << 53) + 1),
                           value_float(9007199254740992.0)));
    CHECK(tap,
          value_same(value_int(1LL << 53), value_float(9007199254740992.0)));
    CHECK(tap, !value_same(value_int(INT64_MAX), value_float(0x1p63)));
    CHECK(tap, value_same(tuple(arena, one, value_none()),
                          tuple(arena, value_float(1.0), value_none())));
    CHECK(tap, !value_same(tuple(arena, one, one), value_list(arena)));
    struct date date = {.instant = 100, .offset = 60};
    CHECK(tap, value_same(value_date(date),
                          value_date((struct date){.instant = 100})));
    CHECK(tap, value_to_date(value_date(date)).offset == 60);
    date.date_only = true;
    CHECK(tap, value_to_date(value_date(date)).date_only);
}

static void check_keys(struct tap *tap, struct arena *arena)
{
    struct dict *dict = value_dict(arena).as.dict;
    dict_set(dict, arena, value_int(1), value_string(STR("int")));
    dict_set(dict, arena, value_float(1.0), value_string(STR("float")));
    CHECK(tap, dict->entries.n == 1);
    CHECK(tap, value_is(dict->entries.p[0].key, VALUE_INT));
    CHECK_STR(tap, value_str(*dict_get(dict, value_bool(true))), "float");
    dict_set(dict, arena, value_string(STR("1")), value_int(2));
    dict_set(dict, arena, tuple(arena, value_int(1), value_int(2)),
             value_int(3));
    CHECK(tap, dict_get_str(dict, STR("1"))->as.i == 2);
    CHECK(tap,
          dict_get(dict, tuple(arena, value_float(1), value_int(2)))->as.i ==
              3);
    CHECK(tap, !dict_get(dict, value_none()));
    CHECK(tap, !dict_remove(dict, value_int(7)));
}

/* Against the definition: a list of numbers in order of insertion. */
static void check_growth(struct tap *tap, struct arena *arena)
{
    enum { COUNT = 1000 };
    struct dict *dict = value_dict(arena).as.dict;
    bool found = true;
    for (int64_t i = 0; i < COUNT; i++) {
        dict_set(dict, arena, value_int(i * 7919 % COUNT), value_int(i));
    }
    for (int64_t i = 0; i < COUNT; i++) {
        const value *v = dict_get(dict, value_int(i * 7919 % COUNT));
        found = found && v && v->as.i == i;
        v = dict_get(dict, value_float((double)(i * 7919 % COUNT)));
        found = found && v && v->as.i == i;
    }
    CHECK(tap, !dict_get(dict, value_float(1.5)));
    CHECK(tap, !dict_get(dict, value_float(0x1p70)));
    CHECK(tap,
          dict_get(dict, value_bool(true)) == dict_get(dict, value_int(1)));
    CHECK(tap, found && dict->entries.n == COUNT);
    for (int64_t i = 0; i < COUNT; i += 3) {
        found = dict_remove(dict, value_int(i * 7919 % COUNT)) && found;
    }
    CHECK(tap, found);
    int64_t last = -1;
    bool ordered = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        int64_t n = dict->entries.p[i].val.as.i;
        ordered = ordered && n > last && n % 3 != 0;
        last = n;
        const value *v = dict_get(dict, dict->entries.p[i].key);
        found = found && v && v->as.i == n;
    }
    CHECK(tap, ordered && found);
    CHECK(tap, dict->entries.n == COUNT - (COUNT + 2) / 3);
    CHECK(tap, !dict_get(dict, value_int(0)));
    dict_set(dict, arena, value_int(0), value_int(5000));
    CHECK(tap, dict->entries.p[dict->entries.n - 1].val.as.i == 5000);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    CHECK(&tap, sizeof(value) == 16);
    check_same(&tap, &arena);
    check_keys(&tap, &arena);
    check_growth(&tap, &arena);
    CHECK_STR(&tap, str_from(value_kind_name(value_list(&arena))), "a list");
    CHECK(&tap, dict_key_span(value_dict(&arena).as.dict, 0).source == NULL);
    arena_free(&arena);
    return tap_done(&tap);
}
