/* SPDX-License-Identifier: MIT */
#include "base/memory/table.h"

#include <string.h>

void *table_grow(struct arena *arena, void *pieces, size_t *npieces,
                 size_t count, size_t size)
{
    size_t n = (count + TABLE_PIECE - 1) / TABLE_PIECE;
    void **all = pieces;
    while (*npieces < n) {
        /* The array of pieces has room for a power of two of them. */
        if ((*npieces & (*npieces - 1)) == 0) {
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
