/* SPDX-License-Identifier: MIT */
/* Bytes as words of wikilinks, comments, shortcodes, formulas, and emphasis
 * beside Chinese: the texts that crumb hides from cmark after characters of
 * its own (md_protect.c, md_shortcode.c). No crash; HTML that is UTF-8 and, but
 * for raw HTML, balanced; none of those characters in it. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "markdown/markdown.h"
#include "text/html.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char *const words[] = {
    "\n",
    "\n\n",
    "> ",
    "- ",
    "    ",
    "text ",
    "## ",
    "`",
    "```\n",
    "*",
    "**",
    "~~",
    "==",
    "[[",
    "]]",
    "[[a]]",
    "![[b|30]]",
    "[[c#d|",
    "|",
    "#",
    "![",
    "[",
    "]",
    "](u)",
    "[a](u \"t\")",
    "%%",
    "%%x%%",
    "%",
    "$",
    "$$",
    "$$\n",
    "$x$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\[\n",
    "\\]\n",
    "```math\n",
    "\\",
    "\\\\",
    "\\{",
    "\\[[",
    "{{< s >}}",
    "{{< s >}}\n",
    "{{< /s >}}",
    "{{<",
    ">}}",
    "{{% s %}}",
    "{{% /s %}}",
    "{{ s() }}",
    "{% s(k=\"v\") %}",
    "{% end %}",
    "{{</* s */>}}",
    "{{< raw >}}",
    "{{< /raw >}}",
    "<i ",
    "<!-- ",
    "-->",
    "</i>",
    "<code>",
    "</code>",
    "&#91;",
    "\"",
    "'",
    "--",
    "www.a.example ",
    "https://b.example/",
    "\u4e2d",
    "\u3002",
    "\uff08",
    "\u3000",
    "\u00e4",
    "a | b\n-|-\n",
    "[^1]",
    "[^1]: ",
    "[r]: u\n",
    "{#i}",
    "+ ",
    "1. ",
    "---\n",
    "= ",
    "# ",
    ": ",
    "\t",
    "*[ab]: c\n",
    "ab ",
    ":smile:",
};

enum { WORDS = sizeof words / sizeof *words };

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)at;
    return str_eq(name, STR("raw")) ? SHORTCODE_RAW : SHORTCODE_MARKDOWN;
}

static str shortcode(void *self, const struct shortcode_call *call,
                     struct arena *arena)
{
    (void)self;
    return arena_concat(arena, STR("<i>x</i>"), call->body);
}

static str wikilink(void *self, str target, bool embed, span at,
                    struct arena *arena)
{
    (void)self, (void)at, (void)arena;
    return target.n % 4 == 3 ? (str){NULL, 0}
           : embed           ? STR("/a.png")
                             : STR("/a/");
}

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

/* U+10A50 to U+10A7F, U+10E000 to U+10EFFF and U+10FFFB to U+10FFFF. */
static void check(str html, bool raw, struct arena *arena)
{
    expect(utf8_invalid(html) == STR_NONE);
    expect(raw || str_eq(html_balance(arena, html), html));
    expect(str_find(html, STR("\xF0\x90\xA9")) == STR_NONE);
    expect(str_find(html, STR("\xF4\x8E")) == STR_NONE);
    expect(str_find(html, STR("\xF4\x8F\xBF")) == STR_NONE);
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
        .scripts = bits & 2,
        .emoji = bits & 2,
        .abbreviations = bits & 4,
        .definition_lists = bits & 4,
        .math = bits & 8,
        .comments = bits & 16,
        .wikilinks = bits & 32,
        .foreign_shortcodes = bits & 64,
        .raw_html = bits & 128,
        .host = {.shortcode_kind = kind_of,
                 .shortcode = shortcode,
                 .wikilink = wikilink},
    };
    struct source source = {.name = STR("a.md"), .text = buf_str(&text)};
    struct markdown out;
    if (markdown_render(&source, 0, &options, &arena, &diags, &out)) {
        check(out.html, options.raw_html, &arena);
        check(out.summary, options.raw_html, &arena);
        for (size_t i = 0; i < out.headings.n; i++) {
            check(out.headings.p[i].html, options.raw_html, &arena);
        }
    }
    buf_free(&text);
    arena_free(&arena);
    return 0;
}
