/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/amount.h"

enum { MOST_DIGITS = 7, MOST = 1000000, MOST_PARTS = 64, MOST_RATIO = 8 };

static size_t digits_end(str text, size_t at)
{
    while (is_digit(str_at(text, at))) {
        at++;
    }
    return at;
}

static struct fraction integer(str digits)
{
    int64_t n = 0;
    for (size_t i = 0; i < digits.n && i <= MOST_DIGITS; i++) {
        n = n * 10 + (digits.p[i] - '0');
    }
    return digits.n && digits.n <= MOST_DIGITS ? fraction_int(n)
                                               : (struct fraction){0, 0};
}

/* "1,5" and "1.500" mean different numbers in different languages. Only a group
 * of three digits is thousands. A language with a decimal comma also takes
 * 1.5 for a decimal, which nothing else can be. */
static struct fraction with_point(const struct lexicon *words, str whole,
                                  char sign, str part)
{
    bool decimal = words->comma == (sign == ',') ||
                   (sign == '.' && (part.n != 3 || str_eq(whole, STR("0"))));
    if (!decimal) {
        struct fraction thousands =
            fraction_multiply(integer(whole), fraction_int(1000));
        return part.n == 3 && whole.n <= 3 && whole.p[0] != '0'
                   ? fraction_add(thousands, integer(part))
                   : (struct fraction){0, 0};
    }
    int64_t scale = 1;
    for (size_t i = 0; i < part.n && i <= MOST_DIGITS; i++) {
        scale *= 10;
    }
    struct fraction start = whole.n ? integer(whole) : fraction_int(0);
    return fraction_add(start,
                        fraction_divide(integer(part), fraction_int(scale)));
}

size_t amount_sign_at(str text, size_t at, const str *signs)
{
    while (signs->n && !str_starts_at(text, at, *signs)) {
        signs++;
    }
    return signs->n;
}

static size_t slash_at(str text, size_t at)
{
    static const str signs[] = {STR_INIT("/"), STR_INIT("\u2044"),
                                STR_INIT("\u2215"), STR_INIT("")};
    return amount_sign_at(text, at, signs);
}

/* "1/2" and "1 / 2", with digits on both sides. */
static enum scan scan_parts(str text, size_t at, struct fraction *out,
                            size_t *end)
{
    size_t behind = digits_end(text, at);
    size_t slash = skip_blanks(text, behind);
    size_t below = slash + slash_at(text, slash);
    below = below > slash ? skip_blanks(text, below) : slash;
    size_t last = digits_end(text, below);
    if (behind == at || below == slash || last == below) {
        return SCAN_NONE;
    }
    struct fraction num = integer(str_sub(text, at, behind - at));
    struct fraction den = integer(str_sub(text, below, last - below));
    *out = fraction_divide(num, den);
    *end = last;
    bool more = slash_at(text, last) || is_any_of(str_at(text, last), ".,");
    bool odd = more && is_digit(str_at(text, last + 1));
    /* "80/20" is a kind of meat, and "11/2" was once 1½. */
    bool ratio = num.num >= den.num && (den.num > MOST_RATIO || num.num >= 10);
    bool zero = text.p[at] == '0';
    return odd || ratio || zero || !out->num || den.num > MOST_PARTS ||
                   den.num == 1
               ? SCAN_BAD
               : SCAN_FOUND;
}

static enum scan scan_fraction(str text, size_t at, struct fraction *out,
                               size_t *end)
{
    size_t next = at;
    if (at < text.n) {
        *out = fraction_of_character(utf8_next(text, &next));
        if (fraction_is_some(*out)) {
            *end = next;
            return is_digit(str_at(text, next)) || slash_at(text, next)
                       ? SCAN_BAD
                       : SCAN_FOUND;
        }
    }
    return scan_parts(text, at, out, end);
}

static enum scan scan_digits(const struct lexicon *words, str text, size_t at,
                             struct fraction *out, size_t *end)
{
    size_t behind = digits_end(text, at);
    str whole = str_sub(text, at, behind - at);
    char sign = str_at(text, behind);
    *end = behind;
    if ((sign == '.' || sign == ',') && is_digit(str_at(text, behind + 1))) {
        size_t last = digits_end(text, behind + 1);
        *out = with_point(words, whole, sign,
                          str_sub(text, behind + 1, last - behind - 1));
        *end = last;
        bool more = is_any_of(str_at(text, last), ".,") &&
                    is_digit(str_at(text, last + 1));
        return more || slash_at(text, last) || !out->num ? SCAN_BAD
                                                         : SCAN_FOUND;
    }
    *out = integer(whole);
    bool zeros = whole.n > 1 && whole.p[0] == '0';
    size_t slash = slash_at(text, behind);
    /* 1//2, and 1'000 of Switzerland */
    bool open = (slash && slash_at(text, behind + slash)) ||
                (is_any_of(str_at(text, behind), "'") &&
                 is_digit(str_at(text, behind + 1)));
    return !whole.n                     ? SCAN_NONE
           : zeros || open || !out->num ? SCAN_BAD
                                        : SCAN_FOUND;
}

/* Adds the fraction behind a whole number: "1 1/2", "1½", "1-1/2" (which
 * would be a range that goes down), "1 and 1/2", "one and a half". */
static enum scan add_fraction(const struct lexicon *words, str text,
                              struct fraction *out, size_t *end)
{
    struct fraction part;
    size_t at = skip_blanks(text, *end);
    size_t behind;
    bool dash = str_at(text, at) == '-';
    const struct word *and = NULL;
    if (dash) {
        at++;
    } else if (at > *end || (at < text.n && !is_alnum(text.p[at]))) {
        and = lexicon_at(words, text, at, WORD_AND, &behind);
        at = and? skip_blanks(text, behind) : at;
    }
    enum scan scan = scan_fraction(text, at, &part, &behind);
    if (scan == SCAN_NONE && and) {
        const struct word *word =
            lexicon_at(words, text, at, WORD_NUMBER, &behind);
        if (word && word->number.den == 1 && word->number.num == 1) {
            at = skip_blanks(text, behind);
            word = lexicon_at(words, text, at, WORD_NUMBER, &behind);
        }
        part = word ? word->number : (struct fraction){0, 0};
        scan = word && part.den > 1 ? SCAN_FOUND : SCAN_NONE;
    }
    if (scan == SCAN_NONE) {
        return SCAN_FOUND;
    }
    if (part.num >= part.den) {
        return dash ? SCAN_FOUND : SCAN_BAD;
    }
    *out = fraction_add(*out, part);
    *end = behind;
    return scan;
}

/* "a", "half a", "a quarter", "two and a half". */
static enum scan scan_word(const struct lexicon *words, str text, size_t at,
                           struct fraction *out, size_t *end)
{
    const struct word *word = lexicon_at(words, text, at, WORD_NUMBER, end);
    if (!word) {
        return SCAN_NONE;
    }
    *out = word->number;
    size_t behind;
    at = skip_blanks(text, *end);
    const struct word *next = lexicon_at(words, text, at, WORD_NUMBER, &behind);
    bool one = out->num == 1 && out->den == 1;
    if (next && (one ? next->number.den > 1
                     : out->den > 1 && next->number.num == 1 &&
                           next->number.den == 1)) {
        *out = one ? next->number : *out;
        *end = behind;
    }
    /* "half and half", "A.1. sauce" */
    if ((out->den > 1 && lexicon_at(words, text, at, WORD_AND, &behind)) ||
        str_at(text, *end) == '.') {
        return SCAN_NONE;
    }
    return out->den > 1 ? SCAN_FOUND : add_fraction(words, text, out, end);
}

enum scan number_scan(const struct lexicon *words, str text, size_t at,
                      struct fraction *out, size_t *end)
{
    enum scan scan = scan_fraction(text, at, out, end);
    if (scan == SCAN_NONE) {
        bool point = str_at(text, at) == '.' && is_digit(str_at(text, at + 1));
        scan = is_digit(str_at(text, at)) || point
                   ? scan_digits(words, text, at, out, end)
                   : scan_word(words, text, at, out, end);
        if (scan == SCAN_FOUND && out->den == 1 && is_digit(str_at(text, at))) {
            scan = add_fraction(words, text, out, end);
        }
    }
    if (scan == SCAN_FOUND && (!out->den || out->num / out->den >= MOST)) {
        return SCAN_BAD;
    }
    return scan;
}

struct fraction number_parse(str text)
{
    static const struct lexicon none;
    struct fraction number;
    size_t end;
    if (number_scan(&none, text, 0, &number, &end) == SCAN_FOUND &&
        end == text.n) {
        return number;
    }
    size_t slash = str_find_char_from(text, 0, '/'); /* 16/9 */
    return slash == text.n
               ? (struct fraction){0, 0}
               : fraction_divide(
                     number_parse(str_sub(text, 0, slash)),
                     number_parse(str_from_offset(text, slash + 1)));
}
