/* SPDX-License-Identifier: MIT */
/* publish/manifest: its entries, when it is believed, and how it judges the
 * files that are there. */
#include <string.h>

#include "publish_help.h"
#include "write_file.h"

/* A file written by hand with crumb's own bytes is kept, and the file that it
 * replaces is removed. */
static void test_moved_by_hand(struct tap *tap)
{
    struct bench bench;
    bench_open(&bench);
    CHECK(tap, bench_build(&bench, FILES("a=1", "b=1")));
    write_file(STR("public/c"), STR("1"));
    CHECK(tap, bench_build(&bench, FILES("a=1", "c=1")));
    check_counts(tap, &bench, 0, 2, 1);
    CHECK_STR(tap, bench_show(&bench, "public"), "a=1\nc=1\n");
    bench_close(&bench);
}

static void test_torn_manifest(struct tap *tap)
{
    struct bench bench;
    str text;
    bench_open(&bench);
    bench_build(&bench, FILES("a=1", "b/%\n\x01 c=1"));
    str path = publish_state_path(STR("public"), STR(".crumb"), "manifest",
                                  &bench.arena);
    CHECK(tap, fs_read(path, &bench.arena, &text) == 0);
    /* The hash is XXH128_canonicalFromHash's of "1". */
    CHECK_STR(tap, text,
              "crumb-manifest 1\n"
              "df3ce784d856334d65cd25028f98f158 1 a\n"
              "df3ce784d856334d65cd25028f98f158 1 b/%25%0A%01 c\n"
              "end 2\n");
    for (size_t n = 0; n < text.n; n++) {
        write_file(path, str_sub(text, 0, n));
        CHECK(tap, !bench_build(&bench, FILES("a=2", "b/%\n\x01 c=1")));
    }
    CHECK_STR(tap, bench_codes(&bench), "foreign-file");
    CHECK(tap, bench_build(&bench, FILES("a=1", "b/%\n\x01 c=1")));
    CHECK(tap, bench_build(&bench, FILES("a=2", "b/%\n\x01 c=1")));
    check_counts(tap, &bench, 1, 1, 0);

    /* One of another format is not believed: nothing of it is removed. */
    CHECK(tap, fs_read(path, &bench.arena, &text) == 0);
    str entries = str_from_offset(text, strlen("crumb-manifest 1\n"));
    write_file(path,
               arena_concat(&bench.arena, STR("crumb-manifest 2\n"), entries));
    CHECK(tap, bench_build(&bench, FILES("b/%\n\x01 c=1")));
    CHECK(tap, fs_kind(STR("public/a"), false) == FS_FILE);
    write_file(path, text);

    /* Nor is one that ends otherwise. */
    CHECK(tap, str_ends(text, STR("end 2\n")));
    text.n -= strlen("end 2\n");
    write_file(path, arena_concat(&bench.arena, text, STR("not 2\n")));
    CHECK(tap, bench_build(&bench, FILES("b/%\n\x01 c=1")));
    CHECK(tap, fs_kind(STR("public/a"), false) == FS_FILE);

    /* A manifest that names files outside is not believed. */
    write_file(STR("precious"), STR("1"));
    write_file(path, STR("crumb-manifest 1\n"
                         "df3ce784d856334d65cd25028f98f158 1 ../precious\n"
                         "end 1\n"));
    bench_build(&bench, FILES("z=1"));
    CHECK(tap, fs_kind(STR("precious"), false) == FS_FILE);
    bench_close(&bench);
}

int main(void)
{
    struct tap tap = {0};
    test_moved_by_hand(&tap);
    test_torn_manifest(&tap);
    return tap_done(&tap);
}
