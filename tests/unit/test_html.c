/* SPDX-License-Identifier: MIT */
/* Escaping, plain text, absolute addresses. */

#include <cmark-gfm.h>
#include <stdio.h>
#include <stdlib.h>

#include "tap.h"
#include "text/html.h"
#include "text/html_escape.h"

static struct arena arena;

static str plain(const char *html)
{
    return html_plain(&arena, str_from(html));
}

static str absolute(const char *html)
{
    return html_absolute(&arena, str_from(html),
                         STR("https://x.org/blog/post/"));
}

static void test_escape(struct tap *tap)
{
    struct buf out = {0};
    html_escape(STR("<a href='x'>&\"</a>"), &out);
    CHECK_STR(tap, buf_str(&out), "&lt;a href='x'&gt;&amp;&quot;&lt;/a&gt;");
    buf_clear(&out);
    html_escape_jinja(STR("<a href='x'>&\"</a>"), &out);
    CHECK_STR(tap, buf_str(&out),
              "&lt;a href=&#39;x&#39;&gt;&amp;&#34;&lt;/a&gt;");
    buf_clear(&out);
    html_escape(STR(""), &out);
    CHECK_STR(tap, buf_str(&out), "");
    buf_free(&out);
}

/* Escapes each mark at every place of a long text. */
static void test_escape_anywhere(struct tap *tap)
{
    static const struct {
        char c;
        const char *name;
    } marks[] = {{'&', "&amp;"},
                 {'<', "&lt;"},
                 {'>', "&gt;"},
                 {'"', "&#34;"},
                 {'\'', "&#39;"}};
    struct buf out = {0};
    struct buf want = {0};
    for (size_t i = 0; i < 20 * sizeof marks / sizeof *marks; i++) {
        char text[] = "%%%%((((====;;;;!!!!";
        size_t at = i % 20;
        text[at] = marks[i / 20].c;
        buf_clear(&out);
        buf_clear(&want);
        html_escape_jinja(str_from(text), &out);
        buf_printf(&want, "%.*s%s%s", (int)at, text, marks[i / 20].name,
                   text + at + 1);
        CHECK(tap, str_eq(buf_str(&out), buf_str(&want)));
    }
    buf_free(&out);
    buf_free(&want);
}

static void test_plain(struct tap *tap)
{
    CHECK_STR(tap, plain("<p>a <em>b</em>c</p>\n<p>d</p>"), "a bc d");
    CHECK_STR(tap, plain("a<br>b<!-- <p>no</p> -->c"), "a bc");
    CHECK_STR(tap, plain("&lt;b&gt; &amp;amp; &eacute;&#233;&#xE9;"),
              "<b> &amp; \u00e9\u00e9\u00e9");
    CHECK_STR(tap, plain("a&nbsp;&nbsp;b &nope; & &;"), "a b &nope; & &;");
    CHECK_STR(tap, plain("<script>if (a<b) x()</script>y"), "y");
    CHECK_STR(tap, plain("<style>p{}</STYLE >y"), "y");
    CHECK_STR(tap, plain("<a title=\"x > y\">z</a>"), "z");
    CHECK_STR(tap, plain("1 < 2 <3 <"), "1 < 2 <3 <");
    CHECK_STR(tap, plain("  \n "), "");
    CHECK_STR(tap, plain("<p"), "");
    CHECK_STR(tap, plain("<!doctype html><?xml x?>t"), "t");
    CHECK_STR(tap, plain("&#0;&#xD800;&#x110000;x"), "&#0;\ufffd\ufffdx");
    CHECK_STR(tap, plain("&#x10FFFF;&#XaF;&#1114111;"),
              "\U0010ffff\u00af\U0010ffff");
    CHECK_STR(tap, plain("&#xG;&#;&#x;&#1F;&#99999999999999999999;&#_;"),
              "&#xG;&#;&#x;&#1F;&#99999999999999999999;&#_;");
    CHECK_STR(tap, plain("a<wbr>b<i>c</i><td>d"), "abc d");
    /* Elements that hold text alone, and comments, as browsers show them. */
    CHECK_STR(tap, plain("<iframe src=x>no frames</iframe>y"), "y");
    CHECK_STR(tap, plain("<textarea>a <b> &amp;</textarea>"), "a <b> &");
    CHECK_STR(tap, plain("a<!-->b<!--->c<!--d--!>e"), "abce");
    CHECK_STR(tap, plain("<svg><title/><style/></svg>a"), "a");
    CHECK_STR(tap, plain("<a title = \"x > y\">z</a>"), "z");
}

/* A name in raw HTML is the character that it is in Markdown: all of HTML 4's,
 * by cmark. */
static void test_entities(struct tap *tap)
{
    str names = STR(
        "quot amp apos lt gt iexcl cent pound curren yen brvbar sect uml "
        "copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro "
        "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave "
        "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml "
        "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave "
        "aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml "
        "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml "
        "divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig "
        "Scaron scaron Yuml fnof circ tilde Alpha Beta Gamma Delta Epsilon "
        "Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau "
        "Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta "
        "theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau "
        "upsilon phi chi psi omega thetasym upsih piv ensp emsp thinsp zwnj "
        "zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger "
        "Dagger bull hellip permil prime Prime lsaquo rsaquo oline frasl euro "
        "image weierp real trade alefsym larr uarr rarr darr harr crarr lArr "
        "uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod "
        "sum minus lowast radic prop infin ang and or cap cup int there4 sim "
        "cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp "
        "sdot lceil rceil lfloor rfloor loz spades clubs hearts diams");
    str name;
    while (str_split(&names, ' ', &name)) {
        str text = arena_printf(&arena, "a&%.*s;b", STR_ARG(name));
        char *html = cmark_markdown_to_html(text.p, text.n, CMARK_OPT_DEFAULT);
        str want = str_trim(str_from(html));
        if (!CHECK(tap, str_eq(html_plain(&arena, text),
                               html_plain(&arena, want)))) {
            printf("# %.*s\n", STR_ARG(name));
        }
        free(html);
    }
}

static str linked(const char *html)
{
    return html_link_headings(&arena, str_from(html), STR("Here"));
}

static void test_heading_links(struct tap *tap)
{
    CHECK_STR(tap, linked("<h2 id=\"a\">A &amp; <em>b</em></h2><p>c</p>"),
              "<h2 id=\"a\">A &amp; <em>b</em> <a class=\"permalink\" "
              "href=\"#a\" aria-label=\"Here: A &amp; b\">#</a></h2>"
              "<p>c</p>");
    CHECK_STR(tap, linked("<H3 class=x id=b>\"</H3><h4 id='c'>d</h4>"),
              "<H3 class=x id=b>\" <a class=\"permalink\" href=\"#b\" "
              "aria-label=\"Here: &quot;\">#</a></H3><h4 id='c'>d <a "
              "class=\"permalink\" href=\"#c\" aria-label=\"Here: d\">#</a>"
              "</h4>");
    /* Nothing to link to, none of them, one that has it, one left open. */
    static const char *const same[] = {
        "",
        "<h2>a</h2>",
        "<h1 id=\"a\">a</h1>",
        "<h5 id=\"a\">a</h5>",
        "<h2 id=\"\">a</h2>",
        "<h2 id=\"a\">a <a href=\"#a\">b</a></h2>",
        "<h2 id=\"a\">a",
        "</h2>a<h2 id=\"a\">b</h3>",
        "<pre>&lt;h2 id=\"a\">b&lt;/h2></pre>"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        CHECK_STR(tap, linked(same[i]), same[i]);
    }
    CHECK_STR(tap, linked("<h2 id=a>b <a href='#a'>c</a></h2>"),
              "<h2 id=a>b <a href='#a'>c</a></h2>");
    CHECK(tap, str_find(linked("<h2 id=\"a\">b <a href=\"#ab\">c</a></h2>"),
                        STR("href=\"#a\"")) != STR_NONE);
}

static void test_absolute(struct tap *tap)
{
    CHECK_STR(tap, absolute("<a href=\"../other/#x\">y</a>"),
              "<a href=\"https://x.org/blog/other/#x\">y</a>");
    CHECK_STR(tap, absolute("<a href='#fn-1'>1</a>"),
              "<a href='https://x.org/blog/post/#fn-1'>1</a>");
    CHECK_STR(tap, absolute("<img alt=\"href='q'\" src=/i.png>"),
              "<img alt=\"href='q'\" src=https://x.org/i.png>");
    CHECK_STR(tap, absolute("<a href=\"https://y.org/a/../b\">"),
              "<a href=\"https://y.org/a/../b\">");
    CHECK_STR(tap, absolute("<a href=\"mailto:a@b.c\">"),
              "<a href=\"mailto:a@b.c\">");
    CHECK_STR(tap, absolute("<img srcset=\"a.png, /b.png 2x,c.png 3x\">"),
              "<img srcset=\"https://x.org/blog/post/a.png, "
              "https://x.org/b.png 2x,https://x.org/blog/post/c.png 3x\">");
    CHECK_STR(tap, absolute("<video POSTER = \"p.jpg\"></video>"),
              "<video POSTER = \"https://x.org/blog/post/p.jpg\"></video>");
    CHECK_STR(tap, absolute("<!-- <a href=\"x\"> --><p data-href=\"x\">"),
              "<!-- <a href=\"x\"> --><p data-href=\"x\">");
    CHECK_STR(tap, absolute("<script>'<a href=\"x\">'</script>"),
              "<script>'<a href=\"x\">'</script>");
    CHECK_STR(tap, absolute("<blockquote cite=q><form action=\"\">"),
              "<blockquote cite=https://x.org/blog/post/q>"
              "<form action=\"https://x.org/blog/post/\">");
    CHECK_STR(tap, absolute("<img srcset=', a.png , b.png,'>"),
              "<img srcset=', https://x.org/blog/post/a.png , "
              "https://x.org/blog/post/b.png,'>");
    CHECK_STR(tap, absolute("<img srcset=' , '>"), "<img srcset=' , '>");
    CHECK_STR(tap, absolute("<a href='//y.org/a'></a href='x'>"),
              "<a href='https://y.org/a'></a href='x'>");
    CHECK_STR(tap, absolute("<a href=\" x \" title=y>"),
              "<a href=\"https://x.org/blog/post/x\" title=y>");
    CHECK_STR(tap, absolute("<a/href=x><a href = x src>"),
              "<a/href=https://x.org/blog/post/x>"
              "<a href = https://x.org/blog/post/x src>");
    CHECK_STR(tap, absolute("<a title='a>b' href=x>"),
              "<a title='a>b' href=https://x.org/blog/post/x>");
    CHECK_STR(tap,
              absolute("<!doctype html \"href='a'\"><?href=x?><x-y src=z>"),
              "<!doctype html \"href='a'\"><?href=x?>"
              "<x-y src=https://x.org/blog/post/z>");
    CHECK_STR(tap, absolute("<style>a</b><a href=x></style><a href=x>"),
              "<style>a</b><a href=x></style>"
              "<a href=https://x.org/blog/post/x>");
    CHECK_STR(tap, absolute("a < b <"), "a < b <");
    CHECK_STR(tap, absolute("<a href"), "<a href");
    CHECK_STR(tap, absolute("<a href=\"x"),
              "<a href=\"https://x.org/blog/post/x");
}

static str balanced(const char *html)
{
    return html_balance(&arena, str_from(html));
}

static void test_balance(struct tap *tap)
{
    CHECK_STR(tap, balanced("<div><p>a<b>c"), "<div><p>a<b>c</b></p></div>");
    CHECK_STR(tap, balanced("a</div><i>b</i></i>"), "a<i>b</i>");
    CHECK_STR(tap, balanced("<b><i>a</b>c"), "<b><i>a</i></b>c");
    CHECK_STR(tap, balanced("<ul><li>a<li>b"), "<ul><li>a<li>b</li></ul>");
    CHECK_STR(tap, balanced("<img src=x><br>a<svg><path/>"),
              "<img src=x><br>a<svg><path/></svg>");
    CHECK_STR(tap, balanced("a < b <!-- <p> --><!doctype x>"),
              "a < b <!-- <p> --><!doctype x>");
    /* Tags in the text of a script are none; a '/' ends no unquoted value. */
    CHECK_STR(tap, balanced("<script>a('<p>' + '</b>')</script>"),
              "<script>a('<p>' + '</b>')</script>");
    CHECK_STR(tap, balanced("<a href=x/>b</a>"), "<a href=x/>b</a>");
    CHECK_STR(tap, balanced("<style>p{}"), "<style>p{}</style>");
}

int main(void)
{
    struct tap tap = {0};
    test_escape(&tap);
    test_escape_anywhere(&tap);
    test_plain(&tap);
    test_entities(&tap);
    test_heading_links(&tap);
    test_absolute(&tap);
    test_balance(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
