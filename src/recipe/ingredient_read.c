/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

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
        line_set_unit(line, NULL, STR(""));
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
    size_t behind = amount_skip_blanks(line->text, end);
    bool of = word && lexicon_at(line->words, line->text, behind, WORD_OF,
                                 &behind) != NULL;
    if (word && word->unit->kind == UNIT_PIECES &&
        (of || ((vague || word->roles & WORD_LOOSE) &&
                word_next(line->text, end) < line->text.n &&
                !line_separator_at(line->text, end)))) {
        line_add_note(line, str_sub(line->text, start, line->at - start));
        line_set_unit(line, word->unit, word->unit->one);
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
        is_digit(str_at(line->text, amount_skip_blanks(line->text, number)))) {
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
        line_find_amounts(&line);
        for (size_t i = 0; i < out->amounts.n; i++) {
            out->amounts.p[i].fixed = fixed;
        }
    }
    out->note = buf_move(&line.note, arena);
    out->optional = line_is_optional(&line);
    line_find_nature(&line);
    line_find_noun(&line);
    line_find_last_unit(&line);
    out->part = part ? part : out->part;
}
