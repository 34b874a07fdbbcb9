/* SPDX-License-Identifier: MIT */
/* edit/move: a plan that fails says why. */
#include <stdlib.h>
#include <unistd.h>

#include "edit/move.h"
#include "files/fs.h"
#include "markdown/markdown.h"
#include "site_help.h"
#include "tap.h"
#include "write_file.h"

/* The settings are gone after the site was loaded. */
static void test_no_settings(struct tap *tap)
{
    const struct site_options options = {.jobs = 1, .now = 1767225600};
    struct arena arena = {0};
    struct diags said;
    struct diags diags;
    diags_init(&said, &arena);
    diags_init(&diags, &arena);
    struct move move = {
        .arena = &arena, .diags = &diags, .options = &options, .said = &said};
    move.before = load_whole_site(&options, &arena, &said);
    if (!CHECK(tap, move.before && fs_unlink(STR("site.yaml")) == 0)) {
        exit(1);
    }
    *VEC_PUSH(&move.files, &arena) =
        (struct content_change){.from = STR("a.md"), .to = STR("b.md")};
    CHECK(tap, !move_plan(&move));
    CHECK(tap, diags.errors == 1 && diags.list.n == 1);
    move_free(&move);
    site_free(move.before);
    arena_free(&arena);
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-move-XXXXXX";
    markdown_init();
    if (!mkdtemp(dir) || chdir(dir) != 0 || fs_mkdirs(STR("content")) != 0 ||
        write_file(STR("site.yaml"), STR("title: A\n")) != 0 ||
        write_file(STR("content/a.md"), STR("---\ntitle: A\n---\n")) != 0) {
        return 1;
    }
    test_no_settings(&tap);
    fs_remove_tree(str_from(dir));
    return tap_done(&tap);
}
