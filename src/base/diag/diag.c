/* SPDX-License-Identifier: MIT */
#include "base/diag/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag/printable.h"
#include "base/json_string.h"
#include "base/memory/buf.h"
#include "base/memory/map.h"
#include "base/utf8.h"

void diags_init(struct diags *diags, struct arena *arena)
{
    *diags = (struct diags){.arena = arena};
}

/* A longer line (minified HTML, a table) is cut to what surrounds the place:
 * a terminal full of text hides the caret. */
enum { MAX_SHOWN_LINE = 160, SHOWN_BEFORE = 60 };

static void cut_line(struct place *place)
{
    if (place->text.n <= MAX_SHOWN_LINE) {
        return;
    }
    size_t start = place->mark > SHOWN_BEFORE ? place->mark - SHOWN_BEFORE : 0;
    while (start > 0 && utf8_is_tail(place->text.p[start])) {
        start--;
    }
    size_t end = start + MAX_SHOWN_LINE;
    end = end < place->text.n ? end : place->text.n;
    while (end < place->text.n && utf8_is_tail(place->text.p[end])) {
        end++;
    }
    place->text = str_sub(place->text, start, end - start);
    place->mark -= (uint32_t)start;
}

static struct place span_place(span at, struct arena *arena)
{
    struct place place = {0};
    if (!at.source) {
        return place;
    }
    place.file = arena_str(arena, at.source->name);
    place.off = at.off;
    if (!at.source->text.p) {
        return place;
    }
    if (at.source->text.n == 0) { /* a file that is empty, or can't be read */
        place.line = place.column = 1;
        return place;
    }
    struct position position = source_position(at.source, at.off);
    place.line = position.line;
    place.column = position.column;
    place.text = position.text;
    place.mark = position.off;
    cut_line(&place);
    /* The place may be the line break itself, or run over several lines. */
    if (place.mark > place.text.n) {
        place.mark = (uint32_t)place.text.n;
    }
    size_t room = place.text.n - place.mark;
    place.mark_len = at.len < room ? at.len : (uint32_t)room;
    place.text = arena_str(arena, place.text);
    place.text.p = place.text.p ? place.text.p : "";
    return place;
}

const struct diags diags_none;

const struct diags *diags_keep(const struct diags *diags)
{
    if (!diags->list.n) {
        return &diags_none;
    }
    struct diags *kept = ARENA_NEW(diags->arena, struct diags);
    *kept = *diags;
    return kept;
}

size_t *diags_count(struct diags *diags, enum severity severity)
{
    return severity == DIAG_ERROR     ? &diags->errors
           : severity == DIAG_WARNING ? &diags->warnings
           : severity == DIAG_ADVICE  ? &diags->advice
                                      : &diags->notes;
}

struct diag *diag_vadd(struct diags *diags, enum severity severity, span at,
                       const char *code, const char *format, va_list args)
{
    struct diag *diag = ARENA_NEW(diags->arena, struct diag);
    diag->severity = severity;
    diag->code = code;
    diag->arena = diags->arena;
    diag->at = span_place(at, diags->arena);
    diag->message = arena_vprintf(diags->arena, format, args);
    *VEC_PUSH(&diags->list, diags->arena) = diag;
    ++*diags_count(diags, severity);
    return diag;
}

struct diag *diag_add(struct diags *diags, enum severity severity, span at,
                      const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag = diag_vadd(diags, severity, at, code, format, args);
    va_end(args);
    return diag;
}

struct diag *diag_error(struct diags *diags, span at, const char *code,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag = diag_vadd(diags, DIAG_ERROR, at, code, format, args);
    va_end(args);
    return diag;
}

struct diag *diag_warning(struct diags *diags, span at, const char *code,
                          const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag = diag_vadd(diags, DIAG_WARNING, at, code, format, args);
    va_end(args);
    return diag;
}

void diag_hint(struct diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag->hint = arena_vprintf(diag->arena, format, args);
    va_end(args);
}

void diag_did_you_mean(struct diag *diag, str name)
{
    if (name.n) {
        diag_hint(diag, "did you mean \"%.*s\"?", STR_ARG(name));
    }
}

void diag_group(struct diag *diag, str key, str hint)
{
    diag->group = arena_str(diag->arena, key);
    diag->group_hint = arena_str(diag->arena, hint);
}

void diag_in(struct diag *diag, span at)
{
    *VEC_PUSH(&diag->chain, diag->arena) = span_place(at, diag->arena);
}

void diags_merge(struct diags *into, const struct diags *from)
{
    for (size_t i = 0; i < from->list.n; i++) {
        *VEC_PUSH(&into->list, into->arena) = from->list.p[i];
    }
    into->errors += from->errors;
    into->moving = into->moving || from->moving;
    into->warnings += from->warnings;
    into->notes += from->notes;
    into->advice += from->advice;
}

static int compare_place(const struct place *a, const struct place *b)
{
    int order = str_cmp(a->file, b->file);
    return order ? order : (a->off > b->off) - (a->off < b->off);
}

static int compare_diags(const struct diag *a, const struct diag *b)
{
    int order = compare_place(&a->at, &b->at);
    order = order ? order : strcmp(a->code, b->code);
    return order ? order : str_cmp(a->message, b->message);
}

static int compare_chain(const struct diag *a, const struct diag *b)
{
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->chain.n && i < b->chain.n; i++) {
        order = compare_place(&a->chain.p[i], &b->chain.p[i]);
    }
    return order ? order
                 : (a->chain.n > b->chain.n) - (a->chain.n < b->chain.n);
}

static int compare_pointers(const void *a, const void *b)
{
    const struct diag *const *left = a;
    const struct diag *const *right = b;
    int order = compare_diags(*left, *right);
    order = order ? order : compare_chain(*left, *right);
    /* The first is kept: the choice must not hang on threads, or on the pages
     * that are rebuilt. */
    return order ? order : str_cmp((*right)->hint, (*left)->hint);
}

/* A merged diagnostic belongs to another list too, which counts nothing. */
static struct diag *count_one(struct diags *diags, struct diag *diag)
{
    if (!diag->repeats) {
        struct diag *copy = ARENA_NEW(diags->arena, struct diag);
        *copy = *diag;
        diag = copy;
    }
    diag->repeats++;
    return diag;
}

void diags_sort(struct diags *diags)
{
    if (diags->list.n < 2) {
        return;
    }
    struct diag **list = diags->list.p;
    qsort(list, diags->list.n, sizeof(struct diag *), compare_pointers);
    size_t kept = 1;
    for (size_t i = 1; i < diags->list.n; i++) {
        if (compare_diags(list[kept - 1], list[i]) != 0) {
            list[kept++] = list[i];
            continue;
        }
        if (compare_chain(list[i - 1], list[i]) != 0) {
            list[kept - 1] = count_one(diags, list[kept - 1]);
        }
        --*diags_count(diags, list[i]->severity);
    }
    diags->list.n = kept;
}

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define BOLD "\033[1m"
#define BLUE "\033[34m"
#define PLAIN "\033[0m"

static void put_color(struct buf *out, bool color, const char *code)
{
    if (color) {
        buf_put(out, str_from(code));
    }
}

static void put_position(const struct place *place, struct buf *out)
{
    printable_put(place->file, out);
    if (place->line) {
        buf_printf(out, ":%u:%u", place->line, place->column);
    }
}

static void put_repeated(struct buf *out, char c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, c);
    }
}

/* The columns before the mark, and those of the mark. */
static size_t caret_column(const struct place *at)
{
    return printable_width(str_sub(at->text, 0, at->mark));
}

static size_t caret_width(const struct place *at)
{
    size_t width = printable_width(str_sub(at->text, at->mark, at->mark_len));
    return width ? width : 1;
}

static void put_excerpt(const struct diag *diag, bool color, struct buf *out)
{
    const struct place *at = &diag->at;
    put_color(out, color, BLUE);
    buf_printf(out, "%4u |", at->line);
    put_color(out, color, PLAIN);
    buf_putc(out, ' ');
    printable_put(at->text, out);
    buf_putc(out, '\n');

    put_color(out, color, BLUE);
    buf_put(out, STR("     | "));
    put_repeated(out, ' ', caret_column(at));
    put_color(out, color, diag->severity == DIAG_ERROR ? RED : YELLOW);
    put_repeated(out, '^', caret_width(at));
    put_color(out, color, PLAIN);
    if (diag->hint.n) {
        buf_putc(out, ' ');
        printable_put(diag->hint, out);
    }
    buf_putc(out, '\n');
}

/* Where it shows: the source of a page, the page of a template. */
static const struct place *outermost(const struct diag *diag)
{
    size_t n = diag->chain.n;
    return n ? &diag->chain.p[n - 1] : &diag->at;
}

/* "  3786 of these in 997 files, also content/b.md:4:5 and others" */
static void put_more(const struct diag *diag, struct buf *out)
{
    enum { ALL = 10, SOME = 3 }; /* a few places are all shown */
    size_t shown = diag->more.n <= ALL ? diag->more.n : SOME;
    struct arena work = {0};
    struct map files = {0};
    struct buf places = {0};
    *map_put(&files, &work, outermost(diag)->file) = &work;
    for (size_t i = 0; i < diag->more.n; i++) {
        const struct place *place = outermost(diag->more.p[i]);
        *map_put(&files, &work, place->file) = &work;
        if (i < shown) {
            buf_put(&places, i ? STR(", ") : STR(""));
            put_position(place, &places);
        }
    }
    buf_printf(out, "  %zu of these in %zu file%s, also %.*s%s\n",
               diag->more.n + 1, files.n, files.n == 1 ? "" : "s",
               STR_ARG(buf_str(&places)),
               diag->more.n > shown ? " and others" : "");
    buf_free(&places);
    arena_free(&work);
}

static const char *severity_name(enum severity severity)
{
    return severity == DIAG_ERROR    ? "error"
           : severity == DIAG_ADVICE ? "hint"
                                     : "warning";
}

void diag_print(const struct diag *diag, bool color, struct buf *out)
{
    bool error = diag->severity == DIAG_ERROR;
    if (diag->at.file.n) {
        put_color(out, color, BOLD);
        put_position(&diag->at, out);
        put_color(out, color, PLAIN);
        buf_put(out, STR(": "));
    }
    put_color(out, color, error ? RED : YELLOW);
    buf_printf(out, "%s[%s]", severity_name(diag->severity), diag->code);
    put_color(out, color, PLAIN);
    buf_put(out, STR(": "));
    printable_put(diag->message, out);
    buf_putc(out, '\n');
    if (diag->at.text.p) {
        put_excerpt(diag, color, out);
    } else if (diag->hint.n) {
        buf_put(out, STR("  "));
        printable_put(diag->hint, out);
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < diag->chain.n; i++) {
        buf_put(out, STR("  in "));
        put_position(&diag->chain.p[i], out);
        buf_putc(out, '\n');
    }
    if (diag->repeats) {
        buf_printf(out, "  and %zu more time%s\n", diag->repeats,
                   diag->repeats == 1 ? "" : "s");
    }
    if (diag->more.n) {
        put_more(diag, out);
    }
}

void diags_print(const struct diags *diags, bool color, struct buf *out)
{
    for (size_t i = 0; i < diags->list.n; i++) {
        diag_print(diags->list.p[i], color, out);
    }
}

/* The line as diag_print shows it. */
static void put_source_json(const struct place *at, struct buf *out)
{
    struct buf line = {0};
    printable_put(at->text, &line);
    buf_put(out, STR(",\"source\":"));
    json_put_string(out, buf_str(&line));
    buf_free(&line);
    buf_put(out, STR(",\"caret\":\""));
    if (at->text.p) {
        put_repeated(out, ' ', caret_column(at));
        put_repeated(out, '^', caret_width(at));
    }
    buf_putc(out, '"');
}

static void put_chain_json(const struct diag *diag, struct buf *out)
{
    struct buf step = {0};
    buf_put(out, STR(",\"in\":["));
    for (size_t i = 0; i < diag->chain.n; i++) {
        buf_clear(&step);
        put_position(&diag->chain.p[i], &step);
        buf_put(out, i ? STR(",") : STR(""));
        json_put_string(out, buf_str(&step));
    }
    buf_putc(out, ']');
    buf_free(&step);
}

/* "{", without the other brace. */
static void put_place_json(const struct place *at, struct buf *out)
{
    buf_put(out, STR("{\"file\":"));
    json_put_string(out, at->file);
    buf_printf(out, ",\"line\":%u,\"column\":%u", at->line, at->column);
}

static void put_message_json(const struct diag *diag, struct buf *out)
{
    buf_put(out, STR(",\"message\":"));
    json_put_string(out, diag->message);
}

void diag_print_json(const struct diag *diag, struct buf *out)
{
    put_place_json(&diag->at, out);
    buf_printf(out, ",\"severity\":\"%s\",\"code\":\"%s\"",
               severity_name(diag->severity), diag->code);
    put_message_json(diag, out);
    buf_put(out, STR(",\"hint\":"));
    json_put_string(out, diag->hint);
    put_source_json(&diag->at, out);
    put_chain_json(diag, out);
    buf_put(out, STR(",\"more\":["));
    for (size_t i = 0; i < diag->more.n; i++) {
        buf_put(out, i ? STR(",") : STR(""));
        put_place_json(&diag->more.p[i]->at, out);
        put_message_json(diag->more.p[i], out);
        put_chain_json(diag->more.p[i], out);
        buf_putc(out, '}');
    }
    buf_put(out, STR("]}\n"));
}
