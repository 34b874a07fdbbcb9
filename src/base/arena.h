/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_ARENA_H
#define CRUMB_BASE_ARENA_H

/* Memory by lifetime: allocations are never freed one by one, an arena is
 * reset or freed as a whole. Three lifetimes: `site` (the whole run), `work`
 * (one page, per worker), `tmp` (mark and reset inside one function).
 * One arena belongs to one thread at a time. Out of memory ends the process
 * here, so no caller checks. */

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
#define ARENA_GAPS 1
#else
#define ARENA_POISON(p, n) ((void)(p), (void)(n))
#define ARENA_UNPOISON(p, n) ((void)(p), (void)(n))
#define ARENA_GAPS 0
#endif

struct arena_block;

struct arena {
    char *next; /* free bytes of the newest block: next..end */
    char *end;
    struct arena_block *blocks; /* newest first */
    size_t size;                /* bytes held from the system */
    /* Every allocation writes `next`. In an array with one arena a thread no
     * two may share a cache line, nor the pair that is fetched together. */
    char apart[128 - 4 * sizeof(void *)];
};

struct arena_mark {
    char *next;
    struct arena_block *block;
};

/* A zeroed struct arena is ready for use. */
void arena_free(struct arena *arena);
/* Everything goes, the largest block is kept for the next round; poisoned
 * under ASan, so that a use after the reset is caught. */
void arena_clear(struct arena *arena);
struct arena_mark arena_mark(const struct arena *arena);
/* Drops what was allocated after the mark was taken. */
void arena_reset(struct arena *arena, struct arena_mark mark);
static inline size_t arena_size(const struct arena *arena)
{
    return arena->size;
}

/* Ends the process with a line on standard error: there is no memory. */
_Noreturn void arena_out_of_memory(void);

/* A type's size is a multiple of its alignment, so the lowest bit of a size is
 * enough: texts, of bytes, stand side by side. Not under ASan, which needs a
 * gap between two of them to see a step from one to the other. */
static inline size_t arena_alignment(size_t size)
{
    enum { MOST = _Alignof(max_align_t) };
    size_t lowest = size & -size;
    return ARENA_GAPS || !lowest || lowest > MOST ? MOST : lowest;
}

/* Where the newest block has no room for that many bytes: a new one. */
void *arena_alloc_block(struct arena *arena, size_t bytes);

/* count * size bytes, aligned for any type of that size, not initialised. A
 * product that overflows counts as out of memory. Never NULL. */
static inline void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size) {
        arena_out_of_memory();
    }
    size_t bytes = count * size;
    size_t gap = -(uintptr_t)arena->next & (arena_alignment(size) - 1);
    char *p;
    /* The last byte stays free: an empty arena has no room for nothing. */
    if (gap + bytes < (size_t)(arena->end - arena->next)) {
        p = arena->next + gap;
        arena->next = p + bytes;
    } else {
        p = arena_alloc_block(arena, bytes);
    }
    ARENA_UNPOISON(p, bytes);
    return p;
}

void *arena_zalloc(struct arena *arena, size_t count, size_t size);
#define ARENA_NEW(arena, type) ((type *)arena_zalloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                        \
    ((type *)arena_alloc((arena), (count), sizeof(type)))

/* A copy of s; it is followed by a NUL that does not count. */
str arena_str(struct arena *arena, str s);
str arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
str arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* All of them, one after the other. */
str arena_join(struct arena *arena, const str *parts, size_t nparts);
str arena_concat(struct arena *arena, str a, str b);

#endif
