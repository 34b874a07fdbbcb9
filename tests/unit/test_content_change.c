/* SPDX-License-Identifier: MIT */
/* The files of content/ as they would be after changes. */
#include <time.h>

#include "site/content/content_change.h"
#include "tap.h"

static str name_of(const struct fs_list *list, size_t i)
{
    return i < list->n ? list->entries[i].name : (str){NULL, 0};
}

static void check_list(struct tap *tap, struct arena *arena)
{
    const struct content_change all[] = {
        {.from = STR("a.md"), .to = STR("z.md")},
        {.from = STR("b.md"), .to = STR("b.md"), .text = STR("new b")},
        {.to = STR("c.md"), .text = STR("new c")},
    };
    struct fs_entry entries[] = {
        {.name = STR("a.md")}, {.name = STR("b.md")}, {.name = STR("d.md")}};
    struct fs_list list = {.entries = entries, .n = 3};
    const struct content_changes changes = content_changes_of(all, 3, arena);
    content_changes_list(&changes, &list, arena);
    CHECK(tap, list.n == 4);
    CHECK_STR(tap, name_of(&list, 0), "b.md");
    CHECK_STR(tap, name_of(&list, 1), "c.md");
    CHECK_STR(tap, name_of(&list, 2), "d.md");
    CHECK_STR(tap, name_of(&list, 3), "z.md");

    str text = {NULL, 0};
    CHECK(tap, content_changes_text(&changes, STR("b.md"), arena, &text));
    CHECK_STR(tap, text, "new b");
    CHECK(tap, content_changes_text(&changes, STR("c.md"), arena, &text));
    CHECK_STR(tap, text, "new c");
    CHECK(tap, !content_changes_text(&changes, STR("a.md"), arena, &text));
    CHECK(tap, !content_changes_text(&changes, STR("d.md"), arena, &text));
    CHECK(tap, content_changes_from(&changes, STR("a.md")) == &all[0]);
    CHECK(tap, content_changes_to(&changes, STR("z.md")) == &all[0]);
    CHECK(tap, !content_changes_from(&changes, STR("z.md")));
    CHECK(tap, !content_changes_to(&changes, STR("a.md")));
}

static void check_none(struct tap *tap, struct arena *arena)
{
    const struct content_changes none = {0};
    struct fs_entry entry = {.name = STR("a.md")};
    struct fs_list list = {.entries = &entry, .n = 1};
    str text;
    content_changes_list(&none, &list, arena);
    CHECK(tap, list.n == 1 && list.entries == &entry);
    CHECK(tap, !content_changes_text(&none, STR("a.md"), arena, &text));
}

/* A move may rewrite all posts of a large site: one for one they would take
 * minutes. */
static void check_many(struct tap *tap, struct arena *arena)
{
    enum { MANY = 200000 };
    struct content_change *all =
        arena_zalloc(arena, MANY, sizeof(struct content_change));
    for (size_t i = 0; i < MANY; i++) {
        str path = arena_printf(arena, "life/%zu.md", i);
        all[i] = (struct content_change){path, path, STR("text")};
    }
    const struct content_changes changes = content_changes_of(all, MANY, arena);
    clock_t start = clock();
    size_t found = 0;
    for (size_t i = 0; i < MANY; i++) {
        str text;
        found += content_changes_text(&changes, all[i].to, arena, &text);
    }
    CHECK(tap, found == MANY);
    CHECK(tap, clock() - start < 5 * CLOCKS_PER_SEC);
}

int main(void)
{
    struct tap tap = {0};
    struct arena arena = {0};
    check_list(&tap, &arena);
    check_none(&tap, &arena);
    check_many(&tap, &arena);
    arena_free(&arena);
    return tap_done(&tap);
}
