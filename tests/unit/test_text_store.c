/* SPDX-License-Identifier: MIT */
/* files/text_store: texts stay where they are and say what they said, in memory
 * as in a file. */
#include "files/text_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "tap.h"

enum { TEXTS = 3000, LONG = 3 << 20 };

/* The i-th text; each has another length. */
static str text_at(struct arena *arena, size_t i)
{
    struct buf text = {0};
    buf_printf(&text, "%zu: ", i);
    for (size_t n = 0; n < i; n++) {
        buf_putc(&text, (char)('a' + (i + n) % 26));
    }
    str kept = arena_str(arena, buf_str(&text));
    buf_free(&text);
    return kept;
}

static bool all_same(const str *texts)
{
    struct arena arena = {0};
    bool same = true;
    for (size_t i = 0; i < TEXTS; i++) {
        same = same && str_eq(texts[i], text_at(&arena, i));
        arena_clear(&arena);
    }
    arena_free(&arena);
    return same;
}

static void fill(struct text_store *store, str *texts)
{
    struct arena arena = {0};
    for (size_t i = 0; i < TEXTS; i++) {
        texts[i] = text_store_put(store, text_at(&arena, i));
        arena_clear(&arena);
    }
    arena_free(&arena);
}

static void try(struct tap *tap, struct text_store *store, bool in_file)
{
    str texts[TEXTS];
    fill(store, texts);
    size_t held = text_store_size(store);
    CHECK(tap, (held < (2 << 20)) == in_file);
    CHECK(tap, all_same(texts));
    text_store_release(store);
    CHECK(tap, all_same(texts));
    str many = {malloc(LONG), LONG};
    memset((void *)(uintptr_t)many.p, 'x', LONG);
    str kept = text_store_put(store, many);
    CHECK(tap, str_eq(kept, many));
    fill(store, texts);
    CHECK(tap, str_eq(kept, many) && all_same(texts));
    free((void *)(uintptr_t)many.p);
    CHECK(tap, text_store_put(store, (str){NULL, 0}).p == NULL);
    CHECK(tap, text_store_put(store, STR("")).p != NULL);
    text_store_free(store);
    CHECK(tap, text_store_size(store) == 0);
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-texts-XXXXXX";
    char path[64];
    struct text_store store = {0};
    try(&tap, &store, false);
    if (!mkdtemp(dir)) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/texts", dir);
    text_store_init(&store, str_from(path));
    try(&tap, &store, true);
    CHECK(&tap, access(path, F_OK) != 0);
    CHECK(&tap, rmdir(dir) == 0);
    /* A folder that is not there. */
    text_store_init(&store, str_from(path));
    try(&tap, &store, false);
    return tap_done(&tap);
}
