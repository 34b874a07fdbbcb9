/* SPDX-License-Identifier: MIT */
/* engine/ledger: a ledger of any size is believed as it was written, and not
 * after a byte of it has changed. */
#include "engine/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/fs.h"
#include "tap.h"
#include "write_file.h"

/* Of the pieces in which it is checked. */
enum { PIECE = 1 << 20 };

static const str path = STR_INIT("ledger");

/* A head and zeros: texts and tables that are empty. */
static void write_ledger(struct tap *tap, size_t zeros)
{
    struct arena arena = {0};
    struct ledger_file file;
    ledger_begin(&file, path, &arena);
    buf_put(&file.out, (str){arena_zalloc(&arena, zeros, 1), zeros});
    CHECK(tap, ledger_end(&file, (struct ledger_head){0}, false) == 0);
    arena_free(&arena);
}

enum change { NOTHING, MIDDLE, LAST };

static bool is_believed(struct tap *tap, enum change change)
{
    struct arena arena = {0};
    struct ledger ledger;
    str text = {NULL, 0};
    CHECK(tap, fs_read(path, &arena, &text) == 0);
    if (change) {
        char *p = arena_alloc(&arena, text.n, 1);
        memcpy(p, text.p, text.n);
        p[change == LAST ? text.n - 1 : text.n / 2] ^= 1;
        text.p = p;
    }
    bool believed = ledger_open(text, &arena, &ledger);
    arena_free(&arena);
    return believed;
}

int main(void)
{
    static const size_t sizes[] = {100, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE};
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-ledger-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_ledger(&tap, sizes[i]);
        CHECK(&tap, is_believed(&tap, NOTHING));
        CHECK(&tap, !is_believed(&tap, MIDDLE));
        CHECK(&tap, !is_believed(&tap, LAST));
    }
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(dir));
    }
    return tap_done(&tap);
}
