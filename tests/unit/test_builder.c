/* SPDX-License-Identifier: MIT */
/* A site in memory that is edited again and again: after each edit every
 * address has what a clean build of the same sources publishes there, and only
 * pages that show the edit are made again. */
#include "builder_fixture.h"
#include "site/content/post.h"

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

/* Of a thousand posts a save makes one body again, and its readers. */
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

/* The pages that show a body with an error report it; all others are served. */
static void test_bodies(struct fixture *f)
{
    CHECK(&f->tap, update(f, "templates/shortcodes/bad.html", "{{ 1 // 0 }}") ==
                       UPDATE_DONE);
    CHECK(&f->tap, update(f, "content/a/one.md",
                          "---\ntitle: One\ndate: 2026-01-01\n---\n"
                          "{{< bad >}}\n") == UPDATE_DONE);
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

/* Browsers are notified of pages that have changed, and of no others. */
static void test_changes(struct fixture *f)
{
    str three = STR("content/b/three.md");
    write_file(three,
               STR("---\ntitle: Three\ndate: 2026-01-03\n---\nOnce more.\n"));
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
         true},
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
         "date: 2026-01-09\n---\n[[About me]] [[About us]] [[soon]]\n",
         true},
        {"content/about.md", "# About us\n", true},
        {"content/about.md", "# About one\n", true},
        {"content/b/soon.md",
         "---\ntitle: Soon\ndate: 2026-01-05\n---\nText.\n", false},
        {"content/b/soon.md", NULL, false},
        {"static/plain.css", "p { color: red }\n", false},
        {"static/PLAIN", "No extension.\n", false},
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
         "<link href=\"{{ asset('plain.css') }}\">{{ asset('PLAIN') }}",
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

/* Other settings, and the first ones again before a ledger of the others was
 * written: what it says is of pages from before. */
static void test_settings_again(struct fixture *f)
{
    static const char third[] = "title: Third\nurl: https://rye.example\n";
    static const char other[] = "title: Other\nurl: https://rye.example\n";
    CHECK(&f->tap, is_as_clean(f));
    finish(f);
    CHECK(&f->tap, update(f, "site.yaml", third) == UPDATE_DONE);
    CHECK(&f->tap, builder_changes(f->builder)->other);
    CHECK(&f->tap, is_as_clean(f) && f->made > 0);
    CHECK(&f->tap, update(f, "site.yaml", other) == UPDATE_DONE);
    CHECK(&f->tap, builder_changes(f->builder)->other);
    CHECK(&f->tap, is_as_clean(f) && f->made > 0);
    CHECK(&f->tap, update(f, "content/about.md", "# Us\n") == UPDATE_DONE);
    CHECK(&f->tap, !builder_changes(f->builder)->other);
    CHECK(&f->tap, is_as_clean(f));
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

/* An error outlives the site that it was found in. */
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

/* Pages stay as they were until the errors are gone. */
static void test_errors(struct fixture *f)
{
    uint32_t before = builder_revision(f->builder);
    CHECK(&f->tap, update(f, "content/a/one.md",
                          "---\ntitle: [\n---\nOne.\n") == UPDATE_BAD);
    CHECK(&f->tap, f->errors > 0);
    CHECK(&f->tap, builder_revision(f->builder) == before);
    CHECK(&f->tap, ask(f, STR("a/two/index.html")) == PAGE_SAME);
    /* An edit elsewhere leaves the error. */
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

/* An edit that was saved beside a template with errors is not lost when the
 * template is right again. */
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

/* A start without a ledger, which knows no page. */
static void open_again(struct fixture *f)
{
    finish(f);
    builder_close(f->builder);
    fs_unlink(f->options.ledger);
    open_site(f);
}

/* A text is saved, with an error, before its event comes: a page that was not
 * made yet can't be made of an older text, all others can. */
static void test_torn(struct fixture *f)
{
    open_again(f);
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
    open_again(f);
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

/* The memory that edits leave behind is collected, and no page changes. */
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

/* Cancelled work leaves nothing to make up for: a save is as quick as ever. */
static void check_in_place(struct fixture *f)
{
    const struct site *site = builder_site(f->builder);
    atomic_store(&f->cancel, false);
    CHECK(&f->tap,
          update(f, "content/b/three.md",
                 "---\ntitle: Three\ndate: 2026-01-03\n---\nOnce more.\n") !=
              UPDATE_BAD);
    CHECK(&f->tap, builder_site(f->builder) == site);
    CHECK(&f->tap, is_as_clean(f));
}

/* Or when it is quiet: if there is much of it. */
static void test_collect(struct fixture *f)
{
    builder_close(f->builder);
    open_site(f);
    finish(f);
    const struct site *site = builder_site(f->builder);
    builder_save(f->builder);
    builder_collect(f->builder);
    CHECK(&f->tap, builder_site(f->builder) == site);
    finish(f);
    builder_close(f->builder);
    f->options.most_left = 2 << 20;
    open_site(f);
    bool collected = false;
    for (int i = 0; i < 1000 && !collected; i++) {
        struct buf text = {0};
        buf_printf(&text, "<p>%d {{ page.title }}{{ page.content }}%c", i, 0);
        CHECK(&f->tap, update(f, "templates/post.html", text.p) == UPDATE_DONE);
        buf_free(&text);
        CHECK(&f->tap, is_as_clean(f));
        site = builder_site(f->builder);
        uint32_t before = builder_revision(f->builder);
        builder_collect(f->builder); /* not before all is saved */
        CHECK(&f->tap, builder_site(f->builder) == site);
        atomic_store(&f->cancel, true);
        CHECK(&f->tap, !builder_save(f->builder));
        atomic_store(&f->cancel, false);
        CHECK(&f->tap, builder_save(f->builder));
        atomic_store(&f->cancel, true);
        builder_collect(f->builder);
        CHECK(&f->tap, builder_site(f->builder) == site);
        check_in_place(f);
        atomic_store(&f->cancel, false);
        builder_save(f->builder);
        builder_collect(f->builder);
        collected = builder_site(f->builder) != site;
        CHECK(&f->tap, builder_revision(f->builder) > before);
    }
    CHECK(&f->tap, collected);
    CHECK(&f->tap, is_as_clean(f) && f->made == 0);
    CHECK(&f->tap,
          update(f, "templates/post.html", files[6].text) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    finish(f);
    f->options.most_left = 0;
}

/* After a cancelled update, which is given again with the next one, an edit
 * still changes the site in place. */
static void test_cancelled_update(struct fixture *f)
{
    const char *path = "content/a/one.md";
    const char *moved = "---\ntitle: One\ndate: 2026-01-09\n---\nMoved.\n";
    CHECK(&f->tap,
          update(f, path, "---\ntitle: One\ndate: 2026-01-01\n---\nOne.\n") ==
              UPDATE_DONE);
    finish(f);
    const struct site *site = builder_site(f->builder);
    atomic_store(&f->cancel, true);
    CHECK(&f->tap, update(f, path, moved) == UPDATE_CANCELLED);
    atomic_store(&f->cancel, false);
    CHECK(&f->tap,
          update(f, path, "---\ntitle: One\ndate: 2026-01-01\n---\nTwo.\n") ==
              UPDATE_DONE);
    CHECK(&f->tap, builder_site(f->builder) == site);
    CHECK(&f->tap, is_as_clean(f));
    atomic_store(&f->cancel, true);
    CHECK(&f->tap, update(f, path, moved) == UPDATE_CANCELLED);
    atomic_store(&f->cancel, false);
    CHECK(&f->tap, update(f, path, moved) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    finish(f);
}

/* The end comes before any page of the last save is made: the next start makes
 * the pages that show it, and reports their warnings: when they are made, and
 * among all warnings of pages. */
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
         "---\ntitle: One\ndate: 2026-01-01\n---\nAs many as five words.\n", 2},
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

/* A file that a saved text quotes was saved too, but is not named yet: the next
 * site has the warnings. */
static void test_torn_quote(struct fixture *f)
{
    CHECK(&f->tap, update(f, "content/a/run.sh", "true\n") == UPDATE_DONE);
    finish(f);
    write_file(STR("content/a/run.sh"), STR("false, as always\n"));
    CHECK(&f->tap, update(f, "content/a/one.md",
                          "---\ntitle: One\ndate: 2026-01-01\n---\n"
                          "[no](nowhere.md)\n\n```sh file=run.sh\n```\n") ==
                       UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, update(f, "content/a/run.sh", NULL) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* Two texts of a page were saved, and one after the other is found to be: the
 * warnings are those of the second site that is made for them. */
static void test_torn_twice(struct fixture *f)
{
    CHECK(&f->tap, update(f, "content/about.md", "---\ntitel: We\n---\n") ==
                       UPDATE_DONE);
    CHECK(&f->tap, f->warnings == 1);
    CHECK(&f->tap, update(f, "templates/shortcodes/words.html",
                          files[5].text) == UPDATE_DONE);
    open_again(f);
    uint32_t before = builder_revision(f->builder);
    write_file(STR("content/a/one.md"),
               STR("---\ntitle: One\ndate: 2026-01-01\n---\nOne or two.\n"));
    write_file(STR("content/a/two.md"),
               STR("---\ntitle: Two\ndate: 2026-01-02\n---\n{{< words >}}\n"));
    CHECK(&f->tap, ask(f, STR("a/two/index.html")) == PAGE_MADE);
    CHECK(&f->tap, builder_revision(f->builder) == before + 2);
    CHECK(&f->tap, is_told(f, "a/one/index.html"));
    CHECK(&f->tap, is_told(f, "a/two/index.html"));
    CHECK(&f->tap, f->warnings == 1);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, update(f, "content/a/one.md", files[1].text) == UPDATE_DONE);
    CHECK(&f->tap, update(f, "content/a/two.md", files[2].text) == UPDATE_DONE);
    CHECK(&f->tap, update(f, "content/about.md", "# About\n") == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
}

/* A start from the ledger knows which pages are right. */
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

/* Files that are sent from the disk are checked while it is quiet: no bytes are
 * kept, and a large file is not read. */
static void test_files(struct fixture *f)
{
    enum { LARGE = 33 << 20 };
    static const str names[] = {STR_INIT("static/small.txt"),
                                STR_INIT("static/large.bin")};
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page *pages;
    size_t n;
    size_t seen = 0;
    bool large = false;
    diags_init(&diags, &arena);
    write_file(names[0], STR("small"));
    write_file(names[1], STR(""));
    CHECK(&f->tap, truncate("static/large.bin", LARGE) == 0);
    CHECK(&f->tap, update_files(f, names, 2) == UPDATE_DONE);
    for (bool more = true; more;) {
        more = builder_idle(f->builder, &pages, &n, &diags);
        for (size_t i = 0; i < n; i++) {
            large = large || str_eq(pages[i].file, STR("large.bin"));
            if (str_eq(pages[i].file, STR("small.txt"))) {
                seen += pages[i].result == PAGE_MADE && !pages[i].bytes.p;
            }
        }
    }
    CHECK(&f->tap, seen == 1 && !large);
    fs_unlink(names[0]);
    fs_unlink(names[1]);
    CHECK(&f->tap, update_files(f, names, 2) == UPDATE_DONE);
    CHECK(&f->tap, is_as_clean(f));
    arena_free(&arena);
}

static int kind_of(struct fixture *f, const char *file)
{
    struct arena arena = {0};
    int kind = builder_find(f->builder, str_from(file), &arena).kind;
    arena_free(&arena);
    return kind;
}

/* No thread that answers requests reads a file to know its fingerprint. */
static void test_fingerprint(struct fixture *f)
{
    char hex[HASH128_HEX];
    char name[] = "small.01234567.txt";
    CHECK(&f->tap, update(f, "static/small.txt", "small") == UPDATE_DONE);
    CHECK(&f->tap, kind_of(f, "other.01234567.txt") == SERVED_NONE);
    CHECK(&f->tap, kind_of(f, name) == SERVED_PAGE);
    CHECK(&f->tap, ask(f, str_from(name)) == PAGE_NONE);
    CHECK(&f->tap, kind_of(f, name) == SERVED_NONE);
    hash128_hex(hash128(STR("small")), hex);
    memcpy(name + sizeof "small", hex, 8);
    CHECK(&f->tap, kind_of(f, name) == SERVED_SOURCE);
    CHECK(&f->tap, update(f, "static/small.txt", NULL) == UPDATE_DONE);
    CHECK(&f->tap, kind_of(f, name) == SERVED_NONE);
}

int main(void)
{
    struct fixture f = fixture_new();
    char dir[] = "/tmp/crumb-memory-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site()) {
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_pages(&f);
    test_together(&f);
    test_one_text(&f);
    test_texts(&f);
    test_bodies(&f);
    test_parts(&f);
    test_changes(&f);
    test_site(&f);
    test_settings_again(&f);
    test_same_file(&f);
    test_unreadable(&f);
    test_errors(&f);
    test_beside_errors(&f);
    test_torn(&f);
    test_torn_alone(&f);
    test_computed_name(&f);
    test_worn(&f);
    test_collect(&f);
    test_cancelled_update(&f);
    test_early_end(&f);
    test_torn_quote(&f);
    test_torn_twice(&f);
    test_files(&f);
    test_fingerprint(&f);
    test_again(&f);
    fixture_free(&f);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
