/* SPDX-License-Identifier: MIT */
/* Tags of other template languages in a text: which are shown as they are, how
 * often, and where the first one is. In each case that one is between « and »,
 * and the list after "=>" names them all in the order of their first places.
 * The cases are from the documentation of Jekyll, Liquid, kramdown, Hugo, Hexo
 * and Zola. */
#include "base/memory/buf.h"
#include "markdown/markdown.h"
#include "tap.h"

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)at;
    return str_eq(name, STR("unknown")) ? SHORTCODE_UNKNOWN
           : str_eq(name, STR("raw"))   ? SHORTCODE_RAW
                                        : SHORTCODE_MARKDOWN;
}

static str body(void *host, const struct shortcode_call *call,
                struct arena *arena)
{
    (void)host, (void)arena;
    return call->body;
}

/* The text without « and », whose places are added to `marks`. */
static str unmarked(str text, struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n; i++) {
        str rest = str_from_offset(text, i);
        if (str_starts(rest, STR("«")) || str_starts(rest, STR("»"))) {
            i++;
        } else {
            buf_putc(&out, text.p[i]);
        }
    }
    str plain = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return plain;
}

/* The text with the marks where the first of each name is said to be. */
static str marked(str text, const struct markdown *markdown,
                  struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i <= text.n; i++) {
        for (size_t k = 0; k < markdown->foreign.n; k++) {
            span at = markdown->foreign.p[k]->at;
            if (at.off + at.len == i) {
                buf_put(&out, STR("»"));
            }
        }
        for (size_t k = 0; k < markdown->foreign.n; k++) {
            if (markdown->foreign.p[k]->at.off == i) {
                buf_put(&out, STR("«"));
            }
        }
        buf_put(&out, str_sub(text, i, 1));
    }
    buf_put(&out, STR(" =>"));
    for (size_t k = 0; k < markdown->foreign.n; k++) {
        const struct foreign_use *use = markdown->foreign.p[k];
        buf_printf(&out, k ? ", %.*s" : " %.*s", STR_ARG(use->shown));
        if (use->count > 1) {
            buf_printf(&out, " x%zu", use->count);
        }
    }
    str all = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return all;
}

static void check(struct tap *tap, const char *expected)
{
    struct arena arena = {0};
    struct diags diags;
    struct markdown markdown;
    str whole = str_from(expected);
    size_t arrow = str_find(whole, STR(" =>"));
    struct source source = {.name = STR("t.md"),
                            .text = unmarked(str_sub(whole, 0, arrow), &arena)};
    struct markdown_options options = {
        .raw_html = true,
        .smart = true,
        .host = {.shortcode_kind = kind_of, .shortcode = body}};
    diags_init(&diags, &arena);
    CHECK(tap,
          markdown_render(&source, 0, &options, &arena, &diags, &markdown));
    CHECK_STR(tap, marked(source.text, &markdown, &arena), expected);
    arena_free(&arena);
}

int main(void)
{
    static const char *const cases[] = {
        /* Liquid */
        "«{% include cup.html alt=\"a *blue* cup\" %}» =>"
        " {% include %}",
        "«{%- include a.html -%}» {%include b.html%} => {% include %} x2",
        "«{% highlight ruby linenos %}»\nputs\n{% endhighlight %}"
        " => {% highlight %}",
        "«{% if page.x %}»a{% elsif y %}b{% else %}c{% endif %} => {% if %}",
        "«{% raw %}»{{ page.title }}{% endraw %} «{{ page.title }}»"
        " => {% raw %}, {{ page.title }}",
        "[a](«{% post_url 2024-01-01-a_b %}») [b]({% post_url c %})"
        " => {% post_url %} x2",
        "![i](«{{site.url}}»/i.png) and http://{{site.url}}/x"
        " => {{ site.url }} x2",
        "«{{ \"/a.png\" | relative_url }}» {{ '/b' | relative_url }}"
        " => {{ ... | relative_url }} x2",
        "«{{ page.date | date: \"%Y\" }}» «{{content}}»"
        " => {{ page.date }}, {{ content }}",
        /* Hugo, Hexo, Zola */
        "«{{% note %}}»\nHot.\n{{% /note %}} => {{% note %}}",
        "«{{ .Site.Title }}» {{< a >}} => {{ .Site.Title }}",
        "«{% asset_img oven.jpg [the oven] %}» => {% asset_img %}",
        "«{{ youtube(id=\"x\") }}» «{% quote(author=\"A\") %}»b{% end %}"
        " => {{ youtube }}, {% quote %}",
        /* kramdown */
        "* toc «{:toc}»\n\nA. «{: .wide}»\n\nB.{:#b}\n\n{: width=\"3\"}"
        " => {:toc}, {: ... } x3",
        "* toc\n{:toc}\n\nA.\n{: .wide}\n\n*B*{:#b} =>",
        "«{::nomarkdown}»\n*a*\n{:/nomarkdown} «{::options toc_levels=\"2\" /}»"
        " => {::nomarkdown}, {::options}",
        /* Python-Markdown */
        "«!!! note» \"Title\"\n    Text.\n\n??? => !!! note",
        "«??? tip» x\n\n!!! 3\n\nA !!! note\n\n`!!! note` => ??? tip",
        "«!!!tip»\n    Text.\n\n«???+ note» x\n\n«===» \"C\"\n\n    a"
        " => !!!tip, ???+ note, === \"...\"",
        "«!!!bug» \"A\"\n\n!!!No tip.\n\n!!!hello\n\n`=== \"A\"`\n\nA === "
        "\"B\"\n\n"
        "=== \"C\" ===\n\n=== \"d\" is true"
        " => !!!bug",
        /* Code, comments, escaped tags. */
        "`{% include a %}` ``{{ site.url }}`` <!-- {{ site.url }} --> =>",
        "```\n{% raw %}\n```\n\n    {% include a %}\n\n~~~\n{{ x }}\n~~~ =>",
        "<!--\n{% include a %}\n-->\n\n<pre>{{ site.url }}</pre> =>",
        "a <code>{{ site.url }}</code> b <code>c</code> «{{ site.url }}»"
        " => {{ site.url }}",
        "<script>\nlet a = {{ site.url }};\n</script> =>",
        "\\{% include a %} {\\% include b %} \\{{ x.y }} \\{: .x} =>",
        "`{{ site.url }}` {{ site.url =>",
        "`{{ site.url }}` and then «{{ site.url }}» => {{ site.url }}",
        "> a `{% x %}`\n> b\n> «{% x %}» => {% x %}",
        /* HTML */
        "<img src=\"«{{ site.url }}»/i.png\"> => {{ site.url }}",
        "<div>\n<a href=\"«{{ a.b }}»\">«{% c %}»</a>\n</div>"
        " => {{ a.b }}, {% c %}",
        "<div>\n<script>{{ x.y }}</script>\n«{{ a.b }}»\n</div>"
        " => {{ a.b }}",
        /* Shortcodes: their arguments are theirs, their bodies are text. */
        "{{< a \"{{ x.y }}\" >}} {{< raw >}}{% b %}{{< /raw >}} =>",
        "{{< unknown \"{{ x.y }}\" >}} =>",
        "# «{% b %}»\n\n| a |\n|---|\n| {% b %} |\n\n[^1]\n\n[^1]: {% b %}"
        " => {% b %} x3",
        /* Texts that are no tags. */
        "$x^{{n}}$ \\frac{{a}}{{b}} \\mathbf{{abc}} {{n}} {{{abc}}} =>",
        "{a} {{}} {{ }} {%} {% %} 100{% of }} {:a, 1} {:} =>",
        "style={{ color: 'red' }} {% a } {{ b } {%1 =>",
        "## Method {#how} {.wide} =>",
        "{/* and {{/* that nothing closes, {# nor this =>",
    };
    struct tap tap = {0};
    markdown_init();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check(&tap, cases[i]);
    }
    return tap_done(&tap);
}
