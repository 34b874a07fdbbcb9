/* SPDX-License-Identifier: MIT */
/* data/toml against TOML 1.0.0: tests/toml/spec.txt, which says how its cases
 * look, and what a document that is read keeps: places, slices, a bound on
 * nesting, linear time. */
#include <inttypes.h>
#include <time.h>

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "data/toml.h"
#include "tap.h"

#define CASES "tests/toml/spec.txt"

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
    f->source = (struct source){.name = STR("t.toml"), .text = text};
    return toml_parse(&f->source, 0, text.n, &f->arena, &f->diags, &f->root);
}

/* --- how values are shown --- */

static void show(value v, span at, struct buf *out);

static void show_dict(const struct dict *dict, struct buf *out)
{
    buf_putc(out, '{');
    for (size_t i = 0; i < dict->entries.n; i++) {
        buf_put(out, i ? STR(", ") : STR(""));
        buf_put(out, value_str(dict->entries.p[i].key));
        buf_putc(out, '=');
        show(dict->entries.p[i].val, dict_value_span(dict, i), out);
    }
    buf_putc(out, '}');
}

static void show_list(const struct list *list, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t i = 0; i < list->items.n; i++) {
        buf_put(out, i ? STR(", ") : STR(""));
        show(list->items.p[i], list_item_span(list, i), out);
    }
    buf_putc(out, ']');
}

static void show_text(str text, struct buf *out)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(out, (char)(text.p[i] == '\n' ? '/' : text.p[i]));
    }
    buf_putc(out, '"');
}

static void show(value v, span at, struct buf *out)
{
    if (value_is(v, VALUE_DICT)) {
        show_dict(v.as.dict, out);
    } else if (value_is(v, VALUE_LIST)) {
        show_list(v.as.list, out);
    } else if (value_is(v, VALUE_BOOL)) {
        buf_put(out, v.as.b ? STR("true") : STR("false"));
    } else if (value_is(v, VALUE_INT)) {
        buf_printf(out, "%" PRId64, v.as.i);
    } else if (value_is(v, VALUE_FLOAT)) {
        buf_printf(out, "%.15gf", v.as.f);
    } else if (is_digit(span_text(at).p[0])) {
        buf_put(out, value_str(v));
    } else {
        show_text(value_str(v), out);
    }
}

/* --- the cases --- */

static unsigned hex(char c)
{
    return (unsigned)(is_digit(c) ? c - '0' : c - 'A' + 10);
}

/* Adds a line, with the bytes that it names. */
static void add_line(struct buf *out, str line)
{
    size_t at;
    while ((at = str_find(line, STR("«"))) != STR_NONE) {
        str code = str_from_offset(line, at + strlen("«"));
        buf_put(out, str_sub(line, 0, at));
        buf_putc(out, (char)(hex(code.p[0]) << 4 | hex(code.p[1])));
        line = str_from_offset(code, 2 + strlen("»"));
    }
    buf_put(out, line);
    buf_putc(out, '\n');
}

/* "3:5", maybe with " message | cure". */
static void describe(const struct fixture *f, bool whole, struct buf *out)
{
    const struct diag *diag = f->diags.list.p[0];
    buf_printf(out, "%u:%u", diag->at.line, diag->at.column);
    if (whole) {
        buf_printf(out, " %.*s%s%.*s", STR_ARG(diag->message),
                   diag->hint.n ? " | " : "", STR_ARG(diag->hint));
    }
}

static void check_case(struct fixture *f, str text, bool good, str wanted)
{
    struct buf got = {0};
    struct buf want = {0};
    bool read = parse(f, text);
    add_line(&want, wanted);
    if (read) {
        show_dict(f->root.as.dict, &got);
    } else {
        describe(f, str_find_char(wanted, ' ') != STR_NONE, &got);
    }
    bool alone = f->diags.list.n == !read;
    bool none = read || value_is(f->root, VALUE_NONE);
    str shown = buf_str(&want);
    shown.n--;
    bool same = str_eq(buf_str(&got), shown);
    if (!tap_check(&f->tap, read == good && alone && none && same,
                   good ? "read" : "refused", __FILE__, __LINE__)) {
        printf("# %.*s\n#  got: %.*s\n# want: %.*s\n", STR_ARG(text),
               STR_ARG(buf_str(&got)), STR_ARG(shown));
    }
    buf_free(&got);
    buf_free(&want);
}

/* An empty line is one of a document, but for the first one. */
static void check_cases(struct fixture *f, str cases)
{
    struct buf text = {0};
    str line;
    while (str_split(&cases, '\n', &line)) {
        bool good = str_starts(line, STR("--- "));
        if (good || str_starts(line, STR("!!! "))) {
            str document = buf_str(&text);
            document.n -= document.n > 0;
            check_case(f, document, good, str_from_offset(line, 4));
            buf_clear(&text);
        } else if (!str_starts(line, STR("%%")) && (text.n || line.n)) {
            add_line(&text, line);
        }
    }
    CHECK(&f->tap, text.n == 0);
    buf_free(&text);
}

static void check_file(struct fixture *f)
{
    struct buf cases = {0};
    FILE *file = fopen(CASES, "r");
    if (!CHECK(&f->tap, file)) {
        return;
    }
    size_t got;
    do {
        buf_reserve(&cases, 1 << 16);
        got = fread(cases.p + cases.n, 1, cases.cap - cases.n, file);
        cases.n += got;
    } while (got);
    fclose(file);
    check_cases(f, buf_str(&cases));
    buf_free(&cases);
}

/* --- the keys and values --- */

static str key_text(const struct dict *dict, size_t i)
{
    return span_text(dict_key_span(dict, i));
}

static str value_text(const struct dict *dict, size_t i)
{
    return span_text(dict_value_span(dict, i));
}

static bool is_slice(const struct fixture *f, value v)
{
    return v.as.p >= f->source.text.p &&
           v.as.p + v.n <= f->source.text.p + f->source.text.n;
}

static const struct dict *below(const struct dict *dict, const char *key)
{
    return dict_get_str(dict, str_from(key))->as.dict;
}

static void check_places(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("'t\xC3\xAD' = \"a\xC3\xB1\" # no\n"
                                "x . \"y\" = 1.10\n"
                                "tags = [ 'a', \"b\\n\" ]\n"
                                "day = 2026-11-21 09:30:00\n"
                                "s = '''\none\ntwo'''\n")));
    const struct dict *root = f->root.as.dict;
    CHECK_STR(&f->tap, key_text(root, 0), "'t\xC3\xAD'");
    CHECK_STR(&f->tap, value_text(root, 0), "\"a\xC3\xB1\"");
    CHECK(&f->tap, is_slice(f, root->entries.p[0].key) &&
                       is_slice(f, root->entries.p[0].val));
    CHECK_STR(&f->tap, key_text(root, 1), "x");
    CHECK_STR(&f->tap, value_text(root, 1), "\"y\" = 1.10");
    CHECK_STR(&f->tap, key_text(below(root, "x"), 0), "\"y\"");
    CHECK_STR(&f->tap, value_text(below(root, "x"), 0), "1.10");
    const struct list *tags = dict_get_str(root, STR("tags"))->as.list;
    CHECK_STR(&f->tap, value_text(root, 2), "[ 'a', \"b\\n\" ]");
    CHECK_STR(&f->tap, span_text(list_item_span(tags, 1)), "\"b\\n\"");
    CHECK_STR(&f->tap, value_text(root, 3), "2026-11-21 09:30:00");
    CHECK(&f->tap, value_is(root->entries.p[3].val, VALUE_STRING));
    CHECK_STR(&f->tap, value_str(root->entries.p[4].val), "one\ntwo");
    CHECK(&f->tap, is_slice(f, root->entries.p[4].val));
}

/* The value of a table is its header: [a], though [a.b] comes before it. */
static void check_header_places(struct fixture *f)
{
    CHECK(&f->tap, parse(f, STR("[ a . b ]\nc = {d = true}\n"
                                "[[q]]\n[[q]]\n[a]\n")));
    const struct dict *root = f->root.as.dict;
    const struct dict *a = below(root, "a");
    CHECK_STR(&f->tap, key_text(root, 0), "a");
    CHECK_STR(&f->tap, value_text(root, 0), "[a]");
    CHECK_STR(&f->tap, value_text(a, 0), "[ a . b ]");
    CHECK_STR(&f->tap, value_text(below(a, "b"), 0), "{d = true}");
    const struct list *q = dict_get_str(root, STR("q"))->as.list;
    CHECK_STR(&f->tap, value_text(root, 1), "[[q]]");
    CHECK(&f->tap, list_item_span(q, 1).off == list_item_span(q, 0).off + 6);
}

/* A region inside a file: places are of the file. */
static void check_region(struct fixture *f)
{
    str text = STR("+++\na = 1\n+++\nb = [\n");
    arena_clear(&f->arena);
    diags_init(&f->diags, &f->arena);
    f->source = (struct source){.name = STR("t.md"), .text = text};
    CHECK(&f->tap,
          toml_parse(&f->source, 4, 6, &f->arena, &f->diags, &f->root));
    CHECK(&f->tap, f->root.as.dict->loci[0].key_off == 4);
    CHECK_STR(&f->tap, value_text(f->root.as.dict, 0), "1");
    CHECK(&f->tap, f->root.as.dict->entries.n == 1);
    /* A string that the region cuts off is not closed, even if a quote follows.
     */
    f->source.text = STR("a = \"b\"");
    CHECK(&f->tap,
          !toml_parse(&f->source, 0, 6, &f->arena, &f->diags, &f->root));
}

/* `n` times the text, between two others. */
static str repeated(struct buf *out, const char *before, const char *text,
                    size_t n, const char *after)
{
    buf_clear(out);
    buf_put(out, str_from(before));
    for (size_t i = 0; i < n; i++) {
        buf_put(out, str_from(text));
    }
    buf_put(out, str_from(after));
    return buf_str(out);
}

/* The text that the error underlines. */
static void marks(struct fixture *f, str text, const char *marked)
{
    CHECK(&f->tap, !parse(f, text) && f->diags.list.n == 1);
    const struct place *at = &f->diags.list.p[0]->at;
    CHECK_STR(&f->tap, str_sub(at->text, at->mark, at->mark_len), marked);
}

static void check_marks(struct fixture *f)
{
    marks(f, STR("a = 1__0 # x"), "1__0");
    marks(f, STR("a = 2024-02-30 00:00:00"), "2024-02-30 00:00:00");
    marks(f, STR("a = two words # x"), "two words");
    marks(f, STR("a = \"\xFF\""), "\xFF");
    marks(f, STR("a = 1\rb = 2"), "\r");
    marks(f, STR("a = \"\x01\""), "\x01");
    marks(f, STR("a: 1"), ":");
    marks(f, STR("a \xC3\xA9"), "\xC3\xA9");
    marks(f, STR("a"), "");
    marks(f, STR("a = 1 b = 2\n"), "b = 2");
    marks(f, STR("a = 1 b\r\n"), "b");
    marks(f, STR("a.\xC3\xA9x = 1"), "\xC3\xA9x");
    marks(f, STR("'x' = 1\n'x' = 2"), "'x'");
    marks(f, STR("a = [1 \xC3\xA9]"), "\xC3\xA9");
    marks(f, STR("a = \"x"), "\"");
    marks(f, STR("a = '''x"), "'''");
    marks(f, STR("a = \"\\uD800\""), "\\uD800");
    marks(f, STR("a = \"\\x\""), "\\x");
    marks(f, STR("a = {b = 1,}"), ",");
    marks(f, STR("a = {b = 1"), "{");
    marks(f, STR("[ a.b "), "[ a.b ");
}

/* Refused for its depth, with the place. */
static void too_deep(struct fixture *f, str text, const char *marked)
{
    marks(f, text, marked);
    CHECK_STR(&f->tap, f->diags.list.p[0]->message, "nested more than 64 deep");
    CHECK(&f->tap, f->diags.list.p[0]->hint.n == 0);
}

static void check_depth(struct fixture *f)
{
    struct buf out = {0};
    struct buf closed = {0};
    repeated(&closed, "", "]", 63, "");
    buf_putc(&closed, '\0');
    CHECK(&f->tap, parse(f, repeated(&out, "a = ", "[", 63, closed.p)));
    too_deep(f, repeated(&out, "a = [", "[", 63, ""), "[");
    CHECK(&f->tap, parse(f, repeated(&out, "", "a.", 62, "a = {}")));
    too_deep(f, repeated(&out, "", "a.", 63, "a = {}"), "{");
    too_deep(f, repeated(&out, "", "a.", 64, "b = 1"), "b");
    CHECK(&f->tap, parse(f, repeated(&out, "[", "a.", 62, "a]")));
    too_deep(f, repeated(&out, "[", "a.", 63, "b]"), "b");
    CHECK(&f->tap, parse(f, repeated(&out, "[[", "a.", 61, "a]]")));
    too_deep(f, repeated(&out, "[[", "a.", 62, "b]]"), "b");
    CHECK(&f->tap, !parse(f, repeated(&out, "a = ", "[", 100000, "")));
    CHECK(&f->tap, !parse(f, repeated(&out, "", "a = {", 100000, "")));
    CHECK(&f->tap, !parse(f, repeated(&out, "", "a.", 100000, "a = 1")));
    CHECK(&f->tap, !parse(f, repeated(&out, "[", "a.", 100000, "a]")));
    buf_free(&out);
    buf_free(&closed);
}

static void spend(struct fixture *f, str text, bool good, double *seconds)
{
    clock_t start = clock();
    CHECK(&f->tap, parse(f, text) == good);
    *seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Texts that take minutes if each line looks back at all before it. */
static void check_time(struct fixture *f)
{
    enum { MANY = 100000 };
    struct buf out = {0};
    double s = 0;
    for (int i = 0; i < MANY; i++) {
        buf_printf(&out, "k%d = %d\n", i, i);
    }
    spend(f, buf_str(&out), true, &s);
    buf_clear(&out);
    for (int i = 0; i < MANY; i++) {
        buf_printf(&out, "[a.b.t%d]\nx.y.z = 1\nx.y.u = 2\n", i);
    }
    spend(f, buf_str(&out), true, &s);
    spend(f, repeated(&out, "", "[[a]]\n[[a.b]]\nc = 1\n", MANY, ""), true, &s);
    spend(f, repeated(&out, "a = [", "1,\n", MANY, "]"), true, &s);
    spend(f, repeated(&out, "a = \"\"\"", "\\\n", MANY, ""), false, &s);
    spend(f, repeated(&out, "a = \"", "\\t", MANY, "\""), true, &s);
    spend(f, repeated(&out, "a = '''", "''b", MANY, ""), false, &s);
    spend(f, repeated(&out, "", "#\n", MANY, "a"), false, &s);
    spend(f, repeated(&out, "a = 1", "_0", MANY, ".0"), true, &s);
    spend(f, repeated(&out, "a = x", "_0", MANY, ".0"), false, &s);
    if (!CHECK(&f->tap, s < 10)) {
        printf("# %.1f s\n", s);
    }
    buf_free(&out);
}

int main(void)
{
    struct fixture f = {0};
    check_file(&f);
    check_places(&f);
    check_header_places(&f);
    check_region(&f);
    check_marks(&f);
    check_depth(&f);
    check_time(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
