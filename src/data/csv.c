/* SPDX-License-Identifier: MIT */
#include "data/csv.h"

#include "base/memory/map.h"
#include "data/scan.h"

/* One pass over the text, a record at a time into the same array of fields.
 * Fields are slices of the source, but for those with doubled quotes. */

/* A file that is no CSV at all is not reported line by line. */
enum { MAX_ERRORS = 20 };

struct field {
    str text;
    size_t off; /* quotes included */
    size_t end;
};

struct parser {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    str text;
    size_t at;
    char separator;
    size_t errors;
    VEC(struct field) fields; /* of the record at hand */
    VEC(str) names;
    struct map named; /* each name once */
};

/* Returns false. */
static bool csv_fail(struct parser *p, size_t from, size_t to,
                     const char *message, const char *hint)
{
    span at = span_of(p->source, from, to - from);
    p->errors++;
    diag_hint(diag_error(p->diags, at, "csv", "%s", message), "%s", hint);
    return false;
}

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

static bool at_break(const struct parser *p)
{
    return is_break(str_at(p->text, p->at));
}

static bool ends_field(const struct parser *p)
{
    return p->at >= p->text.n || at_break(p) ||
           p->text.p[p->at] == p->separator;
}

static void skip_break(struct parser *p)
{
    p->at += str_starts_at(p->text, p->at, STR("\r\n")) ? 2 : 1;
}

/* --- fields --- */

/* The text without one quote of each pair. */
static str without_pairs(struct arena *arena, str text)
{
    char *p = ARENA_ARRAY(arena, char, text.n);
    size_t kept = 0;
    for (size_t i = 0; i < text.n; i++) {
        p[kept++] = text.p[i];
        i += text.p[i] == '"';
    }
    return (str){p, kept};
}

static bool quoted_field(struct parser *p, str *out)
{
    size_t open = p->at++;
    bool pairs = false;
    for (;;) {
        size_t n = str_find_char(str_from_offset(p->text, p->at), '"');
        if (n == STR_NONE) {
            p->at = p->text.n;
            return csv_fail(
                p, open, open + 1, "this quote has no end",
                "close it, or double it if it is part of the text: \"\"");
        }
        p->at += n + 1;
        if (str_at(p->text, p->at) != '"') {
            break;
        }
        pairs = true;
        p->at++;
    }
    *out = str_sub(p->text, open + 1, p->at - open - 2);
    if (pairs) {
        *out = without_pairs(p->arena, *out);
    }
    if (ends_field(p)) {
        return true;
    }
    size_t from = p->at;
    while (!ends_field(p)) {
        p->at++;
    }
    return csv_fail(p, from, p->at, "text after a closing quote",
                    "double the quotes that are part of the text: \"\"");
}

/* In `a, "b, c"` a quote counts at the start of a field alone, so this one
 * would be taken apart at its comma: an error. */
static bool plain_field(struct parser *p, str *out)
{
    size_t from = p->at;
    while (!ends_field(p)) {
        p->at++;
    }
    *out = str_sub(p->text, from, p->at - from);
    size_t blanks = str_skip(*out, 0, " ");
    if (blanks == 0 || str_at(*out, blanks) != '"') {
        return true;
    }
    return csv_fail(p, from, from + blanks + 1, "a blank before the quote",
                    "take it out: a quoted field starts with its quote");
}

/* The fields up to the end of the record. After an error the rest of the line
 * is left out: its fields are a guess. */
static bool read_record(struct parser *p)
{
    bool good = true;
    p->fields.n = 0;
    for (;;) {
        struct field field = {.off = p->at};
        good = str_at(p->text, p->at) == '"' ? quoted_field(p, &field.text)
                                             : plain_field(p, &field.text);
        field.end = p->at;
        *VEC_PUSH(&p->fields, p->arena) = field;
        if (!good || p->at >= p->text.n || at_break(p)) {
            break;
        }
        p->at++;
    }
    p->at = str_find_any(p->text, p->at, "\n\r");
    if (p->at < p->text.n) {
        skip_break(p);
    }
    return good;
}

static void skip_empty_lines(struct parser *p)
{
    while (at_break(p)) {
        skip_break(p);
    }
}

/* --- names --- */

/* The one that the first line has most of, outside of quotes. */
static char find_separator(str text)
{
    static const char known[] = {',', ';', '\t'};
    size_t counts[sizeof known] = {0};
    bool quoted = false;
    for (size_t i = 0; i < text.n && (quoted || !is_break(text.p[i])); i++) {
        quoted = text.p[i] == '"' ? !quoted : quoted;
        for (size_t k = 0; k < sizeof known && !quoted; k++) {
            counts[k] += text.p[i] == known[k];
        }
    }
    size_t best = 0;
    for (size_t k = 1; k < sizeof known; k++) {
        best = counts[k] > counts[best] ? k : best;
    }
    return known[best];
}

static bool read_names(struct parser *p)
{
    p->separator = find_separator(str_from_offset(p->text, p->at));
    if (!read_record(p)) {
        return false;
    }
    for (size_t i = 0; i < p->fields.n; i++) {
        struct field field = p->fields.p[i];
        str name = str_trim(field.text);
        void **known = map_put(&p->named, p->arena, name);
        if (!name.n) {
            csv_fail(p, field.off, field.end,
                     "the first line has the columns' names, and this column "
                     "has none",
                     "name it, or take the column out");
        } else if (*known) {
            csv_fail(p, field.off, field.end, "two columns have this name",
                     "give each column a name of its own");
        }
        *known = p;
        *VEC_PUSH(&p->names, p->arena) = name;
    }
    return p->errors == 0;
}

/* --- rows --- */

static void wrong_count(struct parser *p)
{
    size_t n = p->fields.n;
    size_t from = p->fields.p[0].off;
    str message =
        arena_printf(p->arena, "%zu field%s here, and the first line names %zu",
                     n, n == 1 ? "" : "s", p->names.n);
    const char *hint = n < p->names.n
                           ? "an empty field needs its separator, too"
                       : p->separator == ','
                           ? "put a text with a comma into quotes: \"a, b\""
                           : "put a text that holds the separator into quotes";
    csv_fail(p, from, p->fields.p[n - 1].end, message.p, hint);
}

static value make_row(struct parser *p)
{
    value row = value_dict(p->arena);
    for (size_t i = 0; i < p->names.n; i++) {
        dict_set(row.as.dict, p->arena, value_string(p->names.p[i]),
                 value_string(p->fields.p[i].text));
    }
    return row;
}

bool csv_parse(const struct source *source, struct arena *arena,
               struct diags *diags, value *out)
{
    struct parser p = {
        .source = source, .arena = arena, .diags = diags, .text = source->text};
    *out = value_list(arena);
    if (!scan_utf8(span_of(source, 0, source->text.n), diags,
                   "save the file as UTF-8 (in a spreadsheet: CSV UTF-8)")) {
        return false;
    }
    p.at = str_starts(p.text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    skip_empty_lines(&p);
    if (p.at >= p.text.n) {
        return true;
    }
    if (!read_names(&p)) {
        return false;
    }
    for (skip_empty_lines(&p); p.at < p.text.n && p.errors < MAX_ERRORS;
         skip_empty_lines(&p)) {
        if (!read_record(&p)) {
            continue;
        }
        if (p.fields.n != p.names.n) {
            wrong_count(&p);
        } else {
            list_push(out->as.list, arena, make_row(&p));
        }
    }
    return p.errors == 0;
}
