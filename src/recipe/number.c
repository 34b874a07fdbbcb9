/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/amount.h"

enum { MOST_DIGITS = 7, MOST = 1000000, MOST_PARTS = 64, MOST_RATIO = 8 };

#define SLASHES "/\u2044\u2215"

static str take_digits(struct cursor *c)
{
    size_t start = c->at;
    c->at = str_skip(c->text, start, "0123456789");
    return str_sub(c->text, start, c->at - start);
}

/* Whether a digit or a character such as "½" is right at the cursor, but no
 * word: 00 flour, 5 spice powder. */
static bool is_at_digit(struct cursor c)
{
    size_t end = c.at;
    return is_digit(cursor_char(c))
               ? !peek_word(c, WORD_DENSITY)
               : end < c.text.n &&
                     fraction_of_character(utf8_next(c.text, &end)).den;
}

/* Whether one of the signs is at the cursor, and a digit after it. */
static bool is_before_digit(struct cursor c, const char *signs)
{
    return take_char(&c, signs) && is_digit(cursor_char(c));
}

static struct fraction integer(str digits)
{
    int64_t n = 0;
    for (size_t i = 0; i < digits.n && i <= MOST_DIGITS; i++) {
        n = n * 10 + (digits.p[i] - '0');
    }
    return digits.n && digits.n <= MOST_DIGITS ? fraction_int(n)
                                               : fraction_none;
}

/* "1,5" and "1.500" mean different numbers in different languages. Only a group
 * of three digits is thousands. A language with a decimal comma also takes
 * 1.5 for a decimal, which nothing else can be. */
static struct fraction with_point(const struct lexicon *words, str whole,
                                  char sign, str part)
{
    bool decimal = str_eq(words->point, STR(",")) == (sign == ',') ||
                   (sign == '.' && (part.n != 3 || str_eq(whole, STR("0"))));
    if (!decimal) {
        struct fraction thousands =
            fraction_multiply(integer(whole), fraction_int(1000));
        return part.n == 3 && whole.n <= 3 && whole.p[0] != '0'
                   ? fraction_add(thousands, integer(part))
                   : fraction_none;
    }
    int64_t scale = 1;
    for (size_t i = 0; i < part.n && i <= MOST_DIGITS; i++) {
        scale *= 10;
    }
    struct fraction start = whole.n ? integer(whole) : fraction_int(0);
    return fraction_add(start,
                        fraction_divide(integer(part), fraction_int(scale)));
}

/* "½", "1/2" and "1 / 2", with digits on both sides. */
static enum scan take_fraction(struct cursor *c, struct fraction *out)
{
    size_t glyph = c->at;
    *out = glyph < c->text.n ? fraction_of_character(utf8_next(c->text, &glyph))
                             : fraction_none;
    if (out->den) {
        c->at = glyph;
        return is_at_digit(*c) || peek_char(*c, SLASHES) ? SCAN_BAD
                                                         : SCAN_FOUND;
    }
    struct cursor next = *c;
    str above = take_digits(&next);
    bool slash = take_sign(&next, SLASHES);
    take_blanks(&next);
    str below = take_digits(&next);
    if (!above.n || !slash || !below.n) {
        return SCAN_NONE;
    }
    struct fraction num = integer(above);
    struct fraction den = integer(below);
    *c = next;
    *out = fraction_divide(num, den);
    /* "80/20" is a kind of meat, "11/2" was once 1½, "8/10" are 8 to 10. */
    bool ratio = num.num >= den.num && (den.num > MOST_RATIO || num.num >= 10);
    return is_before_digit(next, SLASHES ".,") || ratio || above.p[0] == '0' ||
                   out->den != den.num || den.num > MOST_PARTS || den.num == 1
               ? SCAN_BAD
               : SCAN_FOUND;
}

static enum scan take_decimal(struct cursor *c, struct fraction *out)
{
    str whole = take_digits(c);
    char sign = cursor_char(*c);
    if (is_before_digit(*c, ".,")) {
        c->at++;
        *out = with_point(c->words, whole, sign, take_digits(c));
        return is_before_digit(*c, ".,") || peek_char(*c, SLASHES) || !out->num
                   ? SCAN_BAD
                   : SCAN_FOUND;
    }
    *out = integer(whole);
    bool zeros = whole.n > 1 && whole.p[0] == '0';
    struct cursor slash = *c;
    take_char(&slash, SLASHES);
    /* 1//2, 1:1, and 1'000 of Switzerland */
    bool open = is_before_digit(*c, "':") ||
                (slash.at > c->at && peek_char(slash, SLASHES));
    return zeros || open || !out->num ? SCAN_BAD : SCAN_FOUND;
}

/* Adds the fraction after a whole number: "1 1/2", "1½", "1-1/2" (which
 * would be a range that goes down), "one and a half"; or of it: "1 half". */
static enum scan add_fraction(struct cursor *c, struct fraction *out)
{
    struct fraction part;
    struct cursor next = *c;
    bool dash = take_sign(&next, "-");
    bool joined = take_word(&next, WORD_AND);
    if (joined) { /* 2 and a 1/2 */
        take_one(&next);
    }
    if (!dash || joined) {
        take_blanks(&next);
    }
    enum scan scan = take_fraction(&next, &part);
    bool half = scan == SCAN_NONE && !dash && !joined && fraction_is_one(*out);
    if (scan == SCAN_NONE && (joined || half)) {
        const struct word *word = take_word(&next, WORD_NUMBER);
        part = word ? word->number : fraction_none;
        scan = part.den > 1 ? SCAN_FOUND : SCAN_NONE;
    }
    if (scan == SCAN_NONE) {
        return SCAN_FOUND;
    }
    if (part.num >= part.den) {
        return dash ? SCAN_FOUND : SCAN_BAD;
    }
    *out = half ? part : fraction_add(*out, part);
    *c = next;
    return scan;
}

/* "a", "half", "a quarter", "two and a half", "a 1/2"; but "two 1/2" is no
 * number. */
static enum scan take_number_word(struct cursor *c, struct fraction *out)
{
    bool article = peek_word(*c, WORD_SMALL);
    const struct word *word = take_word(c, WORD_NUMBER);
    if (!word) {
        return SCAN_NONE;
    }
    struct cursor next = *c;
    take_blanks(&next);
    enum scan scan = take_fraction(&next, out);
    if (scan != SCAN_NONE) {
        *c = next;
        return article ? scan : SCAN_BAD;
    }
    *out = word->number;
    /* "half and half", "A.1. sauce" */
    bool dot = cursor_char(*c) == '.' && is_alnum(str_at(c->text, c->at + 1));
    if (dot || (out->den > 1 && peek_word(*c, WORD_AND))) {
        return SCAN_NONE;
    }
    return out->den > 1 ? SCAN_FOUND : add_fraction(c, out);
}

enum scan take_number(struct cursor *c, struct fraction *out)
{
    struct cursor next = *c;
    take_blanks(&next);
    bool digit = is_digit(cursor_char(next));
    if (digit && !is_at_digit(next)) {
        return SCAN_NONE;
    }
    enum scan scan = take_fraction(&next, out);
    if (scan == SCAN_NONE) {
        scan = digit || is_before_digit(next, ".")
                   ? take_decimal(&next, out)
                   : take_number_word(&next, out);
        if (scan == SCAN_FOUND && out->den == 1 && digit) {
            scan = add_fraction(&next, out);
        }
    }
    if (scan == SCAN_FOUND && (!out->den || out->num / out->den >= MOST)) {
        return SCAN_BAD;
    }
    if (scan == SCAN_FOUND && out->den > 1) { /* "½ a", "half of a" */
        struct cursor of = next;
        take_word(&of, WORD_OF);
        next = take_one(&of) ? of : next;
    }
    c->at = scan == SCAN_FOUND ? next.at : c->at;
    return scan;
}

bool take_one(struct cursor *c)
{
    struct cursor next = *c;
    const struct word *word = take_word(&next, WORD_NUMBER);
    bool one = word && fraction_is_one(word->number);
    c->at = one ? next.at : c->at;
    return one;
}

bool is_at_number(struct cursor c)
{
    take_blanks(&c);
    return is_at_digit(c);
}

struct fraction number_parse(str text)
{
    static const struct lexicon words;
    struct fraction number;
    struct cursor c = {&words, text, 0};
    if (take_number(&c, &number) == SCAN_FOUND && c.at == text.n) {
        return number;
    }
    size_t slash = str_find_char_from(text, 0, '/'); /* 16/9, not 1/2/3 */
    return slash == text.n || str_rfind_char(text, '/') != slash
               ? fraction_none
               : fraction_divide(
                     number_parse(str_sub(text, 0, slash)),
                     number_parse(str_from_offset(text, slash + 1)));
}
