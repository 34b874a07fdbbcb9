/* SPDX-License-Identifier: MIT */
/* serve/watch/changed_paths and watch_events: what the steps of editors make of
 * a change, and whether another step is waited for. */
#include "serve/watch/changed_paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/watch/watch_events.h"
#include "tap.h"

/* --- two changes of one path --- */

static void test_fold(struct tap *tap)
{
    static const struct {
        enum change_kind first;
        enum change_kind then;
        int kind; /* -1: it is dropped */
    } cases[] = {
        {CHANGE_BEGUN, CHANGE_WRITTEN, CHANGE_NEW},
        {CHANGE_BEGUN, CHANGE_GONE, -1},
        {CHANGE_NEW, CHANGE_WRITTEN, CHANGE_NEW},
        {CHANGE_NEW, CHANGE_GONE, -1},
        {CHANGE_WRITTEN, CHANGE_WRITTEN, CHANGE_WRITTEN},
        {CHANGE_WRITTEN, CHANGE_GONE, CHANGE_GONE},
        {CHANGE_GONE, CHANGE_BEGUN, CHANGE_AGAIN},
        {CHANGE_AGAIN, CHANGE_BEGUN, CHANGE_AGAIN},
        {CHANGE_AGAIN, CHANGE_WRITTEN, CHANGE_WRITTEN},
        {CHANGE_AGAIN, CHANGE_GONE, CHANGE_GONE},
        {CHANGE_GONE, CHANGE_WRITTEN, CHANGE_WRITTEN},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct changes changes = {0};
        str dir = STR("content");
        changes_add(&changes, dir, STR("a.md"), cases[i].first, &arena);
        changes_add(&changes, dir, STR("b.md"), CHANGE_WRITTEN, &arena);
        changes_add(&changes, dir, STR("a.md"), cases[i].then, &arena);
        if (cases[i].kind < 0) {
            CHECK(tap, changes.list.n == 1);
            CHECK_STR(tap, changes.list.p[0].path, "content/b.md");
        } else {
            CHECK(tap, changes.list.n == 2);
            CHECK(tap, (int)changes.list.p[0].kind == cases[i].kind);
        }
    }
    arena_free(&arena);
}

static void test_many(struct tap *tap)
{
    struct arena arena = {0};
    struct changes changes = {0};
    for (int i = 0; i <= 1000; i++) {
        CHECK(tap, !changes.whole);
        str name = arena_printf(&arena, "%d.md", i);
        changes_add(&changes, STR("content"), name, CHANGE_WRITTEN, &arena);
    }
    CHECK(tap, changes.whole && changes.list.n == 1000);
    arena_free(&arena);
}

/* --- editors, as the system tells of them --- */

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static void save(void)
{
    put("content/a.md", "edited");
}

static void new_post(void)
{
    put("content/new.md", "a post");
}

static void new_file(void)
{
    put("content/picture.png", "a picture");
}

static void cut(void)
{
    put("content/a.md", "");
}

static void take_away(void)
{
    rename("content/a.md", "content/a.md~");
}

static void take_away_and_write(void)
{
    take_away();
    save();
}

static void write_beside(void)
{
    put("content/a.md.tmp123", "edited");
}

static void write_beside_and_rename(void)
{
    write_beside();
    rename("content/a.md.tmp123", "content/a.md");
}

static void try_the_folder(void)
{
    put("content/4913", "");
    unlink("content/4913");
}

static void link_to(void)
{
    symlink("a.md", "content/link.md");
}

static void make_folder(void)
{
    mkdir("content/folder", 0755);
}

static void save_settings(void)
{
    put("site.yaml", "title: Other\n");
}

static const struct step {
    void (*act)(void);
    const char *path; /* NULL: nothing has changed */
    enum change_kind kind;
    unsigned wait; /* ms */
} steps[] = {
    {save, "content/a.md", CHANGE_WRITTEN, 0},
    {new_post, "content/new.md", CHANGE_NEW, 0},
    {new_file, "content/picture.png", CHANGE_NEW, 8},
    {cut, "content/a.md", CHANGE_WRITTEN, 8},
    {take_away, "content/a.md", CHANGE_GONE, 2},
    {take_away_and_write, "content/a.md", CHANGE_WRITTEN, 0},
    {write_beside, "content/a.md.tmp123", CHANGE_NEW, 8},
    {write_beside_and_rename, "content/a.md", CHANGE_WRITTEN, 0},
    {try_the_folder, NULL, CHANGE_GONE, 0},
    {link_to, "content/link.md", CHANGE_NEW, 8},
    {make_folder, NULL, CHANGE_GONE, 8},
    {save_settings, "site.yaml", CHANGE_WRITTEN, 0},
};

static void test_step(struct tap *tap, struct watch_events *watch,
                      const struct step *step)
{
    struct arena arena = {0};
    struct changes before = {0};
    struct changes changes = {0};
    put("content/a.md", "a post");
    put("site.yaml", "title: Mine\n");
    unlink("content/a.md.tmp123");
    watch_events_read(watch, &before, &arena);
    step->act();
    CHECK(tap, watch_events_read(watch, &changes, &arena) == 0);
    CHECK(tap, changes.list.n == (step->path != NULL));
    if (step->path && changes.list.n) {
        CHECK_STR(tap, changes.list.p[0].path, step->path);
        CHECK(tap, changes.list.p[0].kind == step->kind);
    }
    if (!CHECK(tap, changes_wait(&changes) == step->wait)) {
        printf("# step %zu\n", (size_t)(step - steps));
    }
    arena_free(&arena);
}

/* A file that is written in two goes is no change before it is closed. */
static void test_open(struct tap *tap, struct watch_events *watch)
{
    struct arena arena = {0};
    struct changes changes = {0};
    FILE *file = fopen("content/slow.md", "w");
    CHECK(tap, watch_events_read(watch, &changes, &arena) == 0);
    CHECK(tap, changes.list.n == 1 && changes.list.p[0].kind == CHANGE_BEGUN);
    CHECK(tap, changes_wait(&changes) == 8);
    fputs("a post", file);
    fclose(file);
    CHECK(tap, watch_events_read(watch, &changes, &arena) == 0);
    CHECK(tap, changes.list.n == 1 && changes.list.p[0].kind == CHANGE_NEW);
    CHECK(tap, changes_wait(&changes) == 0);
    arena_free(&arena);
}

static void test_events(struct tap *tap)
{
    struct watch_events watch = {.fd = -1};
    if (watch_events_open(&watch) == ENOSYS) {
        printf("# no inotify here\n");
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        test_step(tap, &watch, &steps[i]);
    }
    test_open(tap, &watch);
    watch_events_close(&watch);
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-changes-XXXXXX";
    test_fold(&tap);
    test_many(&tap);
    if (mkdtemp(dir) && chdir(dir) == 0 && mkdir("content", 0755) == 0) {
        test_events(&tap);
        /* All of it is named in steps, or in test_open. */
        unlink("content/a.md");
        unlink("content/a.md~");
        unlink("content/new.md");
        unlink("content/picture.png");
        unlink("content/a.md.tmp123");
        unlink("content/link.md");
        unlink("content/slow.md");
        unlink("site.yaml");
        rmdir("content/folder");
        rmdir("content");
        rmdir(dir);
    }
    return tap_done(&tap);
}
