/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_MEMORY_BUF_H
#define CRUMB_BASE_MEMORY_BUF_H

/* A growing string of bytes, for output. It owns its memory (malloc), which
 * buf_clear keeps and buf_free frees. If memory runs out, the process ends. */

#include <stdarg.h>
#include <string.h>

#include "base/str.h"

struct arena;

struct buf {
    char *p;
    size_t n;
    size_t cap;
};

/* A zeroed struct buf is ready for use. */
void buf_free(struct buf *buf);
/* Copies the bytes into the arena, as arena_str does, and frees the buffer. */
str buf_move(struct buf *buf, struct arena *arena);
/* Makes room for `more` further bytes. Callers use buf_reserve. */
void buf_grow(struct buf *buf, size_t more);
void buf_printf(struct buf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static inline void buf_clear(struct buf *buf)
{
    buf->n = 0;
}

static inline void buf_reserve(struct buf *buf, size_t more)
{
    if (buf->cap - buf->n < more) {
        buf_grow(buf, more);
    }
}

static inline void buf_put(struct buf *buf, str s)
{
    if (s.n) {
        buf_reserve(buf, s.n);
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): has room */
        memcpy(buf->p + buf->n, s.p, s.n);
        buf->n += s.n;
    }
}

static inline void buf_putc(struct buf *buf, char c)
{
    buf_reserve(buf, 1);
    buf->p[buf->n++] = c;
}

/* The bytes in the buffer, as a slice that is valid until the next change. */
static inline str buf_str(const struct buf *buf)
{
    return (str){buf->p, buf->n};
}

#endif
