/* SPDX-License-Identifier: MIT */
#include "base/memory/table.h"

#include <string.h>

/* The array of pieces has room for a power of two of them. */
static bool is_full(size_t npieces)
{
    return (npieces & (npieces - 1)) == 0;
}

void *table_grow(struct arena *arena, void *pieces, size_t *npieces,
                 size_t count, size_t size)
{
    size_t n = (count + TABLE_PIECE - 1) / TABLE_PIECE;
    void **all = pieces;
    while (*npieces < n) {
        if (is_full(*npieces)) {
            void **more = ARENA_ARRAY(arena, void *, 2 * *npieces + 1);
            if (*npieces) {
                memcpy(more, all, *npieces * sizeof *more);
            }
            all = more;
        }
        all[(*npieces)++] = arena_zalloc(arena, TABLE_PIECE, size);
    }
    return all;
}
