/* SPDX-License-Identifier: MIT */
/* source, diag: places, and the lines shown of them. */
#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "base/utf8.h"
#include "tap.h"

static const struct source post = {
    .name = STR_INIT("content/a.md"),
    .text = STR_INIT(
        "title: x\ndate: yesterday\n\ttab: \"\xe6\x97\xa5\xe6\x9c\xac\" z"
        "\r\nlast")};

static void test_positions(struct tap *tap)
{
    static const struct {
        size_t off;
        uint32_t line, column;
        const char *text;
    } rows[] = {
        {0, 1, 1, "title: x"},
        {7, 1, 8, "title: x"},
        {8, 1, 9, "title: x"},
        {9, 2, 1, "date: yesterday"},
        {15, 2, 7, "date: yesterday"},
        {25, 3, 1, "\ttab: \"\xe6\x97\xa5\xe6\x9c\xac\" z"},
        {32, 3, 8, "\ttab: \"\xe6\x97\xa5\xe6\x9c\xac\" z"},
        {35, 3, 9, "\ttab: \"\xe6\x97\xa5\xe6\x9c\xac\" z"},
        {43, 4, 1, "last"},
        {47, 4, 5, "last"},
        {99, 4, 5, "last"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct position p = source_position(&post, rows[i].off);
        CHECK(tap, p.line == rows[i].line && p.column == rows[i].column);
        CHECK_STR(tap, p.text, rows[i].text);
    }
    struct source empty = {.name = STR("e"), .text = STR("")};
    struct position p = source_position(&empty, 0);
    CHECK(tap, p.line == 1 && p.column == 1 && p.text.n == 0);
    CHECK_STR(tap, span_text(span_of(&post, 9, 4)), "date");
    CHECK_STR(tap, span_text((span){NULL, 1, 2}), "");
    CHECK_STR(tap, span_text(span_of(&post, 43, 400)), "last");
    span at = span_of_str(&post, str_sub(post.text, 15, 9));
    CHECK(tap, at.off == 15 && at.len == 9);
}

static void check_print(struct tap *tap, const struct diag *diag, bool color,
                        const char *want)
{
    struct buf out = {0};
    diag_print(diag, color, &out);
    CHECK_STR(tap, buf_str(&out), want);
    buf_free(&out);
}

static void test_print(struct tap *tap)
{
    struct arena arena = {0};
    struct diags diags;
    struct source template = {.name = STR("templates/post.html"),
                              .text = STR("a\nb\n  {{ page.date }}\n")};
    struct source unreadable = {.name = STR("data/x.json"), .text = {NULL, 0}};
    diags_init(&diags, &arena);

    struct diag *d = diag_error(&diags, span_of(&post, 15, 9), "bad-date",
                                "not a date: \"%s\"", "yesterday");
    diag_hint(d, "write %d-11-21", 2026);
    diag_in(d, span_of(&template, 9, 1));
    check_print(tap, d, false,
                "content/a.md:2:7: error[bad-date]: not a date: "
                "\"yesterday\"\n"
                "   2 | date: yesterday\n"
                "     |       ^^^^^^^^^ write 2026-11-21\n"
                "  in templates/post.html:3:6\n");
    check_print(tap, d, true,
                "\033[1mcontent/a.md:2:7\033[0m: "
                "\033[1;31merror[bad-date]\033[0m: not a date: "
                "\"yesterday\"\n"
                "\033[34m   2 |\033[0m date: yesterday\n"
                "\033[34m     |       \033[1;31m^^^^^^^^^\033[0m "
                "write 2026-11-21\n"
                "  in templates/post.html:3:6\n");

    /* Wide characters take two columns, a tab is shown as one. */
    d = diag_warning(&diags, span_of(&post, 32, 6), "w", "wide");
    check_print(tap, d, false,
                "content/a.md:3:8: warning[w]: wide\n"
                "   3 |  tab: \"\xe6\x97\xa5\xe6\x9c\xac\" z\n"
                "     |        ^^^^\n");
    d = diag_warning(&diags, span_of(&post, 40, 1), "w", "after");
    check_print(tap, d, false,
                "content/a.md:3:12: warning[w]: after\n"
                "   3 |  tab: \"\xe6\x97\xa5\xe6\x9c\xac\" z\n"
                "     |              ^\n");
    d = diag_warning(&diags, span_of(&post, 25, 1), "w", "the tab");
    check_print(tap, d, false,
                "content/a.md:3:1: warning[w]: the tab\n"
                "   3 |  tab: \"\xe6\x97\xa5\xe6\x9c\xac\" z\n"
                "     | ^\n");
    /* Over several lines: the first. The line break, the end: one caret. */
    d = diag_error(&diags, span_of(&post, 15, 30), "c", "lines");
    check_print(tap, d, false,
                "content/a.md:2:7: error[c]: lines\n"
                "   2 | date: yesterday\n"
                "     |       ^^^^^^^^^\n");
    d = diag_error(&diags, span_of(&post, 41, 2), "c", "the break");
    check_print(tap, d, false,
                "content/a.md:3:13: error[c]: the break\n"
                "   3 |  tab: \"\xe6\x97\xa5\xe6\x9c\xac\" z\n"
                "     |               ^\n");
    d = diag_error(&diags, span_of(&post, 500, 0), "c", "the end");
    check_print(tap, d, false,
                "content/a.md:4:5: error[c]: the end\n"
                "   4 | last\n"
                "     |     ^\n");
    /* Without a text, without a place. */
    d = diag_error(&diags, span_of(&unreadable, 0, 0), "c", "no text");
    diag_did_you_mean(d, STR(""));
    CHECK(tap, d->hint.n == 0);
    diag_did_you_mean(d, STR("y.json"));
    check_print(tap, d, false,
                "data/x.json: error[c]: no text\n"
                "  did you mean \"y.json\"?\n");
    d = diag_warning(&diags, (span){0}, "c", "nowhere");
    check_print(tap, d, false, "warning[c]: nowhere\n");
    CHECK(tap, diags.errors == 5 && diags.warnings == 4);
    arena_free(&arena);
}

/* A stranger's text must not steer the terminal. */
static void test_hostile_text(struct tap *tap)
{
    struct arena arena = {0};
    struct diags diags;
    struct source source = {.name = STR("a\033[2J.md"),
                            .text = STR("x\033]0;t\a\xc2\x9b"
                                        "2Jy\xffz")};
    diags_init(&diags, &arena);
    struct diag *d = diag_error(&diags, span_of(&source, 10, 3), "c",
                                "bad\n\"%s\"", "\033[31m");
    diag_hint(d, "%s", "a\tb\033c");
    check_print(tap, d, false,
                "a [2J.md:1:10: error[c]: bad \" [31m\"\n"
                "   1 | x ]0;t  2Jy\xef\xbf\xbdz\n"
                "     |          ^^^ a b c\n");
    struct source template = {.name = STR("t\033.html"), .text = STR("\nx")};
    diag_in(d, span_of(&template, 1, 1));
    struct buf out = {0};
    diag_print_json(d, &out);
    CHECK_STR(tap, buf_str(&out),
              "{\"file\":\"a\\u001b[2J.md\",\"line\":1,\"column\":10,"
              "\"severity\":\"error\",\"code\":\"c\",\"message\":"
              "\"bad\\u000a\\\"\\u001b[31m\\\"\","
              "\"hint\":\"a\\u0009b\\u001bc\","
              "\"source\":\"x ]0;t  2Jy\xef\xbf\xbdz\","
              "\"caret\":\"         ^^^\","
              "\"in\":[\"t .html:2:1\"],\"more\":[]}\n");
    buf_clear(&out);
    d = diag_warning(&diags, (span){0}, "c", "%s", "\xff\\");
    diag_print_json(d, &out);
    CHECK_STR(tap, buf_str(&out),
              "{\"file\":\"\",\"line\":0,\"column\":0,\"severity\":"
              "\"warning\",\"code\":\"c\",\"message\":"
              "\"\xef\xbf\xbd\\\\\",\"hint\":\"\",\"source\":\"\","
              "\"caret\":\"\",\"in\":[],\"more\":[]}\n");
    buf_free(&out);
    arena_free(&arena);
}

static void add_twice(struct diags *diags, const struct source *source,
                      const char *message, const char *group)
{
    for (size_t off = 0; off < 4; off += 2) {
        struct diag *diag =
            diag_warning(diags, span_of(source, off, 1), "w", "%s", message);
        diag_group(diag, str_from(group), STR("a cure for all"));
    }
}

/* Single ones come first; groups have the places of the others. */
static void test_fold(struct tap *tap)
{
    struct arena arena = {0};
    struct diags diags;
    struct buf out = {0};
    struct source a = {.name = STR("a"), .text = STR("x\ny\n")};
    struct source b = {.name = STR("b"), .text = STR("x\ny\n")};
    diags_init(&diags, &arena);
    add_twice(&diags, &a, "no tag t", "t");
    add_twice(&diags, &b, "no tag t", "t");
    for (size_t i = 0; i < 5; i++) {
        diag_group(diag_error(&diags, span_of(&b, 2, 1), "e", "no file %zu", i),
                   STR("/x/"), STR(""));
        diag_error(&diags, (span){0}, "e", "an error");
        diag_warning(&diags, span_of(i < 4 ? &a : &b, i, 1), "w", "five");
        if (i < 4) {
            diag_warning(&diags, span_of(&a, i, 1), "w", "four");
        }
    }
    diag_add(&diags, DIAG_NOTE, span_of(&a, 0, 1), "w", "a note");
    CHECK(tap, diags.errors == 10 && diags.warnings == 13 && diags.notes == 1);
    diags_sort(&diags);
    diags_fold(&diags);
    CHECK(tap, diags.errors == 2 && diags.warnings == 6 && diags.notes == 0);
    for (size_t i = 0; i < diags.list.n; i++) {
        const struct diag *diag = diags.list.p[i];
        buf_printf(&out, "%.*s %zu %.*s\n", STR_ARG(diag->message),
                   diag->more.n, STR_ARG(diag->hint));
    }
    CHECK_STR(tap, buf_str(&out),
              "an error 0 \nfour 0 \nfour 0 \nfour 0 \nfour 0 \n"
              "five 4 \nno tag t 3 a cure for all\nno file 0 4 \n");
    check_print(tap, diags.list.p[diags.list.n - 2], false,
                "a:1:1: warning[w]: no tag t\n"
                "   1 | x\n"
                "     | ^ a cure for all\n"
                "  4 of these in 2 files, also a:2:1, b:1:1, b:2:1\n");
    buf_free(&out);
    arena_free(&arena);
}

/* For each place of a long line of characters of one to four bytes: the line
 * shown is valid UTF-8, short, and the caret is below the right character. */
static void test_long_line(struct tap *tap)
{
    static const char *const letters[] = {"a", "\xc3\xa9", "\xe2\x82\xac",
                                          "\xf0\x9d\x84\x9e"};
    struct arena arena = {0};
    struct diags diags;
    struct buf text = {0};
    diags_init(&diags, &arena);
    for (size_t i = 0; i < 300; i++) {
        buf_put(&text, str_from(letters[i % 4]));
    }
    struct source source = {.name = STR("long"), .text = buf_str(&text)};
    bool valid = true;
    bool placed = true;
    uint32_t column = 1;
    for (size_t off = 0; off < text.n; column++) {
        size_t next = off;
        utf8_next(source.text, &next);
        struct diag *d =
            diag_error(&diags, span_of(&source, off, next - off), "c", "m");
        const struct place *at = &d->at;
        valid =
            valid && utf8_invalid(at->text) == STR_NONE && at->text.n <= 170;
        placed = placed && at->column == column &&
                 str_eq(str_sub(at->text, at->mark, at->mark_len),
                        str_sub(source.text, off, next - off));
        off = next;
    }
    CHECK(tap, valid);
    CHECK(tap, placed);
    buf_free(&text);
    arena_free(&arena);
}

static bool position_same(const struct source *a, const struct source *b,
                          size_t off)
{
    struct position x = source_position(a, off);
    struct position y = source_position(b, off);
    return x.line == y.line && x.column == y.column && x.off == y.off &&
           str_eq(x.text, y.text);
}

/* Places in a long text are where they are without its index: in lines of all
 * lengths, some longer than a block, and in a part of the text. */
static void test_index(struct tap *tap)
{
    struct arena arena = {0};
    struct buf text = {0};
    for (size_t i = 0; text.n < 200000; i++) {
        buf_put(&text, STR("a\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e"));
        if (i % 7 == 0 || i * i % 1999 < 40) {
            buf_put(&text, i % 3 ? STR("\n") : STR("\r\n"));
        }
        if (i == 3000) {
            for (size_t k = 0; k < 2000; k++) {
                buf_put(&text, STR("b\xc3\xa9 c"));
            }
        }
    }
    struct source plain = {.name = STR("a"), .text = buf_str(&text)};
    struct source indexed = plain;
    source_index(&indexed, &arena);
    CHECK(tap, indexed.lines != NULL);
    bool same = true;
    for (size_t off = 0; off <= text.n + 1; off += off % 11 + 1) {
        same = same && position_same(&plain, &indexed, off);
    }
    CHECK(tap, same && position_same(&plain, &indexed, text.n));
    plain.text.n = indexed.text.n = 100001;
    for (size_t off = 90000; off < plain.text.n + 2; off++) {
        same = same && position_same(&plain, &indexed, off);
    }
    CHECK(tap, same);
    indexed.text = STR("x\ny");
    CHECK(tap, source_position(&indexed, 2).line == 2);
    buf_free(&text);
    arena_free(&arena);
}

static void test_sort(struct tap *tap)
{
    struct arena arenas[2] = {{0}};
    struct diags one;
    struct diags two;
    struct diags all;
    struct source b = {.name = STR("b.md"), .text = STR("one\ntwo\nthree\n")};
    struct source a = {.name = STR("a.md"), .text = STR("x")};
    struct source page = {.name = STR("page"), .text = STR("1\n2\n3\n")};
    diags_init(&one, &arenas[0]);
    diags_init(&two, &arenas[1]);
    diag_error(&one, span_of(&b, 8, 1), "c", "third line");
    diag_error(&one, span_of(&b, 0, 1), "c", "first line");
    diag_warning(&two, span_of(&b, 0, 1), "b", "first line");
    diag_error(&two, span_of(&a, 0, 1), "c", "a");
    diag_error(&two, span_of(&b, 0, 1), "c", "first line");
    diag_in(diag_error(&two, span_of(&b, 4, 1), "c", "t"),
            span_of(&page, 2, 1));
    diag_in(diag_error(&one, span_of(&b, 4, 1), "c", "t"),
            span_of(&page, 4, 1));
    diag_in(diag_error(&one, span_of(&b, 4, 1), "c", "t"),
            span_of(&page, 0, 1));
    diags_init(&all, &arenas[0]);
    diags_merge(&all, &one);
    diags_merge(&all, &two);
    CHECK(tap, all.list.n == 8 && all.errors == 7 && all.warnings == 1);
    diags_sort(&all);
    CHECK(tap, all.list.n == 5 && all.errors == 4 && all.warnings == 1);
    struct buf out = {0};
    for (size_t i = 0; i < all.list.n; i++) {
        diag_print(all.list.p[i], false, &out);
    }
    CHECK_STR(tap, buf_str(&out),
              "a.md:1:1: error[c]: a\n   1 | x\n     | ^\n"
              "b.md:1:1: warning[b]: first line\n   1 | one\n     | ^\n"
              "b.md:1:1: error[c]: first line\n   1 | one\n     | ^\n"
              "b.md:2:1: error[c]: t\n   2 | two\n     | ^\n"
              "  in page:1:1\n  and 2 more times\n"
              "b.md:3:1: error[c]: third line\n   3 | three\n     | ^\n");
    buf_free(&out);
    struct diags none;
    diags_init(&none, &arenas[0]);
    diags_sort(&none);
    CHECK(tap, none.list.n == 0);
    arena_free(&arenas[0]);
    arena_free(&arenas[1]);
}

/* A mistake that several pages inherit is reported once, the same for any order
 * of pages and hints. */
static void test_same_with_other_hints(struct tap *tap)
{
    static const char *const hints[] = {"", "write a", "write b"};
    struct source a = {.name = STR("a.md"), .text = STR("x")};
    for (size_t first = 0; first < 3; first++) {
        struct arena arena = {0};
        struct diags diags;
        diags_init(&diags, &arena);
        for (size_t i = 0; i < 3; i++) {
            struct diag *diag =
                diag_warning(&diags, span_of(&a, 0, 1), "c", "t");
            diag_hint(diag, "%s", hints[(first + i) % 3]);
        }
        diags_sort(&diags);
        CHECK(tap, diags.list.n == 1 && diags.warnings == 1);
        CHECK_STR(tap, diags.list.p[0]->hint, "write b");
        arena_free(&arena);
    }
}

int main(void)
{
    struct tap tap = {0};
    test_positions(&tap);
    test_print(&tap);
    test_hostile_text(&tap);
    test_fold(&tap);
    test_long_line(&tap);
    test_index(&tap);
    test_sort(&tap);
    test_same_with_other_hints(&tap);
    return tap_done(&tap);
}
