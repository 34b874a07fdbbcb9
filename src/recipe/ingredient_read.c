/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

#include "base/utf8.h"

void line_skip_blanks(struct line *line)
{
    line->at = skip_blanks(line->text, line->at);
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

/* Whether a phrase of that role begins in the text. */
static bool has_word(const struct lexicon *words, str text, unsigned roles)
{
    size_t end;
    for (size_t at = word_next(text, 0); at < text.n;
         at = word_next(text, word_end(text, at))) {
        if (lexicon_at(words, text, at, roles, &end)) {
            return true;
        }
    }
    return false;
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
    str rest = str_sub(text, amount->at, close - amount->at);
    bool container = unit && !str_eq(unit->id, STR("piece")) &&
                     lexicon_find(line->words, unit->one, WORD_CONTAINER);
    return has_word(line->words, rest, WORD_EACH) ||
           (container && amount_is_measure(amount) &&
            !lexicon_at(line->words, text, open, WORD_ABOUT, &end));
}

/* Whether the word before text[at] has one of those roles. */
static bool is_behind(const struct line *line, size_t at, unsigned roles)
{
    str before = line_strip(str_sub(line->text, 0, at));
    size_t word = before.n;
    while (word && !is_space(before.p[word - 1]) && before.p[word - 1] != '(') {
        word--;
    }
    return lexicon_find(line->words, str_from_offset(before, word), roles);
}

/* Whether the amount is one of the whole line: a weight or volume, or pieces
 * that a parenthesis or "about" begins with; and no size of a piece. */
static bool counts(const struct line *line, const struct amount *amount)
{
    str text = line->text;
    size_t end;
    size_t behind = skip_blanks(text, amount->at + amount->n);
    behind += str_at(text, behind) == '.';
    const struct amount *first = &line->out->amounts.p[0];
    enum unit_kind kind = amount->unit ? amount->unit->kind : UNIT_PIECES;
    if (kind == UNIT_TIME || is_of_one(line, amount) ||
        is_behind(line, amount->at, WORD_EACH) ||
        lexicon_at(line->words, text, behind, WORD_EACH, &end)) {
        return false;
    }
    if (kind == UNIT_LENGTH) { /* 2cm/1in piece of ginger */
        return first->unit && first->unit->kind == UNIT_LENGTH && amount->at &&
               text.p[amount->at - 1] == '/';
    }
    if (kind == UNIT_PIECES) {
        str before = str_trim(str_sub(text, 0, amount->at));
        return is_any_of(str_at(before, before.n - 1), "(/+|") ||
               is_behind(line, amount->at, WORD_ABOUT | WORD_PLUS);
    }
    /* "a 15-oz package", "one 6 oz can", "2 latas de atún de 80 g" */
    behind = skip_blanks(text, behind);
    return text.p[amount->at + amount->number] != '-' &&
           !is_behind(line, amount->at, WORD_OF) &&
           !lexicon_at(line->words, text, behind, WORD_CONTAINER, &end);
}

static bool is_taken(const struct line *line, size_t at)
{
    const struct amount *first = &line->out->amounts.p[0];
    return (first->at <= at && at < first->at + first->n) ||
           (line->size_at <= at && at < line->size_end);
}

/* The end of the second of "5 x 2 cm", "2 x 400 g"; `at`: there is none. */
static size_t factor_end(const struct line *line, size_t at)
{
    struct amount other;
    size_t end;
    size_t sign = skip_blanks(line->text, at);
    size_t next = sign + (str_starts_at(line->text, sign, STR("×"))
                              ? STR("×").n
                              : is_any_of(str_at(line->text, sign), "xX"));
    next = skip_blanks(line->text, next);
    return next > sign && is_digit(str_at(line->text, next)) &&
                   amount_scan(line->words, line->text, next, &other, &end) ==
                       SCAN_FOUND &&
                   amount_is_measure(&other)
               ? end
               : at;
}

/* Finds the amounts of the rest of the line, which scale with the first. */
static void find_amounts(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    for (size_t at = 0, next; at < text.n; at = next) {
        next = at;
        bool digit =
            fraction_is_some(fraction_of_character(utf8_next(text, &next))) ||
            is_digit(text.p[at]);
        if (!digit) {
            next = word_end(text, at) > at ? word_end(text, at) : next;
        } else if (!is_taken(line, at)) {
            bool found =
                amount_scan(line->words, text, at, &amount, &end) == SCAN_FOUND;
            next = found ? factor_end(line, end)
                         : str_skip(text, next, "0123456789./");
            if (found && next == end && counts(line, &amount)) {
                line_add_amount(line, &amount);
            }
        }
    }
}

/* The longest words of the name decide: "flour" of plain flour, but "almond
 * flour" has a density of its own. */
static void find_nature(struct line *line)
{
    struct ingredient *out = line->out;
    size_t best = 0;
    size_t end;
    out->optional = has_word(line->words, line->text, WORD_OPTIONAL);
    out->yeast = has_word(line->words, out->name, WORD_YEAST);
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
        if (word && out->part != BAKER_PREFERMENT) {
            out->part = word->roles & WORD_PREFERMENT ? BAKER_PREFERMENT
                        : word->roles & WORD_FLOUR    ? BAKER_FLOUR
                                                      : BAKER_WATER;
        }
    }
}

/* The last word of the name of counted things. */
static void find_noun(struct line *line)
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

static void find_last_unit(struct line *line)
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
        out->noun_at = (size_t)(out->name.p - line->text.p) + last;
        out->noun_n = end - last;
        out->noun_one = word->one;
        out->noun_many = word->many;
        out->name = str_trim(str_sub(out->name, 0, last));
    }
}

/* A line of only "3 cloves" or "2 sticks": its unit is the name. */
static void unit_as_name(struct line *line)
{
    struct ingredient *out = line->out;
    if (out->name.n || !out->amounts.n) {
        return;
    }
    struct amount *amount = &out->amounts.p[0];
    if (amount->unit && amount->unit->kind == UNIT_PIECES) {
        out->name = str_sub(line->text, amount->at + amount->n - amount->unit_n,
                            amount->unit_n);
        amount->n = amount->number;
        amount->unit_n = 0;
        amount->unit = NULL;
        out->unit = NULL;
    } else {
        out->refused = true;
    }
}

/* "A pinch of salt" has its number; "pinch of salt" and "a few sprigs of mint"
 * have a unit alone. */
static void read_unit_alone(struct line *line)
{
    size_t start = line->at;
    size_t end;
    bool vague = line_skip_word(line, WORD_VAGUE);
    line_skip_word(line, WORD_OF);
    size_t from = line->at;
    line->at = amount_skip_words(line->words, line->text, line->at,
                                 WORD_SIZE | WORD_ADVERB);
    const struct word *word =
        lexicon_at(line->words, line->text, line->at, WORD_UNIT, &end);
    size_t behind = skip_blanks(line->text, end);
    bool of = word && lexicon_at(line->words, line->text, behind, WORD_OF,
                                 &behind) != NULL;
    if (word && word->unit->kind == UNIT_PIECES &&
        (of || ((vague || word->roles & WORD_LOOSE) &&
                word_next(line->text, end) < line->text.n &&
                !line_separator_at(line->text, end)))) {
        line_add_note(line, str_sub(line->text, start, line->at - start));
        line->out->unit = word->unit;
        line->at = of ? behind : end;
        return;
    }
    line->at = vague ? from : start;
    line_add_note(line, str_sub(line->text, start, line->at - start));
}

/* Marks at the end: {flour}, {water}. */
static str take_part(struct line *line, str text)
{
    static const struct {
        str mark;
        enum baker_part part;
    } marks[] = {{STR_INIT("{flour}"), BAKER_FLOUR},
                 {STR_INIT("{water}"), BAKER_WATER},
                 {STR_INIT("{levain}"), BAKER_PREFERMENT}};
    text = str_trim(text);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (str_ends(text, marks[i].mark)) {
            line->out->part = marks[i].part;
            text = str_trim(str_sub(text, 0, text.n - marks[i].mark.n));
        }
    }
    return text;
}

static void read_line(struct line *line)
{
    size_t start;
    line_skip_blanks(line);
    line_skip_word(line, WORD_PLUS);
    if (line_skip_word(line, WORD_OPTIONAL)) {
        line->at += str_at(line->text, line->at) == ':';
        line_skip_blanks(line);
    }
    size_t number;
    if (lexicon_at(line->words, line->text, line->at, WORD_OF, &number) &&
        is_digit(str_at(line->text, skip_blanks(line->text, number)))) {
        line->at = number; /* "de 4 a 6 ciruelas" */
        line_skip_blanks(line);
    }
    line_skip_article(line);
    start = line->at;
    if (line_skip_word(line, WORD_ABOUT)) {
        line_add_note(line, str_sub(line->text, start, line->at - start));
    }
    size_t end;
    bool vague =
        lexicon_at(line->words, line->text, line->at, WORD_VAGUE, &end) != NULL;
    enum scan scan = vague ? SCAN_NONE : line_read_leading(line);
    line->out->refused = scan == SCAN_BAD;
    if (scan == SCAN_BAD) {
        return;
    }
    if (scan == SCAN_NONE && !line_read_part_of(line) &&
        !line_read_trailing(line)) {
        read_unit_alone(line);
    }
    if (!line->out->name.n) {
        line_take_name(line);
        unit_as_name(line);
    }
}

void ingredient_read(const struct lexicon *words, str text, struct arena *arena,
                     struct ingredient *out)
{
    *out = (struct ingredient){0};
    struct line line = {.words = words, .arena = arena, .out = out};
    enum baker_part part;
    text = take_part(&line, text);
    bool fixed = str_at(text, 0) == '=';
    text = fixed ? str_trim(str_from_offset(text, 1)) : text;
    part = out->part;
    line.text = text;
    out->text = text;
    read_line(&line);
    if (out->refused || !out->name.n) {
        *out = (struct ingredient){
            .text = text, .name = text, .part = part, .refused = out->refused};
        buf_free(&line.note);
        return;
    }
    if (out->amounts.n) {
        fixed = fixed || out->amounts.p[0].fixed;
        find_amounts(&line);
        for (size_t i = 0; i < out->amounts.n; i++) {
            out->amounts.p[i].fixed = fixed;
        }
    }
    out->note = buf_move(&line.note, arena);
    find_nature(&line);
    find_noun(&line);
    find_last_unit(&line);
    out->part = part ? part : out->part;
}
