/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/ingredient_line.h"

/* "400 g" in "2 x 400 g tins", "14 oz" in "1 (14 oz) can": the size of one
 * piece. The unit of the line is that of the container. */
static bool take_size(struct line *line)
{
    struct amount size;
    size_t start = line->at;
    size_t end = start;
    bool sign = str_starts_at(line->text, line->at, STR("×")) ||
                is_any_of(str_at(line->text, line->at), "xX*");
    bool paren = str_at(line->text, line->at) == '(';
    if (sign || paren) {
        utf8_next(line->text, &line->at);
        line_skip_blanks(line);
    }
    size_t from = line->at;
    bool about = line_skip_word(line, WORD_ABOUT);
    bool found = amount_scan(line->words, line->text, line->at, &size, &end) ==
                     SCAN_FOUND &&
                 amount_is_measure(&size);
    size_t behind = skip_blanks(line->text, end);
    struct amount other; /* 400ml/14fl oz, 14.5 oz (411g) */
    char sep = str_at(line->text, behind);
    size_t other_end;
    if (found && (sep == '/' || (sep == '(' && !paren)) &&
        amount_scan(line->words, line->text,
                    skip_blanks(line->text, behind + 1), &other,
                    &other_end) == SCAN_FOUND &&
        amount_is_measure(&other)) {
        end = other_end + (sep == '(');
        behind = skip_blanks(line->text, end);
    }
    if (found && paren) {
        found = str_at(line->text, behind) == ')';
        end = behind + 1;
        behind = skip_blanks(line->text, end);
    }
    behind += found && str_at(line->text, behind) == '-';
    size_t word_at =
        amount_skip_words(line->words, line->text, behind, WORD_SIZE);
    size_t container_end = word_at;
    const struct word *container =
        found ? lexicon_at(line->words, line->text, word_at, WORD_UNIT,
                           &container_end)
              : NULL;
    if (container && container->unit->kind != UNIT_PIECES) {
        container = NULL;
    }
    /* 4 (about 1 pound) carrots: of all four */
    if (!found || (about && !container)) {
        line->at = start;
        return false;
    }
    line->out->size =
        str_trim(str_sub(line->text, from, size.n + size.at - from));
    line->size_at = from;
    line->at = line->size_end = end;
    if (container) {
        line->out->unit = container->unit;
        line->at = container_end;
        line->out->noun_at = word_at;
        line->out->noun_n = container_end - word_at;
        line->out->noun_one = container->one;
        line->out->noun_many = container->many;
    }
    line_add_note(line, line->out->size);
    return true;
}

/* The end of "or 3 large", "to large" behind a size; `at`: there is none. */
static size_t other_size(const struct line *line, size_t at)
{
    struct fraction number;
    size_t end;
    if (!lexicon_at(line->words, line->text, at, WORD_TO, &end)) {
        return at;
    }
    size_t size = skip_blanks(line->text, end);
    if (number_scan(line->words, line->text, size, &number, &end) ==
        SCAN_FOUND) {
        size = skip_blanks(line->text, end);
    }
    return lexicon_at(line->words, line->text, size, WORD_SIZE, &end) ? end
                                                                      : at;
}

/* "large", "heaped", "packed"; the first is the size. */
static void take_adjectives(struct line *line, unsigned roles)
{
    size_t end;
    line_skip_blanks(line);
    while (lexicon_at(line->words, line->text, line->at, roles, &end)) {
        /* Words that nothing follows are the name: "2 large". */
        if (skip_blanks(line->text, end) >= line->text.n) {
            return;
        }
        str word = str_sub(line->text, line->at, end - line->at);
        line->out->size = line->out->size.n ? line->out->size : word;
        line_add_note(line, word);
        line->at = end;
        line_skip_blanks(line);
        line->at += str_at(line->text, line->at) == ',';
        line_skip_blanks(line);
        size_t other = other_size(line, line->at);
        line_add_note(line, str_sub(line->text, line->at, other - line->at));
        line->at = skip_blanks(line->text, other);
    }
}

/* Further amounts of the same: "/3½oz", "(8 oz)", "plus 2 tbsp". A part in
 * parentheses is a note, whose amounts are found later. */
static enum scan take_more(struct line *line)
{
    struct amount more;
    size_t end;
    for (;;) {
        size_t start = line->at;
        line_skip_blanks(line);
        if (str_at(line->text, line->at) == '(') {
            size_t close = str_find_char_from(line->text, line->at, ')');
            if (close == line->text.n) {
                return SCAN_FOUND;
            }
            line_add_note(
                line, str_sub(line->text, line->at + 1, close - line->at - 1));
            line->at = close + 1;
            continue;
        }
        bool each = line_skip_word(line, WORD_EACH);
        bool joined = each || line_skip_word(line, WORD_PLUS | WORD_TO);
        enum scan scan =
            amount_scan(line->words, line->text, line->at, &more, &end);
        if (scan != SCAN_FOUND ||
            !(amount_is_measure(&more) || (joined && more.unit)) ||
            (!joined && !line->out->amounts.p[0].unit)) {
            line->at = start;
            return joined && scan == SCAN_BAD ? SCAN_BAD : SCAN_FOUND;
        }
        if (joined) {
            line_add_note(line, str_sub(line->text, start, end - start));
        }
        line->at = end;
    }
}

/* "½ a red onion", "half of a lemon" are "1 red onion" at twice the factor. */
static void take_article(struct line *line, struct amount *amount)
{
    size_t of = line->at;
    if (lexicon_at(line->words, line->text, of, WORD_OF, &of)) {
        of = skip_blanks(line->text, of);
    }
    size_t end = amount_skip_one(line->words, line->text, of);
    if (end > of && amount->least.den > 1) {
        line->at = end;
        amount->n = amount->number =
            str_trim(str_sub(line->text, amount->at, end - amount->at)).n;
    }
}

/* Whether "3 1/4-inch slices" are three. */
static bool is_mixed_up(const struct line *line, const struct amount *amount)
{
    size_t end;
    const struct word *next =
        lexicon_at(line->words, line->text, line->at, WORD_UNIT, &end);
    return next && amount->unit && amount->unit->kind == UNIT_LENGTH &&
           amount->least.den > 1 && amount->least.num > amount->least.den &&
           str_eq(amount_middle(amount, line->text), STR("-")) &&
           str_eq_nocase(str_sub(line->text, line->at, end - line->at),
                         next->many);
}

/* "2 cups flour, sifted". */
enum scan line_read_leading(struct line *line)
{
    struct amount amount;
    size_t end;
    enum scan scan =
        amount_scan(line->words, line->text, line->at, &amount, &end);
    if (scan != SCAN_FOUND) {
        return scan;
    }
    if (amount.unit && amount.unit->kind == UNIT_TIME) {
        amount.n = amount.number;
        amount.unit_n = 0;
        amount.unit = NULL;
        end = amount.at + amount.n;
    }
    if (amount.unit && !amount.split && end > amount.at + amount.n) {
        amount.n++; /* the full stop of "lbs." */
        amount.unit_n++;
    }
    line->at = end;
    line_skip_blanks(line);
    if (is_mixed_up(line, &amount)) {
        return SCAN_BAD;
    }
    if (!amount.unit) {
        take_article(line, &amount);
    }
    line_add_amount(line, &amount);
    if (amount.unit) {
        line->out->unit = amount.unit;
        str middle = str_trim(amount_middle(&amount, line->text));
        line_add_note(line, str_eq(middle, STR("-")) ? STR("") : middle);
    } else if (take_size(line)) {
        line_skip_blanks(line);
    } else {
        size_t next;
        struct fraction number;
        /* "1 2 eggs" is neither. */
        if (number_scan(line->words, line->text, line->at, &number, &next) !=
                SCAN_NONE &&
            is_digit(str_at(line->text, line->at))) {
            return SCAN_BAD;
        }
        take_adjectives(line, WORD_SIZE);
        if (is_digit(str_at(line->text, line->at))) {
            return SCAN_BAD;
        }
    }
    if (take_more(line) == SCAN_BAD) {
        return SCAN_BAD;
    }
    /* "1 TL, gestrichen" */
    size_t size = skip_blanks(line->text, line->at + 1);
    size_t size_end;
    const struct word *next =
        lexicon_at(line->words, line->text, line->at, WORD_UNIT, &size_end);
    /* "10 cm square" has four times the area at twice the factor. */
    line->out->amounts.p[0].fixed = amount.unit &&
                                    amount.unit->kind == UNIT_LENGTH && next &&
                                    str_eq(next->unit->id, STR("square"));
    line->at += amount.unit && str_at(line->text, line->at) == ',' &&
                lexicon_at(line->words, line->text, size, WORD_SIZE, &size_end);
    take_adjectives(line, amount.unit ? WORD_SIZE | WORD_ABOUT : WORD_SIZE);
    if (amount_is_measure(&amount)) {
        take_adjectives(line, WORD_CONTAINER);
    }
    line_skip_word(line, WORD_EACH);
    if (line_skip_word(line, WORD_OF) && amount.unit &&
        amount.unit->kind == UNIT_PIECES && take_size(line)) {
        line_skip_word(line, WORD_OF); /* 2 latas de 400 g de tomate */
    }
    return SCAN_FOUND;
}

/* "A scant 1/2 cup", "a good 200 g", "Scant 1 cup": the article is no number.
 */
void line_skip_article(struct line *line)
{
    struct fraction number;
    size_t end;
    size_t first = amount_skip_one(line->words, line->text, line->at);
    size_t at = amount_skip_words(line->words, line->text, first,
                                  WORD_SIZE | WORD_ABOUT);
    if (at > first &&
        number_scan(line->words, line->text, at, &number, &end) == SCAN_FOUND) {
        line_add_note(line, str_sub(line->text, first, at - first));
        line->at = at;
    }
}

/* The first digit behind the first word; text.n: there is none. */
static size_t digit_behind(str text, size_t at)
{
    for (at = word_end(text, at); at < text.n; at++) {
        if (is_digit(text.p[at])) {
            return at;
        }
    }
    return text.n;
}

/* "Flour: 200 g", "Salt 1 tsp": the amount is the last thing. */
bool line_read_trailing(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    size_t at = digit_behind(text, line->at);
    str before = str_trim(str_sub(text, line->at, at - line->at));
    bool listed = str_ends(before, STR(",")); /* flour, 200 g */
    before.n -= listed;
    if (at == text.n || str_find_char(before, ',') != STR_NONE ||
        str_find_char(before, '(') != STR_NONE ||
        amount_scan(line->words, text, at, &amount, &end) != SCAN_FOUND) {
        return false;
    }
    size_t behind = skip_blanks(text, end);
    bool marked = str_ends(before, STR(":")) || str_ends(before, STR("-")) ||
                  str_ends(before, STR("\u2013"));
    if ((behind < text.n && !is_any_of(text.p[behind], "(,;")) ||
        (!marked && !amount_is_measure(&amount)) ||
        (listed && amount.unit->kind == UNIT_LENGTH)) {
        return false;
    }
    if (str_ends(before, STR("\u2013"))) {
        before.n -= STR("\u2013").n;
    }
    line_add_amount(line, &amount);
    if (amount.unit) {
        line->out->unit = amount.unit;
    }
    line->out->name = line_strip(before);
    line_add_note(line, line_strip(str_from_offset(text, behind)));
    line->at = text.n;
    return true;
}

/* "Juice of 1 lemon", "zest and juice of ½ orange": the pieces scale. */
bool line_read_part_of(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    size_t at = line->at;
    enum { MOST_WORDS = 6 };
    for (int i = 0; i < MOST_WORDS && at < text.n; i++) {
        bool of = lexicon_at(line->words, text, at, WORD_OF, &end) != NULL;
        size_t next = word_next(text, word_end(text, at));
        if (of) {
            next = skip_blanks(text, end);
        }
        if (of && i &&
            amount_scan(line->words, text, next, &amount, &end) == SCAN_FOUND) {
            line_add_note(line, str_sub(text, line->at, next - line->at));
            line->at = next;
            return line_read_leading(line) == SCAN_FOUND;
        }
        at = next;
    }
    return false;
}
