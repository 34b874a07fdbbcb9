/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory/arena.h"

void buf_free(struct buf *buf)
{
    free(buf->p);
    *buf = (struct buf){0};
}

str buf_move(struct buf *buf, struct arena *arena)
{
    str copy = arena_str(arena, buf_str(buf));
    buf_free(buf);
    return copy;
}

void buf_grow(struct buf *buf, size_t more)
{
    if (more > SIZE_MAX / 2 - buf->n) {
        arena_out_of_memory();
    }
    size_t cap = buf->cap ? buf->cap : 256;
    while (cap - buf->n < more) {
        cap *= 2;
    }
    char *p = realloc(buf->p, cap);
    if (!p) {
        arena_out_of_memory();
    }
    buf->p = p;
    buf->cap = cap;
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    /* Nearly always it fits at once. */
    buf_reserve(buf, 128);
    size_t room = buf->cap - buf->n;
    int n = vsnprintf(buf->p + buf->n, room, format, args);
    if (n > 0 && (size_t)n >= room) {
        buf_grow(buf, (size_t)n + 1);
        vsnprintf(buf->p + buf->n, (size_t)n + 1, format, again);
    }
    va_end(again);
    buf->n += n > 0 ? (size_t)n : 0;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}
