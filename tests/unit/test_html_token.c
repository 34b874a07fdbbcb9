/* SPDX-License-Identifier: MIT */
/* Tokens of HTML, as section 13.2.5 of the HTML standard has them. */

#include "base/memory/buf.h"
#include "random.h"
#include "tap.h"
#include "text/html_entity.h"
#include "text/html_token.h"

static struct arena arena;

static void put_attr(const struct html_attr *attr, struct buf *out)
{
    buf_printf(out, " %.*s", STR_ARG(attr->name));
    if (attr->value.p) {
        buf_printf(out, "[%.*s]", STR_ARG(attr->value));
    }
}

/* All tokens, with a space between: S and E for tags, T for text, R for the
 * content of an element that holds text alone, C for comments. */
static str tokens_of(str html)
{
    static const char letters[] = {'S', 'E', 'T', 'R', 'C'};
    struct buf out = {0};
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        buf_put(&out, out.n ? STR(" ") : STR(""));
        buf_putc(&out, letters[token.kind]);
        if (html_token_is_tag(&token)) {
            buf_printf(&out, "(%.*s", STR_ARG(token.name));
            for (size_t i = 0; i < token.nattrs; i++) {
                put_attr(&token.attrs[i], &out);
            }
            buf_put(&out, token.self_closing ? STR("/)") : STR(")"));
        } else {
            buf_printf(&out, "(%.*s)", STR_ARG(token.body));
        }
    }
    str all = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return all;
}

/* HTML, and its tokens. */
static const char *const cases[][2] = {
    {"", ""},
    {"a", "T(a)"},
    {"<p>a</p>", "S(p) T(a) E(p)"},
    {"<A-b_c:d>x</A-B_c:d >", "S(A-b_c:d) T(x) E(A-B_c:d)"},
    /* A '<' that starts no tag is text. */
    {"1 < 2 <3 <", "T(1 < 2 <3 <)"},
    {"a</", "T(a</)"},
    {"< p>", "T(< p>)"},
    /* Attributes. */
    {"<a b=c d='e f' g=\"h\" i>", "S(a b[c] d[e f] g[h] i)"},
    {"<a\tb = 'c>d'\ne\n=\nf>", "S(a b[c>d] e[f])"},
    {"<a b='' c= d=\"\">", "S(a b[] c[d=\"\"])"},
    {"<a b=>c", "S(a b[]) T(c)"},
    {"<a b='c'd=e>", "S(a b[c] d[e])"},
    {"<a =b =c=d>", "S(a =b[c=d])"},
    {"<a b=1 B=2 c>", "S(a b[1] c)"},
    {"<a b=c\"d'e>", "S(a b[c\"d'e])"},
    {"<a<b>c", "S(a<b) T(c)"},
    {"<a b=&amp;>", "S(a b[&amp;])"},
    {"</a b=c>", "E(a)"},
    /* Self-closing tags; a '/' is part of an unquoted value. */
    {"<a/><a /><a b/><a b=c/><a b='c'/>",
     "S(a/) S(a/) S(a b/) S(a b[c/]) S(a b[c]/)"},
    {"<a/b/c>", "S(a b c)"},
    /* Comments, and what browsers take for one. */
    {"<!-- a > b -->c", "C(<!-- a > b -->) T(c)"},
    {"<!-->a<!--->b", "C(<!-->) T(a) C(<!--->) T(b)"},
    {"<!---->a<!----->b", "C(<!---->) T(a) C(<!----->) T(b)"},
    {"<!--a--!>b<!--c--d-->e", "C(<!--a--!>) T(b) C(<!--c--d-->) T(e)"},
    {"<!--a-- >b", "C(<!--a-- >b)"},
    {"<!doctype html><?xml a='>'?>", "C(<!doctype html>) C(<?xml a='>) T('?>)"},
    {"</>a</ b>c</1>", "C(</>) T(a) C(</ b>) T(c) C(</1>)"},
    {"<!><![CDATA[a]]>", "C(<!>) C(<![CDATA[a]]>)"},
    /* Elements that hold text alone. */
    {"<script>a<b></scriptx></SCRIPT >c",
     "S(script) R(a<b></scriptx>) E(SCRIPT) T(c)"},
    {"<title>a<b>&amp;</b></title>", "S(title) R(a<b>&amp;</b>) E(title)"},
    {"<textarea></textarea>a", "S(textarea) E(textarea) T(a)"},
    {"<style>a</style/><iframe><p></iframe>",
     "S(style) R(a) E(style) S(iframe) R(<p>) E(iframe)"},
    {"<script>a</script=>b", "S(script) R(a</script=>b)"},
    {"<script/>a</script>", "S(script/) R(a) E(script)"},
    {"</script>a<b>", "E(script) T(a) S(b)"},
    /* In SVG they may be empty. */
    {"<svg><title/><a/><style/>b</svg><title/>c",
     "S(svg) S(title/) S(a/) S(style/) T(b) E(svg) S(title/) R(c)"},
    {"<svg/><title/>a", "S(svg/) S(title/) R(a)"},
    {"<svg><title>a<b></title>", "S(svg) S(title) R(a<b>) E(title)"},
    /* Cut off. */
    {"<a b='c>d", "S(a b[c>d])"},
    {"<a b", "S(a b)"},
    {"<!-- a", "C(<!-- a)"},
    {"<!d", "C(<!d)"},
    {"<script>a</script", "S(script) R(a</script)"},
};

/* The bodies are the text, also where it is cut. */
static bool is_whole(str html)
{
    struct html_token token;
    size_t n = 0;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        if (!token.body.n || token.body.p != html.p + n) {
            return false;
        }
        n += token.body.n;
    }
    return n == html.n && token.at == n;
}

static void test_cases(struct tap *tap)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str html = str_from(cases[i][0]);
        CHECK_STR(tap, tokens_of(html), cases[i][1]);
        bool whole = true;
        for (size_t n = 0; n <= html.n; n++) {
            whole = whole && is_whole(str_sub(html, 0, n));
        }
        CHECK(tap, whole);
    }
}

static void test_attrs(struct tap *tap)
{
    struct html_token token;
    html_token_init(&token, STR("<a ID = 'x' href='y' id=z>"));
    CHECK(tap, html_token_next(&token));
    CHECK_STR(tap, html_token_value(&token, STR("id")), "x");
    CHECK_STR(tap, html_token_attr(&token, STR("id"))->whole, "ID = 'x'");
    CHECK(tap, !html_token_attr(&token, STR("i")));
    CHECK(tap, !html_token_value(&token, STR("i")).p);
    /* More than a tag may have: the rest is ignored. */
    struct buf out = {0};
    buf_put(&out, STR("<a"));
    for (int i = 0; i < HTML_ATTRS + 1; i++) {
        buf_printf(&out, " a%d=%d", i, i);
    }
    buf_put(&out, STR(">b"));
    html_token_init(&token, buf_str(&out));
    CHECK(tap, html_token_next(&token) && token.nattrs == HTML_ATTRS);
    CHECK_STR(tap, html_token_value(&token, STR("a47")), "47");
    CHECK(tap, html_token_next(&token) && token.kind == HTML_TEXT);
    buf_free(&out);
}

static bool same_token(const struct html_token *a, const struct html_token *b)
{
    return a->kind == b->kind && a->at == b->at && str_eq(a->name, b->name) &&
           a->self_closing == b->self_closing && a->foreign == b->foreign;
}

/* Plain tags in a few steps, and tags without their attributes, end where they
 * do if each is read with care. */
static void test_ways(struct tap *tap)
{
    enum { ROUNDS = 3000, PIECES = 60 };
    static const char *const pieces[] = {
        "<",        ">",      "/",        "=",         "\"",     "'",
        " ",        "a",      "title",    "svg",       "<p>",    "</p>",
        "<b/>",     "<svg>",  "</math>",  "<title/>",  "<!--",   "-->",
        "text ",    "<br />", "<script>", "</script>", "<em x>", "<a b=\"c>\">",
        "<a b=\"c",
    };
    struct random seed = {1};
    bool same = true;
    for (size_t i = 0; i < ROUNDS && same; i++) {
        struct buf html = {0};
        size_t n = random_below(&seed, PIECES);
        for (size_t k = 0; k < n; k++) {
            size_t piece = random_below(&seed, sizeof pieces / sizeof *pieces);
            buf_put(&html, str_from(pieces[piece]));
        }
        struct html_token token, slow, names;
        html_token_init(&token, buf_str(&html));
        slow = names = token;
        names.names_only = true;
        bool more = true;
        while (more && same) {
            more = html_token_next(&token);
            same = html_token_read(&slow) == more &&
                   html_token_next(&names) == more &&
                   same_token(&token, &slow) && same_token(&token, &names);
        }
        buf_free(&html);
    }
    CHECK(tap, same);
}

static str decoded(const char *text)
{
    return html_decode(&arena, str_from(text));
}

static void test_decode(struct tap *tap)
{
    CHECK_STR(tap, decoded("a"), "a");
    CHECK_STR(tap, decoded("&lt;&#65;&#x42;&#X43;&amp"), "<ABC&");
    CHECK_STR(tap, decoded("?a=b&copy=1&amp;d"), "?a=b&copy=1&d");
    CHECK_STR(tap, decoded("& &; &# &#x; &nope;"), "& &; &# &#x; &nope;");
    CHECK_STR(tap, decoded("a&#0;b&#x0;&#xD800;"), "a\ufffdb\ufffd\ufffd");
}

int main(void)
{
    struct tap tap = {0};
    test_cases(&tap);
    test_attrs(&tap);
    test_ways(&tap);
    test_decode(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
