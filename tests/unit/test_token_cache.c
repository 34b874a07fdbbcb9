/* SPDX-License-Identifier: MIT */
/* token_cache: which texts are lexed again, and records that are damaged. */
#include "highlight/token_cache.h"

#include "highlight/code_block.h"
#include "highlight/language_set.h"
#include "tap.h"

static struct arena arena;

struct fixture {
    struct tap tap;
    struct language_set languages;
    str last;
    size_t lexed; /* by the last rendering */
};

static const struct source toy = {
    .name = STR_INIT("languages/toy.yaml"),
    .text = STR_INIT("name: Toy\nstates:\n  start:\n"
                     "    - {match: '(a+)+$', token: k}\n"
                     "    - {match: '[b-y]+', token: n}\n"
                     "    - {match: 'z', token: mi}\n")};

static void add_toys(struct language_set *languages)
{
    language_set_init(languages);
    language_set_add(languages, STR("toy"), &toy);
    language_set_add(languages, STR("toy2"), &toy);
}

/* One rendering of texts, each after its language: "toy:z 1". */
static str render(struct fixture *f, const char *const *texts, size_t n)
{
    struct token_cache cache = {.last = f->last};
    struct buf out = {0};
    size_t before = f->languages.lexed;
    for (size_t i = 0; i < n; i++) {
        str text = str_from(texts[i]);
        size_t colon = str_find_char(text, ':');
        struct code_block block = {
            .language =
                language_set_find(&f->languages, str_sub(text, 0, colon)),
            .text = str_from_offset(text, colon + 1),
            .tokens = &cache,
        };
        code_block_html(&block, &arena, &out);
        buf_putc(&out, '\n');
    }
    f->last = arena_str(&arena, buf_str(&cache.now));
    f->lexed = f->languages.lexed - before;
    str html = arena_str(&arena, buf_str(&out));
    buf_free(&cache.now);
    buf_free(&out);
    return html;
}

#define RENDER(f, ...)                                                         \
    render(f, (const char *const[]){__VA_ARGS__},                              \
           sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void test_again(struct fixture *f)
{
    struct tap *tap = &f->tap;
    str first = RENDER(f, "toy:b zz b", "toy:", "toy:z", "toy:bz");
    CHECK_STR(tap, first,
              "b <span class=\"mi\">zz</span> b\n\n"
              "<span class=\"mi\">z</span>\nb<span class=\"mi\">z</span>\n");
    CHECK(tap, f->lexed == 4);
    str again = RENDER(f, "toy:b zz b", "toy:", "toy:z", "toy:bz");
    CHECK_STR(tap, again, first.p);
    CHECK(tap, f->lexed == 0);
    CHECK_STR(tap, RENDER(f, "toy:bz", "toy:z"),
              "b<span class=\"mi\">z</span>\n<span class=\"mi\">z</span>\n");
    CHECK(tap, f->lexed == 0);
    /* A name has no element, and no bytes of its own. */
    enum { HEAD = 8 + 1 + 1, PLAIN = 1, TOKEN = 2 };
    CHECK(tap, f->last.n == 2 * HEAD + 4 * PLAIN + 2 * TOKEN);
    /* Texts that the last rendering did not have are dropped. */
    RENDER(f, "toy:bz", "toy:b zz b");
    CHECK(tap, f->lexed == 1);
    /* Another text, another language, a text of another length. */
    RENDER(f, "toy:bb", "toy2:bz", "toy:bzz");
    CHECK(tap, f->lexed == 3);
    RENDER(f, "toy:bb", "toy2:bz", "toy:bzz");
    CHECK(tap, f->lexed == 0);
}

/* The end of the highlighted part is kept, too. */
static void test_cut(struct fixture *f)
{
    enum { LONG = 5000 };
    struct buf text = {0};
    struct buf html = {0};
    buf_put(&text, STR("z"));
    for (size_t i = 0; i < LONG; i++) {
        buf_putc(&text, 'a');
    }
    buf_put(&text, STR("!z"));
    for (int round = 0; round < 2; round++) {
        struct token_cache cache = {.last = f->last};
        struct code_block block = {
            .language = language_set_find(&f->languages, STR("toy")),
            .text = buf_str(&text),
            .tokens = &cache,
        };
        buf_clear(&html);
        size_t before = f->languages.lexed;
        CHECK(&f->tap, code_block_html(&block, &arena, &html) == 1);
        CHECK(&f->tap, f->languages.lexed - before == (round == 0));
        CHECK(&f->tap, str_ends(buf_str(&html), STR("aa!z")));
        f->last = arena_str(&arena, buf_str(&cache.now));
        buf_free(&cache.now);
    }
    buf_free(&text);
    buf_free(&html);
}

static str without_tags(str html)
{
    struct buf out = {0};
    bool tag = false;
    for (size_t i = 0; i < html.n; i++) {
        tag = tag || html.p[i] == '<';
        if (!tag) {
            buf_putc(&out, html.p[i]);
        }
        tag = tag && html.p[i] != '>';
    }
    str text = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return text;
}

/* For any bytes of a record, the text is the text. */
static void test_damaged(struct fixture *f)
{
    bool same = true;
    bool right = true;
    str html = RENDER(f, "toy:b zz b", "toy:zbz");
    str whole = f->last;
    for (size_t n = 0; n < whole.n; n++) {
        f->last = str_sub(whole, 0, n);
        right = right && str_eq(RENDER(f, "toy:b zz b", "toy:zbz"), html);
        right = right && f->lexed > 0;
    }
    for (size_t i = 0; i < whole.n * 256; i++) {
        char *copy = ARENA_ARRAY(&arena, char, whole.n);
        memcpy(copy, whole.p, whole.n);
        copy[i / 256] = (char)i;
        f->last = (str){copy, whole.n};
        str text = without_tags(RENDER(f, "toy:b zz b", "toy:zbz"));
        same = same && str_eq(text, STR("b zz b\nzbz\n"));
    }
    CHECK(&f->tap, right);
    CHECK(&f->tap, same);
}

/* The hash of a definition is part of the record. */
static void test_definition(struct fixture *f)
{
    static const struct source other = {
        .name = STR_INIT("languages/toy.yaml"),
        .text = STR_INIT("name: Toy\nstates:\n  start:\n"
                         "    - {match: 'z', token: k}\n")};
    RENDER(f, "toy:z", "toy2:z", "python:z");
    language_set_free(&f->languages);
    add_toys(&f->languages);
    language_set_add(&f->languages, STR("toy"), &other);
    CHECK_STR(&f->tap, RENDER(f, "toy:z", "toy2:z", "python:z"),
              "<span class=\"k\">z</span>\n<span class=\"mi\">z</span>\nz\n");
    CHECK(&f->tap, f->lexed == 1);
}

/* Of many texts none is looked for in all others. */
static void test_many(struct fixture *f)
{
    enum { MANY = 20000 };
    const char **texts = ARENA_ARRAY(&arena, const char *, MANY);
    for (size_t i = 0; i < MANY; i++) {
        texts[i] = arena_printf(&arena, "toy:b%zuz", i).p;
    }
    str html = render(f, texts, MANY);
    CHECK(&f->tap, f->lexed == MANY);
    CHECK(&f->tap, str_eq(render(f, texts, MANY), html));
    CHECK(&f->tap, f->lexed == 0);
}

int main(void)
{
    struct fixture f = {0};
    add_toys(&f.languages);
    test_again(&f);
    test_cut(&f);
    test_damaged(&f);
    test_definition(&f);
    test_many(&f);
    language_set_free(&f.languages);
    arena_free(&arena);
    return tap_done(&f.tap);
}
