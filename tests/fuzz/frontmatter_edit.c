/* SPDX-License-Identifier: MIT */
/* Any bytes as a post whose front matter is changed: no crash; what was changed
 * is a post whose text is the same, byte by byte, and a post that was released
 * is no draft.
 *
 * The corpus is tests/fuzz/corpus/frontmatter. */

#include <stdlib.h>

#include "edit/draft.h"
#include "edit/front_edit.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void change(struct front_edit *edit, size_t how)
{
    switch (how) {
    case 0: front_edit_drop(edit, 0); break;
    case 1: front_edit_set(edit, 0, STR("\"a: b\"")); break;
    case 2: front_edit_put(edit, 0, STR("new"), STR("2026-01-02")); break;
    case 3:
        front_edit_put(edit, FRONT_EDIT_NONE, STR("new"), STR("2026-01-02"));
        break;
    case 4: front_edit_append(edit, 0, STR("aliases"), STR("/x/")); break;
    case 5:
        front_edit_append(edit, FRONT_EDIT_NONE, STR("aliases"), STR("/x/"));
        break;
    default: front_edit_remove(edit, 0, 0); break;
    }
}

static void try_change(const struct source *source, size_t how)
{
    struct arena arena = {0};
    struct diags diags;
    struct front_edit edit;
    struct source after = {.name = source->name};
    struct frontmatter_place place;
    diags_init(&diags, &arena);
    bool open = front_edit_open(&edit, source, &arena, &diags);
    bool keys = open && edit.dict && edit.dict->entries.n;
    if (open && (keys || how == 3 || how == 5)) {
        change(&edit, how);
        if (front_edit_finish(&edit, &after.text)) {
            expect(frontmatter_split(&after, &diags, &place));
            expect(str_eq(str_from_offset(after.text, place.body),
                          str_from_offset(source->text, edit.place.body)));
        }
    }
    arena_free(&arena);
}

static void try_release(const struct source *source)
{
    struct arena arena = {0};
    struct diags diags;
    struct draft draft;
    struct draft_when when = {.now.instant = 1780308000};
    diags_init(&diags, &arena);
    if (draft_release(source, &when, &arena, &diags, &draft) ==
        DRAFT_RELEASED) {
        struct source after = {.name = source->name, .text = draft.text};
        expect(draft_release(&after, &when, &arena, &diags, &draft) ==
               DRAFT_NONE);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct source source = {.name = STR("a.md"),
                            .text = {(const char *)data, size}};
    for (size_t how = 0; how < 7; how++) {
        try_change(&source, how);
    }
    try_release(&source);
    return 0;
}
