/* SPDX-License-Identifier: MIT */
/* markdown/link_scan: which bytes of a text are the address of a link, and
 * which only look so. In each case the addresses are between « and ». */
#include "base/memory/buf.h"
#include "markdown/link_scan.h"
#include "tap.h"

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)at;
    return str_eq(name, STR("unknown")) ? SHORTCODE_UNKNOWN
           : str_eq(name, STR("raw"))   ? SHORTCODE_RAW
                                        : SHORTCODE_MARKDOWN;
}

static str unmarked(str text, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n; i++) {
        bool mark = str_starts(str_from_offset(text, i), STR("«")) ||
                    str_starts(str_from_offset(text, i), STR("»"));
        if (mark) {
            i++;
        } else {
            buf_putc(&out, text.p[i]);
        }
    }
    str plain = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return plain;
}

static str marked(const struct source *source, const struct destinations *all,
                  struct arena *arena)
{
    struct buf out = {0};
    size_t at = 0;
    for (size_t i = 0; i < all->list.n; i++) {
        const struct destination *place = &all->list.p[i];
        if (place->kind != DESTINATION_NONE) {
            buf_put(&out, str_sub(source->text, at, place->off - at));
            buf_put(&out, STR("«"));
            buf_put(&out, str_sub(source->text, place->off, place->len));
            buf_put(&out, STR("»"));
            at = place->off + place->len;
        }
    }
    buf_put(&out, str_from_offset(source->text, at));
    str text = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return text;
}

static void check(struct tap *tap, const char *text)
{
    struct arena arena = {0};
    struct source source = {.name = STR("t.md"),
                            .text = unmarked(str_from(text), &arena)};
    struct destinations all = {0};
    struct markdown_options options = {.raw_html = true,
                                       .host = {.shortcode_kind = kind_of}};
    destinations_scan(&source, 0, STR("https://a.org"), &arena, &all);
    CHECK(tap, destinations_classify(&source, 0, &options, &arena, &all));
    CHECK_STR(tap, marked(&source, &all, &arena), text);
    arena_free(&arena);
}

int main(void)
{
    static const char *const cases[] = {
        "[a](«b.md») ![a](«b.png» \"t\") [![i](«i.png»)](<«c d.md»>)",
        "[a](  «b(c).md#d»  ) [a](\n  «b.md») [a]()",
        "[a](\r\n «b.md») `[a](b)` \\[a](b) [a] (b) [a]: b",
        "```\n[a](b)\n[a]: b\n```\n\n    [a](b)\n",
        "[a] [b]\n\n[a]: «x.md» 'T'\n[b]:\n  «y.md»\n[unused]: <«z»>\n",
        "> [a](\n> «b.md»)\n> [q]: b\n>\n> [q]: «b»\n",
        "[a]:\n# no\n\n[a]:\n1. no\n\n[a]:\n```\n[b](c)\n```\n",
        "[^1]\n\n[^1]: text [a](«b»)\n",
        "<«https://a.org/x»> «https://a.org/y». `https://a.org/z`",
        "<https://b.org/> <a href='«x»' class=\"y\">a</a> href=\"no\"",
        "<!-- [a](b) <a href=\"b\"> --> <img src=\"«c»\">",
        "<!-- <a href=\"b\"> --!> <img src=\"«c»\">",
        "{{< figure src=\"«a.png»\" alt=\"b\" >}} {{< ref \"«c.md»\" >}}",
        "{{</* ref \"a\" */>}} {{< unknown src=\"a\" >}} `{{< ref \"a\" >}}`",
        "{{< note >}}\n[a](«b»)\n{{< /note >}}",
        "{{< raw >}}[a](b){{< /raw >}}",
        "[a]({{< ref \"«b»\" >}}) [a][b\n\n[a](b c)",
        "| a |\n|---|\n| [a](«b») |\n| `[a](b)` |\n",
        "crumbq crumbqq [a](«crumbq»)",
        "# [a](«b»)\n\n- [a](«b»)\n\n      [a](b)\n",
        /* A mark here would make a link, a tag or a block out of plain text:
         * the code after it would become text, and text code. */
        "](http://`\n[`](x)",
        "](p://http://x[](#)",
        "{{<b x`\n[]:< \">}}[](c)`\".",
        "[a](«http://`»)",
        "[a](«http://b`c») `[`](d)",
        "href=\"«http://a.org/`»\" ` [x](y)`",
        "](<1 a=\"`\"> [x](y)`",
        "](<!--`--> ` [x](y)`",
        "](<a:b`> [x](y)`",
        "](<-a:`> [x](y)`",
        "[a](<«2024 a.md»>) [a](<«../b c.md»>) [a](<«d e.md»>)",
        "[a](<«mailto:a b»>) [a](<«\\é»>) [a](<«é f.md»>) [a](<«?a b»>)",
    };
    struct tap tap = {0};
    markdown_init();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check(&tap, cases[i]);
    }
    return tap_done(&tap);
}
