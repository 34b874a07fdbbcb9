/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "markdown/md_parse.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_escape.h"

/* Formulas. Which dollars are money is GitHub's rule: after the first one and
 * before the second there is no space, and after the second no digit. What
 * follows here asks for a little more, so that shells, PHP and jQuery stay
 * text. The next dollar always decides, so no text is searched twice. */

/* --- where a formula ends --- */

static bool is_blank_char(char c)
{
    return is_any_of(c, " \t\n\r");
}

static char char_at(str text, size_t i)
{
    return i < text.n ? text.p[i] : '\n';
}

/* The number of dollars; 3: or more. */
static size_t run_of_dollars(str text, size_t off)
{
    size_t n = 0;
    while (n < 3 && char_at(text, off + n) == '$') {
        n++;
    }
    return n;
}

/* The next dollars from `off` on that are not escaped, n or more; a backtick
 * ends the search for one. */
static size_t find_dollars(str text, size_t off, size_t n)
{
    while (off < text.n) {
        char c = text.p[off];
        if (c == '$' && run_of_dollars(text, off) >= n) {
            return off;
        }
        if (c == '`' && n == 1) {
            return STR_NONE;
        }
        off += c == '\\' ? 2 : 1;
    }
    return STR_NONE;
}

/* Whether a formula may be after this text: not in US$5, a$b, $(x)$(y). */
static bool may_open_after(str text, size_t off)
{
    char before = off ? text.p[off - 1] : '\n';
    return !is_alnum(before) && !is_any_of(before, "$)]}+?^%\\@&#");
}

static bool may_open(str text, size_t off)
{
    char first = char_at(text, off + 1);
    char second = char_at(text, off + 2);
    return may_open_after(text, off) && !is_blank_char(first) &&
           !is_any_of(first, "?!#,;:.)]}@&%\"'*") &&
           !(first == '(' && is_any_of(second, "'\"")) &&
           !(first == '_' && second != '{' && !is_digit(second));
}

static bool may_close(str text, size_t off)
{
    char before = text.p[off - 1];
    char after = char_at(text, off + 1);
    return !is_blank_char(before) && before != '"' && !is_alnum(after) &&
           !is_any_of(after, "({$@^`\\");
}

/* The longest word outside of braces with a space before it, near the
 * beginning. The words of TeX are in \text{...} or have a backslash. */
static size_t longest_word(str tex)
{
    enum { BEGINNING = 200 };
    size_t depth = 0;
    size_t letters = 0;
    size_t longest = 0;
    bool counts = false; /* the letters are after a space */
    for (size_t i = 0; i < tex.n && i < BEGINNING; i++) {
        char c = tex.p[i];
        depth += c == '{';
        depth -= c == '}' && depth;
        counts = is_blank_char(c) || (counts && is_alpha(c));
        letters = counts && is_alpha(c) && !depth ? letters + 1 : 0;
        longest = letters > longest ? letters : longest;
    }
    return longest;
}

/* "$20 bill, 30$", "$5. 100$"; "$(CC)" and at a later line's end another "$":
 * text, in spite of the rule. */
static bool is_text(str tex)
{
    enum { WORD_OF_MONEY = 2, WORD_OF_LINES = 4 };
    bool money = tex.n && is_digit(tex.p[0]);
    bool lines = str_find_char(tex, '\n') != STR_NONE;
    return (money && (longest_word(tex) >= WORD_OF_MONEY ||
                      str_find(tex, STR(". ")) != STR_NONE)) ||
           (lines && longest_word(tex) >= WORD_OF_LINES);
}

/* The parts of a formula in the parser's text. */
struct extent {
    bool found;
    bool display;
    size_t tex;   /* after the opener */
    size_t close; /* where the closer begins */
    size_t end;
};

static struct extent dollar_at(str text, size_t off)
{
    struct extent none = {0};
    if (!may_open(text, off)) {
        return none;
    }
    size_t close = find_dollars(text, off + 1, 1);
    if (close == STR_NONE || run_of_dollars(text, close) > 1 ||
        !may_close(text, close) ||
        is_text(str_sub(text, off + 1, close - off - 1))) {
        return none;
    }
    return (struct extent){true, false, off + 1, close, close + 1};
}

/* A "^" or \name: no shell writes that between two of its "$$". */
static bool is_plainly_tex(str tex)
{
    for (size_t i = 0; i < tex.n && tex.p[i] != '\n'; i++) {
        if (tex.p[i] == '^' ||
            (tex.p[i] == '\\' && i + 2 < tex.n && is_alpha(tex.p[i + 1]) &&
             is_alpha(tex.p[i + 2]))) {
            return str_find_char(tex, '\n') == STR_NONE;
        }
    }
    return false;
}

static struct extent dollars_at(str text, size_t off)
{
    struct extent none = {0};
    size_t close = find_dollars(text, off + 2, 2);
    if (close == STR_NONE || run_of_dollars(text, close) != 2) {
        return none;
    }
    str tex = str_sub(text, off + 2, close - off - 2);
    /* of the line, if only blanks are before it */
    size_t start = str_skip_back(text, off, " \t");
    bool display = (start == 0 || text.p[start - 1] == '\n') &&
                   md_math_ends_line(text, close + 2);
    bool tight =
        tex.n && !is_blank_char(tex.p[0]) && !is_blank_char(tex.p[tex.n - 1]);
    bool within = (tight || is_plainly_tex(tex)) && may_open_after(text, off) &&
                  !is_alnum(char_at(text, close + 2));
    if (str_trim(tex).n == 0 || !(display || within)) {
        return none;
    }
    return (struct extent){true, display, off + 2, close, close + 2};
}

/* $`x`$, in which no other one begins. */
static struct extent tick_at(str text, size_t off)
{
    size_t tex = off + 2;
    size_t i = tex;
    while (i + 1 < text.n && !(text.p[i] == '`' && text.p[i + 1] == '$')) {
        if (text.p[i] == '$' && text.p[i + 1] == '`') {
            return (struct extent){0};
        }
        i++;
    }
    bool found = i > tex && i + 1 < text.n && !is_alnum(char_at(text, i + 2));
    return (struct extent){found, false, tex, i, i + 2};
}

/* "\)" or "\]" after the placeholder at `off`, before another one opens. */
static struct extent escaped_at(const struct md *md, str text, size_t off,
                                bool bracket)
{
    size_t tex = off + MD_PLACEHOLDER_LENGTH;
    char closer = bracket ? ']' : ')';
    for (size_t i = tex; i < text.n;) {
        char opener;
        bool escape = text.p[i] == '\\';
        bool escaped = bracket && md_escape_at(md, text, i, ']');
        if (escaped || (escape && char_at(text, i + 1) == closer)) {
            size_t end = i + (escaped ? MD_PLACEHOLDER_LENGTH : 2);
            return (struct extent){i > tex, bracket, tex, i, end};
        }
        if ((unsigned char)text.p[i] == MD_ASK &&
            md_placeholder_at(md, text, i, &opener) &&
            md_escape_at(md, text, i, opener)) {
            break;
        }
        i += escape ? 2 : 1;
    }
    return (struct extent){0};
}

/* --- the parse --- */

static enum md_math_kind kind_at(const struct md *md, str text, size_t off)
{
    char opener;
    if (text.p[off] == '$') {
        size_t n = run_of_dollars(text, off);
        return char_at(text, off + 1) == '`' ? MD_MATH_TICK
               : n == 1                      ? MD_MATH_DOLLAR
               : n == 2                      ? MD_MATH_DOLLARS
                                             : MD_MATH_FENCE;
    }
    bool escaped = md_placeholder_at(md, text, off, &opener) &&
                   md_escape_at(md, text, off, opener);
    return !escaped        ? MD_MATH_FENCE
           : opener == '(' ? MD_MATH_PAREN
                           : MD_MATH_BRACKET;
}

static struct extent extent_at(const struct md *md, str text, size_t off,
                               enum md_math_kind kind)
{
    switch (kind) {
    case MD_MATH_DOLLAR: return dollar_at(text, off);
    case MD_MATH_TICK: return tick_at(text, off);
    case MD_MATH_DOLLARS: return dollars_at(text, off);
    case MD_MATH_PAREN: return escaped_at(md, text, off, false);
    case MD_MATH_BRACKET: return escaped_at(md, text, off, true);
    case MD_MATH_FENCE: break;
    }
    return (struct extent){0};
}

static cmark_node *new_formula(const struct md_inline_place *place, str text,
                               size_t off, enum md_math_kind kind,
                               struct extent extent)
{
    struct md *md = place->md;
    struct md_formula *formula = ARENA_NEW(md->tree, struct md_formula);
    struct md_math_scan *scan = &md->math;
    for (; scan->counted < off; scan->counted++) {
        if (text.p[scan->counted] == '\n') {
            scan->lines++;
            scan->line_start = scan->counted + 1;
        }
    }
    size_t start = scan->line_start;
    *formula = (struct md_formula){
        .kind = kind,
        .display = extent.display,
        .line = scan->lines,
        .before = str_sub(text, start, off - start),
    };
    str tex = str_sub(text, extent.tex, extent.close - extent.tex);
    cmark_node *node = md_new_node(md, CMARK_NODE_CODE, tex);
    node->user_data = formula;
    cmark_inline_parser_set_offset(place->parser, (int)extent.end);
    return node;
}

cmark_node *md_math_at(const struct md_inline_place *place)
{
    struct md *md = place->md;
    if (!md->options->math || md->options->gfm) {
        return NULL;
    }
    size_t off;
    str text = md_parser_text(place, &off);
    enum md_math_kind kind = kind_at(md, text, off);
    struct extent extent = extent_at(md, text, off, kind);
    if (md->math.block != place->parent) {
        md->math = (struct md_math_scan){.block = place->parent};
    }
    return extent.found ? new_formula(place, text, off, kind, extent) : NULL;
}

/* --- places --- */

/* Offset of the line that is `lines` below that of the block. Mistakes come in
 * order, so the search goes on from the last one. */
static size_t line_offset(struct md *md, int lines)
{
    str text = md->source->text;
    int line = md->line + lines;
    if (md->mistake_line < md->line || md->mistake_line > line) {
        md->mistake_line = md->line;
        md->mistake_off = md_block_offset(md);
    }
    for (; md->mistake_line < line; md->mistake_line++) {
        md->mistake_off += str_line(text, md->mistake_off).n + 1;
    }
    return md->mistake_off < text.n ? md->mistake_off : text.n;
}

/* The place of byte `at` of what was typed. */
static span place_of(struct md *md, const struct md_formula *formula, str typed,
                     size_t at)
{
    str text = md->source->text;
    int line = formula->line;
    size_t start = 0;
    for (size_t i = 0; i < at; i++) {
        if (typed.p[i] == '\n') {
            start = i + 1;
            line++;
        }
    }
    str before = start ? (str){0} : md_unprotect(md, formula->before, true);
    before = md_shortcodes_restore(md, before);
    str here = arena_concat(md->tree, before, str_trim(str_line(typed, start)));
    size_t off = line_offset(md, line);
    size_t found = str_find(str_line(text, off), here);
    if (found == STR_NONE) {
        return span_of(md->source, off, 0);
    }
    return span_of(md->source, off + found + before.n + at - start, 1);
}

/* The first mistakes have places of their own. Finding one in a long line takes
 * time. */
static span mistake_place(struct md *md, const struct md_formula *formula,
                          str typed, size_t at)
{
    enum { MOST_PLACES = 1000 };
    return md->page->mistakes++ < MOST_PLACES
               ? place_of(md, formula, typed, at)
               : span_of(md->source, md_block_offset(md), 0);
}

static void warn_mistake(struct md *md, const struct md_formula *formula,
                         str typed, size_t at, str message)
{
    diag_warning(md->diags, mistake_place(md, formula, typed, at),
                 "bad-formula", "KaTeX: %.*s", STR_ARG(message));
}

/* --- HTML --- */

static str typed_text(struct md *md, const struct md_formula *formula, str tex)
{
    static const str around[][2] = {
        [MD_MATH_DOLLAR] = {STR_INIT("$"), STR_INIT("$")},
        [MD_MATH_TICK] = {STR_INIT("$`"), STR_INIT("`$")},
        [MD_MATH_DOLLARS] = {STR_INIT("$$"), STR_INIT("$$")},
        [MD_MATH_PAREN] = {STR_INIT("\\("), STR_INIT("\\)")},
        [MD_MATH_BRACKET] = {STR_INIT("\\["), STR_INIT("\\]")},
        [MD_MATH_FENCE] = {STR_INIT(""), STR_INIT("")},
    };
    const str *parts = around[formula->kind];
    return arena_join(md->tree, (str[]){parts[0], tex, parts[1]}, 3);
}

static str as_typed(struct md *md, str typed, bool display)
{
    struct buf out = {0};
    buf_put(&out, display ? STR("<pre><code class=\"math\">")
                          : STR("<code class=\"math\">"));
    html_escape(typed, &out);
    buf_put(&out, display ? STR("</code></pre>") : STR("</code>"));
    return buf_move(&out, md->tree);
}

static void warn_missing(struct md *md, str why)
{
    if (!md->page->math_missing) {
        struct diag *diag = diag_warning(
            md->diags, (span){0}, "no-math",
            "formulas are shown as they are typed: %.*s", STR_ARG(why));
        diag_hint(diag, "math: false in site.yaml turns formulas off");
    }
    md->page->math_missing = true;
}

/* MathML has no line breaks: one that may be wider than a telephone needs an
 * element that scrolls. The bound is in characters. */
static bool is_wide(str mathml)
{
    enum { NARROW = 24 };
    size_t end = str_find(mathml, STR("<annotation"));
    size_t shown = 0;
    bool tag = false;
    for (size_t i = 0; i < mathml.n && i < end && shown <= NARROW; i++) {
        char c = mathml.p[i];
        bool text = !tag && c != '<' && !utf8_is_tail(c);
        shown += text;
        tag = c == '<' || (tag && c != '>');
    }
    return shown > NARROW;
}

static str wrapped(str mathml, bool display, struct arena *arena)
{
    str tag = display ? STR("div") : STR("span");
    return display || is_wide(mathml)
               ? arena_join(arena,
                            (str[]){STR("<"), tag, STR(" class=\"math\">"),
                                    mathml, STR("</"), tag, STR(">")},
                            7)
               : mathml;
}

/* (C:\Users): f:\R is a formula, so only what KaTeX refuses is such a path. */
static bool begins_with_drive(str tex)
{
    return is_alpha(str_at(tex, 0)) && str_starts_at(tex, 1, STR(":\\"));
}

static void warn_comment(struct md *md, const struct md_formula *formula,
                         str typed, str tex)
{
    size_t comment = md_math_comment(tex);
    if (comment == tex.n || formula->kind == MD_MATH_FENCE) {
        return;
    }
    struct diag *diag = diag_warning(
        md->diags,
        mistake_place(md, formula, typed, str_find(typed, tex) + comment),
        "bad-formula",
        "the text from here to the formula's end is a comment: it is not "
        "shown");
    diag_hint(diag, "write \\%% for a per cent sign");
}

static str render(struct md *md, const struct md_formula *formula, str tex,
                  bool display)
{
    const struct markdown_options *options = md->options;
    str typed = typed_text(md, formula, tex);
    if (!options->formulas) {
        return as_typed(md, typed, display);
    }
    struct math_result result =
        math_render(options->formulas, &options->macros, str_trim(tex), display,
                    &md->page->math_used, md->tree);
    switch (result.status) {
    case MATH_DONE:
        warn_comment(md, formula, typed, tex);
        return wrapped(result.text, display, md->tree);
    case MATH_MISSING: warn_missing(md, result.text); break;
    case MATH_SPENT:
        if (!md->page->math_spent) {
            warn_mistake(md, formula, typed, 0, result.text);
        }
        md->page->math_spent = true;
        break;
    case MATH_MISTAKE:
        if (formula->kind == MD_MATH_PAREN && begins_with_drive(tex)) {
            struct buf out = {0};
            buf_putc(&out, '(');
            html_escape(tex, &out);
            buf_putc(&out, ')');
            return buf_move(&out, md->tree);
        }
        warn_mistake(md, formula, typed,
                     str_find(typed, str_trim(tex)) + result.at, result.text);
        break;
    }
    return as_typed(md, typed, display);
}

str md_math_html(struct md *md, const struct md_inline *item, bool display)
{
    return render(md, item->formula, item->text, display);
}

str md_math_fence(struct md *md, str tex)
{
    const struct md_formula formula = {.kind = MD_MATH_FENCE, .line = 1};
    return render(md, &formula, tex, true);
}
