/* SPDX-License-Identifier: MIT */
/* Posts that come and go in the preview: each time the site is what a clean
 * build makes of the files. */
#include "builder_fixture.h"

#include "files/path.h"

/* The pages that a post may change: each kind shows another part of it. */
static const struct {
    const char *path;
    const char *text;
} templates[] = {
    {"templates/post.html",
     "{{ page.title }}{{ page.content }}"
     "{{ page.prev.title if page.prev }}{{ page.next.title if page.next }}"},
    {"templates/own.html",
     "{% for p in page.related %}{{ p.title }}{% endfor %}"
     "{% for t in page.tags %}{{ t.count }}{% endfor %}"},
    {"templates/page.html",
     "{% for t in site.taxonomies.tags.terms %}{{ t.name }}{{ t.weight }}"
     "{% endfor %}"},
};

/* Posts that come, go and move. */
static void test_come_and_go(struct fixture *f)
{
    static const struct {
        const char *path;
        const char *text;
    } edits[] = {
        {"content/a/new.md",
         "---\ntitle: New\ndate: 2026-01-02T06:00:00Z\ntags: [rye, new]\n"
         "---\n[One](one.md)\n"},
        {"content/b/more.md",
         "---\ntitle: More\ndate: 2026-01-04\ntags: [rye]\n---\nMore.\n"},
        {"content/b/most.md",
         "---\ntitle: Most\ndate: 2026-01-01\ntags: [new, rye]\n---\n"
         "[More](more.md), [new](../a/new.md)\n"},
        {"content/b/more.md", NULL},
        {"content/b/more.md",
         "---\ntitle: Another\ndate: 2026-01-02\n---\n[Most](most.md)\n"},
        {"content/a/new.md", NULL},
        {"content/b/most.md", NULL},
        {"content/b/more.md",
         "---\ntitle: Another\ndate: 2026-01-01\ntags: [rye]\n---\n"},
        {"content/a/two.md",
         "---\ntitle: Two\ndate: 2026-01-04\ntags: [rye]\n---\n"},
        {"content/a/two.md",
         "---\ntitle: Two\ndate: 2026-01-01\nslug: zwei\n---\n"},
        {"content/a/two.md",
         "---\ntitle: Two\ndate: 2026-01-02\ndraft: true\n---\n"},
        {"content/b/more.md", NULL},
        {"content/b/own.md",
         "---\ntitle: Own\ndate: 2026-01-02\ntemplate: own.html\n---\n"},
        {"content/b/own.md", NULL},
        {"content/b/2026-01-05-dated.md", "---\ntitle: Dated\n---\n"},
        {"content/b/2026-01-05-dated.md", NULL},
        {"content/a/first.md", "---\ntitle: First\ndate: 2025-12-31\n---\n"},
        {"content/a/first.md", NULL},
        {"content/a/draft.md",
         "---\ntitle: Draft\ndate: 2026-01-03\ndraft: true\n---\nNo.\n"},
        {"content/a/draft.md", NULL},
    };
    CHECK(&f->tap, update(f, "site.yaml",
                          "title: Pages\nurl: https://rye.example\n"
                          "paginate: 2\nfeeds: {limit: 2}\n") == UPDATE_DONE);
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        CHECK(&f->tap,
              update(f, templates[i].path, templates[i].text) == UPDATE_DONE);
    }
    CHECK(&f->tap, update(f, "content/b/newest.md",
                          "---\ntitle: Newest\ndate: 2026-01-14\n"
                          "noindex: true\ntags: [rye]\n"
                          "template: own.html\n---\n") == UPDATE_DONE);
    CHECK(&f->tap,
          update(f, "content/b/aside.md",
                 "---\ntitle: Aside\ndate: 2026-01-01\nunlisted: true\n"
                 "tags: [rye, oat]\n---\n") == UPDATE_DONE);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        printf("# %zu: %s\n", i, edits[i].path);
        CHECK(&f->tap, update(f, edits[i].path, edits[i].text) == UPDATE_DONE);
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

/* A new post at an address that is taken is an error, as in a build: by the
 * same file, in other capitals too, by one where a folder has to be, and by
 * what many servers show at that address. */
static void test_taken(struct fixture *f)
{
    static const char *const others[][2] = {
        {"static/b/same/index.html", "content/b/same.md"},
        {"static/B/Caps/index.html", "content/b/caps.md"},
        {"static/b/file", "content/b/file.md"},
        {"static/B/File2", "content/b/file2.md"},
        {"content/bare.md", "content/b/bare.md"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        str path = str_from(others[i][0]);
        printf("# %s\n", others[i][0]);
        CHECK(&f->tap, fs_mkdirs(path_dir(path)) == 0);
        CHECK(&f->tap, update(f, others[i][0], "---\nurl: /b/bare\n---\n") ==
                           UPDATE_DONE);
        CHECK(&f->tap,
              update(f, others[i][1], "---\ndate: 2026-01-02\n---\nNew.\n") ==
                  UPDATE_BAD);
        CHECK(&f->tap, f->errors == 1);
        CHECK(&f->tap, update(f, others[i][1], NULL) == UPDATE_DONE);
        CHECK(&f->tap, update(f, others[i][0], NULL) == UPDATE_DONE);
        CHECK(&f->tap, is_as_clean(f));
    }
    /* By another post. */
    CHECK(&f->tap,
          update(f, "content/b/again.md",
                 "---\ndate: 2026-01-02\nslug: newest\n---\n") == UPDATE_BAD);
    CHECK(&f->tap, update(f, "content/b/again.md", NULL) == UPDATE_DONE);
}

/* A new site with the posts that the last new one had, and one that came and
 * went in between. */
static void test_back(struct fixture *f)
{
    const str names[] = {STR("content/a/guest.md"), STR("static/plain.css")};
    write_file(names[1], STR("p {}\n"));
    CHECK(&f->tap, update_file(f, names[1]) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap,
          update(f, "content/a/guest.md",
                 "---\ntitle: Guest\ndate: 2026-01-02\n---\n") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    fs_unlink(names[0]);
    write_file(names[1], STR("p { color: red }\n"));
    CHECK(&f->tap, update_files(f, names, 2) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* --- at random --- */

enum { POSTS = 24, STEPS = 120 };

static str path_of(size_t i, struct arena *arena)
{
    return arena_printf(arena, "content/%s/p%02zu.md", i % 3 ? "a" : "b", i);
}

/* A link to another one, which may be there or not. */
static str text_of(size_t i, unsigned long random, struct arena *arena)
{
    static const char *const tags[] = {"", "tags: [rye]\n",
                                       "tags: [rye, oat]\n",
                                       "categories: [oat]\ntags: [oat]\n"};
    return arena_printf(arena,
                        "---\ntitle: Post %zu\ndate: 2026-01-%02lu\n%s"
                        "%s---\n[link](../a/p%02lu.md)\n",
                        i, 1 + random % 14, tags[random / 14 % 4],
                        random / 56 % 7 ? "" : "pinned: true\n",
                        random / 392 % POSTS);
}

/* One or two files come or go at a time, three times of four with no page made
 * before the next ones. Lists show texts with links to such posts. */
static void test_random(struct fixture *f)
{
    bool there[POSTS] = {false};
    unsigned long random = 2;
    bool clean = true;
    CHECK(&f->tap, update(f, "templates/section.html",
                          "{% for p in section.posts %}{{ p.summary }}"
                          "{% endfor %}") == UPDATE_DONE);
    CHECK(&f->tap, update(f, "content/a/asks.md",
                          "---\ntitle: Asks\ndate: 2026-01-02\n---\n"
                          "[Late](/b/late.md)\n\n<!--more-->\n\nMore.\n") ==
                       UPDATE_DONE);
    for (int step = 0; step < STEPS; step++) {
        struct arena arena = {0};
        str names[2];
        size_t n = step % 10 == 9 ? 2 : 1;
        for (size_t i = 0; i < n; i++) {
            random = random * 6364136223846793005UL + 1442695040888963407UL;
            size_t at = (random >> 33) % (POSTS / 2) * 2 + i;
            names[i] = path_of(at, &arena);
            if (there[at]) {
                fs_unlink(names[i]);
            } else {
                write_file(names[i], text_of(at, random >> 40, &arena));
            }
            there[at] = !there[at];
        }
        clean = clean && update_files(f, names, n) == UPDATE_DONE &&
                (step % 4 || is_as_clean(f));
        arena_free(&arena);
    }
    CHECK(&f->tap, clean && is_as_clean(f));
}

int main(void)
{
    struct fixture f = fixture_new();
    char dir[] = "/tmp/crumb-posts-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site()) {
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    write_file(STR("templates/own.html"), STR("Own: {{ page.title }}"));
    open_site(&f);
    test_come_and_go(&f);
    test_taken(&f);
    test_back(&f);
    test_random(&f);
    builder_close(f.builder);
    fixture_free(&f);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
