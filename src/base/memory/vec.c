/* SPDX-License-Identifier: MIT */
#include "base/memory/vec.h"

#include <string.h>

void *vec_copy(struct arena *arena, const void *p, size_t n, size_t size)
{
    char *copy = arena_alloc(arena, n, size);
    if (n) {
        memcpy(copy, p, n * size);
    }
    return copy;
}

void *vec_grow(struct arena *arena, const void *old, size_t n, size_t *cap,
               size_t size)
{
    size_t bytes = *cap * size;
    *cap = *cap ? *cap * 2 : 8;
    if (arena_extend(arena, old, bytes, bytes)) {
        return (void *)(uintptr_t)old;
    }
    char *p = arena_alloc(arena, *cap, size);
    if (n) {
        memcpy(p, old, n * size);
    }
    return p;
}
