/* SPDX-License-Identifier: MIT */
/* libyaml's complaints in a blogger's words. libyaml says what its grammar
 * wanted; what was meant is guessed from the line: a title with a colon, a
 * value that starts with a sign, a quote inside quotes. Each guess shows the
 * text that would have been right. */
#include <string.h>

#include "data/yaml_text.h"

struct report {
    struct yaml_text *text;
    struct diags *diags;
    const char *problem;
    size_t at;      /* byte that libyaml stopped at */
    size_t context; /* byte where what it was reading starts */
    str line;       /* around `at` */
    size_t start;   /* of the line */
};

static struct diag *error_at(const struct report *r, size_t from, size_t to,
                             const char *message)
{
    return diag_error(r->diags, yaml_text_span(r->text, from, to), "yaml", "%s",
                      message);
}

static size_t line_end(const struct report *r)
{
    return r->start + r->line.n;
}

static char char_at(const struct report *r, size_t at)
{
    if (at < r->text->text.n) {
        return r->text->text.p[at];
    }
    return '\0';
}

/* --- suggestions --- */

/* The text with quotes around it that change nothing in it. */
static str quoted(struct arena *arena, str s)
{
    if (str_find_char(s, '"') == STR_NONE &&
        str_find_char(s, '\\') == STR_NONE) {
        return arena_printf(arena, "\"%.*s\"", STR_ARG(s));
    }
    char *p = ARENA_ARRAY(arena, char, s.n * 2 + 2);
    size_t n = 0;
    p[n++] = '\'';
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\'') {
            p[n++] = '\'';
        }
        p[n++] = s.p[i];
    }
    p[n++] = '\'';
    return (str){p, n};
}

/* 'it's' was meant to be quoted as a whole, "A" and "B" was not: there a
 * quote inside ends a word. */
static str without_quotes(str val)
{
    if (val.n < 2 || (val.p[0] != '"' && val.p[0] != '\'') ||
        val.p[val.n - 1] != val.p[0]) {
        return val;
    }
    str inside = str_sub(val, 1, val.n - 2);
    size_t at = str_find_char(inside, val.p[0]);
    bool ends_word =
        at != STR_NONE && at + 1 < inside.n && is_space(inside.p[at + 1]);
    return ends_word ? val : inside;
}

void yaml_suggest_quotes(struct diag *diag, const struct yaml_text *text,
                         size_t at)
{
    size_t start;
    str line = yaml_text_line(text, at, &start);
    str before = str_trim(str_sub(line, 0, at - start));
    if (before.n && before.p[before.n - 1] != ':' &&
        before.p[before.n - 1] != '-') {
        return; /* inside brackets the value's end is anybody's guess */
    }
    str val = str_trim(str_from_offset(line, at - start));
    str right = quoted(diag->arena, without_quotes(val));
    diag_hint(diag, "quote it: %.*s%s%.*s", STR_ARG(before),
              before.n ? " " : "", STR_ARG(right));
}

/* Where the value of a "key: value" (or "- value") line starts, as an offset
 * into the line; STR_NONE if it is no such line. */
static size_t value_start(str line)
{
    for (size_t i = 0; i < line.n; i++) {
        bool colon = line.p[i] == ':';
        bool dash = line.p[i] == '-' && str_trim(str_sub(line, 0, i)).n == 0;
        if ((colon || dash) && i + 1 < line.n && is_space(line.p[i + 1])) {
            size_t at = i + 1;
            while (at < line.n && is_space(line.p[at])) {
                at++;
            }
            return at < line.n ? at : STR_NONE;
        }
    }
    return STR_NONE;
}

static size_t indent_of(str line)
{
    size_t n = 0;
    while (n < line.n && line.p[n] == ' ') {
        n++;
    }
    return n;
}

/* The last line before `start` that is neither empty nor a comment. */
static str line_before(const struct report *r, size_t start, size_t *at)
{
    while (start > 0) {
        str line = yaml_text_line(r->text, start - 1, at);
        str seen = str_trim(line);
        if (seen.n && seen.p[0] != '#') {
            return line;
        }
        start = *at;
    }
    *at = 0;
    return (str){NULL, 0};
}

static void quote_value(const struct report *r, size_t from,
                        const char *message)
{
    struct diag *diag = error_at(r, from, line_end(r), message);
    yaml_suggest_quotes(diag, r->text, from);
}

/* --- the usual slips --- */

static void no_colon(const struct report *r, str line, size_t start)
{
    size_t from = start + indent_of(line);
    struct diag *diag =
        error_at(r, from, start + line.n, "this is not \"name: value\"");
    if (str_starts(str_trim(line), STR("-"))) {
        diag_hint(diag, "put a space behind the dash: - %.*s",
                  STR_ARG(str_from_offset(str_trim(line), 1)));
        return;
    }
    size_t colon = str_find_char(line, ':');
    size_t wide = str_find(line, STR("："));
    if (wide < colon) {
        diag_hint(
            diag, "write an ASCII colon and a space: %.*s: %.*s",
            STR_ARG(str_trim(str_sub(line, 0, wide))),
            STR_ARG(str_trim(str_from_offset(line, wide + strlen("：")))));
        return;
    }
    if (colon == STR_NONE) {
        diag_hint(diag, "a colon and a space go between the name and its "
                        "value");
        return;
    }
    str name = str_trim(str_sub(line, 0, colon));
    str val = str_trim(str_from_offset(line, colon + 1));
    diag_hint(diag, "put a space behind the colon: %.*s: %.*s", STR_ARG(name),
              STR_ARG(val));
}

/* A second colon in a value, or a line that hangs below a value. */
static void colon(const struct report *r)
{
    size_t val = value_start(r->line);
    while (val != STR_NONE && r->start + val <= r->at &&
           str_find(str_sub(r->line, val, r->at - r->start - val), STR(": ")) !=
               STR_NONE) {
        size_t next = value_start(str_from_offset(r->line, val));
        if (next == STR_NONE) {
            break;
        }
        val += next;
    }
    if (val != STR_NONE && r->start + val <= r->at) {
        quote_value(r, r->start + val,
                    "a value with a colon and a space in it needs quotes");
        return;
    }
    size_t start;
    str before = line_before(r, r->start, &start);
    size_t indent = indent_of(r->line);
    if (before.n && value_start(before) == STR_NONE &&
        before.p[before.n - 1] != ':') {
        no_colon(r, before, start);
        return;
    }
    struct diag *diag = error_at(r, r->start + indent, line_end(r),
                                 "this line is indented too far");
    diag_hint(diag, "start it below the name of the line before");
}

static void tab(const struct report *r)
{
    struct diag *diag =
        error_at(r, r->at, r->at + 1, "a tab in front of a line");
    diag_hint(diag, "indent with spaces");
}

static void bad_start(const struct report *r)
{
    if (char_at(r, r->at) == '\t') {
        tab(r);
        return;
    }
    bool braced = r->at > 0 && char_at(r, r->at - 1) == '{';
    size_t from = r->at - braced; /* {% x %} */
    struct diag *diag = diag_error(
        r->diags, yaml_text_span(r->text, from, line_end(r)), "yaml",
        "a value that starts with \"%c\" needs quotes", char_at(r, from));
    yaml_suggest_quotes(diag, r->text, from);
}

/* `at` of what is read as something else for its first character. */
static void bad_sign(const struct report *r)
{
    struct report there = *r;
    there.at = r->context;
    there.line = yaml_text_line(r->text, there.at, &there.start);
    bad_start(&there);
}

/* A quote that stays open takes in the lines below, and what libyaml then
 * trips over is far from it. */
static void unclosed_quote(const struct report *r, size_t at)
{
    size_t start;
    str line = yaml_text_line(r->text, at, &start);
    struct diag *diag =
        error_at(r, at, start + line.n, "this quote is not closed");
    diag_hint(diag, "close it: %.*s%c", STR_ARG(str_trim(line)),
              char_at(r, at));
}

static bool is_open_quote(str s)
{
    return (str_starts(s, STR("\"")) || str_starts(s, STR("'"))) &&
           str_find_char(str_from_offset(s, 1), s.p[0]) == STR_NONE;
}

/* Looks above the place for a value with an opening quote alone, whose next
 * line is not indented deeper, as the rest of a long text would be. */
static bool found_unclosed_quote(const struct report *r)
{
    size_t start = r->start;
    str below = r->line;
    for (;;) {
        str line = line_before(r, start, &start);
        if (!line.n) {
            return false;
        }
        size_t val = value_start(line);
        if (val != STR_NONE && indent_of(below) <= indent_of(line) &&
            is_open_quote(str_from_offset(line, val))) {
            unclosed_quote(r, start + val);
            return true;
        }
        below = line;
    }
}

/* "text", and nothing behind the comma, as JSON has it. */
static bool ends_with_comma(const struct report *r)
{
    return str_ends(r->line, STR(",")) && r->at + 1 == line_end(r);
}

/* Something follows a value on its line. */
static bool behind_value(const struct report *r)
{
    size_t val = value_start(r->line);
    if (val == STR_NONE || r->at <= r->start + val) {
        return false;
    }
    char c = r->line.p[val];
    if ((c == '"' || c == '\'') && ends_with_comma(r)) {
        struct diag *diag =
            error_at(r, line_end(r) - 1, line_end(r), "a comma too many");
        diag_hint(diag, "take it out: lines end without one");
        return true;
    }
    if (c == '"' || c == '\'') {
        quote_value(r, r->start + val,
                    "the text goes on behind its closing quote");
        return true;
    }
    if (c == '[' || c == '{') {
        quote_value(r, r->start + val,
                    "a value that starts with a bracket needs quotes");
        return true;
    }
    return false;
}

static void no_key(const struct report *r)
{
    if (found_unclosed_quote(r) || behind_value(r)) {
        return;
    }
    bool item = char_at(r, r->at) == '-';
    struct diag *diag =
        error_at(r, r->at, line_end(r),
                 item ? "a list item where a name is wanted"
                      : "this line does not line up with any line above");
    if (item) {
        diag_hint(diag, "write \"name:\" on the line before the list");
    } else {
        diag_hint(diag, "names that belong together start in one column");
    }
}

/* The first line is indented, this one is not. */
static void outdented(const struct report *r)
{
    if (found_unclosed_quote(r) || behind_value(r)) {
        return;
    }
    struct diag *diag = error_at(r, r->at, line_end(r),
                                 "this line starts left of the first one");
    diag_hint(diag, "names that belong together start in one column");
}

static bool is_template(str s)
{
    return str_starts(s, STR("{{")) || str_starts(s, STR("{%"));
}

/* The bracket at `context` is open where its line ends, or the text. */
static void unclosed_bracket(const struct report *r)
{
    size_t start;
    str line = yaml_text_line(r->text, r->context, &start);
    if (is_template(str_from_offset(line, r->context - start))) {
        struct report there = *r;
        there.line = line;
        there.start = start;
        quote_value(&there, r->context, "template syntax needs quotes here");
        return;
    }
    char closing = char_at(r, r->context) == '[' ? ']' : '}';
    struct diag *diag =
        error_at(r, r->context, start + line.n, "this bracket is not closed");
    diag_hint(diag, "close it: %.*s%c", STR_ARG(str_trim(line)), closing);
}

static void open_bracket(const struct report *r)
{
    size_t start;
    str line = yaml_text_line(r->text, r->context, &start);
    str rest = str_from_offset(line, r->context - start);
    char closing = char_at(r, r->context) == '[' ? ']' : '}';
    if (is_template(rest) || str_find_char(rest, closing) == STR_NONE) {
        unclosed_bracket(r);
        return;
    }
    struct diag *diag =
        error_at(r, r->at, r->at + 1, "a comma is missing before this");
    yaml_suggest_quotes(diag, r->text, r->context);
}

/* The last bracket that is open where the text ends; STR_NONE: none is. */
static size_t find_open_bracket(const struct report *r)
{
    size_t closed = 0;
    for (size_t i = r->text->text.n; i-- > 0;) {
        char c = char_at(r, i);
        if (c == ']' || c == '}') {
            closed++;
        } else if ((c == '[' || c == '{') && closed-- == 0) {
            bool template = c == '{' && i > 0 && char_at(r, i - 1) == c;
            return i - template;
        }
    }
    return STR_NONE;
}

/* The bracket before the place, but for commas; STR_NONE: another character. */
static size_t find_bracket_before(const struct report *r)
{
    size_t at = r->at;
    while (at > 0 &&
           (is_space(char_at(r, at - 1)) || char_at(r, at - 1) == ',')) {
        at--;
    }
    char c = at > 0 ? char_at(r, at - 1) : '\0';
    return r->at > at && (c == '[' || c == '{') ? at - 1 : STR_NONE;
}

/* The text ends, or a comma stands, where a value is wanted. */
static void no_value(const struct report *r)
{
    bool ends = r->at >= r->text->text.n;
    struct report there = *r;
    if (char_at(r, r->at) == ',') {
        struct diag *diag = error_at(r, r->at, r->at + 1, "a comma too many");
        diag_hint(diag, "take it out");
        return;
    }
    there.context = ends ? find_open_bracket(r) : find_bracket_before(r);
    if (there.context == STR_NONE && ends) {
        error_at(r, r->at, r->at, "the text ends where a value is wanted");
    } else if (there.context == STR_NONE) {
        bad_start(r);
    } else if (ends) {
        unclosed_bracket(&there);
    } else {
        open_bracket(&there);
    }
}

static void list_on_line(const struct report *r)
{
    quote_value(r, r->at, "a list item can't stand behind a name");
}

static void bad_escape(const struct report *r)
{
    /* Of x, u and U the digits behind them are complained about. */
    size_t at = r->at;
    while (at > r->start && char_at(r, at) != '\\' && r->at - at < 2) {
        at--;
    }
    struct diag *diag =
        error_at(r, at, at + 2,
                 "a backslash between double quotes starts an escape, and "
                 "there is none like this");
    diag_hint(diag, "write \\\\, or use single quotes");
}

static void no_item(const struct report *r)
{
    if (found_unclosed_quote(r) || behind_value(r)) {
        return;
    }
    struct diag *diag = error_at(r, r->at, line_end(r),
                                 "a list item (\"- text\") is wanted here");
    diag_hint(diag, "start it below the \"-\" of the line before");
}

static void context_line(const struct report *r)
{
    size_t start;
    str line = yaml_text_line(r->text, r->context, &start);
    no_colon(r, line, start);
}

static void open_quote(const struct report *r)
{
    unclosed_quote(r, r->context);
}

static void version(const struct report *r)
{
    struct diag *diag =
        error_at(r, r->at, line_end(r), "written for another version of YAML");
    diag_hint(diag, "take this line out: YAML 1.2 is what is read");
}

static void directive(const struct report *r)
{
    struct diag *diag =
        error_at(r, r->start, line_end(r), "a line can't start with \"%\"");
    diag_hint(diag, "comments start with #");
}

/* Halves of a pair, as JSON has them, among them. */
static void bad_code(const struct report *r)
{
    size_t at = r->at;
    while (at > r->start && char_at(r, at) != '\\') {
        at--;
    }
    struct diag *diag =
        error_at(r, at, r->at + 4, "this escape stands for no character");
    diag_hint(diag, "write the character itself");
}

static const struct {
    const char *problem;
    void (*report)(const struct report *r);
} translations[] = {
    {"mapping values are not allowed in this context", colon},
    {"mapping keys are not allowed in this context", bad_start},
    {"found character that cannot start any token", bad_start},
    {"found a tab character that violates indentation", tab},
    {"found a tab character where an indentation space is expected", tab},
    {"found unexpected end of stream", open_quote},
    {"found unexpected document indicator", open_quote},
    {"did not find expected key", no_key},
    {"did not find expected <document start>", outdented},
    {"did not find expected '-' indicator", no_item},
    {"did not find expected ',' or ']'", open_bracket},
    {"did not find expected ',' or '}'", open_bracket},
    {"could not find expected ':'", context_line},
    {"did not find expected alphabetic or numeric character", bad_sign},
    {"did not find expected comment or line break", bad_sign},
    {"did not find expected whitespace or line break", bad_sign},
    {"did not find the expected '!'", bad_sign},
    {"did not find expected tag URI", bad_sign},
    {"found undefined tag handle", bad_start},
    {"block sequence entries are not allowed in this context", list_on_line},
    {"did not find expected node content", no_value},
    {"found unknown escape character", bad_escape},
    {"did not find expected hexdecimal number", bad_escape},
    {"found invalid Unicode character escape code", bad_code},
    {"found unknown directive name", directive},
    {"could not find expected directive name", directive},
    {"found unexpected non-alphabetical character", directive},
    {"found incompatible YAML document", version},
};

void yaml_report(struct yaml_text *text, const yaml_parser_t *parser,
                 struct diags *diags)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        arena_out_of_memory();
    }
    struct report r = {.text = text,
                       .diags = diags,
                       .problem = parser->problem ? parser->problem : ""};
    /* Without a context its mark is zero. */
    r.context = yaml_text_at(text, parser->context_mark.index);
    r.at = parser->error == YAML_READER_ERROR
               ? parser->problem_offset
               : yaml_text_at(text, parser->problem_mark.index);
    r.line = yaml_text_line(text, r.at, &r.start);
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        if (strcmp(r.problem, translations[i].problem) == 0) {
            translations[i].report(&r);
            return;
        }
    }
    diag_error(diags, yaml_text_span(text, r.at, line_end(&r)), "yaml",
               "not YAML: %s", r.problem);
}
