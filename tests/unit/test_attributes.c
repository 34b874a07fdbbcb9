/* SPDX-License-Identifier: MIT */
/* markdown/attributes: lists as Pandoc, Hugo, kramdown and Zola write them.
 * Each case has the text, the length that was read, and what was found: #id,
 * .class, flag, key=value; a quoted value in quotes. */
#include "base/memory/buf.h"
#include "markdown/attributes.h"
#include "tap.h"

static const struct {
    const char *text;
    size_t length;
    const char *found;
} braced[] = {
    {"{}", 2, ""},
    {"{:}", 3, ""},
    {"{ } x", 3, ""},
    {"{#id}", 5, "#id"},
    {"{.a .b}", 7, ".a .b"},
    {"{#id .lead title=x}{", 19, "#id .lead title=x"},
    {"{: .table}", 10, ".table"},
    {"{:toc}", 6, "toc"},
    {"{: #a .b c='d e'}", 17, "#a .b c=\"d e\""},
    {"{width=300}", 11, "width=300"},
    {"{k=\"a \\\"b\\\" }\"}", 15, "k=\"a \"b\" }\""},
    {"{k='a \"b\"'}", 11, "k=\"a \"b\"\""},
    {"{k=\"\"}", 6, "k=\"\""},
    {"{k=}", 4, "k="},
    {"{hl=2,4-6 linenos}", 18, "hl=2,4-6 linenos"},
    {"{1,3-5}", 7, "1,3-5"},
    {"{hl_lines=[2,\"4-6\"],linenos=table,linenostart=10}", 49,
     "hl_lines=2,\"4-6\" linenos=table linenostart=10"},
    {"{a=[\"]\"] b}", 11, "a=\"]\" b"},
    {"{r, echo=FALSE}", 15, "r echo=FALSE"},
    {"{a\tb}", 5, "a b"},
    {"{src=a/b.html#c}", 16, "src=a/b.html#c"},
    /* None. */
    {"", 0, ""},
    {"x{#id}", 0, ""},
    {"{", 0, ""},
    {"{:", 0, ""},
    {"{#id", 0, ""},
    {"{#}", 0, ""},
    {"{.}", 0, ""},
    {"{=y}", 0, ""},
    {"{\"x\"}", 0, ""},
    {"{{x}}", 0, ""},
    {"{k=\"x}", 0, ""},
    {"{k=[x}", 0, ""},
    {"{k=[\"x]}", 0, ""},
    {"{k=\"x\"y}", 0, ""},
    {"{#a=b}", 0, ""},
    {"{a\nb}", 0, ""},
    {"{k=\"a\nb\"}", 0, ""},
};

static const struct {
    const char *text;
    enum attribute_separator separator;
    size_t length;
    const char *found;
} bare[] = {
    {"title=\"x y\" linenos", ATTRIBUTES_BY_SPACE, 19, "title=\"x y\" linenos"},
    {"a b} c", ATTRIBUTES_BY_SPACE, 3, "a b"},
    {",linenos,hl_lines=2 4-6,linenostart=10,name=x.py", ATTRIBUTES_BY_COMMA,
     48, "linenos hl_lines=2 4-6 linenostart=10 name=x.py"},
    {"hl_lines=2,4", ATTRIBUTES_BY_COMMA, 12, "hl_lines=2 4"},
    {"a \"b\" c", ATTRIBUTES_BY_SPACE, 7, "a c"},
    {"{a} b", ATTRIBUTES_BY_SPACE, 2, ""},
    {"a k=[b c", ATTRIBUTES_BY_SPACE, 8, "a"},
};

static str shown(const struct attributes *attributes, struct buf *out)
{
    static const char *const signs[] = {"#", ".", "", ""};
    buf_clear(out);
    for (size_t i = 0; i < attributes->list.n; i++) {
        const struct attribute *item = &attributes->list.p[i];
        buf_printf(out, "%s%s%.*s", i ? " " : "", signs[item->kind],
                   STR_ARG(item->name));
        if (item->kind == ATTRIBUTE_PAIR) {
            const char *quote = item->quoted ? "\"" : "";
            buf_printf(out, "=%s%.*s%s", quote, STR_ARG(item->value), quote);
        }
    }
    return buf_str(out);
}

static void check(struct tap *tap, const char *text, size_t got, size_t want,
                  const struct attributes *found, const char *wanted)
{
    struct buf out = {0};
    if (!tap_check(tap, got == want, text, __FILE__, __LINE__)) {
        printf("# %zu bytes, not %zu\n", got, want);
    }
    tap_check_str(tap, shown(found, &out), wanted, __FILE__, __LINE__);
    buf_free(&out);
}

static void check_get(struct tap *tap, struct arena *arena)
{
    struct attributes list;
    attributes_read(STR("{a=1 b a=2 #c}"), arena, &list);
    CHECK_STR(tap, attributes_get(&list, STR("a")), "2");
    CHECK(tap, !attributes_get(&list, STR("b")).p);
    CHECK(tap, !attributes_get(&list, STR("c")).p);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof braced / sizeof *braced; i++) {
        struct attributes list;
        size_t n = attributes_read(str_from(braced[i].text), &arena, &list);
        check(&tap, braced[i].text, n, braced[i].length, &list,
              braced[i].found);
    }
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
        struct attributes list = {0};
        size_t n = attributes_read_items(str_from(bare[i].text),
                                         bare[i].separator, &arena, &list);
        check(&tap, bare[i].text, n, bare[i].length, &list, bare[i].found);
    }
    check_get(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
