/* SPDX-License-Identifier: MIT */
/* The callbacks of xml_read, and the places of errors. */

#include "base/memory/buf.h"
#include "check/collect/xml_reader.h"
#include "tap.h"

/* --- callbacks --- */

static void log_start(void *context, const struct xml_element *element)
{
    struct buf *out = context;
    struct xml_text attr = xml_attr(element, "b");
    buf_printf(out, "(%zu {%.*s}%.*s", element->depth, STR_ARG(element->space),
               STR_ARG(element->name));
    if (attr.text.p) {
        buf_printf(out, " %.*s=%.*s", STR_ARG(attr.raw), STR_ARG(attr.text));
    }
    buf_putc(out, ' ');
}

static void log_end(void *context, const struct xml_element *element)
{
    buf_printf(context, "%.*s %zu)", STR_ARG(element->name), element->depth);
}

static void log_text(void *context, struct xml_text piece)
{
    buf_printf(context, "[%.*s=%.*s]", STR_ARG(piece.raw), STR_ARG(piece.text));
}

static const struct xml_handlers logging = {log_start, log_end, log_text};

static void check_events(struct tap *tap, const char *text, const char *want)
{
    struct buf out = {0};
    struct xml_problem problem;
    CHECK(tap, xml_read(str_from(text), &logging, &out, &problem) == XML_WHOLE);
    CHECK_STR(tap, buf_str(&out), want);
    buf_free(&out);
}

static void test_events(struct tap *tap)
{
    check_events(tap, "<a/>", "(1 {}a a 1)");
    check_events(tap, "\xEF\xBB\xBF<?xml version='1.0'?>\n<a>x</a>\n<!-- y -->",
                 "(1 {}a [x=x]a 1)");
    /* The declared encoding is not believed. */
    check_events(tap, "<?xml version='1.0' encoding='latin1'?><a>\xC3\xA9</a>",
                 "(1 {}a [\xC3\xA9=\xC3\xA9]a 1)");
    check_events(tap, "<a xmlns='u' xmlns:v='w'><v:b/><c xmlns=''/></a>",
                 "(1 {u}a (2 {w}b b 2)(2 {}c c 2)a 1)");
    check_events(tap, "<a>1 &amp;&#x32;<![CDATA[<3]]></a>",
                 "(1 {}a [1 =1 ][&amp;=&][&#x32;=2][<3=<3]a 1)");
    check_events(tap, "<a\n c='b=\"1\"' b = \"x&lt;y\" d='2' />",
                 "(1 {}a x&lt;y=x<y a 1)");
    /* Of another namespace, so it is another attribute. */
    check_events(tap, "<a xmlns:v='w' v:b='1'/>", "(1 {}a a 1)");
}

/* --- errors --- */

/* The bars enclose the text that the problem points at. */
static const struct {
    const char *text;
    const char *what;
} bad[] = {
    {"||", "there is no element in it"},
    {"||<!-- x -->", "there is no element in it"},
    {"<a><|b|>x", "this element is not closed"},
    {"<a><b>x|</a>|", "this closes no element that is open here"},
    {"<a/>|<|/b>", "this closes no element that is open here"},
    {"<a>x |&| y</a>", "this '&' starts no character: write &amp;"},
    {"<a>AT|&|T x</a>", "this '&' starts no character: write &amp;"},
    {"<a>&amp; |&|copy; x</a>", "this '&' starts no character: write &amp;"},
    {"<a>|&#0;|</a>", "this '&' starts no character: write &amp;"},
    {"<a>|&#x110000;|</a>", "this '&' starts no character: write &amp;"},
    {"<a h='?b=1&amp;c=2|&|d=3'/>",
     "this '&' starts no character: write &amp;"},
    {"<a h='caf&#233; &lt; |&|eacute;'/>",
     "this '&' starts no character: write &amp;"},
    {"<a>a |<| b</a>", "a '<' that starts no tag: write &lt;"},
    {"<a>a |<|1</a>", "a '<' that starts no tag: write &lt;"},
    {"<a>|<|!b></a>", "a '<' that starts no tag: write &lt;"},
    {"<a h='a|<|b'/>", "a '<' in a tag: write &lt;"},
    {"<a>x |]]>| y</a>", "this ends no CDATA section"},
    {"<a><!-- x |--| y --></a>", "a comment can't hold this"},
    {"<a b|>|</a>", "this has no place in a tag, where attributes are "
                    "written name=\"text\""},
    {"<a b=|c|/>", "this has no place in a tag, where attributes are "
                   "written name=\"text\""},
    {"<a b='1'|c|='2'/>", "this has no place in a tag, where attributes are "
                          "written name=\"text\""},
    {"<a b='1' |b|='2'/>", "this attribute is there twice"},
    {"<a><b c='d|<|/a>", "a '<' in a tag: write &lt;"},
    {"<a>|<|b c='d", "this has no end"},
    {"<a>|<|!-- b </a>", "this has no end"},
    {"<a>|<![CDATA[| b </a>", "this has no end"},
    {"<a/>|text|", "this is outside of the one element at the top"},
    {"<a/>|<|b/>", "this is outside of the one element at the top"},
    {"|&|amp;<a/>", "this is outside of the one element at the top"},
    {"<a>|\x01|</a>", "XML has no place for this character"},
    {"<a h='|\xEF\xBF\xBF|'/>", "XML has no place for this character"},
    {"<a>|\xFF|</a>", "this is not UTF-8"},
    {"\n|<|?xml version='1.0'?><a/>", "this is allowed only at the very start"},
    {"<a>|<|x:b/></a>", "a prefix in this tag has no xmlns"},
};

/* The text without its bars; where they stood. */
static str without_bars(const char *text, struct buf *out, size_t bars[2])
{
    size_t n = 0;
    buf_clear(out);
    for (; *text; text++) {
        if (*text == '|' && n < 2) {
            bars[n++] = out->n;
        } else {
            buf_putc(out, *text);
        }
    }
    return buf_str(out);
}

static void check_problem(struct tap *tap, enum xml_status want,
                          const char *marked, const char *what)
{
    struct buf log = {0};
    struct buf bytes = {0};
    struct xml_problem problem = {.what = "nothing"};
    size_t bars[2] = {0, 0};
    str text = without_bars(marked, &bytes, bars);
    printf("# %s\n", marked);
    CHECK(tap, xml_read(text, &logging, &log, &problem) == want);
    CHECK_STR(tap, str_from(problem.what), what);
    size_t off = problem.at.p ? (size_t)(problem.at.p - text.p) : 0;
    if (!CHECK(tap, off == bars[0] && problem.at.n == bars[1] - bars[0])) {
        printf("# at %zu, %zu long\n", off, problem.at.n);
    }
    buf_free(&log);
    buf_free(&bytes);
}

/* Elements as deep as may be, and one more. */
static void test_depth(struct tap *tap)
{
    struct buf text = {0};
    struct buf log = {0};
    struct xml_problem problem = {.what = ""};
    for (size_t i = 0; i < XML_DEPTH; i++) {
        buf_put(&text, STR("<a>"));
    }
    size_t inside = text.n;
    for (size_t i = 0; i < XML_DEPTH; i++) {
        buf_put(&text, STR("</a>"));
    }
    CHECK(tap, xml_read(buf_str(&text), &logging, &log, &problem) == XML_WHOLE);
    text.n = inside;
    buf_put(&text, STR("<b/>"));
    CHECK(tap, xml_read(buf_str(&text), &logging, &log, &problem) == XML_BAD);
    CHECK_STR(tap, str_from(problem.what), "elements are nested too deep");
    CHECK(tap, problem.at.p == text.p + inside);
    CHECK(tap, str_find(buf_str(&log), STR("b")) == STR_NONE);
    buf_free(&text);
    buf_free(&log);
}

/* No entity is expanded, for none is ever known. */
static void test_doctype(struct tap *tap)
{
    static const char *const what = "a document type: some readers refuse it";
    struct buf log = {0};
    struct xml_problem problem;
    check_problem(tap, XML_HAS_DOCTYPE,
                  "<?xml version='1.0'?>\n"
                  "|<!DOCTYPE| a><a/>",
                  what);
    check_problem(tap, XML_HAS_DOCTYPE,
                  "|<!DOCTYPE| a [<!ENTITY b 'c > d'>]><a>&b;</a>", what);
    check_problem(tap, XML_HAS_DOCTYPE,
                  "<!-- <!DOCTYPE x> -->|<!DOCTYPE| a SYSTEM 'x.dtd' [\n",
                  what);
    str text = STR("<!DOCTYPE\n rss SYSTEM 'x'><rss/>");
    CHECK(tap, xml_read(text, &logging, &log, &problem) == XML_HAS_DOCTYPE);
    CHECK_STR(tap, problem.root, "rss");
    CHECK(tap, log.n == 0);
}

int main(void)
{
    struct tap tap = {0};
    test_events(&tap);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_problem(&tap, XML_BAD, bad[i].text, bad[i].what);
    }
    test_depth(&tap);
    test_doctype(&tap);
    return tap_done(&tap);
}
