/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"

/* Texts for which cmark's time or memory would not be linear. Each check is one
 * pass over the text. */

enum {
    LARGEST = 16 * 1024 * 1024,
    /* cmark's time is quadratic in openers that nothing closes; this many
     * take a tenth of a second. */
    MOST_OPENERS = 10000,
    MOST_STEPS = 250 * 1000 * 1000, /* a second of cmark's */
    /* Cells that short rows of a wide table are filled up with: a few bytes
     * of text for each thousand of them. */
    MOST_CELLS = 200000,
    MOST_COLUMNS = 5000,
    /* A table's head may follow lines of text, which cmark reads again for each
     * of them. */
    MOST_LINES_ABOVE = 20000,
    MOST_REPEATED = 256 * 1024 * 1024,
};

/* The number of columns of a table's delimiter row; 0: the line is none. */
static size_t table_columns(str line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        if (c && !is_space(c) && !is_any_of(c, "|-:>*+")) {
            return 0;
        }
        n += c == '|';
    }
    return n;
}

/* The number of cells of all tables, including those that the author left out.
 */
static size_t count_cells(str text)
{
    size_t cells = 0;
    size_t wide = 0;
    size_t above = 0; /* lines of the paragraph so far */
    for (str line; str_split(&text, '\n', &line);) {
        above++;
        if (str_trim(line).n == 0) {
            wide = 0;
            above = 0;
        }
        size_t n = table_columns(line);
        if (n && wide == 0 && above > MOST_LINES_ABOVE) {
            return SIZE_MAX;
        }
        wide = n > wide ? n : wide;
        cells += wide;
        if (wide > MOST_COLUMNS) {
            return SIZE_MAX;
        }
    }
    return cells;
}

/* The definitions of link references, "[label]: target 'title'". */
struct references {
    str text;
    size_t quote[3]; /* the next of each kind; 0: not known */
    size_t target;   /* the end of the last one that was measured */
    size_t longest;  /* length of a target and its title */
};

/* Measures the definition whose target starts at off. */
static void measure_definition(struct references *references, size_t off)
{
    static const char opening[] = "\"'(";
    static const char closing[] = "\"')";
    str text = references->text;
    size_t from = str_skip_spaces(text, off);
    size_t end = str_find_space(text, from);
    if (from < references->target) {
        return; /* "[]:[]:": inside the last one */
    }
    references->target = end;
    size_t title = str_skip_spaces(text, end);
    char first = str_at(text, title);
    if (is_any_of(first, opening)) {
        size_t i = (size_t)(strchr(opening, first) - opening);
        if (references->quote[i] <= title) {
            references->quote[i] =
                str_find_char_from(text, title + 1, closing[i]);
        }
        end = references->quote[i];
    }
    if (end - from > references->longest) {
        references->longest = end - from;
    }
}

/* A bound of the bytes that cmark makes of references. */
static size_t reference_cost(str text)
{
    struct references references = {.text = text};
    size_t brackets = 0;
    for (size_t at = str_find_char_from(text, 0, ']'); at < text.n;
         at = str_find_char_from(text, at + 1, ']')) {
        brackets++;
        if (str_at(text, at + 1) == ':') {
            measure_definition(&references, at + 2);
        }
    }
    return references.longest * brackets;
}

static bool has_too_many(str text, str opener)
{
    return str_count(text, opener) > MOST_OPENERS;
}

/* --- fenced code ---
 *
 * Code holds no emphasis, but a long listing is full of its marks. Only text
 * between fences at the start of their lines and outside HTML is surely code
 * (CommonMark 0.29, 4.5 and 4.6). After a line that may be a fence to cmark or
 * not, in a list, a quote or a comment, nothing counts as code. */
struct fences {
    char mark;    /* of the open fence; 0: none is open */
    size_t n;     /* its marks */
    bool html;    /* since the last blank line there was a line of HTML */
    bool unclear; /* from here on nothing is code */
};

static size_t run_of(str line, char mark)
{
    return str_skip(line, 0, (const char[]){mark, '\0'});
}

static bool closes_fence(const struct fences *fences, str line)
{
    size_t indent = run_of(line, ' ');
    str rest = str_from_offset(line, indent);
    size_t n = run_of(rest, fences->mark);
    return indent <= 3 && n >= fences->n &&
           str_skip(rest, n, " \t\r") == rest.n;
}

/* HTML that goes on through blank lines, but for a comment of one line. */
static bool opens_html(str line)
{
    str name = str_from_offset(line, 1);
    if (str_starts(line, STR("<!--")) && str_ends(str_trim(line), STR("-->"))) {
        return false;
    }
    return str_starts(line, STR("<!")) || str_starts(line, STR("<?")) ||
           str_starts_nocase(name, STR("pre")) ||
           str_starts_nocase(name, STR("style")) ||
           str_starts_nocase(name, STR("script"));
}

static bool is_unclear_line(const struct fences *fences, str line)
{
    size_t i = str_skip(line, 0, " \t\n\v\f\r0123456789>*+-.)");
    str rest = str_from_offset(line, i);
    if (str_starts(rest, STR("<")) && opens_html(rest)) {
        return true;
    }
    bool fence = run_of(rest, '`') >= 3 || run_of(rest, '~') >= 3;
    return fence && (i || fences->html);
}

/* Whether the next line is code or a fence. */
static bool is_code(struct fences *fences, str line)
{
    /* To cmark "\r" ends a line as well. */
    bool lines = str_find_char_from(line, 0, '\r') + 1 < line.n;
    fences->unclear = fences->unclear || lines ||
                      (!fences->mark && is_unclear_line(fences, line));
    if (fences->unclear) {
        return false;
    }
    if (fences->mark) {
        fences->mark = closes_fence(fences, line) ? '\0' : fences->mark;
        return true;
    }
    str start = str_trim(line);
    fences->html = start.n && (fences->html || str_starts(start, STR("<")));
    char mark = str_at(line, 0);
    fences->n = mark == '`' || mark == '~' ? run_of(line, mark) : 0;
    bool info =
        mark == '~' || str_find_char_from(line, fences->n, '`') == line.n;
    fences->mark = (char)(fences->n >= 3 && info ? mark : '\0');
    return fences->mark;
}

/* cmark walks over all marks of emphasis that are still open at the end of each
 * link: links times marks, the most in one paragraph. */
static uint64_t emphasis_cost(str text)
{
    uint64_t most = 0;
    uint64_t links = 0;
    uint64_t marks = 0;
    struct fences fences = {0};
    for (str line; str_split(&text, '\n', &line);) {
        bool code = is_code(&fences, line);
        if (code || str_trim(line).n == 0) {
            links = marks = 0;
        }
        for (size_t i = 0; i < line.n && !code; i++) {
            char c = line.p[i];
            links += c == ']';
            marks += c == '*' || c == '_' || c == '~';
        }
        most = links * marks > most ? links * marks : most;
    }
    return most;
}

const char *md_refusal(str text, bool html)
{
    if (text.n > LARGEST) {
        return "it has more than 16 MiB";
    }
    if (html) {
        return NULL;
    }
    if (str_find_char(text, '|') != STR_NONE &&
        count_cells(text) > MOST_CELLS + text.n) {
        return "its tables have too many columns or empty cells";
    }
    if (reference_cost(text) > MOST_REPEATED) {
        return "its link references would make a page of more than 256 MiB";
    }
    if (text.n < 2 * (size_t)MOST_OPENERS) {
        return NULL;
    }
    if (has_too_many(text, STR("!["))) {
        return "it has more than 10,000 \"![\"";
    }
    if (str_count_char(text, ']') * text.n > MOST_STEPS &&
        emphasis_cost(text) > MOST_STEPS) {
        return "a paragraph has too many links and marks of emphasis";
    }
    if (has_too_many(text, STR("<?")) || has_too_many(text, STR("<!"))) {
        return "it has more than 10,000 \"<!\" or \"<?\"";
    }
    return NULL;
}
