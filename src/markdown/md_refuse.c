/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"

/* What cmark must not be given, because its time or memory would not be
 * linear. Each check is one pass over the text. */

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

static size_t count_of(str text, str what)
{
    size_t n = 0;
    for (size_t at = str_find(text, what); at != STR_NONE;
         at = str_find(text, what)) {
        n++;
        text = str_from_offset(text, at + what.n);
    }
    return n;
}

static str take_line(str *text)
{
    str line = *text;
    size_t end = str_find_char(*text, '\n');
    line.n = end == STR_NONE ? line.n : end;
    *text = str_from_offset(*text, line.n + 1);
    return line;
}

/* The columns of a table's delimiter row, 0 if this is none. */
static size_t table_columns(str line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        if (!is_space(c) && !strchr("|-:>*+", c)) {
            return 0;
        }
        n += c == '|';
    }
    return n;
}

/* Cells of all tables, those that the author left out included. */
static size_t count_cells(str text)
{
    size_t cells = 0;
    size_t wide = 0;
    size_t above = 0; /* lines of the paragraph so far */
    while (text.n) {
        str line = take_line(&text);
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

/* Where `what` stands next, from `from` on; `known` is an earlier answer. */
static size_t find_next_char(str text, size_t from, char what, size_t known)
{
    if (known != 0 && known >= from) {
        return known;
    }
    size_t at = str_find_char(str_from_offset(text, from), what);
    return at == STR_NONE ? text.n : from + at;
}

/* The definitions of link references, "[label]: target 'title'". */
struct references {
    str text;
    size_t quote[3]; /* the next of each */
    size_t target;   /* where the last one looked at ends */
    size_t longest;  /* target and title */
};

static size_t skip_line_spaces(str text, size_t off)
{
    while (off < text.n && is_space(text.p[off])) {
        off++;
    }
    return off;
}

/* The definition whose target starts at off. */
static void measure_definition(struct references *references, size_t off)
{
    static const char opening[] = "\"'(";
    static const char closing[] = "\"')";
    str text = references->text;
    size_t from = skip_line_spaces(text, off);
    size_t end = from;
    if (from < references->target) {
        return; /* "[]:[]:": inside of that one */
    }
    while (end < text.n && !is_space(text.p[end])) {
        end++;
    }
    references->target = end;
    size_t title = skip_line_spaces(text, end);
    const char *quote =
        title < text.n && text.p[title] ? strchr(opening, text.p[title]) : NULL;
    if (quote) {
        size_t i = (size_t)(quote - opening);
        references->quote[i] =
            find_next_char(text, title + 1, closing[i], references->quote[i]);
        end = references->quote[i];
    }
    if (end - from > references->longest) {
        references->longest = end - from;
    }
}

/* At most so many bytes does cmark make of references alone. */
static size_t reference_cost(str text)
{
    struct references references = {.text = text};
    size_t brackets = 0;
    size_t off = 0;
    for (;;) {
        size_t at = str_find_char(str_from_offset(text, off), ']');
        if (at == STR_NONE) {
            break;
        }
        off += at + 1;
        brackets++;
        if (off < text.n && text.p[off] == ':') {
            measure_definition(&references, off + 1);
        }
    }
    return references.longest * brackets;
}

static bool has_too_many(str text, str opener)
{
    return count_of(text, opener) > MOST_OPENERS;
}

/* --- fenced code ---
 *
 * Code is not looked at for emphasis, and a long listing is full of what would
 * be some. That only counts as code which is for certain: between fences that
 * stand at the start of their lines, outside of HTML (CommonMark 0.29, 4.5 and
 * 4.6). After what may be a fence to cmark and may be none, in a list, a quote,
 * a comment, all of the text is looked at. */
struct fences {
    char mark;    /* of the open fence; 0: none is open */
    size_t n;     /* its marks */
    bool html;    /* since the last blank line there was a line of HTML */
    bool unclear; /* from here on nothing is code */
};

static size_t run_of(str line, char mark)
{
    size_t n = 0;
    while (n < line.n && line.p[n] == mark) {
        n++;
    }
    return n;
}

/* The marks of an opening fence, 0 if it is none. */
static size_t opening_fence(str line)
{
    char mark = line.n ? line.p[0] : '\0';
    size_t n = mark == '`' || mark == '~' ? run_of(line, mark) : 0;
    bool info =
        mark != '`' || str_find_char(str_from_offset(line, n), '`') == STR_NONE;
    return n >= 3 && info ? n : 0;
}

static bool closes_fence(const struct fences *fences, str line)
{
    size_t indent = run_of(line, ' ');
    str rest = str_from_offset(line, indent);
    size_t n = run_of(rest, fences->mark);
    size_t end = n;
    while (end < rest.n &&
           (rest.p[end] == ' ' || rest.p[end] == '\t' || rest.p[end] == '\r')) {
        end++;
    }
    return indent <= 3 && n >= fences->n && end == rest.n;
}

/* To cmark "\r" ends a line as well. */
static bool holds_lines(str line)
{
    size_t at = str_find_char(line, '\r');
    return at != STR_NONE && at + 1 < line.n;
}

/* HTML that goes on through blank lines, but for a comment of one line. */
static bool opens_html(str line)
{
    str name = str_from_offset(line, 1);
    if (str_starts(line, STR("<!--")) && str_ends(str_trim(line), STR("-->"))) {
        return false;
    }
    return str_starts(line, STR("<!")) || str_starts(line, STR("<?")) ||
           str_eq_nocase(str_sub(name, 0, 3), STR("pre")) ||
           str_eq_nocase(str_sub(name, 0, 5), STR("style")) ||
           str_eq_nocase(str_sub(name, 0, 6), STR("script"));
}

static bool is_unclear_line(const struct fences *fences, str line)
{
    size_t i = 0;
    while (i < line.n && (is_space(line.p[i]) || is_digit(line.p[i]) ||
                          strchr(">*+-.)", line.p[i]))) {
        i++;
    }
    str rest = str_from_offset(line, i);
    if (str_starts(rest, STR("<")) && opens_html(rest)) {
        return true;
    }
    bool fence = run_of(rest, '`') >= 3 || run_of(rest, '~') >= 3;
    return fence && (i || fences->html);
}

/* The next line: it is code, or the fence of some. */
static bool is_code(struct fences *fences, str line)
{
    fences->unclear = fences->unclear || holds_lines(line) ||
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
    fences->n = opening_fence(line);
    fences->mark = fences->n ? line.p[0] : '\0';
    return fences->n > 0;
}

/* cmark walks over all marks of emphasis that are still open at the end of each
 * link: links times marks, the most in one paragraph. */
static uint64_t emphasis_cost(str text)
{
    uint64_t most = 0;
    uint64_t links = 0;
    uint64_t marks = 0;
    struct fences fences = {0};
    while (text.n) {
        str line = take_line(&text);
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
    if (count_of(text, STR("]")) * text.n > MOST_STEPS &&
        emphasis_cost(text) > MOST_STEPS) {
        return "a paragraph has too many links and marks of emphasis";
    }
    if (has_too_many(text, STR("<?")) || has_too_many(text, STR("<!"))) {
        return "it has more than 10,000 \"<!\" or \"<?\"";
    }
    return NULL;
}
