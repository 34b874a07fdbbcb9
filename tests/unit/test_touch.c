/* SPDX-License-Identifier: MIT */
/* A site whose posts' texts change one after the other: what touch_posts
 * publishes is what a clean build of the same sources makes. */
#include "builder/touch.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "builder/generation.h"
#include "files/fs.h"
#include "tap.h"
#include "write_file.h"

struct fixture {
    struct tap tap;
    struct arena arena; /* the build's */
    struct diags diags;
    struct build_options options;
    struct build_result result;
    struct touch *touch;
};

static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"site.yaml", "title: Touch\nurl: https://rye.example\n"},
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
};

static void build(struct fixture *f)
{
    f->arena = (struct arena){0};
    diags_init(&f->diags, &f->arena);
    build_run(&f->options, &f->arena, &f->diags, &f->result);
    if (!CHECK(&f->tap, f->result.done)) {
        struct buf out = {0};
        for (size_t i = 0; i < f->diags.list.n; i++) {
            diag_print(f->diags.list.p[i], false, &out);
        }
        printf("%.*s", STR_ARG(buf_str(&out)));
        buf_free(&out);
        exit(1);
    }
    f->touch = touch_new(&f->options, &f->result, &f->arena);
    CHECK(&f->tap, f->touch != NULL);
}

static void forget(struct fixture *f)
{
    build_free(&f->result);
    arena_free(&f->arena);
}

static bool same_tree(str one, str other)
{
    struct arena arena = {0};
    struct fs_list mine = {0};
    struct fs_list theirs = {0};
    bool same = fs_walk(one, &arena, &mine) == 0 &&
                fs_walk(other, &arena, &theirs) == 0 && mine.n == theirs.n;
    for (size_t i = 0; same && i < mine.n; i++) {
        str name = mine.entries[i].name;
        str a = {NULL, 0};
        str b = {NULL, 0};
        fs_read(arena_printf(&arena, "%.*s/%.*s", STR_ARG(one), STR_ARG(name)),
                &arena, &a);
        fs_read(
            arena_printf(&arena, "%.*s/%.*s", STR_ARG(other), STR_ARG(name)),
            &arena, &b);
        same = str_eq(a, b);
        if (!same) {
            printf("# other %.*s\n", STR_ARG(name));
        }
    }
    arena_free(&arena);
    return same;
}

static bool is_as_clean(struct fixture *f)
{
    struct build_options options = f->options;
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    options.output = STR("clean");
    options.clean = true;
    diags_init(&diags, &arena);
    build_run(&options, &arena, &diags, &result);
    bool same = result.done && same_tree(STR("public"), STR("clean"));
    build_free(&result);
    arena_free(&arena);
    return same;
}

static enum touch_state touch(struct fixture *f, const char *path,
                              const char *text, struct touched *touched)
{
    str name = str_from(path);
    write_file(name, str_from(text));
    return touch_posts(f->touch, &name, 1, &f->diags, touched);
}

static bool wrote(const struct touched *touched, const char *file)
{
    for (size_t i = 0; i < touched->nwritten; i++) {
        if (str_eq(touched->written[i], str_from(file))) {
            return true;
        }
    }
    return false;
}

static void test_texts(struct fixture *f)
{
    struct touched touched;
    const char *one = "---\ntitle: One\ndate: 2026-01-01\n---\nOne more.\n";
    build(f);
    CHECK(&f->tap, touch(f, files[1].path, one, &touched) == TOUCH_DONE);
    CHECK(&f->tap, wrote(&touched, "a/one/index.html"));
    CHECK(&f->tap, wrote(&touched, "a/two/index.html")); /* its words */
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap, touch(f, files[1].path, one, &touched) == TOUCH_SAME);
    CHECK(&f->tap, touch(f, files[3].path,
                         "---\ntitle: Three\ndate: 2026-01-03\n---\n"
                         "Three [one](../a/one.md).\n",
                         &touched) == TOUCH_DONE);
    CHECK(&f->tap, is_as_clean(f));
    /* And back to what the ledger has of it. */
    CHECK(&f->tap,
          touch(f, files[1].path, files[1].text, &touched) == TOUCH_DONE);
    CHECK(&f->tap, is_as_clean(f));
    CHECK(&f->tap,
          touch(f, files[4].path, "# About\n\nUs.\n", &touched) == TOUCH_DONE);
    CHECK(&f->tap, is_as_clean(f));
    forget(f);
}

/* The whole build that follows has everything as a clean one. */
static void test_after(struct fixture *f)
{
    build(f);
    CHECK(&f->tap, is_as_clean(f));
    forget(f);
}

static void test_other_changes(struct fixture *f)
{
    struct touched touched;
    build(f);
    CHECK(&f->tap, touch(f, files[1].path,
                         "---\ntitle: Uno\ndate: 2026-01-01\n---\nOne.\n",
                         &touched) == TOUCH_WHOLE);
    CHECK(&f->tap,
          touch(f, files[6].path, files[6].text, &touched) == TOUCH_WHOLE);
    CHECK(&f->tap,
          touch(f, "content/a/new.md", "New.\n", &touched) == TOUCH_WHOLE);
    str gone = str_from(files[4].path);
    fs_unlink(gone);
    CHECK(&f->tap,
          touch_posts(f->touch, &gone, 1, &f->diags, &touched) == TOUCH_WHOLE);
    forget(f);
}

static void test_errors(struct fixture *f)
{
    struct touched touched;
    const char *two = "---\ntitle: Two\ndate: 2026-01-02\n---\n";
    struct buf text = {0};
    build(f);
    buf_printf(&text, "%s{{< words >}} {{< words }}\xff\n", two);
    buf_putc(&text, '\0');
    CHECK(&f->tap, touch(f, files[2].path, text.p, &touched) == TOUCH_WHOLE);
    buf_clear(&text);
    diags_init(&f->diags, &f->arena);
    buf_printf(&text, "%s[no](nowhere.md)\n", two);
    buf_putc(&text, '\0');
    CHECK(&f->tap, touch(f, files[2].path, text.p, &touched) == TOUCH_DONE);
    CHECK(&f->tap, f->diags.warnings == 1);
    buf_free(&text);
    forget(f);
}

static bool write_site(void)
{
    bool done = fs_mkdirs(STR("content/a")) == 0 &&
                fs_mkdirs(STR("content/b")) == 0 &&
                fs_mkdirs(STR("templates/shortcodes")) == 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        done = done && write_file(str_from(files[i].path),
                                  str_from(files[i].text)) == 0;
    }
    return done;
}

int main(void)
{
    struct fixture f = {
        .options = {.site = {.jobs = 2, .now = 1768478400}, .need_site = true}};
    char dir[] = "/tmp/crumb-touch-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || !write_site()) {
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_texts(&f);
    test_after(&f);
    test_other_changes(&f);
    write_file(str_from(files[4].path), str_from(files[4].text));
    fs_unlink(STR("content/a/new.md"));
    test_errors(&f);
    fs_remove_tree(str_from(dir));
    return tap_done(&f.tap);
}
