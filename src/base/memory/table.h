/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MEMORY_TABLE_H
#define CRUMB_BASE_MEMORY_TABLE_H

/* A growing array in an arena whose elements stay where they are:
 *
 *     TABLE(struct key) keys = {0};
 *     TABLE_GROW(&keys, arena, 100);
 *     *TABLE_AT(&keys, 99) = key;
 *
 * It is made of pieces of equal size, so growing leaves nothing in the arena,
 * as a vec does, and pointers to elements stay valid. New elements are
 * zeroed. */

#include "base/memory/arena.h"

enum { TABLE_PIECE = 1024 };

#define TABLE(type)                                                            \
    struct {                                                                   \
        type **pieces;                                                         \
        size_t npieces;                                                        \
        size_t n;                                                              \
    }

#define TABLE_AT(table, i)                                                     \
    (&(table)->pieces[(i) / TABLE_PIECE][(i) % TABLE_PIECE])

/* Makes it at least `count` elements long. */
#define TABLE_GROW(table, arena, count)                                        \
    ((table)->n < (count)                                                      \
         ? (void)((table)->pieces =                                            \
                      table_grow((arena), (table)->pieces, &(table)->npieces,  \
                                 (count), sizeof **(table)->pieces),           \
                  (table)->n = (count))                                        \
         : (void)0)

void *table_grow(struct arena *arena, void *pieces, size_t *npieces,
                 size_t count, size_t size);

#endif
