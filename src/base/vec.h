/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_VEC_H
#define CRUMB_BASE_VEC_H

/* A growing array in an arena: VEC(struct post *) posts = {0};
 * *VEC_PUSH(&posts, arena) = post; read it as posts.p[0..posts.n). Growing
 * leaves the old array in the arena, so pointers into it stay readable but
 * go stale. */

#include "base/arena.h"

#define VEC(type)                                                              \
    struct {                                                                   \
        type *p;                                                               \
        size_t n;                                                              \
        size_t cap;                                                            \
    }

/* The new last element, not initialised. */
#define VEC_PUSH(vec, arena)                                                   \
    ((vec)->n == (vec)->cap                                                    \
         ? (void)((vec)->p = vec_grow((arena), (vec)->p, (vec)->n,             \
                                      &(vec)->cap, sizeof *(vec)->p))          \
         : (void)0,                                                            \
     &(vec)->p[(vec)->n++])

/* Room for n in an empty one: no growing, which leaves garbage behind. */
#define VEC_RESERVE(vec, arena, count)                                         \
    ((vec)->p = arena_alloc((arena), (count), sizeof *(vec)->p),               \
     (vec)->cap = (count))

void *vec_grow(struct arena *arena, const void *old, size_t n, size_t *cap,
               size_t size);

#endif
