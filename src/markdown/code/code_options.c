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
    OPTION_IGNORED, /* of another program, and of no use here */
    OPTION_UNKNOWN,
};

/* In any case. crumb's own names come first: they are what a typo is compared
 * with. */
static const struct {
    str name;
    enum option option;
} names[] = {
    {STR_INIT("hl"), OPTION_MARK},
    {STR_INIT("linenos"), OPTION_NUMBERS},
    {STR_INIT("start"), OPTION_START},
    {STR_INIT("title"), OPTION_TITLE},
    {STR_INIT("anchors"), OPTION_ANCHORS},
    {STR_INIT("collapse"), OPTION_COLLAPSE},
    {STR_INIT("diff"), OPTION_DIFF},
    {STR_INIT("file"), OPTION_FILE},
    {STR_INIT("lines"), OPTION_LINES},
    {STR_INIT("hl_lines"), OPTION_MARK},
    {STR_INIT("highlight"), OPTION_MARK},
    {STR_INIT("numbers"), OPTION_NUMBERS},
    {STR_INIT("showlinenumbers"), OPTION_NUMBERS},
    {STR_INIT("linenumbers"), OPTION_NUMBERS},
    {STR_INIT("numberlines"), OPTION_NUMBERS},
    {STR_INIT("linenostart"), OPTION_START},
    {STR_INIT("startfrom"), OPTION_START},
    {STR_INIT("name"), OPTION_TITLE},
    {STR_INIT("filename"), OPTION_TITLE},
    {STR_INIT("anchorlinenos"), OPTION_ANCHORS},
    {STR_INIT("lineanchors"), OPTION_IGNORED},
    {STR_INIT("linenumbersintable"), OPTION_IGNORED},
    {STR_INIT("style"), OPTION_IGNORED},
    {STR_INIT("noclasses"), OPTION_IGNORED},
    {STR_INIT("nohl"), OPTION_IGNORED},
    {STR_INIT("tabwidth"), OPTION_IGNORED},
    {STR_INIT("guesssyntax"), OPTION_IGNORED},
    {STR_INIT("hl_inline"), OPTION_IGNORED},
    {STR_INIT("wrapperclass"), OPTION_IGNORED},
    {STR_INIT("hide_lines"), OPTION_IGNORED},
    {STR_INIT("copy"), OPTION_IGNORED},
    {STR_INIT("live"), OPTION_IGNORED},
};
enum { NAMES = sizeof names / sizeof *names, OWN_NAMES = 9 };

struct reader {
    span line;
    struct diags *diags;
    struct arena *arena;
    struct code_options *out;
};

static enum option option_of(str name)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (str_eq_nocase(names[i].name, name)) {
            return names[i].option;
        }
    }
    return OPTION_UNKNOWN;
}

/* The part of the fence's line that reads so, behind its first brace. */
static span place_of(span line, str part)
{
    str text = span_text(line);
    size_t open = str_find_char(text, '{');
    open = open == STR_NONE ? 0 : open;
    size_t at = str_find(str_from_offset(text, open), part);
    return at == STR_NONE || !part.n
               ? line
               : span_of(line.source, line.off + open + at, part.n);
}

static struct diag *warn(const struct reader *reader, str part,
                         const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static struct diag *warn(const struct reader *reader, str part,
                         const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return diag_warning(reader->diags, place_of(reader->line, part),
                        "code-option", "%s", text);
}

/* --- values --- */

static bool read_number(str *text, size_t *number)
{
    enum { MOST = 1000000 };
    size_t n = 0;
    *number = 0;
    while (n < text->n && is_digit(text->p[n]) && *number <= MOST) {
        *number = *number * 10 + (size_t)(text->p[n++] - '0');
    }
    *text = str_from_offset(*text, n);
    return n > 0 && *number > 0 && *number <= MOST;
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

static bool is_between(char c)
{
    return is_space(c) || c == ',' || c == '"' || c == '\'' || c == '[' ||
           c == ']';
}

/* Moves the next word of a list from *rest to *word. */
static bool next_word(str *rest, str *word)
{
    while (rest->n && is_between(rest->p[0])) {
        *rest = str_from_offset(*rest, 1);
    }
    size_t n = 0;
    while (n < rest->n && !is_between(rest->p[n])) {
        n++;
    }
    *word = str_sub(*rest, 0, n);
    *rest = str_from_offset(*rest, n);
    return n > 0;
}

/* A range that is one, and not turned round. */
static bool take_range(const struct reader *reader, str word,
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

static void read_marks(const struct reader *reader, str value)
{
    str word;
    while (next_word(&value, &word)) {
        struct line_range range;
        if (take_range(reader, word, &range)) {
            *VEC_PUSH(&reader->out->marked, reader->arena) = range;
        }
    }
}

/* linenos, linenos=table, linenos=false */
static bool is_on(const struct attribute *item)
{
    static const str off[] = {STR_INIT("false"), STR_INIT("0"), STR_INIT("no"),
                              STR_INIT("off")};
    return item->kind == ATTRIBUTE_FLAG ||
           !str_is_one_of(item->value, off, sizeof off / sizeof *off);
}

static void read_start(const struct reader *reader, str value)
{
    size_t number;
    str rest = value;
    if (read_number(&rest, &number) && !rest.n) {
        reader->out->first = number;
    } else {
        warn(reader, value, "not the number of a line: \"%.*s\"",
             STR_ARG(value));
    }
}

/* {1,3-5}, as Gatsby writes it. */
static bool is_lines(str name)
{
    return name.n && is_digit(name.p[0]);
}

static void report_unknown(const struct reader *reader, str name)
{
    str own[OWN_NAMES];
    for (size_t i = 0; i < OWN_NAMES; i++) {
        own[i] = names[i].name;
    }
    struct diag *diag = warn(
        reader, name, "a block of code has no option \"%.*s\"", STR_ARG(name));
    str nearest = str_nearest(name, own, OWN_NAMES);
    if (nearest.n) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "there are hl, linenos, start, title, anchors, "
                        "collapse, diff, file, lines");
    }
}

/* How an option with a value is written; NULL: it needs none. */
static const char *example_of(enum option option)
{
    switch (option) {
    case OPTION_MARK: return "hl=2,4-6";
    case OPTION_START: return "start=10";
    case OPTION_FILE: return "file=\"router.cfg\"";
    case OPTION_LINES: return "lines=10-20";
    case OPTION_NUMBERS:
    case OPTION_TITLE:
    case OPTION_ANCHORS:
    case OPTION_COLLAPSE:
    case OPTION_DIFF:
    case OPTION_IGNORED:
    case OPTION_UNKNOWN: break;
    }
    return NULL;
}

static bool lacks_value(const struct reader *reader,
                        const struct attribute *item, bool strict)
{
    const char *example = example_of(option_of(item->name));
    if (!example || item->value.n) {
        return false;
    }
    if (strict) {
        diag_hint(warn(reader, item->name, "this option needs a value"), "%s",
                  example);
    }
    return true;
}

static void read_option(const struct reader *reader,
                        const struct attribute *item, bool strict)
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
        if (is_lines(item->name)) {
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
    struct reader reader = {line, diags, arena, out};
    *out = (struct code_options){.first = 1};
    for (size_t i = 0; i < fence->options.list.n; i++) {
        read_option(&reader, &fence->options.list.p[i], i >= fence->loose);
    }
}

void code_options_check(struct code_options *options, span line, size_t n,
                        struct diags *diags)
{
    struct reader reader = {line, diags, NULL, options};
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
}
