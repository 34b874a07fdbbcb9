/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

#include "base/utf8.h"

/* Whether a sign that ends a name is at the cursor, or the end of a sentence:
 * "garlic. More is better", but not "St. Germain". */
static bool is_at_separator(struct cursor c)
{
    enum { SHORT = 3 };
    struct cursor next = c;
    if ((cursor_char(c) == ',' && is_digit(str_at(c.text, c.at + 1))) ||
        (cursor_char(c) == '(' && take_plural(&next))) {
        return false;
    }
    bool dash = take_char(&next, " ") && take_char(&next, "-+\u2013\u2014");
    size_t word = str_rfind_char(str_sub(c.text, 0, c.at), ' ') + 1;
    bool sentence = c.at - word > SHORT && take_char(&next, ".");
    return ((dash || sentence) && peek_char(next, " ")) ||
           peek_char(c, ",(;:[");
}

bool take_worded(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    bool found = !peek_word(next, WORD_TO) &&
                 take_word(&next, WORD_AND | WORD_PLUS) &&
                 !peek_word(next, WORD_VAGUE) && peek_word(next, WORD_NUMBER) &&
                 take_amount(&next, out) == SCAN_FOUND;
    struct cursor after = next; /* a scant 1/2 cup */
    take_blanks(&after);
    if (after.at < after.text.n) {
        take_any(&after);
    }
    found = found && (out->unit || is_at_number(next) || !is_at_number(after));
    *c = found ? next : *c;
    return found;
}

/* "or 1 tsp dried", "plus 1 tbsp", but not the "and half" of half and half. */
static bool is_other_amount(struct cursor c)
{
    struct amount amount;
    struct cursor worded = c;
    bool to = peek_word(c, WORD_TO);
    if (!take_word(&c, WORD_TO | WORD_PLUS | WORD_AND)) {
        return false;
    }
    bool digit = is_at_number(c);
    return (take_amount(&c, &amount) == SCAN_FOUND &&
            (amount.unit || to || digit)) ||
           (take_worded(&worded, &amount) && amount.least.den == 1);
}

/* "peeled and cut", "very thinly sliced," after a noun, but not "chopped" of
 * "frozen chopped onions". */
static bool is_prepared(struct cursor c)
{
    take_word(&c, WORD_ADVERB);
    take_word(&c, WORD_ADVERB);
    if (!take_word(&c, WORD_PREPARED)) {
        return false;
    }
    struct cursor end = c; /* chopped fine */
    take_word(&end, WORD_SMALL | WORD_SIZE);
    bool ends = is_at_separator(end);
    take_blanks(&end);
    return ends || is_at_separator(end) || end.at >= end.text.n ||
           peek_word(c, WORD_AND | WORD_TO | WORD_NOTE | WORD_ADVERB |
                            WORD_PREPARED);
}

/* Whether a note begins: "in 1/4-inch dice", "30 ml", "at 90F", "per 100 g",
 * "for the tin". */
static bool is_note(struct cursor c, bool adjectives)
{
    struct cursor next = c;
    struct amount amount;
    struct fraction area;
    if (is_at_number(c)) {
        return take_sides(&next, &area) ||
               (take_amount(&next, &amount) == SCAN_FOUND &&
                (amount_is_measure(&amount) ||
                 amount_kind(&amount) == UNIT_HEAT));
    }
    bool each = take_word(&next, WORD_EACH);
    take_words(&next, WORD_ABOUT);
    return (each && is_at_number(next)) || is_other_amount(c) ||
           (!adjectives && (peek_word(c, WORD_NOTE) ||
                            (!c.words->noun_first && is_prepared(c))));
}

void take_name(struct cursor *c)
{
    str text = c->text;
    size_t start = c->at;
    size_t noun = start; /* after the last word that is no small one */
    bool adjectives = true;
    while (c->at < text.n) {
        bool inner = adjectives && c->at > start;
        if (inner && cursor_char(*c) == '(') {
            size_t next =
                skip_blanks(text, str_find_char_from(text, c->at, ')') + 1);
            c->at = word_end(text, next) > next ? next : c->at;
        }
        if (!(inner && cursor_char(*c) == ',') && is_at_separator(*c)) {
            return;
        }
        str word = word_at(text, c->at);
        if (c->at > start && (word.n || is_at_number(*c)) &&
            is_note(*c, adjectives)) {
            c->at = noun;
            return;
        }
        adjectives = adjectives &&
                     (!word.n || lexicon_find(c->words, word,
                                              WORD_SMALL | WORD_PREPARED |
                                                  WORD_SIZE | WORD_ADVERB));
        bool part = word.n &&
                    (adjectives || !lexicon_find(c->words, word, WORD_SMALL) ||
                     lexicon_find(c->words, word, WORD_NOUN));
        take_any(c);
        take_plural(c);
        noun = part ? c->at : noun;
    }
}

/* "finely chopped, toasted" before a name. An "and" or "or" after them joins
 * other words: "peeled and cooked chestnuts" is all name. */
static void take_prepared(struct cursor *c)
{
    const unsigned roles = WORD_PREPARED | WORD_ADVERB;
    struct cursor next = *c;
    struct cursor name = *c;
    for (;;) {
        bool prepared = peek_word(next, WORD_PREPARED);
        bool joins = !peek_word(next, roles);
        if (!take_word(&next, roles | WORD_AND | WORD_TO)) {
            break;
        }
        if (joins && !peek_word(next, roles)) {
            return;
        }
        take_sign(&next, ",");
        take_blanks(&next);
        name = prepared ? next : name;
    }
    if (name.at < name.text.n && !is_at_separator(name)) {
        *c = name;
    }
}

static str line_strip(str text)
{
    static const char signs[] = ",;:.-*/|";
    for (size_t n = text.n + 1; text.n < n;) {
        n = text.n;
        text = str_trim(text);
        bool dash = str_starts(text, STR("\u2013"));
        text = str_from_offset(text, dash ? STR("\u2013").n
                                          : is_any_of(str_at(text, 0), signs));
        dash = str_ends(text, STR("\u2013"));
        text.n -= dash ? STR("\u2013").n
                       : text.n && is_any_of(text.p[text.n - 1], signs);
    }
    return text;
}

void line_take(struct line *line, size_t from, size_t to)
{
    str gap = str_sub(line->c.text, line->done, from - line->done);
    line->done = to;
    while (gap.n) {
        size_t paren = str_find_char_from(gap, 0, '(');
        size_t close = str_find_char_from(gap, 0, ')');
        paren = close < paren ? close : paren;
        str part = line_strip(str_sub(gap, 0, paren));
        buf_put(&line->note, part.n && line->note.n ? STR(", ") : STR(""));
        buf_put(&line->note, part);
        gap = str_from_offset(gap, paren + 1);
    }
}

void line_read_name(struct line *line)
{
    struct cursor *c = &line->c;
    take_sign(c, "."); /* 8 oz. pkg. */
    take_prepared(c);
    struct amount size; /* toasted 1/2-inch bread cubes */
    if (take_measure(c, &size)) {
        take_word(c, WORD_OF);
    }
    take_blanks(c);
    size_t from = c->at;
    take_name(c);
    str name = line_strip(str_sub(c->text, from, c->at - from));
    from = (size_t)(name.p - c->text.p);
    line->out->name = name;
    if (name.n) {
        line_take(line, from, from + name.n);
    }
}
