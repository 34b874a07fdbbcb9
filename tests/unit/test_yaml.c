/* SPDX-License-Identifier: MIT */
/* data/yaml against the YAML 1.2.2 specification (core schema, section 10.3),
 * places of keys and values, limits, and the cures that its errors name. */
#include <math.h>

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "data/yaml.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct source source;
    value root;
};

static bool parse_kept(struct fixture *f, str text)
{
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.yaml"), .text = text};
    return yaml_parse(&f->source, 0, text.n, &f->arena, &f->diags, &f->root);
}

static bool parse(struct fixture *f, str text)
{
    arena_clear(&f->arena);
    return parse_kept(f, text);
}

static value get(const struct fixture *f, const char *key)
{
    const value *found = value_is(f->root, VALUE_DICT)
                             ? dict_get_str(f->root.as.dict, str_from(key))
                             : NULL;
    return found ? *found : value_undefined();
}

/* The value of the one key of a document "v: TEXT". */
static value plain(struct fixture *f, const char *text)
{
    char line[80];
    int n = snprintf(line, sizeof line, "v: %s\n", text);
    arena_clear(&f->arena);
    parse_kept(f, arena_str(&f->arena, (str){line, (size_t)n}));
    return get(f, "v");
}

static void check_schema(struct fixture *f)
{
    static const struct {
        const char *text;
        enum value_kind kind;
        int64_t number;
    } cases[] = {
        {"", VALUE_NONE, 0},
        {"~", VALUE_NONE, 0},
        {"null", VALUE_NONE, 0},
        {"Null", VALUE_NONE, 0},
        {"NULL", VALUE_NONE, 0},
        {"nULL", VALUE_STRING, 0},
        {"true", VALUE_BOOL, 1},
        {"True", VALUE_BOOL, 1},
        {"TRUE", VALUE_BOOL, 1},
        {"false", VALUE_BOOL, 0},
        {"False", VALUE_BOOL, 0},
        {"FALSE", VALUE_BOOL, 0},
        {"tRUE", VALUE_STRING, 0},
        {"yes", VALUE_STRING, 0},
        {"no", VALUE_STRING, 0},
        {"on", VALUE_STRING, 0},
        {"y", VALUE_STRING, 0},
        {"0", VALUE_INT, 0},
        {"-19", VALUE_INT, -19},
        {"+12", VALUE_INT, 12},
        {"0123", VALUE_INT, 123},
        {"0o14", VALUE_INT, 12},
        {"0xC", VALUE_INT, 12},
        {"0o8", VALUE_STRING, 0},
        {"0x", VALUE_STRING, 0},
        {"-0x1", VALUE_STRING, 0},
        {"1_000", VALUE_STRING, 0},
        {"12:30:45", VALUE_STRING, 0},
        {"2001-12-14", VALUE_STRING, 0},
        {"0b1", VALUE_STRING, 0},
        {"0.", VALUE_FLOAT, 0},
        {".5", VALUE_FLOAT, 0},
        {"+12e03", VALUE_FLOAT, 12000},
        {"-2E+05", VALUE_FLOAT, -200000},
        {"1.10", VALUE_FLOAT, 1},
        {".", VALUE_STRING, 0},
        {"1e", VALUE_STRING, 0},
        {"e5", VALUE_STRING, 0},
        {"1.2.3", VALUE_STRING, 0},
        {"'12'", VALUE_STRING, 0},
        {"\"\"", VALUE_STRING, 0},
        {"!!str 12", VALUE_STRING, 0},
        {"!!int 12", VALUE_INT, 12},
        {"!!float 12", VALUE_FLOAT, 12},
        {"!!timestamp 2001-12-14", VALUE_STRING, 0},
        {"9223372036854775807", VALUE_INT, INT64_MAX},
        {"-9223372036854775808", VALUE_INT, INT64_MIN},
        {"9223372036854775808", VALUE_FLOAT, 0},
        {"0x7FFFFFFFFFFFFFFF", VALUE_INT, INT64_MAX},
        {"0x8000000000000000", VALUE_FLOAT, 0},
        {"0xaF", VALUE_INT, 175},
        {"0xaG", VALUE_STRING, 0},
        {"0x1-", VALUE_STRING, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        value v = plain(f, cases[i].text);
        bool ok = v.kind == cases[i].kind;
        if (ok && v.kind == VALUE_INT) {
            ok = v.as.i == cases[i].number;
        } else if (ok && v.kind == VALUE_BOOL) {
            ok = v.as.b == (cases[i].number == 1);
        } else if (ok && v.kind == VALUE_FLOAT && cases[i].number) {
            ok = (int64_t)v.as.f == cases[i].number;
        }
        tap_check(&f->tap, ok, cases[i].text, __FILE__, __LINE__);
    }
    CHECK(&f->tap, isnan(plain(f, ".nan").as.f));
    CHECK(&f->tap, isinf(plain(f, "-.INF").as.f) && plain(f, "-.INF").as.f < 0);
    CHECK(&f->tap, plain(f, "0o14").as.i == 12);
}

static void check_empty(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("")) && value_is(f->root, VALUE_NONE));
    CHECK(&f->tap,
          parse(f, STR("# only this\n\n")) && value_is(f->root, VALUE_NONE));
    CHECK(&f->tap,
          parse(f, STR("%YAML 1.2\n---\na: 1\n")) && get(f, "a").as.i == 1);
    CHECK(&f->tap, parse(f, STR("\xEF\xBB\xBF"
                                "a: 1\r\nb: |\r\n  x\r\n  y\r\n")) &&
                       get(f, "a").as.i == 1);
    CHECK_STR(&f->tap, value_str(get(f, "b")), "x\ny\n");
}

static str key_text(const struct fixture *f, size_t i)
{
    return span_text(dict_key_span(f->root.as.dict, i));
}

static str value_text(const struct fixture *f, size_t i)
{
    return span_text(dict_value_span(f->root.as.dict, i));
}

static bool is_slice(const struct fixture *f, value v)
{
    return v.as.p >= f->source.text.p &&
           v.as.p + v.n <= f->source.text.p + f->source.text.n;
}

static void check_places(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("t\xC3\xADtulo: \xC3\xA9 a\xC3\xB1"
                                "b # no\n"
                                "q: 'o\xC3\xAD'\n"
                                "tags: [\xC3\xA9, \"a b\", c]\n"
                                "block:\n- x\n- y\n\n"
                                "text: |\n  one\n  two\n\n"
                                "sum: >-\n  a\n  b\n"
                                "anchored: &n !!str 12\n"
                                "none:\n"
                                "esc: \"a\\tb\"\n")));
    CHECK_STR(&f->tap, key_text(f, 0), "t\xC3\xADtulo");
    CHECK_STR(&f->tap, value_text(f, 0),
              "\xC3\xA9 a\xC3\xB1"
              "b");
    CHECK(&f->tap, is_slice(f, f->root.as.dict->entries.p[0].val));
    CHECK_STR(&f->tap, value_text(f, 1), "'o\xC3\xAD'");
    CHECK_STR(&f->tap, value_str(get(f, "q")), "o\xC3\xAD");
    CHECK(&f->tap, is_slice(f, get(f, "q")));
    CHECK_STR(&f->tap, value_text(f, 2), "[\xC3\xA9, \"a b\", c]");
    const struct list *tags = get(f, "tags").as.list;
    CHECK(&f->tap, tags->items.n == 3);
    CHECK_STR(&f->tap, span_text(list_item_span(tags, 1)), "\"a b\"");
    CHECK_STR(&f->tap, span_text(list_item_span(tags, 2)), "c");
    CHECK_STR(&f->tap, value_text(f, 3), "- x\n- y");
    CHECK_STR(&f->tap, value_str(get(f, "text")), "one\ntwo\n");
    CHECK_STR(&f->tap, value_text(f, 4), "|\n  one\n  two");
    CHECK_STR(&f->tap, value_str(get(f, "sum")), "a b");
    CHECK_STR(&f->tap, value_text(f, 6), "12");
    CHECK_STR(&f->tap, value_str(get(f, "anchored")), "12");
    CHECK(&f->tap, f->root.as.dict->loci[7].len == 0);
    CHECK_STR(&f->tap, value_str(get(f, "esc")), "a\tb");
    CHECK(&f->tap, !is_slice(f, get(f, "esc")));
}

/* A region inside a file: places are of the file. */
static void check_region(struct fixture *f)
{
    str text = STR("---\n\xC3\xA9: \xC3\xBC\n---\nb: [\n");
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.md"), .text = text};
    CHECK(&f->tap,
          yaml_parse(&f->source, 4, 7, &f->arena, &f->diags, &f->root));
    CHECK(&f->tap, f->root.as.dict->loci[0].key_off == 4);
    CHECK(&f->tap, f->root.as.dict->loci[0].off == 8);
    CHECK_STR(&f->tap, value_text(f, 0), "\xC3\xBC");
}

static void check_aliases(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x\n")));
    CHECK(&f->tap, get(f, "b").as.list == get(f, "a").as.list);
    CHECK(&f->tap, get(f, "d").as.i == 3);
    CHECK_STR(&f->tap, value_text(f, 1), "[1, 2]");
    CHECK(&f->tap, !parse(f, STR("a: *nobody\n")));
    CHECK(&f->tap, !parse(f, STR("a: &a [*a]\n")));
    /* Nine lines of ten aliases: 10^9 nodes if they were written out. */
    struct arena arena = {0};
    str bomb = STR("a0: &a0 [x]\n");
    for (int i = 1; i < 10; i++) {
        bomb = arena_printf(&arena, "%.*sa%d: &a%d [", STR_ARG(bomb), i, i);
        for (int k = 0; k < 10; k++) {
            bomb = arena_printf(&arena, "%.*s*a%d,", STR_ARG(bomb), i - 1);
        }
        bomb = arena_concat(&arena, bomb, STR("]\n"));
    }
    CHECK(&f->tap, !parse(f, bomb));
    /* Each alias one deeper, so that the values stay within the cap. */
    str deep = STR("a0: &a0 [x]\n");
    for (int i = 1; i < 100; i++) {
        deep = arena_printf(&arena, "%.*sa%d: &a%d [*a%d]\n", STR_ARG(deep), i,
                            i, i - 1);
    }
    CHECK(&f->tap, !parse(f, deep));
    arena_free(&arena);
}

/* A list within lists, as many as `depth`, around a text. */
static str nested(struct buf *out, size_t depth, const char *text)
{
    for (size_t i = 0; i < depth; i++) {
        buf_putc(out, '[');
    }
    buf_put(out, str_from(text));
    for (size_t i = 0; i < depth; i++) {
        buf_putc(out, ']');
    }
    return buf_str(out);
}

static bool parse_nested(struct fixture *f, size_t depth)
{
    struct buf text = {0};
    bool ok = parse(f, nested(&text, depth, ""));
    buf_free(&text);
    return ok;
}

/* The named value and the one that holds the alias are in a map. */
static bool parse_alias(struct fixture *f, size_t named, size_t around)
{
    struct buf text = {0};
    buf_put(&text, STR("a: &a "));
    nested(&text, named, "");
    buf_put(&text, STR("\nb: "));
    nested(&text, around, "*a");
    buf_putc(&text, '\n');
    bool ok = parse(f, buf_str(&text));
    buf_free(&text);
    return ok;
}

static void check_depth(struct fixture *f)
{
    CHECK(&f->tap, parse_nested(f, 64));
    CHECK(&f->tap, !parse_nested(f, 65));
    CHECK(&f->tap, !parse_nested(f, 4000));
    CHECK(&f->tap, parse_alias(f, 40, 23));
    CHECK(&f->tap, !parse_alias(f, 40, 24));
}

static void check_duplicates(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("a: 1\nb: 2\n\na: 3\n")));
    CHECK(&f->tap, get(f, "a").as.i == 3);
    CHECK(&f->tap, f->root.as.dict->entries.n == 2);
    CHECK_STR(&f->tap, value_text(f, 0), "3");
    CHECK(&f->tap, f->diags.warnings == 1 && f->diags.errors == 0);
    CHECK_STR(&f->tap, str_from(f->diags.list.p[0]->code), "duplicate-key");
    str message = f->diags.list.p[0]->message;
    CHECK(&f->tap, str_find(message, STR("1 and 4")) != STR_NONE);
    CHECK(&f->tap, f->diags.list.p[0]->at.line == 4);
}

static void check_odd_characters(struct fixture *f)
{
    CHECK(&f->tap, parse(f, (str){"a: x\0y \x7F\nb: \xE2\x80\xA8z\n", 17}));
    CHECK_STR(&f->tap, value_str(get(f, "a")), "x y");
    CHECK_STR(&f->tap, value_str(get(f, "b")), "z");
    CHECK(&f->tap, f->diags.warnings == 1);
    CHECK_STR(&f->tap, str_from(f->diags.list.p[0]->code), "control-character");
    CHECK(&f->tap, !parse(f, STR("a: 1\nb: \xE9t\xE9\n")));
    CHECK_STR(&f->tap, str_from(f->diags.list.p[0]->code), "not-utf8");
    CHECK(&f->tap, f->diags.list.p[0]->at.line == 2 &&
                       f->diags.list.p[0]->at.column == 4);
}

/* Where the error points, and what it says to write. */
static void check_cure(struct fixture *f, const char *text, unsigned line,
                       unsigned column, const char *hint)
{
    bool ok = parse(f, str_from(text));
    tap_check(&f->tap, !ok && f->diags.errors == 1, text, __FILE__, __LINE__);
    if (f->diags.list.n == 0) {
        return;
    }
    const struct diag *diag = f->diags.list.p[0];
    CHECK_STR(&f->tap, str_from(diag->code), "yaml");
    if (!CHECK(&f->tap, diag->at.line == line && diag->at.column == column)) {
        printf("# at %u:%u: %.*s\n", diag->at.line, diag->at.column,
               STR_ARG(diag->message));
    }
    CHECK_STR(&f->tap, diag->hint, hint);
}

static void check_cures(struct fixture *f)
{
    check_cure(f, "x: 1\ntitle: a: b\n", 2, 8, "quote it: title: \"a: b\"");
    check_cure(f, "title: a \"b\": c\n", 1, 8, "quote it: title: 'a \"b\": c'");
    check_cure(f, "l:\n  - name: a: b\n", 2, 11, "quote it: - name: \"a: b\"");
    check_cure(f, "\ttitle: x\n", 1, 1, "indent with spaces");
    check_cure(f, "x:\n  - a\n\t- b\n", 3, 1, "indent with spaces");
    check_cure(f, "title: @me\n", 1, 8, "quote it: title: \"@me\"");
    check_cure(f, "t:\n- `x`\n", 2, 3, "quote it: - \"`x`\"");
    check_cure(f, "title: %x\n", 1, 8, "quote it: title: \"%x\"");
    check_cure(f, "title: \"foo\nbar: 1\n", 1, 8, "close it: title: \"foo\"");
    check_cure(f, "title: \"foo\nbar: \"x\"\n", 1, 8,
               "close it: title: \"foo\"");
    check_cure(f, "title: 'it's'\n", 1, 8, "quote it: title: \"it's\"");
    check_cure(f, "title: \"A\" and \"B\"\nb: 1\n", 1, 8,
               "quote it: title: '\"A\" and \"B\"'");
    check_cure(f, "title: [WIP] foo\nb: 1\n", 1, 8,
               "quote it: title: \"[WIP] foo\"");
    check_cure(f, "tags: [a, b\nc: 1\n", 1, 7, "close it: tags: [a, b]");
    check_cure(f, "title: [", 1, 8, "close it: title: []");
    check_cure(f, "title: [a,", 1, 8, "close it: title: [a,]");
    check_cure(f, "title: [a,\n", 1, 8, "close it: title: [a,]");
    check_cure(f, "title: [[a], ", 1, 8, "close it: title: [[a],]");
    check_cure(f, "l:\n  - {a: 1,", 2, 5, "close it: - {a: 1,}");
    check_cure(f, "a: {#}", 1, 7, "");
    check_cure(f, "title: {{", 1, 8, "quote it: title: \"{{\"");
    check_cure(f, "title:foo\nbar: 1\n", 1, 1,
               "put a space after the colon: title: foo");
    check_cure(f, "bar: 1\ntitle:foo\n", 2, 1,
               "put a space after the colon: title: foo");
    check_cure(f, "title: foo\n bar: 1\n", 2, 2,
               "start it below the name of the line before");
    check_cure(f, "a: **bold** x\n", 1, 4, "quote it: a: \"**bold** x\"");
    check_cure(f, "a: *foo\n", 1, 4, "quote it: a: \"*foo\"");
    check_cure(f, "a: & b\n", 1, 4, "quote it: a: \"& b\"");
    check_cure(f, "a: !x y\n", 1, 4, "quote it: a: \"!x y\"");
    check_cure(f, "a: {{ x }}\n", 1, 4, "quote it: a: \"{{ x }}\"");
    check_cure(f, "a: \"x \\uD83D\\uDE00\"\n", 1, 7,
               "write the character itself");
    check_cure(f, "a: \"C:\\Users\"\n", 1, 7,
               "write \\\\, or use single quotes");
    check_cure(f, " a: x\nb: y\n", 2, 1,
               "names that belong together start in one column");
    check_cure(f, "\"a\": \"x\",\n\"b\": y\n", 1, 9,
               "take it out: lines end without one");
    check_cure(f, "a: x\nb：y\n", 2, 1,
               "write an ASCII colon and a space: b: y");
    check_cure(f, "a: {% x %}\n", 1, 4, "quote it: a: \"{% x %}\"");
    check_cure(f, "a: >foo\n", 1, 4, "quote it: a: \">foo\"");
    check_cure(f, "a: - b\n", 1, 4, "quote it: a: \"- b\"");
    check_cure(f, "a: \"C:\\path\"\n", 1, 7,
               "write \\\\, or use single quotes");
    check_cure(f, "a: 1\n---\nb: 2\n", 2, 1,
               "one file holds one: take the line of --- out");
    check_cure(f, "%YAML 1.3\n---\na: 1\n", 1, 1,
               "take this line out: crumb reads YAML 1.2");
    check_cure(f, "- a\nb: 1\n", 2, 1,
               "start it below the \"-\" of the line before");
    check_cure(f, "%note to self\n---\na: 1\n", 1, 1, "comments start with #");
    check_cure(f, "% note\n---\na: 1\n", 1, 1, "comments start with #");
    check_cure(f, "a: 1\n- b\n", 2, 1,
               "write \"name:\" on the line before the list");
    check_cure(f, "a: !h!x y\n", 1, 4, "quote it: a: \"!h!x y\"");
    check_cure(f, "\u00e9\u00e9: [\u65e5, b\nc\u00e9: 1\n", 1, 5,
               "close it: \u00e9\u00e9: [\u65e5, b]");
    check_cure(f, "t: \u00e9\nu: \u65e5 \"b\": \u00e9\n", 2, 4,
               "quote it: u: '\u65e5 \"b\": \u00e9'");
}

int main(void)
{
    struct fixture f = {0};
    check_schema(&f);
    check_empty(&f);
    check_places(&f);
    check_region(&f);
    check_aliases(&f);
    check_depth(&f);
    check_duplicates(&f);
    check_odd_characters(&f);
    check_cures(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
