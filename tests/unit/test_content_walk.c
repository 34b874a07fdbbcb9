/* SPDX-License-Identifier: MIT */
/* Files come, change and go at random: the list made from the last walk equals
 * that of a walk now, or a walk is asked for. */
#include "builder/scan/content_walk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "write_file.h"

static uint32_t state = 7;

static uint32_t draw(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static bool same(const struct fs_list *a, const struct fs_list *b)
{
    bool equal = a->n == b->n;
    for (size_t i = 0; equal && i < a->n; i++) {
        struct fs_stat one = a->entries[i].stat;
        struct fs_stat other = b->entries[i].stat;
        equal = str_eq(a->entries[i].name, b->entries[i].name) &&
                a->entries[i].link == b->entries[i].link &&
                fs_stat_same(&one, &other);
    }
    return equal;
}

static void change(const char *file)
{
    str path = str_from(file);
    switch (draw(24)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: fs_unlink(path); break;
    case 5:
        fs_unlink(path);
        if (symlink("../target", file) != 0) {
            fs_unlink(path);
        }
        break;
    default:
        fs_unlink(path); /* it may be a link */
        write_file(path, draw(2) ? STR("a") : STR("other"));
        break;
    }
}

static void test_walks(struct tap *tap)
{
    static const char *const files[] = {
        "content/a.md",   "content/b/a.md", "content/b/b.md", "content/b/z.md",
        "content/c/x.md", "content/z.md",   "content/b.md",
    };
    enum { N = sizeof files / sizeof *files, ROUNDS = 400 };
    size_t told = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena = {0};
        struct fs_list before = {0};
        struct fs_list now = {0};
        struct fs_list again = {0};
        str changed[2];
        fs_walk(STR("content"), &arena, &before);
        for (size_t i = 0; i < 2; i++) {
            const char *file = files[draw(N)];
            change(file);
            changed[i] = str_from(file);
        }
        fs_walk(STR("content"), &arena, &now);
        if (content_walk_again(&before, changed, 2, &arena, &again)) {
            told++;
            if (!same(&again, &now)) {
                printf("# %.*s %.*s\n", STR_ARG(changed[0]),
                       STR_ARG(changed[1]));
                CHECK(tap, same(&again, &now));
            }
        }
        arena_free(&arena);
    }
    CHECK(tap, told > ROUNDS / 4);
    CHECK(tap, told < ROUNDS);
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-walk-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0 || fs_mkdirs(STR("content/b")) != 0 ||
        fs_mkdirs(STR("content/c")) != 0 ||
        write_file(STR("target"), STR("x")) != 0) {
        return 1;
    }
    test_walks(&tap);
    fs_remove_tree(str_from(dir));
    return tap_done(&tap);
}
