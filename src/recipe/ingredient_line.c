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

/* Whether the amount at `at` is one of the whole line: a weight or volume, or
 * pieces that a parenthesis or "about" begins with; and no size of a piece. */
static bool counts(const struct line *line, const struct amount *amount,
                   bool led)
{
    size_t end;
    size_t behind = amount_skip_blanks(line->text, amount->at + amount->n);
    bool each =
        lexicon_at(line->words, line->text, behind, WORD_EACH, &end) != NULL;
    bool weighed = amount->unit && (amount->unit->kind == UNIT_WEIGHT ||
                                    amount->unit->kind == UNIT_VOLUME);
    bool timed = amount->unit && (amount->unit->kind == UNIT_TIME ||
                                  amount->unit->kind == UNIT_LENGTH);
    return !each && !timed && (weighed || led);
}

static bool is_taken(const struct line *line, size_t at)
{
    for (size_t i = 0; i < line->out->amounts.n; i++) {
        const struct amount *amount = &line->out->amounts.p[i];
        if (at >= amount->at && at < amount->at + amount->n) {
            return true;
        }
    }
    return line->out->size.n &&
           (size_t)(line->out->size.p - line->text.p) <= at &&
           at < (size_t)(line->out->size.p - line->text.p) + line->out->size.n;
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
            if (found && !each && counts(line, &amount, led)) {
                line_add_amount(line, &amount);
            }
            at = found ? end : wide;
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
    if (!out->amounts.n || out->amounts.p[0].unit || out->noun_n) {
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
