/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MEMORY_VEC_H
#define CRUMB_BASE_MEMORY_VEC_H

/* A growing array in an arena:
 *
 *     VEC(struct post *) posts = {0};
 *     *VEC_PUSH(&posts, arena) = post;
 *
 * The elements are posts.p[0..posts.n). An array that is the newest in its
 * arena grows where it is. Any other is copied, and the old one left in the
 * arena: pointers into it stay readable, but see no changes. */

#include <stdlib.h>

#include "base/memory/arena.h"

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

/* Forgets the elements, for a vec in an arena that was cleared. */
#define VEC_CLEAR(vec) ((vec)->p = NULL, (vec)->n = (vec)->cap = 0)

/* Makes room for `count` in an empty vec. Growing later would waste memory of
 * the arena. */
#define VEC_RESERVE(vec, arena, count)                                         \
    ((vec)->p = arena_alloc((arena), (count), sizeof *(vec)->p),               \
     (vec)->cap = (count))

/* Moves the elements of a finished vec to that arena, at their exact size. */
#define VEC_SETTLE(vec, arena)                                                 \
    ((vec)->cap = (vec)->n,                                                    \
     (vec)->p = vec_copy((arena), (vec)->p, (vec)->n, sizeof *(vec)->p))

/* Sorts the elements, as qsort. */
#define VEC_SORT(vec, compare)                                                 \
    ((vec)->n ? qsort((vec)->p, (vec)->n, sizeof *(vec)->p, (compare))         \
              : (void)0)

void *vec_copy(struct arena *arena, const void *p, size_t n, size_t size);
void *vec_grow(struct arena *arena, const void *old, size_t n, size_t *cap,
               size_t size);

#endif
