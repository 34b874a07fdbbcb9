/* SPDX-License-Identifier: MIT */
#include "base/memory/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*   block            next          end
 *   | header | used  |  free       |
 */
struct arena_block {
    struct arena_block *older;
    size_t size; /* bytes after the header */
    _Alignas(max_align_t) char bytes[];
};

enum {
    FIRST_BLOCK = 16 * 1024,
    /* Blocks double up to here: a site of any size takes few of them, and
     * little of the last one is wasted. */
    LARGEST_BLOCK = 4 * 1024 * 1024,
};

void arena_out_of_memory(void)
{
    fputs("crumb: out of memory\n", stderr);
    exit(1);
}

/* Takes the first spare block that is large enough; NULL: there is none. */
static struct arena_block *take_spare(struct arena *arena, size_t wanted)
{
    for (struct arena_block **at = &arena->spare; *at; at = &(*at)->older) {
        struct arena_block *block = *at;
        if (block->size >= wanted) {
            *at = block->older;
            return block;
        }
    }
    return NULL;
}

static struct arena_block *make_block(const struct arena *arena, size_t wanted)
{
    size_t size = FIRST_BLOCK;
    if (arena->blocks) {
        size = arena->blocks->size * 2;
    }
    if (size > LARGEST_BLOCK) {
        size = LARGEST_BLOCK;
    }
    if (size < wanted) {
        /* More than wanted: an array that is longer when the block is recycled
         * fits too. Bytes that are not written take no memory. */
        size = wanted + wanted / 8;
    }
    if (size > SIZE_MAX - sizeof(struct arena_block)) {
        arena_out_of_memory();
    }
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block) {
        arena_out_of_memory();
    }
    block->size = size;
    return block;
}

static void new_block(struct arena *arena, size_t wanted)
{
    struct arena_block *block = take_spare(arena, wanted);
    if (!block) {
        block = make_block(arena, wanted);
    }
    block->older = arena->blocks;
    arena->blocks = block;
    arena->size += block->size;
    arena->next = block->bytes;
    arena->end = block->bytes + block->size;
    ARENA_POISON(block->bytes, block->size);
}

void *arena_alloc_block(struct arena *arena, size_t bytes)
{
    new_block(arena, bytes);
    arena->next += bytes;
    return arena->blocks->bytes;
}

void *arena_zalloc(struct arena *arena, size_t count, size_t size)
{
    void *p = arena_alloc(arena, count, size);
    memset(p, 0, count * size);
    return p;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->next, arena->blocks};
}

static void drop_newest(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    arena->blocks = block->older;
    arena->size -= block->size;
    ARENA_UNPOISON(block->bytes, block->size);
    free(block);
}

void arena_reset(struct arena *arena, struct arena_mark mark)
{
    if (!mark.block) {
        arena_clear(arena);
        return;
    }
    while (arena->blocks != mark.block) {
        drop_newest(arena);
    }
    arena->next = mark.next;
    arena->end = mark.block->bytes + mark.block->size;
    ARENA_POISON(arena->next, (size_t)(arena->end - arena->next));
}

void arena_clear(struct arena *arena)
{
    struct arena_block *keep = NULL;
    for (struct arena_block *b = arena->blocks; b; b = b->older) {
        if (b->size <= LARGEST_BLOCK && (!keep || b->size > keep->size)) {
            keep = b;
        }
    }
    while (arena->blocks) {
        struct arena_block *block = arena->blocks;
        if (block == keep) {
            arena->blocks = block->older;
        } else {
            drop_newest(arena);
        }
    }
    arena->blocks = keep;
    arena->size = keep ? keep->size : 0;
    arena->next = keep ? keep->bytes : NULL;
    arena->end = keep ? keep->bytes + keep->size : NULL;
    if (keep) {
        keep->older = NULL;
        ARENA_POISON(keep->bytes, keep->size);
    }
}

void arena_recycle(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->older;
        ARENA_POISON(block->bytes, block->size);
        block->older = arena->spare;
        arena->spare = block;
    }
    *arena = (struct arena){.spare = arena->spare};
}

void arena_free(struct arena *arena)
{
    arena_recycle(arena);
    while (arena->spare) {
        struct arena_block *block = arena->spare;
        arena->spare = block->older;
        ARENA_UNPOISON(block->bytes, block->size);
        free(block);
    }
}

str arena_str(struct arena *arena, str s)
{
    char *p = arena_alloc(arena, s.n + 1, 1);
    if (s.n) {
        memcpy(p, s.p, s.n);
    }
    p[s.n] = '\0';
    return (str){p, s.n};
}

str arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    char small[256];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    size_t size = n > 0 ? (size_t)n : 0;
    char *p = arena_alloc(arena, size + 1, 1);
    if (size < sizeof small) {
        memcpy(p, small, size);
        p[size] = '\0';
    } else {
        vsnprintf(p, size + 1, format, again);
    }
    va_end(again);
    return (str){p, size};
}

str arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

str arena_join(struct arena *arena, const str *parts, size_t nparts)
{
    size_t n = 0;
    for (size_t i = 0; i < nparts; i++) {
        n += parts[i].n;
    }
    char *p = arena_alloc(arena, n + 1, 1);
    char *end = p;
    for (size_t i = 0; i < nparts; i++) {
        if (parts[i].n) {
            memcpy(end, parts[i].p, parts[i].n);
            end += parts[i].n;
        }
    }
    *end = '\0';
    return (str){p, n};
}

str arena_concat(struct arena *arena, str a, str b)
{
    return arena_join(arena, (const str[]){a, b}, 2);
}

str arena_replace(struct arena *arena, str s, char from, char to)
{
    char *p = ARENA_ARRAY(arena, char, s.n);
    for (size_t i = 0; i < s.n; i++) {
        p[i] = (char)(s.p[i] == from ? to : s.p[i]);
    }
    return (str){p, s.n};
}

str arena_lower(struct arena *arena, str s)
{
    char *p = ARENA_ARRAY(arena, char, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        p[i] = to_lower(s.p[i]);
    }
    return (str){p, s.n};
}
