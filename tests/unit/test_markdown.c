/* SPDX-License-Identifier: MIT */
/* crumb's additions to Markdown; plain GitHub Markdown is compared with
 * cmark-gfm by tests/markdown/differential.t. */

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "images/image.h"
#include "markdown/markdown.h"
#include "tap.h"

static struct arena arena;
static struct diags diags;

static struct markdown render_with(const char *text,
                                   const struct markdown_options *options)
{
    static struct source source;
    source = (struct source){.name = STR("a.md"),
                             .text = arena_str(&arena, str_from(text))};
    struct markdown out;
    markdown_render(&source, 0, options, &arena, &diags, &out);
    return out;
}

static struct markdown render(const char *text)
{
    struct markdown_options options = {.smart = true, .raw_html = true};
    return render_with(text, &options);
}

static str html(const char *text)
{
    return render(text).html;
}

static void test_headings(struct tap *tap)
{
    struct markdown m = render("# A *b*\n\n## A b\n\n### C {#a-b-1}\n\n"
                               "## A b\n\n# [x](y) & `z`\n\n# ???\n");
    static const char *const ids[] = {"a-b",   "a-b-2", "a-b-1",
                                      "a-b-3", "x--z",  "section"};
    CHECK(tap, m.headings.n == 6);
    for (size_t i = 0; i < m.headings.n && i < 6; i++) {
        CHECK_STR(tap, m.headings.p[i].id, ids[i]);
    }
    CHECK_STR(tap, m.headings.p[0].title, "A b");
    CHECK_STR(tap, m.headings.p[0].html, "A <em>b</em>");
    CHECK_STR(tap, m.headings.p[2].title, "C");
    CHECK(tap, m.headings.p[2].level == 3);
    CHECK_STR(tap, m.headings.p[4].title, "x & z");
    CHECK_STR(tap, m.headings.p[4].html, "x &amp; <code>z</code>");
    CHECK(tap, str_starts(m.html, STR("<h1 id=\"a-b\">A <em>b</em></h1>\n")));
    CHECK_STR(tap, html("# a {#b c}\n"), "<h1 id=\"a-b-c\">a {#b c}</h1>\n");
    CHECK_STR(tap, html("# a \\{#b}\n"), "<h1 id=\"a-b\">a {#b}</h1>\n");
}

static void test_smart(struct tap *tap)
{
    CHECK_STR(tap, html("\"a\" 'b' it's -- --- ...\n"),
              "<p>\u201ca\u201d \u2018b\u2019 it\u2019s \u2013 \u2014 "
              "\u2026</p>\n");
    CHECK_STR(tap, html(".. .... .....\" ......\n"),
              "<p>.. \u2026. \u2026..\u201d \u2026\u2026</p>\n");
    CHECK_STR(tap, html("(\"*a*\") **\"b\"**\n"),
              "<p>(\u201c<em>a</em>\u201d) <strong>\u201cb\u201d</strong>"
              "</p>\n");
    CHECK_STR(tap, html("`\"a\" --` <b title=\"c--d\"> \\\"e\\\" \\...\n"),
              "<p><code>&quot;a&quot; --</code> <b title=\"c--d\"> "
              "&quot;e&quot; ...</p>\n");
    CHECK_STR(tap, html("https://a.example/b--c/it's\n"),
              "<p><a href=\"https://a.example/b--c/it&#x27;s\">"
              "https://a.example/b--c/it's</a></p>\n");
    CHECK_STR(tap, html("[\"a\"](b--c \"d--e\")\n"),
              "<p><a href=\"b--c\" title=\"d--e\">\u201ca\u201d</a></p>\n");
    CHECK_STR(tap, html("'tis the '90s\n"), "<p>\u2019tis the \u201990s</p>\n");
}

static void test_summary(struct tap *tap)
{
    struct markdown m = render("a[^1]\n\n## b\n\n<!--more-->\n\nc\n\n[^1]: n");
    CHECK(tap, m.has_more);
    CHECK_STR(tap, m.summary, "<p>a</p>\n<h2>b</h2>\n");
    CHECK(tap, str_find(m.html, STR("more")) == STR_NONE);
    m = render("a **b** <!-- more --> c\n\nd\n");
    CHECK(tap, m.has_more);
    CHECK_STR(tap, m.summary, "<p>a <strong>b</strong> </p>\n");
    CHECK_STR(tap, m.html, "<p>a <strong>b</strong>  c</p>\n<p>d</p>\n");
    m = render("# t\n\n![](x.png)\n\nfirst *one*[^1]\n\nsecond\n\n[^1]: n");
    CHECK(tap, !m.has_more);
    CHECK_STR(tap, m.summary, "<p>first <em>one</em></p>\n");
    CHECK_STR(tap, render("- a\n").summary, "");
    CHECK_STR(tap, render("").summary, "");
    CHECK_STR(tap, render("<!--more-->\n\na").summary, "<p>a</p>\n");
    m = render("`<!--more-->`\n\n    <!--more-->\n");
    CHECK(tap, !m.has_more);
}

static void repeat(struct buf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_put(out, str_from(text));
    }
}

static void test_long_summary(struct tap *tap)
{
    struct buf text = {0};
    repeat(&text, "*w\u00f6rd* <b>x</b> ", 2000);
    buf_putc(&text, '\0');
    str summary = render(buf_str(&text).p).summary;
    CHECK(tap, str_starts(summary, STR("<p>w\u00f6rd x w\u00f6rd x ")));
    CHECK(tap, str_ends(summary, STR(" x\u2026</p>\n")) ||
                   str_ends(summary, STR(" w\u00f6rd\u2026</p>\n")));
    CHECK(tap, summary.n > 1100 && summary.n < 1300);
    /* Without a space to cut at: still whole characters. */
    buf_clear(&text);
    repeat(&text, "\u65e5\u672c", 2000);
    buf_putc(&text, '\0');
    summary = render(buf_str(&text).p).summary;
    CHECK(tap, utf8_invalid(summary) == STR_NONE && summary.n < 1300);
    buf_free(&text);
}

static void test_footnotes(struct tap *tap)
{
    struct markdown_options options = {.raw_html = true,
                                       .id_prefix = STR("p7-")};
    str out = render_with("a[^x] b[^x]\n\n[^x]: n\n", &options).html;
    CHECK(tap, str_find(out, STR("href=\"#p7-fn-1\" id=\"p7-fnref-1\"")) !=
                   STR_NONE);
    CHECK(tap, str_find(out, STR("id=\"p7-fnref-1-2\"")) != STR_NONE);
    CHECK(tap, str_find(out, STR("<li id=\"p7-fn-1\">")) != STR_NONE);
    CHECK(tap, str_find(out, STR("href=\"#p7-fnref-1-2\"")) != STR_NONE);
    CHECK_STR(tap, html("a[^x]\n"), "<p>a[^x]</p>\n");
}

/* cmark reads another character for the first w. */
static void test_www(struct tap *tap)
{
    CHECK_STR(tap, html("www.a.org `www.b` [www.c](www.d 'www.e')\n"),
              "<p><a href=\"http://www.a.org\">www.a.org</a> "
              "<code>www.b</code> "
              "<a href=\"www.d\" title=\"www.e\">www.c</a></p>\n");
    CHECK_STR(tap, html("<www.a:80> <b www.c=d>www.e_f_g.h\n"),
              "<p><a href=\"www.a:80\">www.a:80</a> "
              "<b www.c=d>www.e_f_g.h</p>\n");
    CHECK_STR(tap, html("(www.a_b@c.org \\\"www.d\\\"\n"),
              "<p>(<a href=\"mailto:www.a_b@c.org\">www.a_b@c.org</a> "
              "&quot;www.d&quot;</p>\n");
    CHECK_STR(tap, html("    www.a \xf4\x8f\xbf\xbf\n"),
              "<pre><code>www.a \xf4\x8f\xbf\xbf\n</code></pre>\n");
}

/* Words are runs without spaces that hold a letter or digit: random texts. */
static void test_many_words(struct tap *tap)
{
    static const char *const parts[] = {"a", "Z", "z", "0", "9",
                                        " ", " ", ",", "(", "\u00e9"};
    uint64_t seed = 1;
    bool same = true;
    for (int times = 0; times < 2000; times++) {
        char text[128] = "x";
        size_t words = 1;
        bool in_word = true;
        for (int i = 0; i < 1 + times % 50; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            size_t which = (seed >> 33) % (sizeof parts / sizeof *parts);
            bool space = *parts[which] == ' ';
            bool letter =
                !space && *parts[which] != ',' && *parts[which] != '(';
            words += letter && !in_word;
            in_word = letter || (in_word && !space);
            snprintf(text + strlen(text), 3, "%s", parts[which]);
        }
        same = same && render(text).words == words;
    }
    CHECK(tap, same);
}

static void test_words(struct tap *tap)
{
    CHECK(tap, render("one two-three *fo*ur `five six`\n").words == 5);
    CHECK(tap, render("it's -- 3.5 & co\n").words == 3);
    CHECK(tap,
          render("\u65e5\u672c\u8a9e text\u3001\u30d6\u30ed\u30b0\n").words ==
              7);
    CHECK(tap, render("# a\n\n- b\n\n|c|\n|-|\n|d|\n").words == 4);
    CHECK(tap, render("caf\u00e9 \u041f\u0440\u0438\n").words == 2);
    CHECK(tap, render("a\nb  \nc\n").words == 3);
}

static void test_alerts(struct tap *tap)
{
    CHECK_STR(tap, html("> [!NOTE]\n> a *b*\n"),
              "<div class=\"alert alert-note\" role=\"note\">\n"
              "<p class=\"alert-title\">Note</p>\n<p>a <em>b</em></p>\n"
              "</div>\n");
    CHECK_STR(tap, html("> [!warning]\n>\n> - a\n"),
              "<div class=\"alert alert-warning\" role=\"note\">\n"
              "<p class=\"alert-title\">Warning</p>\n<ul>\n<li>a</li>\n</ul>\n"
              "</div>\n");
    CHECK(tap, str_starts(html("> \\[!NOTE]\n> a\n"), STR("<blockquote>")));
    CHECK(tap, str_starts(html("> [!N PE]\n> a\n"), STR("<blockquote>")));
}

static void test_placeholders(struct tap *tap)
{
    CHECK_STR(tap, html("\\~a\\~ `\\~` http\\://b.example\n\n    \\~ \\:\n"),
              "<p>~a~ <code>\\~</code> http://b.example</p>\n"
              "<pre><code>\\~ \\:\n</code></pre>\n");
    CHECK_STR(tap, html("``` \\~x \\~\n\\~\n```\n\n<p title='\\~'>\n"),
              "<pre><code class=\"language-~x\">\\~\n</code></pre>\n"
              "<p title='\\~'>\n");
    CHECK_STR(tap, html("[\\~a](\\~b \"\\~c\")\n"),
              "<p><a href=\"~b\" title=\"~c\">~a</a></p>\n");
    CHECK_STR(tap, html("https://a.example/*b*/__init__.py\n"),
              "<p><a href=\"https://a.example/*b*/__init__.py\">"
              "https://a.example/*b*/__init__.py</a></p>\n");
    /* The placeholders themselves: nothing is replaced. */
    CHECK_STR(tap, html("\xf0\x90\xa9\x90 \\\"a\n"),
              "<p>\xf0\x90\xa9\x90 \u201ca</p>\n");
}

static void test_raw_html(struct tap *tap)
{
    struct markdown_options options = {.raw_html = false};
    CHECK_STR(tap,
              render_with("<div>\na\n</div>\n\nb <i>c</i>\n", &options).html,
              "<p>b c</p>\n");
    CHECK_STR(tap,
              render_with("[a](javascript:b) [c](DATA:d) "
                          "![e](data:image/png;x)\n",
                          &options)
                  .html,
              "<p>a c <img src=\"data:image/png;x\" alt=\"e\" loading=\"lazy\">"
              "</p>\n");
    CHECK_STR(tap, html("<script>x</script>\n"), "<script>x</script>\n");
}

static void test_tasks(struct tap *tap)
{
    CHECK_STR(tap, html("- [x] a\n- [ ] b\n"),
              "<ul>\n<li class=\"task-list-item\"><input type=\"checkbox\" "
              "checked disabled aria-label=\"done\"> a</li>\n"
              "<li class=\"task-list-item\"><input type=\"checkbox\" "
              "disabled aria-label=\"to do\"> b</li>\n</ul>\n");
}

struct seen {
    size_t links;
    size_t images;
    uint32_t line;
};

static str resolve(void *host, str dest, bool image, span at,
                   struct arena *memory)
{
    struct seen *seen = host;
    seen->links += !image;
    seen->images += image;
    seen->line = source_position(at.source, at.off).line;
    if (str_eq(dest, STR("later.md"))) {
        return (str){0};
    }
    return arena_concat(memory, STR("/r/"), dest);
}

static void test_links(struct tap *tap)
{
    struct seen seen = {0};
    struct markdown_options options = {
        .raw_html = true, .host = {.link = resolve, .self = &seen}};
    str out = render_with("# [a](b&amp;c)\n\n![d](e \"f\")\n\n"
                          "[*not yet*](later.md)\n",
                          &options)
                  .html;
    CHECK_STR(tap, out,
              "<h1 id=\"a\"><a href=\"/r/b&amp;c\">a</a></h1>\n"
              "<figure><img src=\"/r/e\" alt=\"d\" loading=\"lazy\">"
              "<figcaption>f</figcaption></figure>\n<p><em>not yet</em></p>\n");
    CHECK(tap, seen.links == 2);
    CHECK(tap, seen.images == 1);
    CHECK(tap, seen.line == 5);
}

static bool renders(struct buf *text)
{
    struct source source = {.name = STR("a.md"), .text = buf_str(text)};
    struct markdown_options options = {.smart = true, .raw_html = true};
    struct markdown out;
    bool ok = markdown_render(&source, 0, &options, &arena, &diags, &out);
    buf_clear(text);
    return ok;
}

static void test_hostile(struct tap *tap)
{
    struct buf text = {0};
    size_t errors = diags.errors;
    repeat(&text, "![[]()", 10001);
    CHECK(tap, !renders(&text));
    CHECK(tap, diags.errors == errors + 1);
    repeat(&text, "|a", 1000);
    repeat(&text, "|\n", 1);
    repeat(&text, "|-", 1000);
    repeat(&text, "|\n", 1);
    repeat(&text, "|x|\n", 1000);
    CHECK(tap, !renders(&text));
    repeat(&text, ">", 50000);
    CHECK(tap, renders(&text));
    repeat(&text, "- ", 10000);
    CHECK(tap, renders(&text));
    repeat(&text, "[a](", 50000);
    CHECK(tap, renders(&text));
    repeat(&text, "~a ~~b ", 20000);
    CHECK(tap, renders(&text));
    repeat(&text, "http://a.example/)))) ", 5000);
    CHECK(tap, renders(&text));
    repeat(&text, "*a **b \"c 'd ", 10000);
    CHECK(tap, renders(&text));
    buf_free(&text);
}

enum comments { REFUSED, HIDDEN, SHOWN };

static enum comments comments_of(struct buf *text)
{
    struct source source = {.name = STR("a.md"), .text = buf_str(text)};
    struct markdown_options options = {.comments = true};
    struct markdown out;
    bool ok = markdown_render(&source, 0, &options, &arena, &diags, &out);
    bool shown = ok && str_find(out.html, STR("secret")) != STR_NONE;
    buf_clear(text);
    return !ok ? REFUSED : shown ? SHOWN : HIDDEN;
}

/* A comment is not shown, or the text is not. */
static void test_many_comments(struct tap *tap)
{
    struct buf text = {0};
    size_t errors = diags.errors;
    repeat(&text, "a %%secret%%\n\n", 2048);
    CHECK(tap, comments_of(&text) == HIDDEN);
    repeat(&text, "a %%secret%%\n\n", 2048);
    repeat(&text, "100% a\n\n", 1);
    CHECK(tap, comments_of(&text) == HIDDEN);
    CHECK(tap, diags.errors == errors);
    repeat(&text, "a %%secret%%\n\n", 2049);
    CHECK(tap, comments_of(&text) == REFUSED);
    CHECK(tap, diags.errors == errors + 1);
    repeat(&text, "%%x%%\n", 2047);
    repeat(&text, "%% {%% ```\nsecret\n%%\n", 1);
    CHECK(tap, comments_of(&text) == REFUSED);
    /* The character of a token. */
    repeat(&text, "\xF4\x8E\x80\x80 %%secret%%\n", 1);
    CHECK(tap, comments_of(&text) == REFUSED);
    repeat(&text, "\xF4\x8E\x80\x80 100%\n", 1);
    CHECK(tap, comments_of(&text) == HIDDEN);
    /* Each comment opens a fence, from which the next one is code. */
    repeat(&text, "%%\n```\nsecret\n%%\n\n", 12);
    CHECK(tap, comments_of(&text) == HIDDEN);
    repeat(&text, "%%a ` b%%`code %%` %%secret%%\n", 1);
    CHECK(tap, comments_of(&text) == HIDDEN);
    repeat(&text, "%%a `` b ` c%%`code %%` %%secret%%\n", 1);
    CHECK(tap, comments_of(&text) == HIDDEN);
    repeat(&text, "%%\n- a\n%%\n\n    b %% c\n\n%%secret%%\n", 1);
    CHECK(tap, comments_of(&text) == HIDDEN);
    errors = diags.errors;
    repeat(&text, "%%\nA line.\n\n`b`, secret\n%%\n\n", 100);
    CHECK(tap, comments_of(&text) == HIDDEN);
    repeat(&text, "%%\n```\nsecret\n%%\n\n", 100);
    CHECK(tap, comments_of(&text) == REFUSED);
    CHECK(tap, diags.errors == errors + 1);
    buf_free(&text);
}

static bool renders_after(const char *start)
{
    struct buf text = {0};
    repeat(&text, start, 1);
    repeat(&text, "*a [b](c) ", 40000);
    bool ok = renders(&text);
    buf_free(&text);
    return ok;
}

/* Emphasis and links in code are none, and what only looks like code has
 * them: CommonMark 0.29, 4.5, and 4.6 for HTML. */
static void test_fences(struct tap *tap)
{
    static const char *const code[] = {
        "```\n",
        "~~~ a`b ~~~\n",
        "``` c++\n",
        "~~~\n```\n",
        "````\n```\n",
        "a\n```\n",
        "<!-- a -->\n\n```\n",
        "```\n```\n```\n",
        "```\n    ```\n",
        "```\r\n``` a\r\n",
        "```\n```\v\n",
        "- a\n\n```\n",
    };
    static const char *const none[] = {
        "",
        "``` a`b\n",
        "``\n",
        "```\n```\n",
        "```\n   ````  \t\n",
        "- a\n\n  ```\n\n",
        "> ```\n\n",
        "1. ```\n\n",
        "<div>\n```\n\n",
        "<!--\n```\n-->\n",
        "<pre>\n\n```\n</pre>\n",
        "```\n\r```\r",
        "~~~\n```\n~~~\n",
        "<!-- a\n\n```\n-->\n\n",
        "a\n<b>c</b>\n```\nd\n\ne\n```\n",
    };
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        tap_check(tap, renders_after(code[i]), code[i], __FILE__, __LINE__);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        tap_check(tap, !renders_after(none[i]), none[i], __FILE__, __LINE__);
    }
}

/* The title, and a '|' where the rest begins. */
static str title(const char *text)
{
    struct source source = {.name = STR("a.md"), .text = str_from(text)};
    size_t end;
    str found = markdown_title(&source, 0, &arena, &end);
    if (!found.p) {
        return STR("none");
    }
    str rest = str_from_offset(source.text, end);
    return arena_printf(&arena, "%.*s|%.*s", STR_ARG(found), STR_ARG(rest));
}

static void test_title(struct tap *tap)
{
    CHECK_STR(tap, title("# A *b* `c`\nd"), "A b c|d");
    CHECK_STR(tap, title("\n \n   # A ##\n\nd"), "A|\nd");
    CHECK_STR(tap, title("\xef\xbb\xbf# A"), "A|");
    CHECK_STR(tap, title("# [A](b) & \"c\" {#d}\r\ne"), "A & \"c\"|e");
    CHECK_STR(tap, title("A **b**\n===\nc"), "A b|c");
    CHECK_STR(tap, title("A\nb\n==\nc"), "A b|c");
    CHECK_STR(tap, title("## A\n# b"), "none");
    CHECK_STR(tap, title("A\n---\nb"), "none");
    CHECK_STR(tap, title("a\n\n# B"), "none");
    CHECK_STR(tap, title("#A"), "none");
    CHECK_STR(tap, title("#\n"), "none");
    CHECK_STR(tap, title("    # A"), "none");
    CHECK_STR(tap, title("- A\n==="), "none");
    CHECK_STR(tap, title("> A\n==="), "none");
    CHECK_STR(tap, title("```\nA\n==="), "none");
    CHECK_STR(tap, title(""), "none");
}

static bool size_of(void *host, str dest, struct image_size *size)
{
    (void)host;
    *size = (struct image_size){640, 480};
    return str_eq(dest, STR("here.png"));
}

static void test_image_sizes(struct tap *tap)
{
    struct markdown_options options = {.host = {.image_size = size_of}};
    CHECK_STR(tap,
              render_with("![a](here.png) ![](there.png)\n", &options).html,
              "<p><img src=\"here.png\" alt=\"a\" width=\"640\" "
              "height=\"480\" loading=\"lazy\"> "
              "<img src=\"there.png\" alt=\"\" loading=\"lazy\"></p>\n");
}

/* Texts that once took time that grew as the square, or memory. */
static void test_linear(struct tap *tap)
{
    struct buf text = {0};
    repeat(&text, "_www.", 100000);
    CHECK(tap, renders(&text));
    repeat(&text, "[", 50000);
    repeat(&text, " www.a.b", 50000);
    CHECK(tap, renders(&text));
    repeat(&text, "==a ~~b ^c ", 50000);
    CHECK(tap, renders(&text));
    repeat(&text, "a\n\n: b\n\n", 20000);
    CHECK(tap, renders(&text));
    /* References whose page would be 2.5 GB; a table below 50,000 lines. */
    repeat(&text, "[a]: ", 1);
    repeat(&text, "u", 50000);
    repeat(&text, "\n\n", 1);
    repeat(&text, "[a]", 50000);
    CHECK(tap, !renders(&text));
    repeat(&text, "a\n", 50000);
    repeat(&text, "|-|\n", 1);
    CHECK(tap, !renders(&text));
    /* A hundred thousand references are none of these. */
    for (size_t i = 0; i < 100000; i++) {
        buf_printf(&text, "[a%zu]: /u 'title'\n", i);
    }
    CHECK(tap, renders(&text));
    buf_free(&text);
}

static void test_odd_input(struct tap *tap)
{
    CHECK_STR(tap, html(""), "");
    struct source source = {.name = STR("a.md"), .text = STR("a\0b\n")};
    struct markdown_options options = {0};
    struct markdown out;
    markdown_render(&source, 0, &options, &arena, &diags, &out);
    CHECK_STR(tap, out.html, "<p>a\ufffdb</p>\n");
    source.text = STR("---\nx\n---\n# a\n");
    markdown_render(&source, 10, &options, &arena, &diags, &out);
    CHECK_STR(tap, out.html, "<h1 id=\"a\">a</h1>\n");
    source.text = STR("a\xff"
                      "b\n");
    markdown_render(&source, 0, &options, &arena, &diags, &out);
    CHECK_STR(tap, out.html, "<p>a\ufffdb</p>\n");
    CHECK_STR(tap, html("\xef\xbb\xbf# a\r\n\r\nb\r\n"),
              "<h1 id=\"a\">a</h1>\n<p>b</p>\n");
}

int main(void)
{
    struct tap tap = {0};
    diags_init(&diags, &arena);
    markdown_init();
    test_headings(&tap);
    test_smart(&tap);
    test_summary(&tap);
    test_long_summary(&tap);
    test_footnotes(&tap);
    test_words(&tap);
    test_many_words(&tap);
    test_www(&tap);
    test_alerts(&tap);
    test_placeholders(&tap);
    test_raw_html(&tap);
    test_tasks(&tap);
    test_links(&tap);
    test_hostile(&tap);
    test_many_comments(&tap);
    test_fences(&tap);
    test_title(&tap);
    test_image_sizes(&tap);
    test_linear(&tap);
    test_odd_input(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
