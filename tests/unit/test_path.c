/* SPDX-License-Identifier: MIT */
/* path, pool. */
#include <stdatomic.h>

#include "base/pool.h"
#include "files/path.h"
#include "files/tree/ignored_names.h"
#include "tap.h"

static void test_join(struct tap *tap)
{
    static const char *const rows[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"},
        {"", "b", "b"},    {"a", "", "a"},
        {"", "", ""},      {"a", "/b", "/b"},
        {"/", "b", "/b"},  {"a/b", "c/d", "a/b/c/d"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_STR(tap,
                  path_join(&arena, str_from(rows[i][0]), str_from(rows[i][1])),
                  rows[i][2]);
    }
    arena_free(&arena);
}

static void test_parts(struct tap *tap)
{
    /* path, dir, base, ext */
    static const char *const rows[][4] = {
        {"a/b/c.md", "a/b", "c.md", ".md"},
        {"c.tar.gz", "", "c.tar.gz", ".gz"},
        {"", "", "", ""},
        {"a/", "a", "", ""},
        {"/a", "", "a", ""},
        {".htaccess", "", ".htaccess", ""},
        {"d.x/.htaccess", "d.x", ".htaccess", ""},
        {"d.x/name", "d.x", "name", ""},
        {"a.", "", "a.", "."},
        {"..md", "", "..md", ".md"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        str path = str_from(rows[i][0]);
        CHECK_STR(tap, path_dir(path), rows[i][1]);
        CHECK_STR(tap, path_base(path), rows[i][2]);
        CHECK_STR(tap, path_ext(path), rows[i][3]);
    }
}

static void test_in(struct tap *tap)
{
    /* folder, path */
    static const char *const inside[][2] = {
        {"a", "a"}, {"a", "a/b"}, {"a/b", "a/b/c/d"}, {"/", "/a"}, {"/", "/"}};
    static const char *const outside[][2] = {
        {"a", "ab"}, {"a/b", "a"}, {"a", "b/a"}, {"/a", "a"}, {"a", ""}};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        CHECK(tap, path_is_in(str_from(inside[i][1]), str_from(inside[i][0])));
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        CHECK(tap,
              !path_is_in(str_from(outside[i][1]), str_from(outside[i][0])));
    }
}

static void test_below(struct tap *tap)
{
    static const struct {
        const char *folder;
        const char *place;
        const char *part; /* NULL: it is not below */
    } cases[] = {
        {"/a", "/a/b", "b"},
        {"/a", "/a/b/c", "b/c"},
        {"/a", "/a", ""},
        {"/a", "/ab", NULL},
        {"/a", "/b", NULL},
        {"/a/b", "/a", NULL},
        {"/", "/a", "a"},
        {"/", "/a/b", "a/b"},
        {".crumb", ".crumb/x", "x"},
        {".crumb", ".crumbs", NULL},
        {"", "/a", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str part =
            path_below(str_from(cases[i].place), str_from(cases[i].folder));
        CHECK(tap, (part.p != NULL) == (cases[i].part != NULL));
        CHECK_STR(tap, part, cases[i].part ? cases[i].part : "");
    }
}

static void test_ignored(struct tap *tap)
{
    static const char *const hidden[] = {".git",   ".x.md.crumb-new", "x.md~",
                                         "#x.md#", ".Well-Known",     "~"};
    static const char *const backups[] = {"x.md.bak", "x.ORIG", "x.swp"};
    static const char *const shown[] = {".well-known", ".htaccess", ".nojekyll",
                                        "x.md",        "#x",        "bak",
                                        "x.bak.md",    "~x"};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        str name = str_from(hidden[i]);
        CHECK(tap, path_is_ignored(name) && path_is_hidden(name) &&
                       !path_is_backup(name));
    }
    for (size_t i = 0; i < sizeof backups / sizeof *backups; i++) {
        str name = str_from(backups[i]);
        CHECK(tap, path_is_ignored(name) && !path_is_hidden(name) &&
                       path_is_backup(name));
    }
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        CHECK(tap, !path_is_ignored(str_from(shown[i])));
    }
    CHECK(tap, path_is_ignored(STR("a/.git/x")));
    CHECK(tap, path_is_ignored(STR("a.bak/x")));
    CHECK(tap, !path_is_ignored(STR("a/.well-known/x")));
}

static void test_normal(struct tap *tap)
{
    /* NULL: it would climb out. */
    static const char *const rows[][2] = {
        {"", ""},
        {".", ""},
        {"a", "a"},
        {"a/b", "a/b"},
        {"a//b/", "a/b"},
        {"./a/./b/.", "a/b"},
        {"a/../b", "b"},
        {"a/b/../..", ""},
        {"a/b/../../c", "c"},
        {"...", "..."},
        {"a/..b", "a/..b"},
        {"..a/b", "..a/b"},
        {"..", NULL},
        {"../a", NULL},
        {"a/../..", NULL},
        {"a/../../b", NULL},
        {"/", NULL},
        {"/a", NULL},
        {"./../a", NULL},
        {"a/./../../a", NULL},
        {"\xc3\xa9/../\xe6\x97\xa5", "\xe6\x97\xa5"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        str out;
        bool good = path_normal(&arena, str_from(rows[i][0]), &out);
        CHECK(tap, good == (rows[i][1] != NULL));
        if (good && rows[i][1]) {
            CHECK_STR(tap, out, rows[i][1]);
        }
    }
    arena_free(&arena);
}

enum { TASKS = 5000 };

struct work {
    atomic_int done[TASKS];
    size_t by[POOL_MAX_JOBS]; /* each written by its worker alone */
    size_t jobs;
    atomic_bool stranger;
};

static void task(void *context, size_t worker, size_t i)
{
    struct work *work = context;
    if (worker >= work->jobs || i >= TASKS) {
        atomic_store(&work->stranger, true);
        return;
    }
    atomic_fetch_add(&work->done[i], 1);
    work->by[worker]++;
}

static void test_pool(struct tap *tap)
{
    static const size_t jobs[] = {0, 1, 2, 3, 7, 64, 1000};
    static const size_t tasks[] = {0, 1, 2, 5, TASKS};
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
        for (size_t t = 0; t < sizeof tasks / sizeof tasks[0]; t++) {
            struct arena arena = {0};
            struct work *work = ARENA_NEW(&arena, struct work);
            work->jobs = jobs[j] == 0 ? 1 : jobs[j];
            work->jobs =
                work->jobs > POOL_MAX_JOBS ? POOL_MAX_JOBS : work->jobs;
            pool_run(jobs[j], tasks[t], task, work);
            bool once = !atomic_load(&work->stranger);
            size_t sum = 0;
            for (size_t i = 0; i < TASKS; i++) {
                once = once && atomic_load(&work->done[i]) == (i < tasks[t]);
            }
            for (size_t i = 0; i < POOL_MAX_JOBS; i++) {
                sum += work->by[i];
            }
            CHECK(tap, once && sum == tasks[t]);
            arena_free(&arena);
        }
    }
    size_t usable = pool_default_jobs();
    CHECK(tap, usable >= 1 && usable <= POOL_MAX_JOBS);
}

int main(void)
{
    struct tap tap = {0};
    test_join(&tap);
    test_parts(&tap);
    test_in(&tap);
    test_below(&tap);
    test_ignored(&tap);
    test_normal(&tap);
    test_pool(&tap);
    return tap_done(&tap);
}
