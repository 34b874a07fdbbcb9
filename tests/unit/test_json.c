/* SPDX-License-Identifier: MIT */
/* data/json against RFC 8259. */
#include "base/diag/diag.h"
#include "data/json.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    value root;
};

static bool parse(struct fixture *f, str text)
{
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.json"), .text = text};
    return json_parse(&f->source, &f->arena, &f->diags, &f->root);
}

static void accept(struct fixture *f, const char *text, enum value_kind kind)
{
    bool ok = parse(f, str_from(text));
    tap_check(&f->tap, ok && f->root.kind == kind && f->diags.list.n == 0, text,
              __FILE__, __LINE__);
}

static void refuse(struct fixture *f, const char *text, unsigned column)
{
    bool ok = parse(f, str_from(text));
    bool placed =
        f->diags.list.n == 1 && f->diags.list.p[0]->at.column == column;
    if (!tap_check(&f->tap, !ok && placed, text, __FILE__, __LINE__) &&
        f->diags.list.n) {
        printf("# column %u\n", f->diags.list.p[0]->at.column);
    }
}

static void check_accepted(struct fixture *f)
{
    accept(f, "null", VALUE_NONE);
    accept(f, " \t\r\n true ", VALUE_BOOL);
    accept(f, "false", VALUE_BOOL);
    accept(f, "0", VALUE_INT);
    accept(f, "-0", VALUE_INT);
    accept(f, "-12", VALUE_INT);
    accept(f, "9223372036854775807", VALUE_INT);
    accept(f, "-9223372036854775808", VALUE_INT);
    accept(f, "9223372036854775808", VALUE_FLOAT);
    accept(f, "1.5", VALUE_FLOAT);
    accept(f, "1e2", VALUE_FLOAT);
    accept(f, "1E+2", VALUE_FLOAT);
    accept(f, "0.1e-2", VALUE_FLOAT);
    accept(f, "\"\"", VALUE_STRING);
    accept(f, "[]", VALUE_LIST);
    accept(f, "[ ]", VALUE_LIST);
    accept(f, "[1 , [2], {}]", VALUE_LIST);
    accept(f, "{}", VALUE_DICT);
    accept(f, "{\"a\" : 1, \"\": null}", VALUE_DICT);
    accept(f, "\xEF\xBB\xBF{}", VALUE_DICT);
}

static void check_refused(struct fixture *f)
{
    refuse(f, "", 1);
    refuse(f, "[1,]", 4);
    refuse(f, "[1 2]", 4);
    refuse(f, "[1", 3);
    refuse(f, "{\"a\":1,}", 8);
    refuse(f, "{\"a\" 1}", 6);
    refuse(f, "{a: 1}", 2);
    refuse(f, "{'a': 1}", 2);
    refuse(f, "{\"a\": }", 7);
    refuse(f, "01", 1);
    refuse(f, "+1", 1);
    refuse(f, ".5", 1);
    refuse(f, "1.", 3);
    refuse(f, "1e", 3);
    refuse(f, "-", 2);
    refuse(f, "0x10", 2);
    refuse(f, "tru", 1);
    refuse(f, "truex", 1);
    refuse(f, "NaN", 1);
    refuse(f, "None", 1);
    refuse(f, "\"abc", 1);
    refuse(f, "\"a\nb\"", 3);
    refuse(f, "\"a\tb\"", 3);
    refuse(f, "\"\\x\"", 2);
    refuse(f, "\"\\u12\"", 2);
    refuse(f, "\"\\u12G4\"", 2);
    refuse(f, "\"\\", 2);
    refuse(f, "1 2", 3);
    refuse(f, "// no\n1", 1);
    refuse(f, "[\"\xE9\"]", 3);
    CHECK(&f->tap, !parse(f, (str){"[1\0]", 4}));
}

/* The error says how to write it, or nothing. */
static void cure(struct fixture *f, const char *text, const char *hint)
{
    bool ok = parse(f, str_from(text));
    if (CHECK(&f->tap, !ok && f->diags.list.n == 1)) {
        CHECK_STR(&f->tap, f->diags.list.p[0]->hint, hint);
    }
}

static void check_cures(struct fixture *f)
{
    cure(f, "{'a': 1}", "JSON has double quotes only");
    cure(f, "[1, // one\n2]", "JSON has no comments");
    cure(f, "# one\n2", "JSON has no comments");
    cure(f, "[None]", "write null");
    cure(f, "[True]", "write it in small letters");
    cure(f, "[FALSE]", "write it in small letters");
    cure(f, "[1, 2,\n]", "take the comma before it out");
    cure(f, "{\"a\": 1, }", "take the comma before it out");
    cure(f, "[1 }", "");
    cure(f, "[Nonesuch]", "");
    cure(f, "\"a\nb\"", "write \\n, or close the string");
    cure(f, "\"a\tb\"", "write it as an escape");
    cure(f, "\"C:\\Users\"", "write \\\\ for a backslash");
    cure(f, "[\"\xE9\"]", "save the file as UTF-8");
}

static void check_values(struct fixture *f)
{
    parse(f, STR("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00\""));
    CHECK_STR(&f->tap, value_str(f->root),
              "\"\\/\b\f\n\r\t\xC3\xA9\xF0\x9F\x98\x80");
    parse(f, STR("\"\\ud800x\\udc00\\ud800\\u0041\""));
    CHECK_STR(&f->tap, value_str(f->root),
              "\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD"
              "A");
    parse(f, STR("\"a\\u0000b\""));
    CHECK(&f->tap, f->root.n == 3 && f->root.as.p[1] == '\0');
    parse(f, STR("\"caf\xC3\xA9\""));
    CHECK(&f->tap, f->root.as.p == f->source.text.p + 1 && f->root.n == 5);
    parse(f, STR("-9223372036854775808"));
    CHECK(&f->tap, f->root.as.i == INT64_MIN);
    parse(f, STR("1.5e3"));
    CHECK(&f->tap, f->root.as.f > 1499.9 && f->root.as.f < 1500.1);
}

static void check_places(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("{\"a\": [1, \"x\"], \"b\" : {}, \"a\":2}")));
    const struct dict *dict = f->root.as.dict;
    CHECK(&f->tap, dict->entries.n == 2);
    CHECK(&f->tap, dict->entries.p[0].val.as.i == 2);
    CHECK_STR(&f->tap, span_text(dict_key_span(dict, 1)), "\"b\"");
    CHECK_STR(&f->tap, span_text(dict_value_span(dict, 1)), "{}");
    CHECK_STR(&f->tap, span_text(dict_value_span(dict, 0)), "2");
    CHECK(&f->tap, parse(f, STR("[1, \"x\" ]")));
    CHECK_STR(&f->tap, span_text(list_item_span(f->root.as.list, 1)), "\"x\"");
}

static void check_depth(struct fixture *f)
{
    char text[402];
    for (size_t i = 0; i < 201; i++) {
        text[i] = '[';
        text[i + 201] = ']';
    }
    CHECK(&f->tap, !parse(f, (str){text, sizeof text}));
    CHECK(&f->tap, parse(f, (str){text + 1, sizeof text - 2}));
}

int main(void)
{
    struct fixture f = {0};
    check_accepted(&f);
    check_refused(&f);
    check_cures(&f);
    check_values(&f);
    check_places(&f);
    check_depth(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
