/* SPDX-License-Identifier: MIT */
/* Code that has been highlighted is not highlighted again while neither it nor
 * its language has changed, even if its page is made again: the texts that are
 * lexed are counted, by builds one after another and in the preview. */
#include "builder_fixture.h"
#include "highlight/language_set.h"

#define ONE "content/a/one.md"
#define TEMPLATE "templates/post.html"
#define TOY "languages/toy.yaml"
#define HEAD "---\ntitle: One\ndate: 2026-01-01\n---\n"
#define PYTHON "```python\nif x: pass\n```\n"
#define IOS "```ios {hl=1 linenos}\nhostname a\n!\n```\n"
#define TOYS "```toy\nz\n```\n"
#define REST                                                                   \
    "```python {diff}\n-if x: pass\n+if y: pass\n```\n\n`{:c}if`\n\n"          \
    "{{< highlight go >}}\nfunc f() {}\n{{< /highlight >}}\n\n"                \
    "{{< box >}}\n```json\n[1]\n```\n{{< /box >}}\n"
#define TWO "```html\n<style>a { b: c }</style>\n```\n"
#define TOY_OF(token)                                                          \
    "name: Toy\nstates:\n  start:\n    - {match: z, token: " token "}\n"

enum { ALL = 8 }; /* of PYTHON, IOS, TOYS, REST and TWO */

/* Texts that were lexed by a build; SIZE_MAX: it failed. */
static size_t build_with(struct fixture *f, bool clean, bool verify)
{
    struct build_options options = {
        .site = f->options.site, .need_site = true, .clean = clean};
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    diags_init(&diags, &arena);
    build_run(&options, &arena, &diags, &result);
    size_t lexed = result.done ? result.site->code->lexed : SIZE_MAX;
    say(&diags);
    build_free(&result);
    if (verify) {
        CHECK(&f->tap, build_verify(&options, &arena, &diags, &result));
        build_free(&result);
    }
    arena_free(&arena);
    return lexed;
}

static size_t build(struct fixture *f)
{
    return build_with(f, false, true);
}

static size_t build_after(struct fixture *f, const char *path, const char *text)
{
    write_file(str_from(path), str_from(text));
    return build(f);
}

static bool is_page(const char *part)
{
    struct arena arena = {0};
    str page = {NULL, 0};
    fs_read(STR("public/a/one/index.html"), &arena, &page);
    bool found = str_find(page, str_from(part)) != STR_NONE;
    arena_free(&arena);
    return found;
}

static void test_builds(struct fixture *f)
{
    struct tap *tap = &f->tap;
    CHECK(tap, build(f) == ALL);
    CHECK(tap, is_page("<span class=\"k\">if</span> x"));
    CHECK(tap, build(f) == 0);
    CHECK(tap, build_after(f, TEMPLATE, "again: {{ page.content }}") == 0);
    CHECK(tap, is_page("again: "));
    CHECK(tap, is_page("<span class=\"k\">if</span> x"));
    CHECK(tap, is_page("<span class=\"mi\">z</span>"));
    /* Changed: words around the blocks, their order, attributes beside them. */
    CHECK(tap, build_after(f, ONE, HEAD "More.\n\n" PYTHON IOS TOYS REST) == 0);
    CHECK(tap, build_after(f, ONE, HEAD IOS "\n" REST TOYS PYTHON) == 0);
    CHECK(tap, build_after(f, ONE,
                           HEAD IOS "\n" REST TOYS
                                    "```py {start=3 linenos title=x}\n"
                                    "if x: pass\n```\n") == 0);
    CHECK(tap, is_page("data-n=\"3\""));
    /* A block, a language's name, a definition. */
    CHECK(tap, build_after(f, ONE,
                           HEAD PYTHON IOS TOYS "```python\nif y: pass\n```\n"
                                                "```lua\nif x: pass\n```\n"
                                                "\n" REST) == 2);
    CHECK(tap, build_after(f, ONE, HEAD PYTHON IOS TOYS REST) == 0);
    CHECK(tap, build_after(f, TOY, TOY_OF("k")) == 1);
    CHECK(tap, is_page("<span class=\"k\">z</span>"));
    CHECK(tap, build_after(f, TOY, TOY_OF("k") "# the end\n") == 1);
    CHECK(tap, build_after(f, "languages/css.yaml", TOY_OF("k")) == 1);
    /* A build that fails leaves what was known. */
    CHECK(tap, build_with(f, write_file(STR(TEMPLATE), STR("{% if")) != 0,
                          false) == SIZE_MAX);
    CHECK(tap, build_after(f, TEMPLATE, "{{ page.content }}!") == 0);
    CHECK(tap, build_with(f, true, true) == ALL);
    CHECK(tap, build_after(f, TEMPLATE, "{{ page.content }}") == 0);
}

/* A text that another page shows, too, is rendered again for it. */
static void test_shown_twice(struct fixture *f)
{
    f->options.site.jobs = 1;
    write_file(STR("site.yaml"),
               STR("title: Memory\nfeeds: {content: summary}\n"
                   "url: https://rye.example\n"));
    write_file(STR("templates/home.html"),
               STR("{% for post in site.posts %}{{ post.content }}"
                   "{% endfor %}"));
    CHECK(&f->tap, build_with(f, true, true) == ALL);
    fs_unlink(STR("templates/home.html"));
    write_file(STR("site.yaml"), str_from(files[0].text));
    f->options.site.jobs = 2;
}

static size_t lexed_now(const struct fixture *f)
{
    return builder_site(f->builder)->code->lexed;
}

/* The texts lexed for the page after an edit; the site may be a new one. */
static size_t ask_after(struct fixture *f, const char *path, const char *text)
{
    const struct site *site = builder_site(f->builder);
    size_t before = lexed_now(f);
    CHECK(&f->tap, update(f, path, text) == UPDATE_DONE);
    ask(f, STR("a/one/index.html"));
    ask(f, STR("a/two/index.html"));
    return lexed_now(f) - (builder_site(f->builder) == site ? before : 0);
}

static void test_preview(struct fixture *f)
{
    struct tap *tap = &f->tap;
    open_site(f);
    CHECK(tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
    CHECK(tap, ask(f, STR("a/two/index.html")) == PAGE_MADE);
    CHECK(tap, lexed_now(f) == ALL);
    CHECK(tap, ask_after(f, TEMPLATE, "preview: {{ page.content }}") == 0);
    CHECK(tap, ask_after(f, ONE, HEAD "Less.\n\n" PYTHON IOS TOYS REST) == 0);
    CHECK(tap, ask_after(f, ONE, HEAD PYTHON IOS "\n" REST) == 0);
    CHECK(tap, ask_after(f, ONE, HEAD PYTHON IOS TOYS REST) == 1);
    CHECK(tap, ask_after(f, TOY, TOY_OF("mi")) == 1);
    CHECK(tap, ask_after(f, "content/a/new.md", HEAD "New.\n") == 0);
    CHECK(tap, is_as_clean(f));
    finish(f);
    builder_close(f->builder);
    open_site(f);
    CHECK(tap, ask_after(f, TEMPLATE, "start: {{ page.content }}") == 0);
    CHECK(tap, is_as_clean(f));
    builder_close(f->builder);
}

int main(void)
{
    struct fixture f = fixture_new();
    char dir[] = "/tmp/crumb-code-XXXXXX";
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site() ||
        fs_mkdirs(STR("languages")) != 0) {
        return 1;
    }
    write_file(STR("templates/shortcodes/box.html"), STR("<p>{{ body }}</p>"));
    write_file(STR(TEMPLATE), STR("{{ page.content }}"));
    write_file(STR(TOY), STR(TOY_OF("mi")));
    write_file(STR(ONE), STR(HEAD PYTHON IOS TOYS REST));
    write_file(STR("content/a/two.md"),
               STR("---\ntitle: Two\ndate: 2026-01-02\n---\n" TWO));
    test_builds(&f);
    test_shown_twice(&f);
    test_preview(&f);
    fixture_free(&f);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
