/* SPDX-License-Identifier: MIT */
/* wordwrap, which breaks lines as Python's textwrap does: text is cut into
 * chunks, words and the spaces between them; a line takes chunks as long as
 * they fit; spaces at its ends go. Words with hyphens are several chunks. */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"

/* A line as characters; offsets[n] is its length. */
struct wrapped {
    str text;
    uint32_t *chars;
    size_t *offsets;
    size_t n;
};

/* Characters [from, to). */
struct chunk {
    size_t from;
    size_t to;
};

struct wrapper {
    size_t width;
    bool break_long;
    bool on_hyphens;
    struct arena *arena;
    struct buf *out;
    str newline;
    bool escape; /* the text between the breaks */
};

/* --- chunks --- */

static uint32_t char_at(const struct wrapped *w, size_t i)
{
    return i < w->n ? w->chars[i] : 0;
}

static bool space_at(const struct wrapped *w, size_t i)
{
    uint32_t c = char_at(w, i);
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool letter_at(const struct wrapped *w, size_t i)
{
    uint32_t c = char_at(w, i);
    return char_is_word(c) && !char_is_digit(c);
}

/* The end of "--" and more between two words, or i. */
static size_t dash_end(const struct wrapped *w, size_t i)
{
    size_t end = i;
    uint32_t before = i ? char_at(w, i - 1) : 0;
    bool word =
        before && (char_is_word(before) ||
                   (before < 0x80 && is_any_of((char)before, "!\"'&.,?")));
    if (!word || char_at(w, i) != '-' || char_at(w, i + 1) != '-') {
        return i;
    }
    while (char_at(w, end) == '-') {
        end++;
    }
    return char_is_word(char_at(w, end)) ? end : i;
}

/* Is there a hyphen at i with letters enough at both sides? */
static bool hyphen_at(const struct wrapped *w, size_t i)
{
    if (char_at(w, i) != '-' || i < 2 || !letter_at(w, i - 1)) {
        return false;
    }
    bool before = letter_at(w, i - 2) ||
                  (i >= 3 && char_at(w, i - 2) == '-' && letter_at(w, i - 3));
    size_t next = i + 2 + (char_at(w, i + 2) == '-');
    return before && letter_at(w, i + 1) && letter_at(w, next);
}

static size_t chunk_end(const struct wrapped *w, size_t i, bool hyphens)
{
    size_t end = i;
    if (space_at(w, i)) {
        while (space_at(w, end)) {
            end++;
        }
        return end;
    }
    if (hyphens && dash_end(w, i) > i) {
        return dash_end(w, i);
    }
    for (end = i + 1; end < w->n && !space_at(w, end); end++) {
        if (hyphens && hyphen_at(w, end)) {
            return end + 1;
        }
        if (hyphens && dash_end(w, end) > end) {
            return end;
        }
    }
    return end;
}

/* The chunk that begins at i; an empty one at the end. */
static struct chunk chunk_at(const struct wrapped *w, size_t i, bool hyphens)
{
    return (struct chunk){i, i < w->n ? chunk_end(w, i, hyphens) : i};
}

static struct wrapped characters(struct arena *arena, str line)
{
    struct wrapped w = {.text = line, .n = utf8_length(line)};
    w.chars = ARENA_ARRAY(arena, uint32_t, w.n + 1);
    w.offsets = ARENA_ARRAY(arena, size_t, w.n + 1);
    size_t at = 0;
    for (size_t i = 0; i < w.n; i++) {
        w.offsets[i] = at;
        w.chars[i] = utf8_next(line, &at);
    }
    w.offsets[w.n] = line.n;
    return w;
}

/* --- lines --- */

static bool blank(const struct wrapped *w, size_t from, size_t to)
{
    while (from < to && char_is_space(w->chars[from])) {
        from++;
    }
    return from == to;
}

/* How much of a too long word goes onto a line with that room: up to its last
 * hyphen, unless only hyphens are before that. */
static size_t broken(const struct wrapper *wr, const struct wrapped *w,
                     const struct chunk *chunk, size_t room)
{
    if (!wr->on_hyphens) {
        return room;
    }
    size_t hyphen = room;
    while (hyphen > 0 && w->chars[chunk->from + hyphen - 1] != '-') {
        hyphen--;
    }
    for (size_t i = 0; i + 1 < hyphen; i++) {
        if (w->chars[chunk->from + i] != '-') {
            return hyphen;
        }
    }
    return room;
}

/* The next line: chunks from *next on. `first`: it begins the text. */
static struct chunk next_wrapped_line(const struct wrapper *wr,
                                      const struct wrapped *w,
                                      struct chunk *next, bool first)
{
    if (!first && blank(w, next->from, next->to)) {
        *next = chunk_at(w, next->to, wr->on_hyphens);
    }
    struct chunk line = {next->from, next->from};
    size_t last = next->from; /* where the last chunk of the line begins */
    size_t used = 0;
    while (next->from < w->n && used + next->to - next->from <= wr->width) {
        last = next->from;
        line.to = next->to;
        used = line.to - line.from;
        *next = chunk_at(w, next->to, wr->on_hyphens);
    }
    if (next->to - next->from > wr->width) {
        if (wr->break_long) {
            last = next->from;
            next->from += broken(wr, w, next, wr->width - used);
            line.to = next->from;
        } else if (!used) {
            line.to = next->to;
            *next = chunk_at(w, next->to, wr->on_hyphens);
        }
    }
    if (blank(w, last, line.to)) {
        line.to = last;
    }
    return line;
}

static void wrap_line(const struct wrapper *wr, str text)
{
    struct arena_mark mark = arena_mark(wr->arena);
    struct wrapped w = characters(wr->arena, text);
    struct chunk next = chunk_at(&w, 0, wr->on_hyphens);
    bool first = true;
    while (next.from < w.n && wr->out->n <= LIMIT_BYTES) {
        struct chunk line = next_wrapped_line(wr, &w, &next, first);
        if (line.to == line.from) {
            continue;
        }
        if (!first) {
            buf_put(wr->out, wr->newline);
        }
        first = false;
        str piece = str_sub(text, w.offsets[line.from],
                            w.offsets[line.to] - w.offsets[line.from]);
        if (wr->escape) {
            html_escape_jinja(piece, wr->out);
        } else {
            buf_put(wr->out, piece);
        }
    }
    arena_reset(wr->arena, mark);
}

static bool filter_wordwrap(struct jinja_call *call, value *out)
{
    int64_t width = 79;
    struct buf buf = {0};
    const value *newline = jinja_arg(call, 2, "wrapstring");
    struct wrapper wr = {
        .newline = STR("\n"),
        .break_long = arg_bool(call, 1, "break_long_words", true),
        .on_hyphens = arg_bool(call, 3, "break_on_hyphens", true),
        .escape = newline && is_safe(*newline),
        .arena = call->ctx->arena,
        .out = &buf};
    if (!subject_is(call, "wordwrap", VALUE_STRING) ||
        !arg_int(call, 0, "width", &width) ||
        !arg_str(call, 2, "wrapstring", &wr.newline)) {
        return false;
    }
    const struct list *lines =
        split_lines(call->state, call->args[0], false).as.list;
    if (width < 1 && lines->items.n) {
        return jinja_fail(call, "template-type", "'width' is at least 1");
    }
    wr.width = (size_t)width;
    for (size_t i = 0; i < lines->items.n && buf.n <= LIMIT_BYTES; i++) {
        if (i) {
            buf_put(&buf, wr.newline);
        }
        wrap_line(&wr, value_str(lines->items.p[i]));
    }
    return string_from(call->state, &buf, wr.escape, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("wordwrap",
                  "(width=79, break_long_words=true, wrapstring=none, "
                  "break_on_hyphens=true)",
                  "lines of at most so many characters", filter_wordwrap),
};

const struct builtin_table wrap_filters = BUILTIN_TABLE(entries);
