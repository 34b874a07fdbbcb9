/* SPDX-License-Identifier: MIT */
/* The characters of placeholders and tokens (md_protect.c, md_shortcode.c). A
 * reference to one (&#x10E000;) is rendered as the character itself would be,
 * in each place where cmark decodes references. */
#include <stdio.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "markdown/markdown.h"
#include "tap.h"

static struct arena arena;

/* Each group of characters from its first one to its last one. */
static const uint32_t characters[][2] = {
    {0x10A50, 0x10A57},   {0x10A60, 0x10A66},   {0x10A7E, 0x10A7E},
    {0x10E000, 0x10E001}, {0x10EFFF, 0x10EFFF}, {0x10FFFB, 0x10FFFF},
};

/* Places in which cmark reads references; * is the character. */
static const char *const places[] = {
    "a * b",
    "# A * b",
    "| a * | b |\n|---|---|\n| * | c |",
    "[a](https://a.org/*)",
    "[a](</b * c>)",
    "[a](/b \"*\")",
    "![a * b](/c.png '*')",
    "[a][r]\n\n[r]: /b* (*)",
    "<https://a.org/*>",
    "```c*d title=\"*\"\ncode\n```",
    "~~~ *\ncode\n~~~",
    "A paragraph.\n{title=\"*\" .c}",
    "*a*{title=\"*\"}",
    "- [x] *\n- b",
    "> [!note] A * b\n> c",
    "a[^1]\n\n[^1]: b * c",
    "Term *\n: What * is.",
    "*[AB]: a * b\n\nAB",
    "**a * b** ~~*~~ ==*== ~*~ ^*^",
};

/* A text with placeholders and tokens of its own. */
static const char around[] =
    "\\[ \\] \\\"q\\\" [[w]] ![[p.png]] www.a.org $x$ \\(y\\) {{< s >}} "
    "\xE4\xBD\xA0**\xE5\xA5\xBD\xE3\x80\x82**\xE5\xA5\xBD\n\n$$\n- a\n$$\n\n";

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)name, (void)at;
    return SHORTCODE_MARKDOWN;
}

static str shortcode(void *self, const struct shortcode_call *call,
                     struct arena *work)
{
    (void)self, (void)call, (void)work;
    return STR("<i>shortcode</i>");
}

static str wikilink(void *self, str target, bool embed, span at,
                    struct arena *work)
{
    (void)self, (void)target, (void)embed, (void)at, (void)work;
    return STR("/w/");
}

static str render(const char *place, str character, bool comments)
{
    struct markdown_options options = {
        .smart = true,
        .mark = true,
        .scripts = true,
        .emoji = true,
        .abbreviations = true,
        .definition_lists = true,
        .math = true,
        .comments = comments,
        .wikilinks = true,
        .raw_html = true,
        .host = {.shortcode_kind = kind_of,
                 .shortcode = shortcode,
                 .wikilink = wikilink},
    };
    struct diags diags;
    struct markdown out;
    struct buf text = {0};
    diags_init(&diags, &arena);
    buf_put(&text, str_from(around));
    buf_put(&text, comments ? STR("%%secret%%\n\n") : STR(""));
    for (const char *p = place; *p; p++) {
        buf_put(&text, *p == '*' && p[1] != '*' ? character : (str){p, 1});
    }
    struct source source = {.name = STR("a.md"),
                            .text = buf_move(&text, &arena)};
    bool done = markdown_render(&source, 0, &options, &arena, &diags, &out);
    return done ? out.html : STR("an error");
}

static void check(struct tap *tap, const char *place, uint32_t c)
{
    struct buf bytes = {0};
    utf8_put(&bytes, c);
    str literal = buf_move(&bytes, &arena);
    const str references[] = {
        arena_printf(&arena, "&#x%X;", (unsigned)c),
        arena_printf(&arena, "&#X0%x;", (unsigned)c),
        arena_printf(&arena, "&#%u;", (unsigned)c),
        arena_printf(&arena, "&#0%u;", (unsigned)c),
    };
    /* An attribute is decoded twice. */
    str twice = arena_printf(&arena, "&amp;#x%X;", (unsigned)c);
    str html = render(place, twice, false);
    size_t first = str_find(html, STR("<i>"));
    CHECK(tap, first != STR_NONE);
    CHECK(tap,
          str_find(str_from_offset(html, first + 1), STR("<i>")) == STR_NONE);
    for (int comments = 0; comments < 2; comments++) {
        str wanted = render(place, literal, comments);
        for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
            html = render(place, references[i], comments);
            CHECK(tap, str_find(html, STR("secret")) == STR_NONE);
            if (!CHECK(tap, str_eq(html, wanted))) {
                printf("# %s with %.*s\n", place, STR_ARG(references[i]));
            }
        }
    }
}

int main(void)
{
    struct tap tap = {0};
    markdown_init();
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            for (uint32_t c = characters[i][0]; c <= characters[i][1]; c++) {
                check(&tap, places[k], c);
            }
            arena_free(&arena);
        }
    }
    return tap_done(&tap);
}
