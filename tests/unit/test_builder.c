/* SPDX-License-Identifier: MIT */
/* A site in memory that is edited again and again: after each edit every
 * address has what a clean build of the same sources publishes there, and only
 * pages that show the edit are made again. */
#include "builder/builder.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/buf.h"
#include "builder/build.h"
#include "files/fs.h"
#include "plan/plan.h"
#include "site/content/post.h"
#include "tap.h"
#include "write_file.h"

enum { MOST = 128 };

/* What a browser's side of the preview holds. */
struct copy {
    char file[128];
    char *bytes;
    size_t n;
};

struct fixture {
    struct tap tap;
    struct builder_options options;
    struct builder *builder;
    struct copy held[MOST];
    size_t nheld;
    atomic_bool cancel;
    size_t errors; /* of the last call */
    size_t warnings;
    size_t made; /* by look */
};

static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"site.yaml", "title: Memory\nurl: https://rye.example\n"},
    {"content/a/one.md", "---\ntitle: One\ndate: 2026-01-01\n---\nOne.\n"},
    {"content/a/two.md", "---\ntitle: Two\ndate: 2026-01-02\n---\n"
                         "[One](one.md) {{< words >}}\n"},
    {"content/b/three.md",
     "---\ntitle: Three\ndate: 2026-01-03\n---\nThree.\n"},
    {"content/about.md", "# About\n"},
    {"templates/shortcodes/words.html",
     "{{ get_page('a/one.md').word_count }} words"},
    {"templates/post.html",
     "{{ page.title }}{{ page.content }}{{ page.prev.summary if page.prev }}"},
    {"static/plain.css", "p { color: black }\n"},
};

static struct copy *find(struct fixture *f, str file)
{
    for (size_t i = 0; i < f->nheld; i++) {
        if (str_eq(str_from(f->held[i].file), file)) {
            return &f->held[i];
        }
    }
    return NULL;
}

static void hold(struct fixture *f, str file, str bytes)
{
    struct copy *held = find(f, file);
    if (!held) {
        if (f->nheld == MOST || file.n >= sizeof held->file) {
            exit(1);
        }
        held = &f->held[f->nheld++];
        memcpy(held->file, file.p, file.n);
        held->file[file.n] = '\0';
    }
    free(held->bytes);
    held->bytes = malloc(bytes.n + 1);
    if (!held->bytes) {
        exit(1);
    }
    memcpy(held->bytes, bytes.p, bytes.n);
    held->n = bytes.n;
}

static void say(const struct diags *diags)
{
    struct buf out = {0};
    for (size_t i = 0; i < diags->list.n; i++) {
        diag_print(diags->list.p[i], false, &out);
    }
    for (size_t i = 0; i < out.n; i++) {
        if (i == 0 || out.p[i - 1] == '\n') {
            printf("# ");
        }
        putchar(out.p[i]);
    }
    buf_free(&out);
}

static enum update_result update_files(struct fixture *f, const str *names,
                                       size_t n)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    enum update_result result = builder_update(
        f->builder, &(struct changed_files){names, n, false}, &diags);
    f->errors = diags.errors;
    f->warnings = diags.warnings;
    say(&diags);
    arena_free(&arena);
    return result;
}

static enum update_result update_file(struct fixture *f, str name)
{
    return update_files(f, &name, 1);
}

static enum update_result update(struct fixture *f, const char *path,
                                 const char *text)
{
    str name = str_from(path);
    if (text) {
        write_file(name, str_from(text));
    } else {
        fs_unlink(name);
    }
    return update_file(f, name);
}

/* Asks for one file, and holds what comes. */
static enum page_result ask(struct fixture *f, str file)
{
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page page = {.file = file, .have = find(f, file) != NULL};
    diags_init(&diags, &arena);
    struct served_file served = builder_find(f->builder, file, &arena);
    if (served.kind == SERVED_SOURCE) {
        str bytes = {NULL, 0};
        fs_read(served.source, &arena, &bytes);
        hold(f, file, bytes);
        arena_free(&arena);
        return PAGE_SAME;
    }
    builder_make(f->builder, &page, 1, &diags);
    if (page.result == PAGE_MADE) {
        hold(f, file, page.bytes);
        f->made++;
    }
    f->errors = diags.errors;
    say(&diags);
    arena_free(&arena);
    return page.result;
}

/* Bytes that the program holds; 0: it can't be told. Which thread makes a page
 * is chance, and each has its own memory. */
static size_t memory_held(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static bool has_grown(size_t held)
{
    return memory_held() > held + 128 * 1024;
}

static size_t count_outputs(const struct plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        n += !plan->outputs.p[i].dropped;
    }
    return n;
}

/* Asks for all that a clean build publishes. */
static bool is_as_clean(struct fixture *f)
{
    struct build_options options = {
        .site = f->options.site, .output = STR("clean"), .clean = true};
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    struct fs_list list = {0};
    diags_init(&diags, &arena);
    build_run(&options, &arena, &diags, &result);
    bool same = result.done && fs_walk(STR("clean"), &arena, &list) == 0;
    same = same && list.n >= count_outputs(builder_plan(f->builder));
    f->made = 0;
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        str bytes = {NULL, 0};
        fs_read(arena_printf(&arena, "clean/%.*s", STR_ARG(name)), &arena,
                &bytes);
        enum page_result got = ask(f, name);
        const struct copy *held = find(f, name);
        if (got == PAGE_NONE || got == PAGE_FAILED || !held ||
            !str_eq((str){held->bytes, held->n}, bytes)) {
            printf("# %d %.*s\n%.*s", (int)got, STR_ARG(name),
                   held ? (int)held->n : 0, held ? held->bytes : "");
            same = false;
        }
    }
    if (!same) {
        say(&diags);
    }
    build_free(&result);
    arena_free(&arena);
    return same;
}

static void finish(struct fixture *f)
{
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page *pages;
    size_t n;
    bool more = true;
    diags_init(&diags, &arena);
    while (more) {
        more = builder_idle(f->builder, &pages, &n, &diags);
        for (size_t i = 0; i < n; i++) {
            if (pages[i].result == PAGE_MADE) {
                hold(f, pages[i].file, pages[i].bytes);
            }
        }
    }
    builder_check_texts(f->builder, &diags);
    builder_save(f->builder);
    f->errors = diags.errors;
    f->warnings = diags.warnings;
    arena_free(&arena);
}

static void open_site(struct fixture *f)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    f->builder = builder_open(&f->options, &f->cancel);
    CHECK(&f->tap,
          builder_update(f->builder, &(struct changed_files){.all = true},
                         &diags) == UPDATE_DONE);
    say(&diags);
    arena_free(&arena);
}

static void test_pages(struct fixture *f)
{
    open_site(f);
    CHECK(&f->tap, builder_changes(f->builder)->first);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_SAME);
    CHECK(&f->tap, ask(f, STR("a/none/index.html")) == PAGE_NONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, is_as_clean(f) && f->made == 0);
}

/* Several are made at once, as often as they are wanted. */
static void test_together(struct fixture *f)
{
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page pages[] = {{.file = STR("a/one/index.html")},
                                  {.file = STR("a/none/index.html")},
                                  {.file = STR("about/index.html")}};
    diags_init(&diags, &arena);
    bool made = true;
    size_t held = 0;
    for (int i = 0; i < 100; i++) {
        held = i == 10 ? memory_held() : held;
        made = made && builder_make(f->builder, pages, 3, &diags);
    }
    CHECK(&f->tap, made);
    CHECK(&f->tap, !has_grown(held));
    CHECK(&f->tap, pages[0].result == PAGE_MADE && pages[0].bytes.n);
    CHECK(&f->tap, pages[1].result == PAGE_NONE);
    CHECK(&f->tap, pages[2].result == PAGE_MADE && pages[2].bytes.n);
    arena_free(&arena);
}

/* Of a thousand posts a save makes one body anew, and what reads of it. */
static void test_one_text(struct fixture *f)
{
    const struct site *site = builder_site(f->builder);
    const struct derived *before[MOST];
    for (size_t i = 0; i < site->nall && i < MOST; i++) {
        before[i] = atomic_load(site->all[i].derived);
    }
    CHECK(&f->tap,
          update(f, "content/b/three.md",
                 "---\ntitle: Three\ndate: 2026-01-03\n---\nThree more.\n") ==
              UPDATE_DONE);
    CHECK(&f->tap, builder_site(f->builder) == site);
    for (size_t i = 0; i < site->nall && i < MOST; i++) {
        bool same = atomic_load(site->all[i].derived) == before[i];
        bool three = str_eq(site->all[i].file->path, STR("b/three.md"));
        CHECK(&f->tap, before[i] && same == !three);
    }
    CHECK(&f->tap, is_as_clean(f));
}

/* Posts that come and go where the site stands. */
static void test_come_and_go(struct fixture *f)
{
    static const struct {
        const char *path;
        const char *text;
        bool stays; /* the site does */
    } edits[] = {
        {"content/a/new.md",
         "---\ntitle: New\ndate: 2026-01-02T06:00:00Z\ntags: [rye, new]\n"
         "---\n[One](one.md)\n",
         false}, /* its tags are new */
        {"content/b/more.md",
         "---\ntitle: More\ndate: 2026-01-04\ntags: [rye]\n---\nMore.\n", true},
        {"content/b/most.md",
         "---\ntitle: Most\ndate: 2026-01-01\ntags: [new, rye]\n---\n"
         "[More](more.md), [new](../a/new.md)\n",
         true},
        {"content/b/more.md", NULL, true},
        {"content/b/more.md",
         "---\ntitle: Another\ndate: 2026-01-02\n---\n[Most](most.md)\n", true},
        {"content/a/new.md", NULL, true},
        {"content/b/most.md", NULL, false}, /* and with it its tags */
        {"content/b/more.md", NULL, true},
        {"content/b/2026-01-05-dated.md", "---\ntitle: Dated\n---\n", false},
        {"content/b/2026-01-05-dated.md", NULL, false},
        {"content/a/first.md", "---\ntitle: First\ndate: 2025-12-31\n---\n",
         false}, /* of its month */
        {"content/a/first.md", NULL, false},
        {"content/a/draft.md",
         "---\ntitle: Draft\ndate: 2026-01-03\ndraft: true\n---\nNo.\n", true},
        {"content/a/draft.md",
         "---\ntitle: Draft\ndate: 2026-01-03\ndraft: true\n---\nYes.\n", true},
        {"content/a/draft.md", NULL, true},
    };
    CHECK(&f->tap, update(f, "site.yaml",
                          "title: Pages\nurl: https://rye.example\n"
                          "paginate: 2\nfeeds: {limit: 2}\n") == UPDATE_DONE);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        const struct site *site = builder_site(f->builder);
        printf("# %zu: %s\n", i, edits[i].path);
        CHECK(&f->tap, update(f, edits[i].path, edits[i].text) == UPDATE_DONE);
        CHECK(&f->tap, (builder_site(f->builder) == site) == edits[i].stays);
        CHECK(&f->tap, is_as_clean(f));
        if (i % 3 == 2) {
            finish(f);
            builder_save(f->builder);
            builder_close(f->builder);
            open_site(f);
            CHECK(&f->tap, is_as_clean(f) && f->made == 0);
        }
    }
    CHECK(&f->tap, update(f, files[0].path, files[0].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

static void test_texts(struct fixture *f)
{
    uint32_t before = builder_revision(f->builder);
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_SAME);
    CHECK(&f->tap, builder_revision(f->builder) == before);
    CHECK(&f->tap,
          update(f, "content/a/one.md",
                 "---\ntitle: One\ndate: 2026-01-01\n---\nOne more.\n") ==
              UPDATE_DONE);
    CHECK(&f->tap, builder_revision(f->builder) == before + 1);
    CHECK(&f->tap, ask(f, STR("about/index.html")) == PAGE_SAME);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/two.md",
                          "---\ntitle: Two\ndate: 2026-01-02\n---\n"
                          "[no](nowhere.md)\n") == UPDATE_DONE);
    CHECK(&f->tap, f->warnings == 1);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap,
          update(f, "content/about.md", "# About\n\nUs.\n") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/two.md", files[2].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* A body with an error is told of by the pages that show it; all others are
 * served. */
static void test_bodies(struct fixture *f)
{
    CHECK(&f->tap, update(f, "content/a/one.md",
                          "---\ntitle: One\ndate: 2026-01-01\n---\n"
                          "{{< details summary= >}}\n") == UPDATE_DONE);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_FAILED);
    CHECK(&f->tap, f->errors == 1);
    CHECK(&f->tap, ask(f, STR("about/index.html")) == PAGE_SAME);
    CHECK(&f->tap, f->errors == 0);
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* A part of a page that is kept for the next page is of the same texts. */
static void test_parts(struct fixture *f)
{
    CHECK(&f->tap,
          update(f, "templates/partials/side.html",
                 "{{ get_page('a/one.md').word_count }}") == UPDATE_DONE);
    CHECK(&f->tap, update(f, "templates/section.html",
                          "{% include 'partials/side.html' %}") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(
        &f->tap,
        update(f, "content/a/one.md",
               "---\ntitle: One\ndate: 2026-01-01\n---\nThree words more.\n") ==
            UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, update(f, "templates/section.html", NULL) == UPDATE_DONE);
}

/* Which template asks who links to a post is known only when it does. */
static void test_computed_name(struct fixture *f)
{
    CHECK(&f->tap, update(f, "templates/post.html",
                          "{% for p in page['back' ~ 'links'] %}{{ p.title }}"
                          "{% endfor %}") == UPDATE_DONE);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap,
          update(f, "templates/post.html", files[6].text) == UPDATE_DONE);
}

static bool is_told(const struct fixture *f, const char *file)
{
    const struct builder_changes *changes = builder_changes(f->builder);
    return str_is_one_of(str_from(file), changes->files.p, changes->files.n);
}

/* Browsers are told of what is another page now, and of nothing else. What was
 * saved at the very instant at which it was read may be told of twice. */
static void test_changes(struct fixture *f)
{
    str three = STR("content/b/three.md");
    write_file(three,
               STR("---\ntitle: Three\ndate: 2026-01-03\n---\nOnce more.\n"));
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
    CHECK(&f->tap, update_file(f, three) == UPDATE_DONE);
    CHECK(&f->tap, is_told(f, "b/three/index.html"));
    CHECK(&f->tap, update(f, "content/about.md", "# We\n") == UPDATE_DONE);
    CHECK(&f->tap, is_told(f, "about/index.html"));
    CHECK(&f->tap, !is_told(f, "b/three/index.html"));
    CHECK(&f->tap, update(f, "content/we.md", "# We\n") == UPDATE_DONE);
    CHECK(&f->tap, is_told(f, "we/index.html"));
    CHECK(&f->tap, !is_told(f, "b/three/index.html"));
    CHECK(&f->tap, update(f, "content/we.md", NULL) == UPDATE_DONE);
    CHECK(&f->tap, is_told(f, "we/index.html"));
    CHECK(&f->tap, is_as_clean(f));
}

static void test_site(struct fixture *f)
{
    static const struct {
        const char *path;
        const char *text;
        bool stays; /* the site in memory is the same one */
    } edits[] = {
        {"content/a/one.md", "---\ntitle: Uno\ndate: 2026-01-01\n---\nOne.\n",
         true},
        {"content/a/new.md",
         "---\ntitle: New\ndate: 2026-02-01\n"
         "tags: [rye]\n---\nNew.\n",
         false},
        {"templates/post.html", "<p>{{ page.title }}</p>{{ page.content }}",
         true},
        {"templates/shortcodes/words.html", "many words", true},
        {"templates/shortcodes/words.html", "many {{ body }}", false},
        {"content/a/one.md",
         "---\ntitle: Uno\ndescription: First\n"
         "date: 2026-01-01\n---\nOne.\n",
         false},
        {"content/a/one.md",
         "---\ntitle: One\ndescription: The first\n"
         "date: 2026-01-01\n---\nOne two three.\n",
         true},
        {"content/a/one.md",
         "---\ntitle: One\ndescription: The first\n"
         "date: 2026-01-09\n---\nOne two three.\n",
         false},
        {"content/about.md", "# About me\n", true},
        {"content/a/one.md",
         "---\ntitle: One\ndescription: The first\n"
         "date: 2026-01-09\n---\n[[About me]] [[About us]]\n",
         true},
        {"content/about.md", "# About us\n", true},
        {"content/about.md", "# About one\n", true},
        {"static/plain.css", "p { color: red }\n", false},
        {"content/a/new.md", NULL, false},
        {"content/b/three.md",
         "---\ntitle: Three\ndate: 2026-01-03\n"
         "draft: true\n---\nThree.\n",
         false},
        {"templates/post.html",
         "{{ page.title }}{{ page.content }}"
         "{% for p in page.backlinks %}{{ p.title }}{% endfor %}",
         false},
        {"content/c/_index.md", "---\ntitle: C\n---\n", false},
        {"content/c/four.md",
         "---\ntitle: Four\ndate: 2026-01-04\n---\n"
         "[Uno](../a/one.md)\n",
         false},
        {"site.yaml", "title: Other\nurl: https://rye.example\n", false},
        {"templates/post.html",
         "{{ page.title }}{{ page.content }}"
         "<link href=\"{{ asset('plain.css') }}\">",
         false},
        {"static/plain.css", "p { color: blue }\n", false},
        {"content/about.md", "# About\n\nOther.\n", false},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        printf("# %s\n", edits[i].path);
        const struct site *site = builder_site(f->builder);
        CHECK(&f->tap, update(f, edits[i].path, edits[i].text) == UPDATE_DONE);
        CHECK(&f->tap, (builder_site(f->builder) == site) == edits[i].stays);
        CHECK(&f->tap, is_as_clean(f));
        CHECK(&f->tap, is_as_clean(f) && f->made == 0);
    }
    CHECK(&f->tap, ask(f, STR("a/new/index.html")) == PAGE_NONE);
}

static bool tells_of(const struct fixture *f, str file)
{
    const struct builder_changes *changes = builder_changes(f->builder);
    return str_is_one_of(file, changes->files.p, changes->files.n);
}

/* A file that is published as it is, saved as it was. */
static void test_same_file(struct fixture *f)
{
    str file = STR("plain.css");
    const char *path = "static/plain.css";
    const char *blue = "p { color: blue }\n";
    const char *pink = "p { color: pink }\n";
    const char *green = "p { color: green }\n";
    for (int round = 0; round < 2; round++) {
        finish(f);
        update(f, path, blue);
        CHECK(&f->tap, !tells_of(f, file));
        CHECK(&f->tap, update(f, path, pink) == UPDATE_DONE);
        CHECK(&f->tap, tells_of(f, file));
        update(f, path, pink);
        CHECK(&f->tap, !tells_of(f, file));
        update(f, path, blue);
        CHECK(&f->tap, tells_of(f, file));
        update(f, path, NULL);
        CHECK(&f->tap, tells_of(f, file));
        update(f, path, green);
        CHECK(&f->tap, tells_of(f, file));
        update(f, path, blue);
        CHECK(&f->tap, tells_of(f, file));
        CHECK(&f->tap, is_as_clean(f));
        finish(f);
        builder_close(f->builder);
        open_site(f);
    }
}

/* What is wrong outlives the site that it was found in. */
static void test_unreadable(struct fixture *f)
{
    fs_unlink(STR("content/c/_index.md"));
    CHECK(&f->tap, symlink("nowhere", "content/c/_index.md") == 0);
    bool bad = true;
    size_t held = 0;
    for (int i = 0; i < 20; i++) {
        struct arena arena = {0};
        struct diags diags;
        diags_init(&diags, &arena);
        held = i == 2 ? memory_held() : held;
        bad = bad &&
              builder_update(f->builder, &(struct changed_files){.all = true},
                             &diags) == UPDATE_BAD &&
              diags.errors == 1 && diags.list.n == 1 &&
              diags.list.p[0]->severity == DIAG_ERROR &&
              strcmp(diags.list.p[0]->code, "unreadable") == 0;
        arena_free(&arena);
    }
    CHECK(&f->tap, bad);
    CHECK(&f->tap, !has_grown(held));
    CHECK(&f->tap, update(f, "content/c/_index.md", NULL) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* What was good stays, until it is good again. */
static void test_errors(struct fixture *f)
{
    uint32_t before = builder_revision(f->builder);
    CHECK(&f->tap, update(f, "content/a/one.md",
                          "---\ntitle: [\n---\nOne.\n") == UPDATE_BAD);
    CHECK(&f->tap, f->errors > 0);
    CHECK(&f->tap, builder_revision(f->builder) == before);
    CHECK(&f->tap, ask(f, STR("a/two/index.html")) == PAGE_SAME);
    /* What is wrong elsewhere stays wrong. */
    CHECK(&f->tap,
          update(f, "content/about.md", "# About\n\nThem.\n") == UPDATE_BAD);
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "templates/post.html", "{{ page.title | no }}") ==
                       UPDATE_BAD);
    CHECK(&f->tap,
          update(f, "content/about.md", "# About\n\nAll.\n") == UPDATE_BAD);
    CHECK(&f->tap,
          update(f, "templates/post.html", "{{ page.title }}") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "templates/post.html",
                          "{{ page.title }}{% if page.title == 'Two' %}"
                          "{{ page.nothing }}{% endif %}") == UPDATE_DONE);
    CHECK(&f->tap, ask(f, STR("a/two/index.html")) == PAGE_FAILED);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
    finish(f);
    CHECK(&f->tap, f->errors == 1);
    builder_close(f->builder);
    open_site(f);
    CHECK(&f->tap, ask(f, STR("a/two/index.html")) == PAGE_FAILED);
    CHECK(&f->tap, f->errors == 1);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_SAME);
    /* A file is missing that the page goes on without. */
    CHECK(&f->tap, update(f, "templates/post.html",
                          "{{ asset('none.css') }}") == UPDATE_DONE);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_FAILED);
    CHECK(&f->tap, f->errors == 1);
    CHECK(&f->tap,
          update(f, "templates/post.html", files[6].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* What was saved beside a template with errors is not forgotten when that is
 * mended. */
static void test_beside_errors(struct fixture *f)
{
    static const str both[] = {STR_INIT("content/about.md"),
                               STR_INIT("templates/post.html")};
    write_file(both[0], STR("# About\n\nBeside.\n"));
    write_file(both[1], STR("{{ page.title | no }}"));
    CHECK(&f->tap, update_files(f, both, 2) == UPDATE_BAD);
    CHECK(&f->tap,
          update(f, "templates/post.html", files[6].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* A text is saved before anybody told of it, and has an error by then: a page
 * that was not made yet has no better text to be made of, all others are. */
static void test_torn(struct fixture *f)
{
    finish(f);
    builder_close(f->builder);
    fs_unlink(f->options.ledger);
    open_site(f);
    write_file(STR("content/a/one.md"), STR("---\ntitle: [\n---\nOne.\n"));
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_FAILED);
    CHECK(&f->tap, ask(f, STR("about/index.html")) == PAGE_MADE);
    finish(f);
    CHECK(&f->tap, f->errors > 0);
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

static str title_of(const struct fixture *f, str path)
{
    const struct site *site = builder_site(f->builder);
    for (size_t i = 0; i < site->nall; i++) {
        if (str_eq(site->all[i].source->name, path)) {
            return site->all[i].title;
        }
    }
    return STR("");
}

/* Several were, and are good. The one that a page shows is read once more, and
 * no other: of those the watcher tells. */
static void test_torn_alone(struct fixture *f)
{
    str three = STR("---\ntitle: Tres\ndate: 2026-01-03\n---\nThree.\n");
    finish(f);
    builder_close(f->builder);
    fs_unlink(f->options.ledger);
    open_site(f);
    uint32_t before = builder_revision(f->builder);
    write_file(STR("content/a/one.md"),
               STR("---\ntitle: Uno\ndate: 2026-01-01\n---\nOne.\n"));
    write_file(STR("content/b/three.md"), three);
    CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
    CHECK(&f->tap, builder_revision(f->builder) == before + 1);
    CHECK_STR(&f->tap, title_of(f, STR("content/a/one.md")), "Uno");
    CHECK_STR(&f->tap, title_of(f, STR("content/b/three.md")), "Three");
    CHECK(&f->tap, update(f, "content/b/three.md", three.p) == UPDATE_DONE);
    CHECK_STR(&f->tap, title_of(f, STR("content/b/three.md")), "Tres");
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
}

/* What edits leave behind is collected, and nobody notices. */
static void test_worn(struct fixture *f)
{
    finish(f);
    builder_close(f->builder);
    f->options.most_left = 1;
    open_site(f);
    CHECK(&f->tap, is_as_clean(f) && f->made == 0);
    for (int i = 0; i < 3; i++) {
        struct buf text = {0};
        buf_printf(&text, "---\ntitle: One %d\ndate: 2026-01-01\n---\nOne.\n",
                   i);
        buf_putc(&text, '\0');
        CHECK(&f->tap, update(f, "content/a/one.md", text.p) == UPDATE_DONE);
        CHECK(&f->tap, ask(f, STR("a/one/index.html")) == PAGE_MADE);
        CHECK(&f->tap, ask(f, STR("about/index.html")) == PAGE_SAME);
        CHECK(&f->tap, is_as_clean(f));
        finish(f);
        buf_free(&text);
    }
    f->options.most_left = 0;
}

/* The end comes before anything was made of the last save: the next start makes
 * what shows it, and says what is wrong with that. */
static void test_early_end(struct fixture *f)
{
    static const struct {
        const char *path;
        const char *text;
        size_t warnings;
    } edits[] = {
        {"site.yaml",
         "title: Last\nurl: https://rye.example\nundefined: warn\n", 0},
        {"templates/post.html",
         "{{ page.title }}{{ page.content }}{% if page.word_count > 3 %}"
         "{{ page.no_such_thing }}{% endif %}",
         0},
        {"content/a/one.md",
         "---\ntitle: One\ndate: 2026-01-01\n---\nTwo words.\n", 0},
        {"content/a/one.md",
         "---\ntitle: One\ndate: 2026-01-01\n---\nAs many as five words.\n", 1},
        {"content/a/one.md",
         "---\ntitle: Uno\ndate: 2026-01-01\n---\nA word.\n", 0},
    };
    finish(f);
    builder_close(f->builder);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        printf("# %s\n", edits[i].path);
        open_site(f);
        finish(f);
        CHECK(&f->tap, update(f, edits[i].path, edits[i].text) == UPDATE_DONE);
        builder_save(f->builder);
        builder_close(f->builder);
        open_site(f);
        finish(f);
        CHECK(&f->tap, f->warnings == edits[i].warnings);
        CHECK(&f->tap, is_as_clean(f));
        finish(f);
        builder_close(f->builder);
    }
    open_site(f);
}

/* A start from the ledger knows what is right. */
static void test_again(struct fixture *f)
{
    CHECK(&f->tap, update(f, "content/b/three.md",
                          "---\ntitle: Three\ndate: 2026-01-03\n---\n"
                          "[no](nowhere.md)\n") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    finish(f);
    CHECK(&f->tap, f->warnings == 1);
    builder_close(f->builder);
    f->options.site.jobs = 1;
    open_site(f);
    CHECK(&f->tap, is_as_clean(f) && f->made == 0);
    finish(f);
    CHECK(&f->tap, f->warnings == 1);
    builder_close(f->builder);
    write_file(STR("content/a/one.md"),
               STR("---\ntitle: One\ndate: 2026-01-01\n---\nMeanwhile.\n"));
    open_site(f);
    CHECK(&f->tap, is_as_clean(f) && f->made > 0);
    builder_close(f->builder);
}

static bool write_site(void)
{
    bool done =
        fs_mkdirs(STR("content/a")) == 0 && fs_mkdirs(STR("content/b")) == 0 &&
        fs_mkdirs(STR("content/c")) == 0 && fs_mkdirs(STR(".crumb")) == 0 &&
        fs_mkdirs(STR("static")) == 0 &&
        fs_mkdirs(STR("templates/shortcodes")) == 0 &&
        fs_mkdirs(STR("templates/partials")) == 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        done = done && write_file(str_from(files[i].path),
                                  str_from(files[i].text)) == 0;
    }
    return done;
}

int main(void)
{
    struct fixture f = {
        .options = {.site = {.jobs = 2, .now = 1768478400, .drafts = true},
                    .now_given = true,
                    .ledger = STR(".crumb/memory.ledger"),
                    .clock = STR(".crumb/memory.lock")}};
    char dir[] = "/tmp/crumb-memory-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site()) {
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_pages(&f);
    test_together(&f);
    test_one_text(&f);
    test_come_and_go(&f);
    test_texts(&f);
    test_bodies(&f);
    test_parts(&f);
    test_changes(&f);
    test_site(&f);
    test_same_file(&f);
    test_unreadable(&f);
    test_errors(&f);
    test_beside_errors(&f);
    test_torn(&f);
    test_torn_alone(&f);
    test_computed_name(&f);
    test_worn(&f);
    test_early_end(&f);
    test_again(&f);
    for (size_t i = 0; i < f.nheld; i++) {
        free(f.held[i].bytes);
    }
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
