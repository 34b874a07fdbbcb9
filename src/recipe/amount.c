/* SPDX-License-Identifier: MIT */
#include "recipe/amount.h"

bool amount_is_measure(const struct amount *amount)
{
    enum unit_kind kind = amount_kind(amount);
    return kind == UNIT_WEIGHT || kind == UNIT_VOLUME || kind == UNIT_LENGTH;
}

bool take_measure(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    bool found =
        take_amount(&next, out) == SCAN_FOUND && amount_is_measure(out);
    c->at = found ? next.at : c->at;
    return found;
}

bool take_further(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    bool paren = take_sign(&next, "(");
    bool found = (paren || take_word(&next, WORD_PLUS)) &&
                 take_measure(&next, out) && (!paren || take_sign(&next, ")"));
    c->at = found ? next.at : c->at;
    return found;
}

/* Whether the C at the cursor is that of cups: the line's first, "2C or 3C
 * milk", or before a name or another measure, "milk 1C (240 ml)"; but not
 * "(5C)" or "4C and". */
static bool is_of_cups(struct cursor c, const struct amount *amount)
{
    struct amount other;
    if (!str_trim(str_sub(c.text, 0, amount->at)).n) {
        return true;
    }
    c.at++;
    take_char(&c, ".");
    if (take_sign(&c, "(/+") || take_word(&c, WORD_PLUS | WORD_TO)) {
        return take_measure(&c, &other);
    }
    take_blanks(&c);
    return word_at(c.text, c.at).n && !is_at_number(c) &&
           !peek_word(c, WORD_AND);
}

/* "110 °F", "350 degrees", "90F". A few C are cups. */
static bool take_degrees(struct cursor *c, struct amount *out)
{
    enum { MOST_CUPS = 16 };
    struct cursor next = *c;
    const struct word *word = take_word(&next, WORD_UNIT);
    bool degrees = word && str_eq(word->unit->id, unit_degrees.id);
    next.at = degrees ? next.at : c->at;
    c->at = next.at;
    take_blanks(&next);
    char letter = cursor_char(next);
    bool cups = letter == 'C' && word && !degrees &&
                out->least.num / out->least.den < MOST_CUPS &&
                (next.at > c->at || is_of_cups(next, out));
    bool known = (letter == 'C' || letter == 'F') && !cups &&
                 !is_alnum(str_at(next.text, next.at + 1));
    c->at = known ? next.at + 1 : c->at;
    out->unit = !known          ? &unit_degrees
                : letter == 'C' ? &unit_celsius
                                : &unit_fahrenheit;
    return degrees || known;
}

/* The upper end of a range, after a dash, a word or both: "3- to 4-pound".
 * Numbers in words are not read after a dash: "2-one". */
static enum scan take_most(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    struct fraction most;
    bool dash = take_sign(&next, "-\u2013\u2014\u2212\u2010\u2011");
    if (!take_word(&next, WORD_TO) && !dash) {
        return SCAN_FOUND;
    }
    take_char(&next, "-"); /* 3--4, 10-to-12-pound */
    bool digits = is_at_number(next);
    enum scan scan = dash && !digits ? SCAN_NONE : take_number(&next, &most);
    /* "1 or a half", "2 to one" are no ranges; but 4-3 is a mistake. */
    if (scan == SCAN_NONE || (scan == SCAN_FOUND && !digits && most.den > 1)) {
        return SCAN_FOUND;
    }
    if (scan == SCAN_BAD || fraction_compare(most, out->least) <= 0) {
        return SCAN_BAD;
    }
    out->most = most;
    *c = next;
    return SCAN_FOUND;
}

bool take_by(struct cursor *c)
{
    struct cursor next = *c;
    take_sign(&next, "-");
    bool found = take_sign(&next, "×xX*");
    if (!found) {
        take_blanks(&next);
        str word = word_at(next.text, next.at);
        found = str_is_word_of(word, next.words->by);
        next.at += word.n;
    }
    take_sign(&next, "-");
    found = found && is_at_number(next);
    c->at = found ? next.at : c->at;
    return found;
}

bool take_plural(struct cursor *c)
{
    enum { LONGEST = 3 };
    struct cursor next = *c;
    bool paren = take_char(&next, "(");
    bool slash = !paren && take_char(&next, "/");
    size_t start = next.at;
    while (next.at - start < LONGEST && is_alpha(cursor_char(next))) {
        next.at++;
    }
    bool found =
        next.at > start && c->at && is_alpha(c->text.p[c->at - 1]) &&
        (paren ? take_sign(&next, ")") : slash && !is_alnum(cursor_char(next)));
    c->at = found ? next.at : c->at;
    return found;
}

const struct word *take_counted(struct cursor *c)
{
    struct cursor next = *c;
    const struct word *word = take_word(&next, WORD_UNIT);
    bool found = word && word->unit->kind == UNIT_PIECES;
    *c = found ? next : *c;
    return found ? word : NULL;
}

/* The unit, with words like "heaped" before it. */
static bool take_unit(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    bool joined = take_char(&next, "-+");
    take_blanks(&next);
    bool dash = joined && next.text.p[next.at - 1] == '-';
    struct cursor before = next;
    const struct word *word = take_word(&next, WORD_UNIT);
    if (!word) {
        take_words(&before, WORD_SIZE | WORD_ADVERB);
        next = before;
        word = take_word(&next, WORD_UNIT);
    }
    /* "1/4 de litro" */
    if (!word && take_word(&next, WORD_OF)) {
        word = take_word(&next, WORD_UNIT);
        word = word && word->unit->size ? word : NULL;
        out->split = word;
    }
    if (!word) {
        return false;
    }
    take_blanks(&before);
    take_plural(&next);
    out->unit = word->unit;
    out->one = word->one;
    out->many = dash ? word->one : word->many;
    out->gap = str_sub(c->text, c->at, before.at - c->at);
    /* 6 Blatt, as many write it, become 12 Blatt. */
    str typed = str_sub(c->text, before.at, next.at - before.at);
    if (amount_last(out).num > amount_last(out).den &&
        str_eq(typed, word->one)) {
        out->many = word->one;
    }
    const struct word *size = peek_word(next, WORD_SIZE);
    out->kept = str_trim(out->gap).n > 1 ||
                (size && !(size->roles & WORD_PREPARED)); /* packed */
    *c = next;
    return true;
}

/* Whether the part, which is up to `end`, is one of the thing after it: "½
 * lemon", "half a lemon", "half the flour". */
static bool is_of_other(struct cursor part, struct cursor end)
{
    const struct word *noun = peek_word(end, WORD_NOUN);
    if (is_at_number(part)) {
        return noun;
    }
    str name = word_at(end.text, skip_blanks(end.text, end.at));
    if (noun && str_eq_nocase(name, noun->one)) {
        return true; /* 1 Tasse und eine halbe Zitrone */
    }
    bool half_a =
        !take_one(&part) && take_word(&part, WORD_NUMBER) && part.at < end.at;
    return half_a || (peek_word(end, WORD_ARTICLE) && !peek_word(end, WORD_OF));
}

/* Adds further numbers: "1lb 2oz", "1 hour and 15 minutes", "1 taza y 1/2
 * de leche"; but "1 cup and 1/2 lemon" is two things. */
static void take_added(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    const struct unit *last = out->unit;
    bool sums = last->kind == UNIT_WEIGHT || last->kind == UNIT_TIME;
    const struct word *word = NULL;
    struct fraction part;
    do {
        next.at += cursor_char(next) == '.';
        bool joined = take_word(&next, WORD_AND);
        struct cursor number = next;
        if (out->most.den || take_number(&next, &part) != SCAN_FOUND) {
            return;
        }
        word = take_word(&next, WORD_UNIT);
        if (word ? !sums || word->unit->kind != last->kind ||
                       fraction_compare(word->unit->size->sizes[0],
                                        last->size->sizes[0]) >= 0
                 : !joined || last != out->unit || part.num >= part.den ||
                       is_of_other(number, next)) {
            return;
        }
        if (word) {
            last = word->unit;
            struct fraction ratio = fraction_divide(last->size->sizes[0],
                                                    out->unit->size->sizes[0]);
            part = fraction_multiply(part, ratio);
        }
        out->least = fraction_add(out->least, part);
        out->split = true;
        *c = next;
    } while (word);
}

/* "Kilo y medio", "cup and a half". */
static bool take_unit_and_part(struct cursor *c, struct amount *out)
{
    out->least = fraction_int(1);
    const struct word *word = take_word(c, WORD_UNIT);
    if (!word || word->unit->kind == UNIT_LENGTH) { /* stir in and half … */
        return false;
    }
    out->unit = word->unit;
    out->one = word->one;
    out->many = word->many;
    take_added(c, out);
    out->text = str_sub(c->text, out->at, c->at - out->at);
    return out->split;
}

/* "100 g to 150 g": the range has its unit twice. */
static void take_second_unit(struct cursor *c, struct amount *out)
{
    struct amount second = *out;
    struct cursor next = *c;
    bool range = take_most(&next, &second) == SCAN_FOUND && next.at > c->at;
    const struct word *word = take_word(&next, WORD_UNIT);
    if (range && word && word->unit == out->unit) {
        out->most = second.most;
        out->split = true;
        *c = next;
    }
}

/* One gram and a half in "1.500 g": no cook weighs so finely, and elsewhere it
 * is 1500 g. Nor has one 1250 kg. */
static bool is_too_fine(const struct amount *amount, str number)
{
    enum { PLACES = 3, THOUSAND = 1000 };
    bool large = amount->least.num / amount->least.den >= THOUSAND;
    return unit_places(amount->unit) == (large ? PLACES : 1) &&
           number.n > PLACES + 1 && number.p[0] != '0' &&
           is_any_of(number.p[number.n - PLACES - 1], ".,");
}

/* "2/3 onions" are two to three, "5/6 min" five to six, but "3/4 onion" is a
 * part of one. */
static bool is_of_many(const struct amount *amount, struct cursor end)
{
    enum { MOST_PARTS = 4 };
    size_t slash = str_find_char_from(end.text, amount->at, '/');
    if (amount_is_measure(amount) || slash > amount->at + amount->number ||
        amount->least.num < 2 || amount->least.num != amount->least.den - 1) {
        return false;
    }
    end.at = amount->unit ? amount->at + amount->number : end.at;
    take_blanks(&end);
    size_t from = end.at;
    const struct word *word = take_word(&end, WORD_UNIT | WORD_NOUN);
    str typed = str_sub(end.text, from, end.at - from);
    return amount->least.den > MOST_PARTS ||
           (word && str_eq_nocase(typed, word->many) &&
            !str_eq(word->one, word->many));
}

enum scan take_amount(struct cursor *c, struct amount *out)
{
    struct cursor next = *c;
    take_blanks(&next);
    *out = (struct amount){.at = next.at, .gap = STR(" ")};
    enum scan scan = take_number(&next, &out->least);
    if (scan == SCAN_NONE && take_unit_and_part(&next, out)) {
        c->at = next.at;
        return SCAN_FOUND;
    }
    if (scan == SCAN_FOUND) {
        scan = take_most(&next, out);
    }
    if (scan != SCAN_FOUND) {
        return scan;
    }
    const struct word *percent = peek_word(next, WORD_UNIT);
    if (percent && str_eq(percent->unit->id, STR("percent"))) {
        return SCAN_NONE;
    }
    if (take_degrees(&next, out)) {
        out->text = str_sub(next.text, out->at, next.at - out->at);
        c->at = next.at;
        return SCAN_FOUND;
    }
    out->unit = NULL;
    out->number = next.at - out->at;
    bool digit = is_digit(next.text.p[next.at - 1]);
    char sign = cursor_char(next);
    bool letter = word_end(next.text, next.at) > next.at;
    bool has_unit = take_unit(&next, out);
    if (sign == '^' ||
        (!has_unit && digit && letter && !is_any_of(sign, "xX"))) {
        return SCAN_BAD;
    }
    /* "5-spice powder" has no amount. */
    struct cursor by = next;
    if (!has_unit && sign == '-' && is_alpha(str_at(next.text, next.at + 1)) &&
        !take_by(&by)) {
        return SCAN_NONE;
    }
    if (has_unit && !out->most.den) {
        take_second_unit(&next, out);
        take_added(&next, out);
    }
    if (is_too_fine(out, str_sub(next.text, out->at, out->number)) ||
        is_of_many(out, next)) {
        return SCAN_BAD;
    }
    out->gap = out->split ? STR(" ") : out->gap;
    next.at += has_unit && cursor_char(next) == '.';
    out->text = str_sub(next.text, out->at, next.at - out->at);
    c->at = next.at;
    return SCAN_FOUND;
}
