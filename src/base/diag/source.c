/* SPDX-License-Identifier: MIT */
#include "base/diag/source.h"

#include "base/utf8.h"

span span_of(const struct source *source, size_t off, size_t len)
{
    return (span){source, (uint32_t)off, (uint32_t)len};
}

span span_of_str(const struct source *source, str s)
{
    return span_of(source, (size_t)(s.p - source->text.p), s.n);
}

str span_text(span at)
{
    return at.source ? str_sub(at.source->text, at.off, at.len)
                     : (str){NULL, 0};
}

/* --- lines --- */

enum { BLOCK = 4096, LONG = 16 * BLOCK };

/* The place where a block of text begins. */
struct block {
    uint32_t line;  /* the number of the line that goes on there, */
    uint32_t start; /* and where it starts */
    uint32_t chars; /* before the block */
};

struct source_lines {
    str text; /* that the blocks are of */
    struct block *blocks;
};

/* Goes from `from` to `to`: the line that goes on there, and its start. */
static void count_lines_to(str text, size_t from, size_t to,
                           struct block *block)
{
    str part = str_sub(text, 0, to);
    for (size_t at = str_find_char_from(part, from, '\n'); at < part.n;
         at = str_find_char_from(part, at + 1, '\n')) {
        block->line++;
        block->start = (uint32_t)at + 1;
    }
}

/* The characters of a UTF-8 text: bytes that start one. */
static uint32_t count_chars(str s)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += !utf8_is_tail(s.p[i]);
    }
    return n;
}

void source_index(struct source *source, struct arena *arena)
{
    str text = source->text;
    if (text.n < LONG || text.n >= UINT32_MAX) {
        return;
    }
    size_t n = text.n / BLOCK + 1;
    struct source_lines *lines = ARENA_NEW(arena, struct source_lines);
    lines->text = text;
    lines->blocks = ARENA_ARRAY(arena, struct block, n);
    struct block block = {.line = 1};
    for (size_t i = 0; i < n; i++) {
        size_t from = i * BLOCK;
        lines->blocks[i] = block;
        count_lines_to(text, from, from + BLOCK, &block);
        block.chars += count_chars(str_sub(text, from, BLOCK));
    }
    source->lines = lines;
}

/* NULL: there is none, or it is of another text. A text that ends earlier has
 * the same lines. */
static const struct source_lines *usable_lines(const struct source *source)
{
    const struct source_lines *lines = source->lines;
    bool same = lines && lines->text.p == source->text.p &&
                source->text.n <= lines->text.n;
    return same ? lines : NULL;
}

static size_t chars_to(const struct source_lines *lines, str text, size_t off)
{
    size_t from = off / BLOCK * BLOCK;
    return lines->blocks[off / BLOCK].chars +
           count_chars(str_sub(text, from, off - from));
}

static size_t column(const struct source_lines *lines, str text, size_t start,
                     size_t off)
{
    if (!lines || off - start < BLOCK) {
        return utf8_length(str_sub(text, start, off - start)) + 1;
    }
    return chars_to(lines, text, off) - chars_to(lines, text, start) + 1;
}

struct position source_position(const struct source *source, size_t off)
{
    str text = source->text;
    const struct source_lines *lines = usable_lines(source);
    off = off < text.n ? off : text.n;
    struct block at =
        lines ? lines->blocks[off / BLOCK] : (struct block){.line = 1};
    count_lines_to(text, lines ? off / BLOCK * BLOCK : 0, off, &at);
    struct position found = {.line = at.line};
    /* A longer line is cut: to look for its end each time takes too long. */
    str near = str_sub(text, 0, off + BLOCK);
    size_t end = str_find_char_from(near, off, '\n');
    found.text = str_sub(text, at.start, end - at.start);
    if (str_ends(found.text, STR("\r"))) {
        found.text.n--;
    }
    found.off = (uint32_t)(off - at.start);
    found.column = (uint32_t)column(lines, text, at.start, off);
    return found;
}
