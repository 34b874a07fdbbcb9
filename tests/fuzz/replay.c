/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/replay.h"

#include <stdio.h>

#include "files/fs.h"

static int feed(fuzzer *fuzz, str path, int number)
{
    struct arena arena = {0};
    str text;
    bool ok = fs_read(path, &arena, &text) == 0 &&
              fuzz((const uint8_t *)text.p, text.n) == 0;
    printf("%sok %d - %.*s\n", ok ? "" : "not ", number, STR_ARG(path));
    arena_free(&arena);
    return ok ? 0 : 1;
}

int replay(fuzzer *fuzz, int argc, char **argv)
{
    struct arena arena = {0};
    int n = 0;
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct fs_list files = {0};
        if (fs_list_dir(str_from(argv[i]), &arena, &files)) {
            failed += feed(fuzz, str_from(argv[i]), ++n);
            continue;
        }
        for (size_t k = 0; k < files.n; k++) {
            failed += feed(fuzz,
                           arena_printf(&arena, "%s/%.*s", argv[i],
                                        STR_ARG(files.entries[k].name)),
                           ++n);
        }
    }
    printf("1..%d\n", n);
    arena_free(&arena);
    return failed > 0;
}
