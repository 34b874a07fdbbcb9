/* SPDX-License-Identifier: MIT */
/* Feeds files, and the files of folders, to a fuzzer's function: so that the
 * corpus is a test without clang. TAP on standard output. */
#include "base/fs.h"
#include "jinja.h"

#include <stdio.h>

static int replay(str path, int number)
{
    struct arena arena = {0};
    str text;
    bool ok = fs_read(path, &arena, &text) == 0 &&
              LLVMFuzzerTestOneInput((const uint8_t *)text.p, text.n) == 0;
    printf("%sok %d - %.*s\n", ok ? "" : "not ", number, STR_ARG(path));
    arena_free(&arena);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    int n = 0;
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct fs_list files = {0};
        if (fs_list_dir(str_from(argv[i]), &arena, &files)) {
            failed += replay(str_from(argv[i]), ++n);
            continue;
        }
        for (size_t k = 0; k < files.n; k++) {
            failed += replay(arena_printf(&arena, "%s/%.*s", argv[i],
                                          STR_ARG(files.entries[k].name)),
                             ++n);
        }
    }
    printf("1..%d\n", n);
    arena_free(&arena);
    return failed > 0;
}
