/* SPDX-License-Identifier: MIT */
/* libyaml's errors in a blogger's words. libyaml says which part of its grammar
 * is missing; the meaning is guessed from the line: a title with a colon, a
 * value that starts with a sign, a quote inside quotes. Each guess shows the
 * text that would have been right. */
#include <string.h>

#include "data/yaml_text.h"

struct report {
    struct yaml_text *text;
    struct diags *diags;
    size_t at;      /* byte that libyaml stopped at */
    size_t context; /* start of the part that libyaml was reading */
    str line;       /* around `at` */
    size_t start;   /* of the line */
};

/* The hint may be NULL. */
static struct diag *error_at(const struct report *r, size_t from, size_t to,
                             const char *message, const char *hint)
{
    struct diag *diag = diag_error(r->diags, yaml_text_span(r->text, from, to),
                                   "yaml", "%s", message);
    if (hint) {
        diag_hint(diag, "%s", hint);
    }
    return diag;
}

/* The report with another place. */
static struct report moved(const struct report *r, size_t at)
{
    struct report there = *r;
    there.at = at;
    there.line = yaml_text_line(r->text, at, &there.start);
    return there;
}

static size_t line_end(const struct report *r)
{
    return r->start + r->line.n;
}

static char char_at(const struct report *r, size_t at)
{
    return str_at(r->text->text, at);
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

static size_t indent_of(str line)
{
    return str_skip(line, 0, " ");
}

/* --- suggestions --- */

/* The text in quotes that change nothing in it. */
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
    if (val.n < 2 || !is_quote(val.p[0]) || val.p[val.n - 1] != val.p[0]) {
        return val;
    }
    str inside = str_sub(val, 1, val.n - 2);
    size_t at = str_find_char(inside, val.p[0]);
    bool ends_word = at != STR_NONE && is_space(str_at(inside, at + 1));
    return ends_word ? val : inside;
}

void yaml_suggest_quotes(struct diag *diag, const struct yaml_text *text,
                         size_t at)
{
    size_t start;
    str line = yaml_text_line(text, at, &start);
    str before = str_trim(str_sub(line, 0, at - start));
    if (before.n && !is_any_of(before.p[before.n - 1], ":-")) {
        return; /* inside brackets the value's end is not known */
    }
    str val = str_trim(str_from_offset(line, at - start));
    str right = quoted(diag->arena, without_quotes(val));
    diag_hint(diag, "quote it: %.*s%s%.*s", STR_ARG(before),
              before.n ? " " : "", STR_ARG(right));
}

/* The start of the value in a "key: value" (or "- value") line, as an offset
 * into the line; STR_NONE: the line is no such line. */
static size_t value_start(str line)
{
    for (size_t i = 0; i < line.n; i++) {
        bool colon = line.p[i] == ':';
        bool dash = line.p[i] == '-' && str_trim(str_sub(line, 0, i)).n == 0;
        if ((colon || dash) && i + 1 < line.n && is_space(line.p[i + 1])) {
            size_t at = str_skip_spaces(line, i + 1);
            return at < line.n ? at : STR_NONE;
        }
    }
    return STR_NONE;
}

/* The last line before the place's that is neither empty nor a comment; an
 * empty line: there is none. */
static struct report line_before(const struct report *r)
{
    struct report before = *r;
    while (before.start > 0) {
        before = moved(r, before.start - 1);
        str seen = str_trim(before.line);
        if (seen.n && seen.p[0] != '#') {
            return before;
        }
    }
    before.line = (str){NULL, 0};
    return before;
}

static void quote_value(const struct report *r, size_t from,
                        const char *message)
{
    struct diag *diag = error_at(r, from, line_end(r), message, NULL);
    yaml_suggest_quotes(diag, r->text, from);
}

/* --- the usual slips --- */

static void no_colon(const struct report *r)
{
    str text = str_trim(r->line);
    size_t colon = str_find_char(text, ':');
    size_t wide = str_find(text, STR("："));
    struct diag *diag =
        error_at(r, r->start + indent_of(r->line), line_end(r),
                 "this is not \"name: value\"",
                 "a colon and a space go between the name and its value");
    if (str_starts(text, STR("-"))) {
        diag_hint(diag, "put a space after the dash: - %.*s",
                  STR_ARG(str_from_offset(text, 1)));
    } else if (wide < colon) {
        diag_hint(
            diag, "write an ASCII colon and a space: %.*s: %.*s",
            STR_ARG(str_trim(str_sub(text, 0, wide))),
            STR_ARG(str_trim(str_from_offset(text, wide + strlen("：")))));
    } else if (colon != STR_NONE) {
        diag_hint(diag, "put a space after the colon: %.*s: %.*s",
                  STR_ARG(str_trim(str_sub(text, 0, colon))),
                  STR_ARG(str_trim(str_from_offset(text, colon + 1))));
    }
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
    struct report before = line_before(r);
    if (before.line.n && value_start(before.line) == STR_NONE &&
        !str_ends(before.line, STR(":"))) {
        no_colon(&before);
        return;
    }
    error_at(r, r->start + indent_of(r->line), line_end(r),
             "this line is indented too far",
             "start it below the name of the line before");
}

static void tab(const struct report *r)
{
    error_at(r, r->at, r->at + 1, "a tab in front of a line",
             "indent with spaces");
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

/* A quote that stays open takes in the lines below, and libyaml trips over
 * something far from it. */
static void unclosed_quote(const struct report *r)
{
    struct diag *diag =
        error_at(r, r->at, line_end(r), "this quote is not closed", NULL);
    diag_hint(diag, "close it: %.*s%c", STR_ARG(str_trim(r->line)),
              char_at(r, r->at));
}

static bool is_open_quote(str s)
{
    return is_quote(str_at(s, 0)) &&
           str_find_char(str_from_offset(s, 1), s.p[0]) == STR_NONE;
}

/* Looks above the place for a value with an opening quote alone, whose next
 * line is not indented deeper, as the rest of a long text would be. */
static bool found_unclosed_quote(const struct report *r)
{
    str below = r->line;
    for (struct report above = line_before(r); above.line.n;
         above = line_before(&above)) {
        size_t val = value_start(above.line);
        if (val != STR_NONE && indent_of(below) <= indent_of(above.line) &&
            is_open_quote(str_from_offset(above.line, val))) {
            above.at = above.start + val;
            unclosed_quote(&above);
            return true;
        }
        below = above.line;
    }
    return false;
}

/* Something follows a value on its line. */
static bool after_value(const struct report *r)
{
    size_t val = value_start(r->line);
    if (val == STR_NONE || r->at <= r->start + val) {
        return false;
    }
    char c = r->line.p[val];
    bool quote = is_quote(c);
    if (quote && str_ends(r->line, STR(",")) && r->at + 1 == line_end(r)) {
        error_at(r, r->at, line_end(r), "a comma too many",
                 "take it out: lines end without one");
    } else if (quote || c == '[' || c == '{') {
        quote_value(r, r->start + val,
                    quote ? "the text goes on after its closing quote"
                          : "a value that starts with a bracket needs quotes");
    } else {
        return false;
    }
    return true;
}

/* The place is read as something that can't be there. */
static void misplaced(const struct report *r, const char *message,
                      const char *hint)
{
    if (!found_unclosed_quote(r) && !after_value(r)) {
        error_at(r, r->at, line_end(r), message, hint);
    }
}

static void no_key(const struct report *r)
{
    if (char_at(r, r->at) == '-') {
        misplaced(r, "a list item where a name is wanted",
                  "write \"name:\" on the line before the list");
    } else {
        misplaced(r, "this line does not line up with any line above",
                  "names that belong together start in one column");
    }
}

/* The first line is indented, this one is not. */
static void outdented(const struct report *r)
{
    misplaced(r, "this line starts left of the first one",
              "names that belong together start in one column");
}

static void no_item(const struct report *r)
{
    misplaced(r, "a list item (\"- text\") is wanted here",
              "start it below the \"-\" of the line before");
}

static bool is_template(str s)
{
    return str_starts(s, STR("{{")) || str_starts(s, STR("{%"));
}

static char closing_of(char bracket)
{
    return bracket == '[' ? ']' : '}';
}

/* The bracket at the place is open where its line ends, or the text. */
static void unclosed_bracket(const struct report *r)
{
    if (is_template(str_from_offset(r->line, r->at - r->start))) {
        quote_value(r, r->at, "template syntax needs quotes here");
        return;
    }
    struct diag *diag =
        error_at(r, r->at, line_end(r), "this bracket is not closed", NULL);
    diag_hint(diag, "close it: %.*s%c", STR_ARG(str_trim(r->line)),
              closing_of(char_at(r, r->at)));
}

/* The bracket at `context`. */
static void open_bracket(const struct report *r)
{
    struct report open = moved(r, r->context);
    str rest = str_from_offset(open.line, open.at - open.start);
    if (is_template(rest) ||
        str_find_char(rest, closing_of(char_at(r, open.at))) == STR_NONE) {
        unclosed_bracket(&open);
        return;
    }
    struct diag *diag =
        error_at(r, r->at, r->at + 1, "a comma is missing before this", NULL);
    yaml_suggest_quotes(diag, r->text, open.at);
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
    size_t at = str_skip_back(r->text->text, r->at, " \t\n\v\f\r,");
    bool bracket = at > 0 && is_any_of(char_at(r, at - 1), "[{");
    return r->at > at && bracket ? at - 1 : STR_NONE;
}

/* The text ends, or there is a comma, where a value is wanted. */
static void no_value(const struct report *r)
{
    bool ends = r->at >= r->text->text.n;
    size_t bracket = ends ? find_open_bracket(r) : find_bracket_before(r);
    struct report there = moved(r, bracket);
    if (char_at(r, r->at) == ',') {
        error_at(r, r->at, r->at + 1, "a comma too many", "take it out");
    } else if (bracket == STR_NONE && ends) {
        error_at(r, r->at, r->at, "the text ends where a value is wanted",
                 NULL);
    } else if (bracket == STR_NONE) {
        bad_start(r);
    } else if (ends) {
        unclosed_bracket(&there);
    } else {
        there = *r;
        there.context = bracket;
        open_bracket(&there);
    }
}

static void list_on_line(const struct report *r)
{
    quote_value(r, r->at, "a list item can't follow a name");
}

/* The backslash of an escape, at most `most` bytes before the place. */
static size_t find_backslash(const struct report *r, size_t most)
{
    size_t at = r->at;
    while (at > r->start && char_at(r, at) != '\\' && r->at - at < most) {
        at--;
    }
    return at;
}

static void bad_escape(const struct report *r)
{
    /* libyaml stops after the x, u or U. */
    size_t at = find_backslash(r, 2);
    error_at(r, at, at + 2,
             "a backslash between double quotes starts an escape, and there is "
             "none like this",
             "write \\\\, or use single quotes");
}

/* Halves of a pair, as JSON has them, among them. */
static void bad_code(const struct report *r)
{
    error_at(r, find_backslash(r, SIZE_MAX), r->at + 4,
             "this escape is no character", "write the character itself");
}

static void version(const struct report *r)
{
    error_at(r, r->at, line_end(r), "written for another version of YAML",
             "take this line out: crumb reads YAML 1.2");
}

static void directive(const struct report *r)
{
    error_at(r, r->start, line_end(r), "a line can't start with \"%\"",
             "comments start with #");
}

static const struct {
    const char *problem;
    void (*report)(const struct report *r);
    bool at_context;
} translations[] = {
    {"mapping values are not allowed in this context", colon, false},
    {"mapping keys are not allowed in this context", bad_start, false},
    {"found character that cannot start any token", bad_start, false},
    {"found a tab character that violates indentation", tab, false},
    {"found a tab character where an indentation space is expected", tab,
     false},
    {"found unexpected end of stream", unclosed_quote, true},
    {"found unexpected document indicator", unclosed_quote, true},
    {"did not find expected key", no_key, false},
    {"did not find expected <document start>", outdented, false},
    {"did not find expected '-' indicator", no_item, false},
    {"did not find expected ',' or ']'", open_bracket, false},
    {"did not find expected ',' or '}'", open_bracket, false},
    {"could not find expected ':'", no_colon, true},
    {"did not find expected alphabetic or numeric character", bad_start, true},
    {"did not find expected comment or line break", bad_start, true},
    {"did not find expected whitespace or line break", bad_start, true},
    {"did not find the expected '!'", bad_start, true},
    {"did not find expected tag URI", bad_start, true},
    {"found undefined tag handle", bad_start, false},
    {"block sequence entries are not allowed in this context", list_on_line,
     false},
    {"did not find expected node content", no_value, false},
    {"found unknown escape character", bad_escape, false},
    {"did not find expected hexdecimal number", bad_escape, false},
    {"found invalid Unicode character escape code", bad_code, false},
    {"found unknown directive name", directive, false},
    {"could not find expected directive name", directive, false},
    {"found unexpected non-alphabetical character", directive, false},
    {"found incompatible YAML document", version, false},
};

void yaml_report(struct yaml_text *text, const yaml_parser_t *parser,
                 struct diags *diags)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        arena_out_of_memory();
    }
    struct report r = {.text = text, .diags = diags};
    const char *problem = parser->problem ? parser->problem : "";
    /* Without a context its mark is zero. */
    r.context = yaml_text_at(text, parser->context_mark.index);
    r = moved(&r, parser->error == YAML_READER_ERROR
                      ? parser->problem_offset
                      : yaml_text_at(text, parser->problem_mark.index));
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        if (strcmp(problem, translations[i].problem) == 0) {
            r = translations[i].at_context ? moved(&r, r.context) : r;
            translations[i].report(&r);
            return;
        }
    }
    diag_error(diags, yaml_text_span(text, r.at, line_end(&r)), "yaml",
               "not YAML: %s", problem);
}
