/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/shortcode.h"
#include "tap.h"

struct fixture {
    struct tap tap;
    struct arena arena;
};

static enum shortcode_status read(const char *text, struct shortcode_tag *tag)
{
    return shortcode_tag_read(str_from(text), 0, tag);
}

static void test_tags(struct tap *tap)
{
    struct shortcode_tag tag;
    CHECK(tap, read("{{< figure src=\"x\" >}} more", &tag) == SHORTCODE_TAG);
    CHECK_STR(tap, tag.name, "figure");
    CHECK_STR(tap, tag.args, "src=\"x\"");
    CHECK(tap, tag.from == 0 && tag.to == 22);
    CHECK(tap, !tag.closes && !tag.alone && !tag.escaped);
    CHECK(tap, read("{{</ note >}}", &tag) == SHORTCODE_TAG && tag.closes);
    CHECK_STR(tap, tag.name, "note");
    CHECK(tap, read("{{<br/>}}", &tag) == SHORTCODE_TAG && tag.alone);
    CHECK_STR(tap, tag.name, "br");
    CHECK(tap, read("{{</* x */>}}", &tag) == SHORTCODE_TAG && tag.escaped);
    CHECK_STR(tap, tag.args, " x ");
}

static void test_ends(struct tap *tap)
{
    struct shortcode_tag tag;
    /* ">}}" between quotes closes nothing, a lone apostrophe opens none. */
    CHECK(tap, read("{{< a \">}}\" >}}", &tag) == SHORTCODE_TAG);
    CHECK_STR(tap, tag.args, "\">}}\"");
    CHECK(tap, read("{{< a it's >}} it's", &tag) == SHORTCODE_TAG);
    CHECK_STR(tap, tag.args, "it's");
    CHECK(tap, read("{{< a\n b >}}", &tag) == SHORTCODE_TAG);
    CHECK(tap, read("{{< a\n\n b >}}", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read("{{< a", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read("{{< >}}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{< 1 < 2 >}}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{<", &tag) == SHORTCODE_NONE);
    CHECK(tap, shortcode_find(STR("a {{ b }} {{< c"), 0, 1) == 10);
    CHECK(tap, shortcode_find(STR("a"), 1, 1) == STR_NONE);
}

static bool read_args(struct fixture *f, const char *text,
                      struct shortcode_args *args, str *wrong)
{
    struct shortcode_tag tag = {.args = str_from(text)};
    *args = (struct shortcode_args){0};
    return shortcode_args_read(&tag, &f->arena, args, wrong);
}

static void test_args(struct fixture *f)
{
    struct shortcode_args args;
    struct tap *tap = &f->tap;
    str wrong = {0};
    CHECK(tap,
          read_args(f, "a=1 b=\"x \\\" y\" c='\\'' d=`\\` e", &args, &wrong));
    CHECK(tap, args.list.n == 5);
    CHECK_STR(tap, args.list.p[0].name, "a");
    CHECK(tap, !args.list.p[0].quoted);
    CHECK_STR(tap, args.list.p[1].text, "x \" y");
    CHECK(tap, args.list.p[1].quoted);
    CHECK_STR(tap, args.list.p[2].text, "'");
    CHECK_STR(tap, args.list.p[3].text, "\\");
    CHECK_STR(tap, args.list.p[4].text, "e");
    CHECK(tap, args.list.p[4].name.n == 0);
    CHECK(tap, read_args(f, "url=https://x.org/?a=b", &args, &wrong));
    CHECK_STR(tap, args.list.p[0].text, "https://x.org/?a=b");
    args = (struct shortcode_args){0};
    CHECK(tap, read_args(f, "a = \"x\"  b\n=\n2 c", &args, &wrong));
    CHECK(tap, args.list.n == 3);
    CHECK_STR(tap, args.list.p[0].name, "a");
    CHECK_STR(tap, args.list.p[0].text, "x");
    CHECK_STR(tap, args.list.p[1].name, "b");
    CHECK_STR(tap, args.list.p[1].text, "2");
    CHECK(tap, !read_args(f, "a=\"x", &args, &wrong));
    CHECK_STR(tap, wrong, "a=\"x");
    CHECK(tap, !read_args(f, "a b=", &args, &wrong));
    CHECK_STR(tap, wrong, "b=");
    CHECK(tap, read_args(f, "", &args, &wrong) && args.list.n == 0);
}

static bool read_path(const char *text, struct shortcode_tag *tag)
{
    return read(text, tag) == SHORTCODE_TAG && tag->path &&
           tag->to == strlen(text);
}

static void test_liquid(struct tap *tap)
{
    struct shortcode_tag tag;
    CHECK(tap, read("{%- note tip -%}", &tag) == SHORTCODE_TAG && tag.liquid);
    CHECK_STR(tap, tag.args, "tip");
    CHECK(tap, read("{% include a/b.html x=\"1\" %}", &tag) == SHORTCODE_TAG);
    CHECK_STR(tap, tag.name, "a/b");
    CHECK_STR(tap, tag.args, "x=\"1\"");
    CHECK(tap, read("{% post_url 2024-01-01-a %}", &tag) == SHORTCODE_TAG);
    CHECK_STR(tap, tag.name, "ref");
    CHECK(tap, read("{% highlight %}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{% include %}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{% note", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read_path("{{site.url}}", &tag) && !tag.args.n);
    CHECK(tap, read_path("{{- site.baseurl -}}", &tag) && !tag.args.n);
    CHECK(tap, read_path("{{ 'a.png' | relative_url }}", &tag));
    CHECK_STR(tap, tag.args, "a.png");
    CHECK(tap, read_path("{{\"/a\"|prepend:site.baseurl|absolute_url}}", &tag));
    CHECK_STR(tap, tag.args, "/a");
    CHECK(tap, read("{{ site.urls }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ site.url | escape }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ \"a\" }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ \"a\" | upcase }}", &tag) == SHORTCODE_NONE);
    CHECK(tap,
          read("{{ \"a\" | relative_url | upcase }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ \"a\" | prepend: x }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ \"a", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ \"", &tag) == SHORTCODE_NONE);
}

static void test_styles(struct tap *tap)
{
    struct shortcode_tag tag;
    CHECK(tap, read("{{% note a=1 %}}", &tag) == SHORTCODE_TAG);
    CHECK(tap, tag.style == SHORTCODE_PERCENT && !tag.closes);
    CHECK_STR(tap, tag.args, "a=1");
    CHECK(tap, read("{{% /note %}}", &tag) == SHORTCODE_TAG && tag.closes);
    CHECK(tap, read("{{% note >}}", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read("{{ x(a=\")\", b=(1)) }} more", &tag) == SHORTCODE_TAG);
    CHECK(tap, tag.style == SHORTCODE_VALUE && tag.to == 21);
    CHECK_STR(tap, tag.name, "x");
    CHECK_STR(tap, tag.args, "a=\")\", b=(1)");
    CHECK(tap, read("{{x()}}", &tag) == SHORTCODE_TAG && !tag.args.n);
    CHECK(tap, read("{{ x(a=1) | safe }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ x(a=1 }}", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read("{{ x(\n\n) }}", &tag) == SHORTCODE_UNCLOSED);
    CHECK(tap, read("{{ page.title }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ 1() }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{ x()", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{{", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{% x() %}", &tag) == SHORTCODE_TAG && !tag.closes);
    CHECK(tap, tag.style == SHORTCODE_BLOCK);
    CHECK(tap, read("{% end %}", &tag) == SHORTCODE_TAG && tag.closes);
    CHECK(tap, read("{% end x %}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("{% endif %}", &tag) == SHORTCODE_TAG && tag.closes);
    CHECK(tap, tag.liquid);
    CHECK_STR(tap, tag.name, "if");
    CHECK(tap, read("{{/* x(1) */}}", &tag) == SHORTCODE_TAG && tag.escaped);
    CHECK_STR(tap, tag.args, " x(1) ");
    CHECK_STR(tap, shortcode_inner_name(&tag), "x");
    CHECK(tap, read("{{/* x(1) }}", &tag) == SHORTCODE_NONE);
    CHECK(tap, read("%%", &tag) == SHORTCODE_TAG && tag.to == 2);
    unsigned all = (1u << SHORTCODE_STYLES) - 1;
    CHECK(tap, shortcode_find(STR("a { %% {{x"), 0, all) == 4);
    CHECK(tap, shortcode_find(STR("a { %% {{x"), 0, 1) == STR_NONE);
    CHECK(tap, shortcode_find(STR("a { %% {{x"), 5, all) == 7);
    CHECK(tap, shortcode_find(STR("% {"), 0, all) == STR_NONE);
}

static void test_zola_args(struct fixture *f)
{
    struct shortcode_args args = {0};
    struct tap *tap = &f->tap;
    str wrong = {0};
    struct shortcode_arg item;
    struct shortcode_tag tag = {.style = SHORTCODE_VALUE,
                                .args =
                                    STR("a = 'x, y', b=[1, \"]\", 2.5],c=3")};
    CHECK(tap, shortcode_args_read(&tag, &f->arena, &args, &wrong));
    CHECK(tap, args.list.n == 3);
    CHECK_STR(tap, args.list.p[0].text, "x, y");
    CHECK_STR(tap, args.list.p[1].text, "[1, \"]\", 2.5]");
    CHECK_STR(tap, args.list.p[2].text, "3");
    str rest = STR("1, \"]\", 2.5");
    CHECK(tap, shortcode_list_next(&rest, &f->arena, &item));
    CHECK(tap, shortcode_list_next(&rest, &f->arena, &item) && item.quoted);
    CHECK_STR(tap, item.text, "]");
    CHECK(tap, shortcode_list_next(&rest, &f->arena, &item));
    CHECK(tap, !shortcode_list_next(&rest, &f->arena, &item));
    tag.args = STR("a=1 b=2");
    CHECK(tap, !shortcode_args_read(&tag, &f->arena, &args, &wrong));
    tag.args = STR("a=1, b=");
    CHECK(tap, !shortcode_args_read(&tag, &f->arena, &args, &wrong));
    CHECK_STR(tap, wrong, "b=");
}

int main(void)
{
    struct fixture f = {0};
    test_tags(&f.tap);
    test_ends(&f.tap);
    test_args(&f);
    test_liquid(&f.tap);
    test_styles(&f.tap);
    test_zola_args(&f);
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
