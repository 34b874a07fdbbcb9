/* SPDX-License-Identifier: MIT */
#include "recipe/amount.h"

#include "base/utf8.h"

static size_t dash_at(str text, size_t at)
{
    static const str dashes[] = {STR_INIT("-"),      STR_INIT("\u2013"),
                                 STR_INIT("\u2014"), STR_INIT("\u2212"),
                                 STR_INIT("\u2010"), STR_INIT("\u2011"),
                                 STR_INIT("")};
    return amount_sign_at(text, at, dashes);
}

size_t degrees_end(str text, size_t at, char *scale)
{
    static const str signs[] = {STR_INIT("°"),    STR_INIT("º"),
                                STR_INIT("˚"),    STR_INIT("degrees"),
                                STR_INIT("Grad"), STR_INIT("grados"),
                                STR_INIT("")};
    size_t end = at + amount_sign_at(text, at, signs);
    size_t letter = skip_blanks(text, end);
    char c = str_at(text, letter);
    bool known = (c == 'C' || c == 'F') && !is_alnum(str_at(text, letter + 1));
    *scale = known ? c : '\0';
    return known ? letter + 1 : end;
}

/* "70%", "110 °F": no amount. A few C are cups. */
static bool is_degrees(str text, size_t at, struct fraction number)
{
    enum { MOST_CUPS = 30 };
    char scale;
    bool cups = str_at(text, at) == 'C' && number.num / number.den < MOST_CUPS;
    return str_at(text, at) == '%' ||
           (degrees_end(text, at, &scale) > at && !cups);
}

/* The upper end of a range, behind a dash, a word or both: "3- to 4-pound".
 * Numbers in words are not read behind a dash: "2-one". */
static enum scan scan_most(const struct lexicon *words, str text,
                           struct amount *out, size_t *end)
{
    size_t at = skip_blanks(text, *end);
    size_t behind = at + dash_at(text, at);
    bool dash = behind > at;
    if (!dash && !lexicon_at(words, text, at, WORD_TO, &behind)) {
        return SCAN_FOUND;
    }
    at = skip_blanks(text, behind);
    if (dash && at > behind && lexicon_at(words, text, at, WORD_TO, &behind)) {
        at = skip_blanks(text, behind);
    }
    struct fraction most;
    size_t wide = at;
    bool digits =
        at < text.n &&
        (is_digit(text.p[at]) ||
         fraction_is_some(fraction_of_character(utf8_next(text, &wide))));
    enum scan scan = dash && !digits
                         ? SCAN_NONE
                         : number_scan(words, text, at, &most, &behind);
    /* "1 or a half", "2 to one" are no ranges; but 4-3 is a mistake. */
    if (scan == SCAN_NONE || (scan == SCAN_FOUND && !digits && most.den > 1)) {
        return SCAN_FOUND;
    }
    if (scan == SCAN_BAD || fraction_compare(most, out->least) <= 0) {
        return SCAN_BAD;
    }
    out->most = most;
    *end = behind;
    return SCAN_FOUND;
}

size_t amount_skip_one(const struct lexicon *words, str text, size_t at)
{
    size_t end;
    const struct word *word = lexicon_at(words, text, at, WORD_NUMBER, &end);
    return word && word->number.num == 1 && word->number.den == 1
               ? skip_blanks(text, end)
               : at;
}

size_t amount_skip_words(const struct lexicon *words, str text, size_t at,
                         unsigned roles)
{
    size_t end;
    while (lexicon_at(words, text, at, roles, &end)) {
        at = skip_blanks(text, end);
    }
    return at;
}

size_t amount_skip_plural(str text, size_t at)
{
    enum { LONGEST = 3 };
    char sign = str_at(text, at);
    size_t end = at + 1;
    while (end - at <= LONGEST && is_alpha(str_at(text, end))) {
        end++;
    }
    bool closed = sign == '(' && str_at(text, end) == ')';
    bool open = sign == '/' && !is_alnum(str_at(text, end));
    return end == at + 1 || !is_alpha(text.p[at - 1]) ? at
           : closed                                   ? end + 1
           : open                                     ? end
                                                      : at;
}

/* "1 cup and a half", "1 taza y media". */
static void scan_behind(const struct lexicon *words, str text,
                        struct amount *out, size_t *end)
{
    size_t behind;
    size_t at = skip_blanks(text, *end);
    struct fraction part;
    if (out->most.den || !out->unit->size ||
        !lexicon_at(words, text, at, WORD_AND, &behind)) {
        return;
    }
    at = skip_blanks(text, behind);
    size_t unit;
    if (number_scan(words, text, at, &part, &behind) == SCAN_FOUND &&
        part.num < part.den &&
        !lexicon_at(words, text, skip_blanks(text, behind), WORD_UNIT, &unit)) {
        out->least = fraction_add(out->least, part);
        out->split = true;
        *end = behind;
    }
}

/* The unit, with words like "heaped" before it. */
static bool scan_unit(const struct lexicon *words, str text, struct amount *out,
                      size_t *end)
{
    size_t at = skip_blanks(text, *end);
    /* 14-ounce, 3+ cups */
    at += at == *end && is_any_of(str_at(text, at), "-+");
    at = skip_blanks(text, at);
    bool dash = at > *end && text.p[at - 1] == '-';
    size_t behind;
    const struct word *word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    if (!word || (dash && word->unit->kind == UNIT_PIECES)) {
        at = amount_skip_words(words, text, at, WORD_SIZE | WORD_ADVERB);
        word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    }
    /* "1/4 de litro", "three quarters of a cup" */
    size_t of;
    if (!word && lexicon_at(words, text, at, WORD_OF, &of)) {
        at = amount_skip_one(words, text, skip_blanks(text, of));
        word = lexicon_at(words, text, at, WORD_UNIT, &behind);
        word = word && word->unit->size ? word : NULL;
        out->split = word;
    }
    if (!word) {
        return false;
    }
    behind = amount_skip_plural(text, behind);
    out->unit = word->unit;
    out->one = word->one;
    out->many = dash ? word->one : word->many;
    out->unit_n = behind - at;
    *end = behind;
    return true;
}

/* "1lb 2oz", "1 kg 200 g" are one weight. */
static void scan_smaller_unit(const struct lexicon *words, str text,
                              struct amount *out, size_t *end)
{
    size_t at = skip_blanks(text, *end + (str_at(text, *end) == '.'));
    struct fraction part;
    size_t behind;
    if (out->most.den || out->split || out->unit->kind != UNIT_WEIGHT ||
        number_scan(words, text, at, &part, &behind) != SCAN_FOUND) {
        return;
    }
    at = skip_blanks(text, behind);
    const struct word *word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    if (word && word->unit->kind == UNIT_WEIGHT) {
        struct fraction ratio = fraction_divide(word->unit->size->sizes[0],
                                                out->unit->size->sizes[0]);
        if (ratio.num < ratio.den) {
            out->least =
                fraction_add(out->least, fraction_multiply(part, ratio));
            out->split = true;
            *end = behind;
        }
    }
}

/* "100 g to 150 g": the range has its unit twice. */
static void scan_second_unit(const struct lexicon *words, str text,
                             struct amount *out, size_t *end)
{
    struct amount second = *out;
    size_t behind = *end;
    if (scan_most(words, text, &second, &behind) != SCAN_FOUND ||
        behind == *end) {
        return;
    }
    size_t at = skip_blanks(text, behind);
    const struct word *word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    if (word && word->unit == out->unit) {
        out->most = second.most;
        out->unit_n = behind - at;
        out->split = true;
        *end = behind;
    }
}

enum scan amount_scan(const struct lexicon *words, str text, size_t at,
                      struct amount *out, size_t *end)
{
    *out = (struct amount){.at = at};
    enum scan scan = number_scan(words, text, at, &out->least, end);
    if (scan == SCAN_FOUND) {
        scan = scan_most(words, text, out, end);
    }
    if (scan != SCAN_FOUND) {
        return scan;
    }
    if (is_degrees(text, skip_blanks(text, *end), out->least)) {
        return SCAN_NONE;
    }
    bool digit = is_digit(str_at(text, *end - 1));
    out->number = *end - at;
    if (str_at(text, *end) == '^') {
        return SCAN_BAD;
    }
    bool has_unit = scan_unit(words, text, out, end);
    if (!has_unit && digit && word_end(text, *end) > *end &&
        !is_any_of(str_at(text, *end), "xX")) {
        return SCAN_BAD;
    }
    /* "5-spice powder" has no amount. */
    if (!has_unit && str_at(text, *end) == '-' &&
        is_alpha(str_at(text, *end + 1))) {
        return SCAN_NONE;
    }
    if (has_unit && !fraction_is_some(out->most)) {
        scan_second_unit(words, text, out, end);
        scan_behind(words, text, out, end);
        scan_smaller_unit(words, text, out, end);
    }
    out->n = *end - at;
    if (has_unit && str_at(text, *end) == '.' && *end + 1 < text.n) {
        ++*end;
    }
    return SCAN_FOUND;
}
