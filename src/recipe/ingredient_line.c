/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

#include <stdlib.h>

#include "base/utf8.h"

void line_skip_blanks(struct line *line)
{
    line->at = amount_skip_blanks(line->text, line->at);
}

bool line_skip_word(struct line *line, unsigned roles)
{
    size_t end;
    line_skip_blanks(line);
    if (!lexicon_at(line->words, line->text, line->at, roles, &end)) {
        return false;
    }
    line->at = end;
    line_skip_blanks(line);
    return true;
}

void line_add_note(struct line *line, str note)
{
    note = str_trim(note);
    while (note.n && is_any_of(note.p[0], ",;:/|")) {
        note = str_trim(str_from_offset(note, 1));
    }
    if (note.n) {
        buf_put(&line->note, line->note.n ? STR(", ") : STR(""));
        buf_put(&line->note, note);
    }
}

bool amount_is_measure(const struct amount *amount)
{
    return amount->unit && amount->unit->kind != UNIT_PIECES &&
           amount->unit->kind != UNIT_TIME;
}

void line_set_unit(struct line *line, const struct unit *unit, str name)
{
    line->out->unit = unit;
    line->out->unit_name = name;
}

/* Whether the parentheses around the amount say the size of one piece: with
 * "per" or "each", or behind a can, unless they begin with "about". */
static bool is_of_one(const struct line *line, const struct amount *amount)
{
    str text = line->text;
    const struct unit *unit = line->out->unit;
    size_t end;
    size_t open = amount->at;
    while (open && !is_any_of(text.p[open - 1], "()")) {
        open--;
    }
    if (!open || text.p[open - 1] == ')') {
        return false;
    }
    size_t close = str_find_char_from(text, open, ')');
    for (size_t at = amount->at; at < close;
         at = word_next(text, word_end(text, at))) {
        if (lexicon_at(line->words, text, at, WORD_EACH, &end)) {
            return true;
        }
    }
    return unit && amount_is_measure(amount) &&
           !str_eq(unit->id, STR("piece")) &&
           lexicon_find(line->words, unit->one, WORD_CONTAINER) &&
           !lexicon_at(line->words, text, open, WORD_ABOUT, &end);
}

/* Whether "of" is before text[at]: "2 latas de atún de 80 g". */
static bool is_behind_of(const struct line *line, size_t at)
{
    str before = str_trim(str_sub(line->text, 0, at));
    size_t word = before.n;
    while (word && !is_space(before.p[word - 1])) {
        word--;
    }
    return lexicon_find(line->words, str_from_offset(before, word), WORD_OF);
}

/* Whether the amount is one of the whole line: a weight or volume, or pieces
 * that a parenthesis or "about" begins with; and no size of a piece. */
static bool counts(const struct line *line, const struct amount *amount,
                   bool led)
{
    str text = line->text;
    size_t end;
    size_t behind = amount_skip_blanks(text, amount->at + amount->n);
    behind += str_at(text, behind) == '.';
    const struct amount *first = &line->out->amounts.p[0];
    const struct unit *unit = amount->unit;
    bool each = lexicon_at(line->words, text, behind, WORD_EACH, &end) != NULL;
    if (each || is_of_one(line, amount) ||
        (unit && unit->kind == UNIT_TIME)) {
        return false;
    }
    if (unit && unit->kind == UNIT_LENGTH) { /* 2cm/1in piece of ginger */
        return first->unit && first->unit->kind == UNIT_LENGTH &&
               amount->at && text.p[amount->at - 1] == '/';
    }
    if (!amount_is_measure(amount)) {
        return led;
    }
    /* "a 15-oz package", "one 6 oz can" */
    behind = amount_skip_blanks(text, behind);
    return text.p[amount->at + amount->number] != '-' &&
           !is_behind_of(line, amount->at) &&
           !lexicon_at(line->words, text, behind, WORD_CONTAINER, &end);
}

static bool is_taken(const struct line *line, size_t at)
{
    for (size_t i = 0; i < line->out->amounts.n; i++) {
        const struct amount *amount = &line->out->amounts.p[i];
        if (at >= amount->at && at < amount->at + amount->n) {
            return true;
        }
    }
    return line->size_at <= at && at < line->size_end;
}

/* The end of the second of "5 x 2 cm", "2 x 400 g"; `at`: there is none. */
static size_t factor_end(const struct line *line, size_t at)
{
    struct amount other;
    size_t end;
    size_t sign = amount_skip_blanks(line->text, at);
    size_t next = sign + (str_starts_at(line->text, sign, STR("×"))
                              ? STR("×").n
                              : is_any_of(str_at(line->text, sign), "xX"));
    next = amount_skip_blanks(line->text, next);
    return next > sign && is_digit(str_at(line->text, next)) &&
                   amount_scan(line->words, line->text, next, &other, &end) ==
                       SCAN_FOUND &&
                   amount_is_measure(&other)
               ? end
               : at;
}

static int by_place(const void *a, const void *b)
{
    const struct amount *x = a;
    const struct amount *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Finds the amounts of the rest of the line, which scale with the first. */
void line_find_amounts(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    bool led = false;
    bool each = false;
    size_t at = 0;
    while (at < text.n) {
        bool digit = is_digit(text.p[at]);
        size_t wide = at;
        uint32_t c = utf8_next(text, &wide);
        digit = digit || fraction_is_some(fraction_of_character(c));
        if (digit && is_taken(line, at)) {
            while (at < text.n && is_taken(line, at)) {
                at++;
            }
            led = false;
            continue;
        }
        if (digit) {
            bool found =
                amount_scan(line->words, text, at, &amount, &end) == SCAN_FOUND;
            size_t behind = found ? factor_end(line, end) : wide;
            if (found && !each && behind == end &&
                counts(line, &amount, led)) {
                line_add_amount(line, &amount);
            }
            at = behind;
            led = false;
            continue;
        }
        size_t word = lexicon_at(line->words, text, at,
                                 WORD_ABOUT | WORD_PLUS | WORD_EACH, &end)
                          ? end
                          : word_end(text, at);
        if (word > at) {
            led = lexicon_at(line->words, text, at, WORD_ABOUT | WORD_PLUS,
                             &end) != NULL;
            each = lexicon_at(line->words, text, at, WORD_EACH, &end) != NULL;
            at = word;
        } else {
            led = c == '(' || (led && c == ' ');
            at = wide;
        }
    }
    qsort(line->out->amounts.p + 1, line->out->amounts.n - 1,
          sizeof *line->out->amounts.p, by_place);
}

/* The longest words of the name decide: "flour" of plain flour, but "almond
 * flour" has a density of its own. */
void line_find_nature(struct line *line)
{
    struct ingredient *out = line->out;
    size_t best = 0;
    size_t end;
    for (size_t at = word_next(out->name, 0); at < out->name.n;
         at = word_next(out->name, word_end(out->name, at))) {
        const struct word *word =
            lexicon_at(line->words, out->name, at, WORD_DENSITY, &end);
        if (word && end - at > best) {
            best = end - at;
            out->density = word->density;
        }
        word = lexicon_at(line->words, out->name, at,
                          WORD_FLOUR | WORD_WATER | WORD_PREFERMENT, &end);
        out->yeast = out->yeast ||
                     lexicon_at(line->words, out->name, at, WORD_YEAST, &end);
        if (word && out->part != BAKER_PREFERMENT) {
            out->part = word->roles & WORD_PREFERMENT ? BAKER_PREFERMENT
                        : word->roles & WORD_FLOUR    ? BAKER_FLOUR
                                                      : BAKER_WATER;
        }
    }
}

/* The last word of the name of counted things. */
void line_find_noun(struct line *line)
{
    struct ingredient *out = line->out;
    size_t last = out->name.n;
    size_t end;
    if (!out->amounts.n || out->amounts.p[0].unit || out->noun_n ||
        out->name.p < line->text.p + out->amounts.p[0].at) {
        return;
    }
    for (size_t at = word_next(out->name, 0); at < out->name.n;
         at = word_next(out->name, word_end(out->name, at))) {
        last = at;
    }
    const struct word *word =
        lexicon_at(line->words, out->name, last, WORD_NOUN, &end);
    if (word && !word->unit) {
        out->noun_at = (size_t)(out->name.p - line->text.p) + last;
        out->noun_n = end - last;
        out->noun_one = word->one;
        out->noun_many = word->many;
    }
}

void line_find_last_unit(struct line *line)
{
    struct ingredient *out = line->out;
    size_t end;
    if (out->unit || !out->amounts.n) {
        return;
    }
    size_t last = out->name.n;
    while (last && !is_space(out->name.p[last - 1])) {
        last--;
    }
    const struct word *word =
        last ? lexicon_at(line->words, out->name, last, WORD_LAST, &end) : NULL;
    if (word && word->unit && end == out->name.n) {
        out->unit = word->unit;
        out->unit_name = word->unit->one;
        out->noun_at = (size_t)(out->name.p - line->text.p) + last;
        out->noun_n = end - last;
        out->noun_one = word->one;
        out->noun_many = word->many;
        out->name = str_trim(str_sub(out->name, 0, last));
    }
}

bool line_is_optional(const struct line *line)
{
    size_t end;
    for (size_t at = word_next(line->text, 0); at < line->text.n;
         at = word_next(line->text, word_end(line->text, at))) {
        if (lexicon_at(line->words, line->text, at, WORD_OPTIONAL, &end)) {
            return true;
        }
    }
    return false;
}
