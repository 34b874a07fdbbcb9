/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "check/collect/collect.h"
#include "site/config/builtin.h"

/* Colours of a style sheet that can't be read on each other. The theme's
 * colours are custom properties, so that a sheet which sets some of them can be
 * judged together with the theme's others. In other rules only those count that
 * have both colours, as plain values. The ratios are those of WCAG 2.2, section
 * 1.4.3. */

/* By day and by night. */
enum { SCHEMES = 2 };

struct colours {
    double luminance[SCHEMES];
    bool known;
    str value; /* as it is written */
};

/* --- values --- */

static double linear(unsigned byte)
{
    double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* #rgb, #rrggbb, white, black. Returns false for others. */
static bool read_colour(str text, double *luminance)
{
    enum { SHORT = 4, LONG = 7 };
    static const double parts[] = {0.2126, 0.7152, 0.0722};
    text = str_trim(text);
    if (str_eq_nocase(text, STR("white"))) {
        text = STR("#fff");
    } else if (str_eq_nocase(text, STR("black"))) {
        text = STR("#000");
    }
    if ((text.n != SHORT && text.n != LONG) || text.p[0] != '#') {
        return false;
    }
    size_t digits = text.n == LONG ? 2 : 1;
    *luminance = 0;
    for (size_t i = 0; i < 3; i++) {
        unsigned high = digit_value(text.p[1 + i * digits]);
        unsigned low = digit_value(text.p[i * digits + digits]);
        if (high > 15 || low > 15) {
            return false;
        }
        *luminance += parts[i] * linear(high * 16 + low);
    }
    return true;
}

/* One colour, or light-dark(A, B). */
static struct colours read_value(str text)
{
    str between = STR("light-dark(");
    struct colours colours = {.value = str_trim(text)};
    str written = colours.value;
    if (str_starts(written, between) && str_ends(written, STR(")"))) {
        str both = str_sub(written, between.n, written.n - between.n - 1);
        size_t comma = str_find_char_from(both, 0, ',');
        colours.known =
            read_colour(str_sub(both, 0, comma), &colours.luminance[0]) &&
            read_colour(str_from_offset(both, comma + 1),
                        &colours.luminance[1]);
    } else {
        colours.known = read_colour(written, &colours.luminance[0]);
        colours.luminance[1] = colours.luminance[0];
    }
    return colours;
}

static double contrast(const struct colours *a, const struct colours *b,
                       size_t scheme)
{
    double x = a->luminance[scheme];
    double y = b->luminance[scheme];
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* --- declarations --- */

/* The colours of a rule, without those of the rules within it. */
struct shown {
    struct colours text;
    struct colours paper;
    bool exempt; /* its text isn't shown on that colour, or need not be read */
};

/* A place in a style sheet. */
struct reader {
    str css;
    size_t at;
    size_t depth; /* of open braces */
    bool root; /* in a rule for :root alone, outside of @media and the like */
    struct shown rule;
};

struct declaration {
    str name;
    str value;
    bool root;
    bool ends_rule;
};

static void enter_rule(struct reader *reader, str selector)
{
    reader->depth++;
    reader->root = reader->depth == 1 && (str_eq(selector, STR(":root")) ||
                                          str_eq(selector, STR("html")));
    reader->rule = (struct shown){
        .exempt = str_find(selector, STR("disabled")) != STR_NONE};
}

static void leave_declaration(struct reader *reader, str text, bool ends_rule,
                              struct declaration *out)
{
    size_t colon = str_find_char_from(text, 0, ':');
    *out = (struct declaration){str_trim(str_sub(text, 0, colon)),
                                str_from_offset(text, colon + 1), reader->root,
                                ends_rule};
    reader->depth -= ends_rule && reader->depth;
    reader->root = reader->root && !ends_rule;
}

/* The offset of the mark that closes a string or a bracket, or css.n. */
static size_t skip_group(str css, size_t open)
{
    char close = css.p[open] == '(' ? ')' : css.p[open];
    size_t i = open + 1;
    while (i < css.n && css.p[i] != close) {
        i += css.p[i] == '\\' ? 2 : 1;
    }
    return i;
}

/* Moves past the next declaration: all that matters here is "name: value"
 * before a ';' or a '}'. */
static bool next_declaration(struct reader *reader, struct declaration *out)
{
    str css = reader->css;
    size_t start = reader->at;
    for (size_t i = start; i < css.n; i++) {
        char c = css.p[i];
        if (str_starts_at(css, i, STR("/*"))) {
            i = str_find_from(css, i, STR("*/")) + 1;
            start = i + 1;
        } else if (c == '"' || c == '\'' || c == '(') {
            i = skip_group(css, i);
        } else if (c == '{') {
            enter_rule(reader, str_trim(str_sub(css, start, i - start)));
            start = i + 1;
        } else if (c == ';' || c == '}') {
            reader->at = i + 1;
            leave_declaration(reader, str_sub(css, start, i - start), c == '}',
                              out);
            return true;
        }
    }
    return false;
}

/* --- pairs --- */

enum { PAPER, SHADE, TEXTS, NAMES = 10, PAIRS = (NAMES - TEXTS) * TEXTS };

static const str names[NAMES] = {
    STR_INIT("--paper"),   STR_INIT("--shade"),     STR_INIT("--ink"),
    STR_INIT("--soft"),    STR_INIT("--crust"),     STR_INIT("--fibre"),
    STR_INIT("--tip"),     STR_INIT("--important"), STR_INIT("--warning"),
    STR_INIT("--caution"),
};

struct palette {
    struct colours colours[NAMES];
    bool own[NAMES]; /* set by the sheet at hand */
};

static void report(struct collector *collector, str slice, double ratio,
                   double least, str text, str paper)
{
    struct finding *finding =
        collect_finding(collector, DIAG_WARNING, "low-contrast", slice,
                        arena_str(&collector->keep, slice));
    finding_say(&collector->findings, finding,
                "%.*s on %.*s has a contrast of %.1f to 1", STR_ARG(text),
                STR_ARG(paper), ratio);
    finding->hint = arena_printf(
        &collector->keep, "%.1f to 1 is the least that can be read", least);
}

static void take_property(struct palette *palette,
                          const struct declaration *declaration, bool own)
{
    for (size_t i = 0; declaration->root && i < NAMES; i++) {
        if (str_eq(declaration->name, names[i])) {
            struct colours colours = read_value(declaration->value);
            palette->own[i] = own;
            palette->colours[i] = colours;
        }
    }
}

/* A property that the sheet sets, beside any other. */
static void check_pair(struct collector *collector,
                       const struct palette *palette, size_t text, size_t paper)
{
    static const double least = 4.5;
    const struct colours *a = &palette->colours[text];
    const struct colours *b = &palette->colours[paper];
    bool own = palette->own[text] || palette->own[paper];
    for (size_t i = 0; own && a->known && b->known && i < SCHEMES; i++) {
        double ratio = contrast(a, b, i);
        if (ratio < least) {
            report(collector, palette->own[text] ? a->value : b->value, ratio,
                   least, names[text], names[paper]);
            return;
        }
    }
}

/* Text of any size needs 3 to 1. Text in the colour of its paper is hidden. */
static void check_rule(struct collector *collector, const struct shown *rule)
{
    static const double least = 3;
    const struct colours *text = &rule->text;
    const struct colours *paper = &rule->paper;
    bool known = text->known && paper->known && !rule->exempt;
    for (size_t i = 0; known && i < SCHEMES; i++) {
        double ratio = contrast(text, paper, i);
        if (ratio > 1 && ratio < least) {
            report(collector, text->value, ratio, least, text->value,
                   paper->value);
            return;
        }
    }
}

/* Pictures and shadows lie between the two colours. Hidden text needs no
 * contrast, nor a mark without text. */
static bool is_exempting(const struct declaration *declaration)
{
    str said = str_trim(declaration->value);
    bool none = str_eq_nocase(said, STR("none"));
    str name = declaration->name;
    if (str_is_word_of(name, STR("background-image text-shadow"))) {
        return !none;
    }
    return (str_eq_nocase(name, STR("display")) && none) ||
           (str_eq_nocase(name, STR("visibility")) &&
            str_eq_nocase(said, STR("hidden"))) ||
           (str_eq_nocase(name, STR("content")) &&
            (str_eq(said, STR("\"\"")) || str_eq(said, STR("''"))));
}

static void take_in_rule(struct shown *rule,
                         const struct declaration *declaration)
{
    if (str_eq(declaration->name, STR("color"))) {
        rule->text = read_value(declaration->value);
    } else if (str_is_word_of(declaration->name,
                              STR("background background-color"))) {
        rule->paper = read_value(declaration->value);
    }
    rule->exempt = rule->exempt || is_exempting(declaration);
}

/* The built-in sheet; empty: the site, or its theme, has another one. */
static str theme_sheet(const struct catalog *catalog)
{
    const struct check_file *sheet = catalog_find(catalog, STR("style.css"));
    for (size_t i = 0; sheet && !sheet->source.n && i < builtin_count; i++) {
        if (str_eq(builtin_files[i].name, STR("static/style.css"))) {
            return builtin_files[i].bytes;
        }
    }
    return STR("");
}

void collect_contrast(struct collector *collector)
{
    struct palette palette = {0};
    struct declaration declaration;
    struct reader theme = {.css = theme_sheet(collector->catalog)};
    struct reader reader = {.css = collector->text};
    while (next_declaration(&theme, &declaration)) {
        take_property(&palette, &declaration, false);
    }
    while (next_declaration(&reader, &declaration)) {
        take_property(&palette, &declaration, true);
        take_in_rule(&reader.rule, &declaration);
        if (declaration.ends_rule) {
            check_rule(collector, &reader.rule);
            reader.rule = (struct shown){0};
        }
    }
    for (size_t i = 0; i < PAIRS; i++) {
        check_pair(collector, &palette, TEXTS + i / TEXTS, i % TEXTS);
    }
}
