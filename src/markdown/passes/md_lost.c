/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <cmark-gfm-core-extensions.h>

#include "base/simd.h"
#include "markdown/md_attributes.h"
#include "markdown/md_parse.h"

/* Text that a slip loses without a word: notes that nothing refers to, and
 * references without a note; a fence that nothing closes; a table whose second
 * line has other columns than its first; cells beside its last column; headings
 * without a blank; formulas without $$. Those of HTML: md_elements.c.
 *
 * While cmark parses, blocks that may be lost are noted. After the parse, the
 * tree tells which of them are: cmark leaves a note out that is not used, and
 * a table that is none is still a paragraph. */

/* --- during the parse --- */

static struct md_suspect *add_suspect(struct md *md, cmark_node *node, int line)
{
    struct md_suspect *suspect = VEC_PUSH(&md->suspects, md->tree);
    *suspect = (struct md_suspect){.node = node, .line = line};
    return suspect;
}

static inline uint32_t bars_mask(simd16 x)
{
    return simd16_mask(simd16_is(x, '|') | simd16_is(x, '\\'));
}

/* The cells of a table's line; 0: it has no bar. `most`: *rest, if there is
 * one, is the text after as many. */
static size_t count_cells(str line, size_t most, str *rest)
{
    size_t bars = 0;
    line = str_trim(line);
    bool edge = str_starts(line, STR("|"));
    for (size_t i = simd16_find(line, 0, bars_mask); i < line.n;
         i = simd16_find(line, i + 1, bars_mask)) {
        if (line.p[i] == '\\') {
            i = i + 1 < line.n ? i + 1 : i;
            continue;
        }
        bars++;
        if (rest && bars == most + edge) {
            *rest = str_from_offset(line, i + 1);
        }
    }
    size_t edges = (size_t)edge + str_ends(line, STR("|"));
    return bars ? bars + 1 - (edges > bars ? bars : edges) : 0;
}

/* Whether it is the second line of a table: ":---" between bars. A telephone
 * makes other dashes of two or three: then *wide is set. */
static bool is_delimiter_row(str line, bool *wide)
{
    bool dashes = false;
    *wide = false;
    for (size_t i = 0; i < line.n; i++) {
        if (str_starts_at(line, i, STR("–")) ||
            str_starts_at(line, i, STR("—"))) {
            *wide = true;
            i += strlen("—") - 1;
        } else if (!is_any_of(line.p[i], "|-: \t\r\n")) {
            return false;
        }
        dashes = dashes || line.p[i] == '-' || *wide;
    }
    return dashes;
}

static str last_line(str text)
{
    text = str_trim(text);
    /* STR_NONE + 1 == 0 */
    return str_from_offset(text, str_rfind_char(text, '\n') + 1);
}

/* Whether the first bars are those of an absolute value, as in |a| = |b|. */
static bool is_absolute(str line)
{
    size_t second = str_find_char_from(line, 1, '|');
    size_t after = str_skip_spaces(line, second + 1);
    return !is_space(str_at(line, 1)) && !is_space(str_at(line, second - 1)) &&
           is_any_of(str_at(line, after), "=<>+-*/");
}

/* Cells between bars at both ends. Lines that end in two blanks stay lines. */
static bool is_row(str line)
{
    bool breaks = str_ends(line, STR("  \n"));
    line = str_trim(line);
    return str_starts(line, STR("|")) && str_ends(line, STR("|")) &&
           count_cells(line, 0, NULL) > 1 && !is_absolute(line) && !breaks;
}

static size_t columns_of(cmark_node *node)
{
    return node->extension
               ? (size_t)cmark_gfm_extensions_get_table_columns(node)
               : 0;
}

/* A row of the table may have more cells than it. Those without text are no
 * loss. */
static void note_cells(struct md *md, cmark_parser *parser, cmark_node *table,
                       str line)
{
    str rest = {NULL, 0};
    size_t columns = columns_of(table);
    size_t cells = count_cells(line, columns, &rest);
    if (cells > columns && str_skip(rest, 0, "| \t\r\n") < rest.n) {
        struct md_suspect *row =
            add_suspect(md, table, cmark_parser_get_line_number(parser));
        row->cells = cells;
        row->wanted = columns;
    }
}

void md_lost_line(struct md *md, cmark_parser *parser, cmark_node *parent,
                  str line)
{
    bool wide;
    bool wide_before;
    if (columns_of(parent)) {
        note_cells(md, parser, parent, line);
        return;
    }
    if (parent->type != CMARK_NODE_PARAGRAPH) {
        return;
    }
    const cmark_strbuf *content = &parent->content;
    str before = {(const char *)content->ptr, (size_t)content->size};
    int number = cmark_parser_get_line_number(parser);
    if (!is_delimiter_row(line, &wide)) {
        if (str_find_char(str_trim(before), '\n') == STR_NONE && is_row(line) &&
            is_row(before)) {
            add_suspect(md, parent, number - 1)->cells =
                count_cells(before, 0, NULL);
        }
        return;
    }
    before = last_line(before);
    size_t wanted = count_cells(before, 0, NULL);
    size_t cells = count_cells(line, 0, NULL);
    if (wanted && cells && (wanted != cells || wide) &&
        !is_delimiter_row(before, &wide_before)) {
        struct md_suspect *row = add_suspect(md, parent, number);
        row->cells = cells;
        row->wanted = wanted;
    }
}

void md_lost_end(struct md *md, cmark_node *root)
{
    cmark_node *last = root; /* an open block is the last one of its parent */
    while (last->last_child) {
        last = last->last_child;
    }
    if (last->type == CMARK_NODE_CODE_BLOCK && last->as.code.fenced &&
        last->flags & CMARK_NODE__OPEN) {
        add_suspect(md, last, last->start_line);
    }
    cmark_node *node = md->has_notes ? root : NULL;
    for (; node; node = md_next_node(node, root)) {
        if (node->type == CMARK_NODE_FOOTNOTE_DEFINITION) {
            add_suspect(md, node, node->start_line)->name =
                arena_str(md->tree, md_literal(node));
        }
    }
}

/* --- after it --- */

/* The first place in the source that reads so, from a line on. */
static span place_on(struct md *md, int line, str what)
{
    md_go_to_line(md, line);
    return md_place_of(md, what);
}

static str line_at(struct md *md, int number)
{
    str line = span_text(md_line(md, number));
    return str_trim(str_from_offset(line, str_skip(line, 0, " \t>")));
}

static void warn_of_cells(struct md *md, const struct md_suspect *row)
{
    str rest = {NULL, 0};
    count_cells(line_at(md, row->line), row->wanted, &rest);
    rest = str_trim(rest);
    rest = str_sub(rest, 0, rest.n - str_ends(rest, STR("|")));
    rest = str_trim(rest);
    struct diag *diag = diag_warning(
        md->diags, span_of_str(md->source, rest), "table-columns",
        "this is not shown: the table has %zu column%s, this line %zu",
        row->wanted, row->wanted == 1 ? "" : "s", row->cells);
    diag_hint(diag, "write \\| for a bar in a cell, also in code, or give the "
                    "table another column");
}

static void warn_of_row(struct md *md, const struct md_suspect *row)
{
    enum { MOST = 12 };
    span at = span_of_str(md->source, line_at(md, row->line));
    size_t columns = row->wanted ? row->wanted : row->cells;
    bool wide;
    if (!row->wanted && is_delimiter_row(span_text(at), &wide)) {
        diag_hint(diag_warning(md->diags, at, "table-columns",
                               "this is no table: no names of columns are "
                               "above its dashes"),
                  "write a line of them there: | one | two |");
        return;
    }
    str why =
        !row->wanted ? STR("no line of dashes is below its first line")
        : row->wanted == row->cells
            ? STR("the dashes are no hyphens")
            : arena_printf(
                  md->tree, "its first line has %zu column%s, this one %zu",
                  row->wanted, row->wanted == 1 ? "" : "s", row->cells);
    struct diag *diag = diag_warning(md->diags, at, "table-columns",
                                     "this is no table: %.*s", STR_ARG(why));
    struct buf cure = {0};
    for (size_t i = 0; i < columns && i < MOST; i++) {
        buf_put(&cure, STR("|---"));
    }
    if (columns <= MOST) {
        diag_hint(diag, "write %.*s|%s", STR_ARG(buf_str(&cure)),
                  row->wanted ? "" : " there, or above it");
    } else {
        diag_hint(diag, "write as many");
    }
    buf_free(&cure);
}

static void warn_of_fence(struct md *md, const struct md_suspect *block)
{
    enum { LONGEST = 255 };
    char fence[LONGEST];
    size_t n = block->node->as.code.fence_length;
    memset(fence, block->node->as.code.fence_char, n);
    struct diag *diag = diag_warning(
        md->diags, place_on(md, block->line, (str){fence, n}), "unclosed-fence",
        "nothing closes this block of code: it goes to the end of the text");
    diag_hint(diag, "write %.*s on a line of its own below it", (int)n, fence);
}

/* The note of that name that is shown or, with `shown` false, any. */
static bool has_note(const struct md *md, str name, bool shown)
{
    for (size_t i = 0; i < md->suspects.n; i++) {
        const struct md_suspect *note = &md->suspects.p[i];
        if (note->name.p && str_eq_nocase(note->name, name) &&
            (note->node->parent || !shown)) {
            return true;
        }
    }
    return false;
}

static void warn_of_note(struct md *md, const struct md_suspect *note)
{
    str start = arena_printf(md->tree, "[^%.*s]:", STR_ARG(note->name));
    start = md_unprotect(md, start, true);
    span at = place_on(md, note->line, start);
    str name = str_sub(start, 0, start.n - 1);
    if (has_note(md, note->name, true)) {
        struct diag *diag =
            diag_warning(md->diags, at, "unused-footnote",
                         "an earlier note is %.*s too: this one is not shown",
                         STR_ARG(name));
        diag_hint(diag, "give it a name of its own");
        return;
    }
    struct diag *diag = diag_warning(
        md->diags, at, "unused-footnote",
        "nothing refers to the note %.*s: it is not shown", STR_ARG(name));
    diag_hint(diag, "write %.*s where it belongs, or take it out",
              STR_ARG(name));
}

/* Whether there is a range of a regular expression at i, as in [^A-Z0-9_], and
 * not a name: [^a-note]. */
static bool is_range(str name, size_t i)
{
    return is_alnum(str_at(name, i)) && str_at(name, i + 1) == '-' &&
           is_alnum(str_at(name, i + 2)) &&
           (!is_alnum(str_at(name, i + 3)) || str_at(name, i + 4) == '-');
}

/* Whether a reader would take it for a footnote's name, and not for a class of
 * a regular expression: [^a-z0-9_], [^,], and in a text without notes [^abc].
 */
static bool reads_as_name(str name, bool notes)
{
    enum { LONGEST_CLASS = 5, LONGEST_NUMBER = 3 };
    bool name_like = notes || name.n > LONGEST_CLASS;
    size_t letters = 0;
    size_t digits = 0;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool begins = i == 0 || !is_alnum(name.p[i - 1]);
        if ((!is_alnum(c) && !is_any_of(c, "-_.:")) ||
            (begins && is_range(name, i))) {
            return false;
        }
        letters += is_alnum(c);
        digits += is_digit(c);
    }
    bool number = digits == name.n && name.n <= LONGEST_NUMBER && name.n &&
                  name.p[0] != '0';
    return letters && (name_like || number);
}

/* A reference "[^name]" at or after *at, which becomes the offset after its
 * "[^". False: there is none. */
static bool next_reference(str text, bool notes, size_t *at, str *name)
{
    while ((*at = str_find_from(text, *at, STR("[^"))) < text.n) {
        *at += 2;
        str rest = str_from_offset(text, *at);
        size_t end = str_find_char(rest, ']');
        char after = end == STR_NONE ? '*' : str_at(rest, end + 1);
        *name = str_sub(rest, 0, end);
        if (reads_as_name(*name, notes) &&
            !(after && is_any_of(after, "*+?{]("))) {
            return true;
        }
    }
    return false;
}

/* Whether it is worth a walk through the tree. */
static bool may_lack_note(const struct md *md, bool notes)
{
    enum { FEW = 20 };
    str name;
    for (size_t at = 0; next_reference(md->text, notes, &at, &name);) {
        if (md->suspects.n > FEW || !has_note(md, name, false)) {
            return true;
        }
    }
    return false;
}

/* References without a note in a text, which has them as they were written. */
static void look_for_references(struct md *md, bool notes,
                                const cmark_node *node, int line)
{
    str name;
    str text = md_literal(node);
    for (size_t at = 0; next_reference(text, notes, &at, &name);) {
        str whole = arena_printf(md->tree, "[^%.*s]", STR_ARG(name));
        span place = place_on(md, line, whole);
        if (place.len == 0 || place.off == 0 ||
            md->source->text.p[place.off - 1] == '\\') {
            continue;
        }
        struct diag *diag =
            diag_warning(md->diags, place, "missing-footnote",
                         "there is no note %.*s: it is text", STR_ARG(whole));
        diag_hint(diag, "write %.*s: and its text below, or \\%.*s",
                  STR_ARG(whole), STR_ARG(whole));
    }
}

/* The title of a callout is no part of the tree any more. */
static void look_for_references_below(struct md *md, bool notes,
                                      cmark_node *root)
{
    const cmark_node *block = root;
    for (cmark_node *node = root; node; node = md_next_node(node, root)) {
        block = CMARK_NODE_BLOCK_P(node) ? node : block;
        const struct md_block *own =
            node->type == CMARK_NODE_BLOCK_QUOTE ? node->user_data : NULL;
        if (own && own->callout && own->callout->title) {
            look_for_references_below(md, notes, own->callout->title);
        }
        if (node->type == CMARK_NODE_TEXT) {
            look_for_references(md, notes, node, block->start_line);
        }
    }
}

/* Whether it begins with "##", and a letter is after that. */
static bool is_run_on(str text)
{
    enum { LEAST = 2, DEEPEST = 6 };
    size_t marks = str_skip(text, 0, "#");
    char letter = str_at(text, marks);
    return marks >= LEAST && marks <= DEEPEST &&
           (is_alnum(letter) || (unsigned char)letter > 127);
}

/* Whether it is worth a walk through the tree. */
static bool may_run_on(str text)
{
    size_t at = str_find(text, STR("##"));
    while (at < text.n && !is_run_on(str_from_offset(text, at))) {
        at = str_find_from(text, str_skip(text, at, "#"), STR("##"));
    }
    return at < text.n;
}

/* Headings of other programs may have no blank after their marks. */
static void look_for_run_on(struct md *md)
{
    cmark_node *node = may_run_on(md->text) ? md->root : NULL;
    for (; node; node = md_next_node(node, md->root)) {
        const cmark_node *before = node->prev;
        if (node->type != CMARK_NODE_TEXT ||
            node->parent->type != CMARK_NODE_PARAGRAPH ||
            (before && before->type != CMARK_NODE_SOFTBREAK) ||
            !is_run_on(md_literal(node))) {
            continue;
        }
        str text = md_unprotect(md, md_literal(node), true);
        span place = place_on(md, node->parent->start_line, text);
        if (place.off && md->source->text.p[place.off - 1] == '\\') {
            continue;
        }
        struct diag *diag =
            diag_warning(md->diags, place, "heading-space",
                         "this is no heading: no blank after its marks");
        diag_hint(diag, "write one after %.*s", (int)str_skip(text, 0, "#"),
                  text.p);
    }
}

/* The first environment of a text, "align" of "\begin{align}", if it shows a
 * formula by itself in TeX; empty: there is none. */
static str environment_of(str text)
{
    static const str start = STR_INIT("\\begin{");
    size_t at = str_find(text, start);
    if (at == STR_NONE) {
        return (str){NULL, 0};
    }
    str name = str_from_offset(text, at + start.n);
    name = str_sub(name, 0, str_find_char(name, '}'));
    str plain = str_sub(name, 0, name.n - str_ends(name, STR("*")));
    bool shows = str_is_word_of(
        plain, STR("align equation gather multline eqnarray alignat"));
    return shows ? name : (str){NULL, 0};
}

/* MathJax reads \begin{align} without $$. */
static void look_for_formulas(struct md *md)
{
    bool may =
        md->options->math && str_find(md->text, STR("begin{")) != STR_NONE;
    cmark_node *node = may ? md->root : NULL;
    for (; node; node = md_next_node(node, md->root)) {
        str name =
            node->type == CMARK_NODE_TEXT &&
                    node->parent->type == CMARK_NODE_PARAGRAPH
                ? environment_of(md_unprotect(md, md_literal(node), true))
                : (str){NULL, 0};
        if (!name.n) {
            continue;
        }
        str start = arena_printf(md->tree, "\\begin{%.*s}", STR_ARG(name));
        span place = place_on(md, node->parent->start_line, start);
        if (!place.len) {
            continue;
        }
        struct diag *diag = diag_warning(
            md->diags, place, "bad-formula",
            "readers see this as it is typed: no $$ says that it is a formula");
        diag_hint(diag,
                  "write $$ on a line above it, and below its \\end{%.*s}",
                  STR_ARG(name));
    }
}

/* --- all of it --- */

void md_lost_warn(struct md *md)
{
    bool notes = false;
    size_t reported = 0; /* notes: each is compared with all */
    for (size_t i = 0; i < md->suspects.n; i++) {
        const struct md_suspect *suspect = &md->suspects.p[i];
        notes = notes || suspect->name.p;
        if (suspect->name.p) {
            enum { MOST_NOTES = 100 };
            if (!suspect->node->parent && reported++ < MOST_NOTES) {
                warn_of_note(md, suspect);
            }
        } else if (suspect->node->type == CMARK_NODE_CODE_BLOCK) {
            warn_of_fence(md, suspect);
        } else if (suspect->node->type == CMARK_NODE_PARAGRAPH) {
            warn_of_row(md, suspect);
        } else if (columns_of(suspect->node) == suspect->wanted) {
            warn_of_cells(md, suspect);
        }
    }
    if (md->has_notes && may_lack_note(md, notes)) {
        look_for_references_below(md, notes, md->root);
    }
    look_for_run_on(md);
    look_for_formulas(md);
    md_elements_warn(md);
}
