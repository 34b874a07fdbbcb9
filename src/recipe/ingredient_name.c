/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/ingredient_line.h"

/* The length of the sign at text[at] that ends a name; 0: it is none. */
size_t line_separator_at(str text, size_t at)
{
    char c = str_at(text, at);
    if (c == ',') {
        return is_digit(str_at(text, at + 1)) ? 0 : 1;
    }
    if (c == '(' && at && amount_skip_plural(text, at) > at) {
        return 0;
    }
    if (is_any_of(c, "(;:[")) {
        return 1;
    }
    static const str dashes[] = {STR_INIT(" - "), STR_INIT(" \u2013 "),
                                 STR_INIT(" \u2014 "), STR_INIT(" + "),
                                 STR_INIT("")};
    return amount_sign_at(text, at, dashes);
}

/* "or 1 tsp dried", "plus 1 tbsp", but not the "and half" of half and half. */
static bool is_other_amount(const struct lexicon *words, str text, size_t at)
{
    struct amount amount;
    size_t end;
    return lexicon_at(words, text, at, WORD_TO | WORD_PLUS, &end) &&
           amount_scan(words, text, skip_blanks(text, end), &amount, &end) ==
               SCAN_FOUND &&
           (amount.unit || lexicon_at(words, text, at, WORD_TO, &end));
}

/* "peeled and cut", "very thinly sliced," behind a noun, but not "chopped" of
 * "frozen chopped onions". */
static bool is_prepared(const struct lexicon *words, str text, size_t at)
{
    size_t end;
    size_t first = amount_skip_words(words, text, at, WORD_ADVERB);
    if (!lexicon_at(words, text, first, WORD_PREPARED, &end)) {
        return false;
    }
    size_t next = skip_blanks(text, end);
    return next >= text.n || line_separator_at(text, end) ||
           line_separator_at(text, next) ||
           lexicon_at(words, text, next,
                      WORD_AND | WORD_TO | WORD_NOTE | WORD_ADVERB |
                          WORD_PREPARED,
                      &end);
}

/* "in 1/4-inch dice", "30 ml". */
static bool is_measure(const struct lexicon *words, str text, size_t at)
{
    struct amount amount;
    size_t end = at;
    bool digit = is_digit(text.p[at]) ||
                 fraction_is_some(fraction_of_character(utf8_next(text, &end)));
    return digit && amount_scan(words, text, at, &amount, &end) == SCAN_FOUND &&
           amount_is_measure(&amount);
}

/* The end of the name. A comma between adjectives is part of it, and a
 * parenthesis behind them: "boneless, skinless thighs", "sweet (glutinous)
 * rice". */
static size_t name_end(const struct lexicon *words, str text, size_t at)
{
    size_t start = at;
    size_t noun = at; /* behind the last word that is no small one */
    bool adjectives = true;
    while (at < text.n) {
        if (adjectives && at > start && text.p[at] == '(') {
            size_t close = str_find_char_from(text, at, ')');
            size_t next = skip_blanks(text, close + 1);
            if (word_end(text, next) > next) {
                at = next;
            }
        }
        if (line_separator_at(text, at) &&
            !(adjectives && at > start && text.p[at] == ',')) {
            break;
        }
        if (at > start && is_measure(words, text, at)) {
            return noun;
        }
        size_t end = word_end(text, at);
        if (end == at) {
            utf8_next(text, &at);
            continue;
        }
        size_t note;
        bool each = lexicon_at(words, text, at, WORD_EACH, &note) &&
                    is_digit(str_at(text, skip_blanks(text, note)));
        if (at > start &&
            (each || lexicon_at(words, text, at, WORD_NOTE, &note) ||
             is_other_amount(words, text, at) ||
             (!adjectives && !words->noun_first &&
              is_prepared(words, text, at)))) {
            return noun;
        }
        adjectives =
            adjectives && lexicon_find(words, str_sub(text, at, end - at),
                                       WORD_SMALL | WORD_PREPARED | WORD_SIZE);
        bool small =
            lexicon_find(words, str_sub(text, at, end - at), WORD_SMALL);
        noun = small && !adjectives ? noun : end;
        at = end;
    }
    return at;
}

/* "finely chopped, toasted" before a name. An "and" or "or" behind them joins
 * other words: "peeled and cooked chestnuts" is all name. */
static size_t skip_prepared(const struct lexicon *words, str text, size_t at)
{
    size_t start = at;
    size_t name = at;
    size_t end;
    const unsigned roles = WORD_PREPARED | WORD_ADVERB;
    while (lexicon_at(words, text, at, roles | WORD_AND | WORD_TO, &end)) {
        size_t behind;
        bool prepared =
            lexicon_at(words, text, at, WORD_PREPARED, &behind) != NULL;
        bool joins = !lexicon_at(words, text, at, roles, &behind);
        at = skip_blanks(text, end);
        if (joins && !lexicon_at(words, text, at, roles, &behind)) {
            return start;
        }
        at += str_at(text, at) == ',';
        at = skip_blanks(text, at);
        name = prepared ? at : name;
    }
    return name < text.n && !line_separator_at(text, name) ? name : start;
}

str line_strip(str text)
{
    text = str_trim(text);
    while (text.n && is_any_of(text.p[text.n - 1], ",;:.-*")) {
        text = str_trim(str_sub(text, 0, text.n - 1));
    }
    while (text.n && is_any_of(text.p[0], ",;:.-*")) {
        text = str_trim(str_from_offset(text, 1));
    }
    return text;
}

void line_take_name(struct line *line)
{
    str text = line->text;
    size_t start = skip_blanks(text, line->at);
    size_t from = skip_prepared(line->words, text, start);
    line_add_note(line, str_trim(str_sub(text, start, from - start)));
    size_t end = name_end(line->words, text, from);
    line->out->name = line_strip(str_sub(text, from, end - from));
    str rest = str_from_offset(text, end);
    while (rest.n) {
        size_t close;
        if (rest.p[0] == '(' &&
            (close = str_find_char(rest, ')')) != STR_NONE) {
            line_add_note(line, str_sub(rest, 1, close - 1));
            rest = str_trim(str_from_offset(rest, close + 1));
            continue;
        }
        size_t open = str_find_char_from(rest, 1, '(');
        line_add_note(line, line_strip(str_sub(rest, 0, open)));
        rest = str_from_offset(rest, open);
    }
}
