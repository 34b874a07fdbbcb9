/* SPDX-License-Identifier: MIT */
#include "markdown/code/code_options.h"

enum option {
    OPTION_MARK,
    OPTION_NUMBERS,
    OPTION_START,
    OPTION_TITLE,
    OPTION_ANCHORS,
    OPTION_COLLAPSE,
    OPTION_DIFF,
    OPTION_FILE,
    OPTION_LINES,
    OPTION_IGNORED, /* another program's, without an effect here */
    OPTION_UNKNOWN,
};

/* The names of each option, in any case: first crumb's own, with which a typo
 * is compared, then those of other programs. `allow` is for src/secrets/. */
static const str names_of[OPTION_UNKNOWN] = {
    [OPTION_MARK] = STR_INIT("hl hl_lines mark_lines highlight"),
    [OPTION_NUMBERS] = STR_INIT("linenos numbers showlinenumbers linenumbers "
                                "numberlines linenums"),
    [OPTION_START] = STR_INIT("start linenostart startfrom"),
    [OPTION_TITLE] = STR_INIT("title name filename"),
    [OPTION_ANCHORS] = STR_INIT("anchors anchorlinenos"),
    [OPTION_COLLAPSE] = STR_INIT("collapse"),
    [OPTION_DIFF] = STR_INIT("diff"),
    [OPTION_FILE] = STR_INIT("file"),
    [OPTION_LINES] = STR_INIT("lines"),
    [OPTION_IGNORED] =
        STR_INIT("lineanchors linenumbersintable style noclasses nohl tabwidth "
                 "guesssyntax hl_inline wrapperclass hide_lines copy allow "
                 "live"),
};

struct reader {
    span line;
    struct diags *diags;
    struct arena *arena;
    struct code_options *out;
    size_t said; /* mistakes so far */
};

static enum option option_of(str name)
{
    int option = 0;
    while (option < OPTION_UNKNOWN && !str_is_word_of(name, names_of[option])) {
        option++;
    }
    return (enum option)option;
}

bool code_option_is(str name)
{
    return option_of(name) != OPTION_UNKNOWN;
}

span code_option_place(span line, str part)
{
    str text = span_text(line);
    size_t at = str_find_from(text, 0, part);
    return at == text.n || !part.n
               ? line
               : span_of(line.source, line.off + at, part.n);
}

/* The place after the first brace of the line. */
static span place_of(span line, str part)
{
    size_t open = str_find_char(span_text(line), '{');
    open = open == STR_NONE ? 0 : open;
    span inside = span_of(line.source, line.off + open, line.len - open);
    span place = code_option_place(inside, part);
    return place.off == inside.off && place.len == inside.len ? line : place;
}

/* The first mistakes have places of their own: finding one in a long line takes
 * time. */
static struct diag *__attribute__((format(printf, 3, 4)))
warn(struct reader *reader, str part, const char *format, ...)
{
    enum { MOST_PLACES = 1000 };
    span place = reader->said++ < MOST_PLACES ? place_of(reader->line, part)
                                              : reader->line;
    va_list args;
    va_start(args, format);
    struct diag *diag = diag_vadd(reader->diags, DIAG_WARNING, place,
                                  "code-option", format, args);
    va_end(args);
    return diag;
}

/* --- values --- */

static bool read_number(str *text, size_t *number)
{
    enum { MOST = 1000000 };
    *number = str_take_number(text, MOST);
    return *number > 0 && *number <= MOST;
}

/* 4 or 4-6 */
static bool read_range(str text, struct line_range *range)
{
    if (!read_number(&text, &range->first)) {
        return false;
    }
    range->last = range->first;
    if (!text.n) {
        return true;
    }
    text = str_from_offset(text, 1);
    return (text.p[-1] == '-' || text.p[-1] == ':') &&
           read_number(&text, &range->last) && !text.n;
}

/* Moves the next word of a list from *rest to *word. */
static bool next_word(str *rest, str *word)
{
    static const char between[] = " \t\n\v\f\r,\"'[]";
    size_t from = str_skip(*rest, 0, between);
    size_t end = str_find_any(*rest, from, between);
    *word = str_sub(*rest, from, end - from);
    *rest = str_from_offset(*rest, end);
    return end > from;
}

/* Reads a range. Returns false after reporting one that is wrong. */
static bool take_range(struct reader *reader, str word,
                       struct line_range *range)
{
    if (!read_range(word, range)) {
        diag_hint(warn(reader, word, "not a line: \"%.*s\"", STR_ARG(word)),
                  "lines are numbers and ranges, counted from 1: 2,4-6");
        return false;
    }
    if (range->last < range->first) {
        diag_hint(warn(reader, word, "a range of lines turned round"),
                  "write %zu-%zu", range->last, range->first);
        return false;
    }
    return true;
}

static void read_marks(struct reader *reader, str text)
{
    str word;
    while (next_word(&text, &word)) {
        struct line_range range;
        if (take_range(reader, word, &range)) {
            *VEC_PUSH(&reader->out->marked, reader->arena) = range;
        }
    }
}

/* linenos, linenos=table, linenos=false */
static bool is_on(const struct attribute *item)
{
    return item->kind == ATTRIBUTE_FLAG ||
           !str_is_word_of(item->value, STR("false 0 no off"));
}

static void read_start(struct reader *reader, str text)
{
    size_t number;
    str rest = text;
    if (read_number(&rest, &number) && !rest.n) {
        reader->out->first = number;
    } else {
        warn(reader, text, "not the number of a line: \"%.*s\"", STR_ARG(text));
    }
}

static void report_unknown(struct reader *reader, str name)
{
    str own[OPTION_IGNORED];
    for (size_t i = 0; i < OPTION_IGNORED; i++) {
        own[i] = str_sub(names_of[i], 0, str_find_space(names_of[i], 0));
    }
    struct diag *diag = warn(
        reader, name, "a block of code has no option \"%.*s\"", STR_ARG(name));
    str nearest = str_nearest(name, own, OPTION_IGNORED);
    if (nearest.n) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "there are hl, linenos, start, title, anchors, "
                        "collapse, diff, file, lines");
    }
}

/* Whether an option lacks its value, which is reported with an example. */
static bool lacks_value(struct reader *reader, const struct attribute *item,
                        bool strict)
{
    static const char *const examples[OPTION_UNKNOWN + 1] = {
        [OPTION_MARK] = "hl=2,4-6",
        [OPTION_START] = "start=10",
        [OPTION_FILE] = "file=\"router.cfg\"",
        [OPTION_LINES] = "lines=10-20",
    };
    const char *example = examples[option_of(item->name)];
    bool lacks = example && !item->value.n;
    if (lacks && strict) {
        diag_hint(warn(reader, item->name, "this option needs a value"), "%s",
                  example);
    }
    return lacks;
}

static void read_option(struct reader *reader, const struct attribute *item,
                        bool strict)
{
    struct code_options *out = reader->out;
    if (lacks_value(reader, item, strict)) {
        return;
    }
    switch (option_of(item->name)) {
    case OPTION_MARK: read_marks(reader, item->value); break;
    case OPTION_NUMBERS: out->numbered = is_on(item); break;
    case OPTION_START: read_start(reader, item->value); break;
    case OPTION_TITLE: out->title = item->value; break;
    case OPTION_ANCHORS: out->anchors = is_on(item); break;
    case OPTION_COLLAPSE: out->collapse = is_on(item); break;
    case OPTION_DIFF: out->diff = is_on(item); break;
    case OPTION_FILE: out->file = item->value; break;
    case OPTION_LINES:
        if (!take_range(reader, item->value, &out->lines)) {
            out->lines = (struct line_range){0};
        }
        break;
    case OPTION_IGNORED: break;
    case OPTION_UNKNOWN:
        if (is_digit(str_at(item->name, 0))) { /* {1,3-5}, as in Gatsby */
            read_marks(reader, item->name);
        } else if (strict && !str_starts(item->name, STR("data-"))) {
            report_unknown(reader, item->name);
        }
    }
}

void code_options_read(const struct md_fence *fence, span line,
                       struct arena *arena, struct diags *diags,
                       struct code_options *out)
{
    struct reader reader = {line, diags, arena, out, 0};
    *out = (struct code_options){.first = 1};
    for (size_t i = 0; i < fence->options.list.n; i++) {
        read_option(&reader, &fence->options.list.p[i], i >= fence->loose);
    }
}

static int compare_ranges(const void *a, const void *b)
{
    const struct line_range *left = a;
    const struct line_range *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

void code_options_check(struct code_options *options, span line, size_t n,
                        struct diags *diags)
{
    struct reader reader = {line, diags, NULL, options, 0};
    size_t kept = 0;
    for (size_t i = 0; i < options->marked.n; i++) {
        struct line_range range = options->marked.p[i];
        if (range.last > n) {
            char number[32];
            int length = snprintf(number, sizeof number, "%zu",
                                  range.first > n ? range.first : range.last);
            warn(&reader, (str){number, (size_t)length},
                 "the block has %zu line%s", n, n == 1 ? "" : "s");
        }
        if (range.first <= n) {
            options->marked.p[kept++] = range;
        }
    }
    options->marked.n = kept;
    if (kept) {
        qsort(options->marked.p, kept, sizeof *options->marked.p,
              compare_ranges);
    }
}
