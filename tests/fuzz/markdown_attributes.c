/* SPDX-License-Identifier: MIT */
/* Bytes as words of attribute lists, callouts and boxes, so that they nest and
 * break off in ways that plain bytes seldom do: each byte selects one of the
 * words below. No crash; HTML that is UTF-8 and balanced; no script in any tag;
 * each id once, also in the summary together with the page. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "base/memory/map.h"
#include "base/utf8.h"
#include "markdown/markdown.h"
#include "text/html.h"
#include "text/html_token.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char *const words[] = {
    "\n",       "\n\n",       "> ",
    "- ",       "1. ",        "  ",
    "    ",     "text ",      "# head ",
    "`code`",   "*em*",       "**",
    "[a](b)",   "![a](b)",    "| a | b |\n|---|---|\n",
    "{.a}",     "{#b}",       "{: .c}",
    "{:toc}",   "{:.no_toc}", "{:d: .e}",
    "{: d}",    "{",          "}",
    "{:",       "k=v ",       "k=\"v ",
    "\"",       "'",          "onclick=x ",
    "on",       "style=x ",   ":::",
    "::::",     ":::note ",   ":::a[",
    "]",        "]{.f}",      "::: ",
    "[!NOTE]",  "[!x|y]- ",   "> [!tip]+",
    "```\n",    "<div>\n",    "</div>\n",
    "[^1]",     "[^1]: n\n",  "[r]: s\n",
    "\\",       "{{< s >}}",  "=",
    "\t",       "---\n",      "href=javascript:x ",
    "width=30", " height=",   "%",
    "\xC3\xA4", "{#head}",    "$x$",
    "[[w]]",    "~~",         ": ",
    "&quot;",
};

enum { WORDS = sizeof words / sizeof *words };

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)name, (void)at;
    return SHORTCODE_MARKDOWN;
}

static str shortcode(void *self, const struct shortcode_call *call,
                     struct arena *arena)
{
    (void)self, (void)call, (void)arena;
    return STR("<i>x</i>");
}

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static bool runs_script(const struct html_attr *attr)
{
    return str_eq_nocase(str_sub(attr->name, 0, 2), STR("on")) ||
           str_eq_nocase(attr->name, STR("style")) ||
           (str_eq_nocase(attr->name, STR("href")) &&
            markdown_is_dangerous(attr->value, false));
}

/* The ids of a page, or of the summary that another page shows. */
static void check(str html, struct map *ids, struct arena *arena)
{
    struct html_token token;
    html_token_init(&token, html);
    expect(utf8_invalid(html) == STR_NONE);
    expect(str_eq(html_balance(arena, html), html));
    while (html_token_next(&token)) {
        for (size_t i = 0; token.kind == HTML_START && i < token.nattrs; i++) {
            const struct html_attr *attr = &token.attrs[i];
            expect(!runs_script(attr));
            if (str_eq(attr->name, STR("id"))) {
                void **place = map_put(ids, arena, attr->value);
                expect(*place == NULL);
                *place = ids;
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static bool ready;
    if (!ready) {
        markdown_init();
        ready = true;
    }
    struct arena arena = {0};
    struct buf text = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    for (size_t i = 1; i < size; i++) {
        buf_put(&text, str_from(words[data[i] % WORDS]));
    }
    unsigned char bits = size ? data[0] : 0;
    struct markdown_options options = {
        .smart = bits & 1,
        .mark = bits & 2,
        .definition_lists = bits & 4,
        .math = bits & 8,
        .demote_headings = bits & 16,
        .host = {.shortcode_kind = kind_of, .shortcode = shortcode},
    };
    struct source source = {.name = STR("a.md"), .text = buf_str(&text)};
    struct markdown out;
    struct map ids = {0};
    if (markdown_render(&source, 0, &options, &arena, &diags, &out)) {
        check(out.html, &ids, &arena);
        check(out.summary, &ids, &arena);
    }
    buf_free(&text);
    arena_free(&arena);
    return 0;
}
