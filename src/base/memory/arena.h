/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MEMORY_ARENA_H
#define CRUMB_BASE_MEMORY_ARENA_H

/* Memory by lifetime. Allocations are not freed one by one: an arena is reset
 * or freed as a whole. There are three lifetimes: `site` (the whole run),
 * `work` (one page, one worker), `tmp` (within one function). An arena belongs
 * to one thread at a time. If memory runs out, the arena ends the process, so
 * callers need no check. */

#include <stdarg.h>

#include "base/str.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN 1
#endif
#endif

#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
#define ARENA_POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define ARENA_UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#define ARENA_GAP 16
#else
#define ARENA_POISON(p, n) ((void)(p), (void)(n))
#define ARENA_UNPOISON(p, n) ((void)(p), (void)(n))
#define ARENA_GAP 0
#endif

struct arena_block;

struct arena {
    char *next; /* free bytes of the newest block: next..end */
    char *end;
    struct arena_block *blocks; /* newest first */
    struct arena_block *spare;  /* of arena_recycle, for new blocks */
    size_t size;                /* bytes of `blocks` */
    /* Padding. Every allocation writes `next`; in an array with one arena per
     * thread, two arenas must not share a cache line, nor a pair of lines that
     * is fetched together. */
    char apart[128 - 5 * sizeof(void *)];
};

struct arena_mark {
    char *next;
    struct arena_block *block;
};

/* A zeroed struct arena is ready for use. */
void arena_free(struct arena *arena);
/* Drops all allocations. Keeps the largest block of at most 4 MB for new ones,
 * so that one large page does not hold its memory for ever. The block is
 * poisoned under ASan, which then catches a use after the reset. */
void arena_clear(struct arena *arena);
/* Drops all allocations, and keeps all blocks: the next ones take no page of
 * memory from the system that these had. arena_free frees them. */
void arena_recycle(struct arena *arena);
struct arena_mark arena_mark(const struct arena *arena);
/* Drops all allocations made since the mark was taken; of an arena that was
 * empty then, as arena_clear does. */
void arena_reset(struct arena *arena, struct arena_mark mark);
static inline size_t arena_size(const struct arena *arena)
{
    return arena->size;
}

/* Reports on standard error that memory ran out, and ends the process. */
_Noreturn void arena_out_of_memory(void);

/* The lowest bit of a type's size is enough, as the size is a multiple of the
 * alignment. So texts are packed without gaps; under ASan all is aligned alike,
 * with ARENA_GAP bytes between two allocations to catch a step from one into
 * the other. */
static inline size_t arena_alignment(size_t size)
{
    enum { MOST = _Alignof(max_align_t) };
    size_t lowest = size & -size;
    return ARENA_GAP || !lowest || lowest > MOST ? MOST : lowest;
}

/* Allocates from a new block, when the newest one is too full. */
void *arena_alloc_block(struct arena *arena, size_t bytes);

/* count * size bytes, aligned for any type of that size, not initialised. A
 * product that overflows counts as out of memory. Never NULL. */
static inline void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size) {
        arena_out_of_memory();
    }
    size_t bytes = count * size;
    size_t gap =
        ARENA_GAP + (-(uintptr_t)arena->next & (arena_alignment(size) - 1));
    char *p;
    /* `<`, not `<=`: an empty arena has no block, even for 0 bytes. */
    if (gap + bytes < (size_t)(arena->end - arena->next)) {
        p = arena->next + gap;
        arena->next = p + bytes;
    } else {
        p = arena_alloc_block(arena, bytes);
    }
    ARENA_UNPOISON(p, bytes);
    return p;
}

/* Makes the newest allocation longer where it is: p[0..bytes) is that, and its
 * block has room for `more` bytes. Else returns false. */
static inline bool arena_extend(struct arena *arena, const void *p,
                                size_t bytes, size_t more)
{
    bool newest = bytes && (const char *)p + bytes == arena->next;
    if (!newest || more >= (size_t)(arena->end - arena->next)) {
        return false;
    }
    ARENA_UNPOISON(arena->next, more);
    arena->next += more;
    return true;
}

void *arena_zalloc(struct arena *arena, size_t count, size_t size);
#define ARENA_NEW(arena, type) ((type *)arena_zalloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                        \
    ((type *)arena_alloc((arena), (count), sizeof(type)))

/* Copies s, and puts a NUL after the copy that is not part of it. */
str arena_str(struct arena *arena, str s);
str arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
str arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Concatenates all parts. */
str arena_join(struct arena *arena, const str *parts, size_t nparts);
str arena_concat(struct arena *arena, str a, str b);
/* Copies s with its ASCII letters in lower case. */
str arena_lower(struct arena *arena, str s);
/* Copies s with `to` in the place of each `from`. */
str arena_replace(struct arena *arena, str s, char from, char to);

#endif
