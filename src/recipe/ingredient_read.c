/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient.h"

#include "base/utf8.h"
#include "recipe/ingredient_line.h"

static void skip_blanks(struct line *line)
{
    line->at = amount_skip_blanks(line->text, line->at);
}

static bool skip_word(struct line *line, unsigned roles)
{
    size_t end;
    skip_blanks(line);
    if (!lexicon_at(line->words, line->text, line->at, roles, &end)) {
        return false;
    }
    line->at = end;
    skip_blanks(line);
    return true;
}

static void add_note(struct line *line, str note)
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

static bool is_measure(const struct amount *amount)
{
    return amount->unit && amount->unit->kind != UNIT_PIECES &&
           amount->unit->kind != UNIT_TIME;
}

static void set_unit(struct line *line, const struct unit *unit, str name)
{
    line->out->unit = unit;
    line->out->unit_name = name;
}

/* --- the start of a line --- */

/* "400 g" in "2 x 400 g tins", "14 oz" in "1 (14 oz) can": the size of one
 * piece. The unit of the line is that of the container. */
static bool take_size(struct line *line)
{
    struct amount size;
    size_t start = line->at;
    size_t end;
    bool sign = str_starts_at(line->text, line->at, STR("×")) ||
                is_any_of(str_at(line->text, line->at), "xX*");
    bool paren = str_at(line->text, line->at) == '(';
    if (sign || paren) {
        utf8_next(line->text, &line->at);
        skip_blanks(line);
    }
    size_t from = line->at;
    skip_word(line, WORD_ABOUT);
    bool found = amount_scan(line->words, line->text, line->at, &size, &end) ==
                     SCAN_FOUND &&
                 is_measure(&size);
    size_t behind = amount_skip_blanks(line->text, end);
    struct amount other; /* 400ml/14fl oz, 14.5 oz (411g) */
    char sep = str_at(line->text, behind);
    size_t other_end;
    if (found && (sep == '/' || (sep == '(' && !paren)) &&
        amount_scan(line->words, line->text,
                    amount_skip_blanks(line->text, behind + 1), &other,
                    &other_end) == SCAN_FOUND &&
        is_measure(&other)) {
        end = other_end + (sep == '(');
        behind = amount_skip_blanks(line->text, end);
    }
    if (found && paren) {
        found = str_at(line->text, behind) == ')';
        end = behind + 1;
        behind = amount_skip_blanks(line->text, end);
    }
    behind += found && str_at(line->text, behind) == '-';
    size_t word_at = behind;
    size_t size_end;
    while (lexicon_at(line->words, line->text, word_at, WORD_SIZE, &size_end)) {
        word_at = amount_skip_blanks(line->text, size_end);
    }
    size_t container_end = word_at;
    const struct word *container =
        found ? lexicon_at(line->words, line->text, word_at, WORD_UNIT,
                           &container_end)
              : NULL;
    if (container && container->unit->kind != UNIT_PIECES) {
        container = NULL;
    }
    if (!found || (paren && !container)) {
        line->at = start;
        return false;
    }
    line->out->size =
        str_trim(str_sub(line->text, from, size.n + size.at - from));
    line->at = end;
    if (container) {
        set_unit(line, container->unit, container->unit->one);
        line->at = container_end;
        line->out->noun_at = word_at;
        line->out->noun_n = container_end - word_at;
        line->out->noun_one = container->one;
        line->out->noun_many = container->many;
    }
    add_note(line, line->out->size);
    return true;
}

/* "large", "heaped", "packed"; the first is the size. */
static void take_adjectives(struct line *line, unsigned roles)
{
    size_t end;
    skip_blanks(line);
    while (lexicon_at(line->words, line->text, line->at, roles, &end)) {
        /* Words that nothing follows are the name: "2 large". */
        if (amount_skip_blanks(line->text, end) >= line->text.n) {
            return;
        }
        str word = str_sub(line->text, line->at, end - line->at);
        line->out->size = line->out->size.n ? line->out->size : word;
        add_note(line, word);
        line->at = end;
        skip_blanks(line);
        line->at += str_at(line->text, line->at) == ',';
        skip_blanks(line);
    }
}

/* Further amounts of the same: "/3½oz", "(8 oz)", "plus 2 tbsp". A part in
 * parentheses is a note, whose amounts are found later. */
static void take_more(struct line *line)
{
    struct amount more;
    size_t end;
    for (;;) {
        size_t start = line->at;
        skip_blanks(line);
        if (str_at(line->text, line->at) == '(') {
            size_t close = str_find_char_from(line->text, line->at, ')');
            if (close == line->text.n) {
                return;
            }
            add_note(line,
                     str_sub(line->text, line->at + 1, close - line->at - 1));
            line->at = close + 1;
            continue;
        }
        bool each = skip_word(line, WORD_EACH);
        bool joined = each || skip_word(line, WORD_PLUS | WORD_TO);
        if (amount_scan(line->words, line->text, line->at, &more, &end) !=
                SCAN_FOUND ||
            !(is_measure(&more) || (joined && more.unit)) ||
            (!joined && !line->out->amounts.p[0].unit)) {
            line->at = start;
            return;
        }
        if (joined) {
            add_note(line, str_sub(line->text, start, end - start));
        }
        line->at = end;
    }
}

/* --- the name and the notes --- */

/* "Ei(er)", "Zwiebel(n)". */
static bool is_plural(str text, size_t at)
{
    enum { LONGEST = 3 };
    size_t close = str_find_char_from(text, at, ')');
    return at && is_alpha(text.p[at - 1]) && close - at - 1 <= LONGEST &&
           close < text.n && is_alpha(text.p[at + 1]);
}

/* The length of the sign at text[at] that ends a name; 0: it is none. */
static size_t separator_at(str text, size_t at)
{
    char c = str_at(text, at);
    if (c == ',') {
        return is_digit(str_at(text, at + 1)) ? 0 : 1;
    }
    if (c == '(' && is_plural(text, at)) {
        return 0;
    }
    if (is_any_of(c, "(;:[")) {
        return 1;
    }
    static const str dashes[] = {STR_INIT(" - "), STR_INIT(" \u2013 "),
                                 STR_INIT(" \u2014 "), STR_INIT(" + ")};
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        if (str_starts_at(text, at, dashes[i])) {
            return dashes[i].n;
        }
    }
    return 0;
}

/* "or 1 tsp dried". */
static bool is_other_amount(const struct lexicon *words, str text, size_t at)
{
    struct fraction number;
    size_t end;
    return lexicon_at(words, text, at, WORD_TO, &end) &&
           number_scan(words, text, amount_skip_blanks(text, end), &number,
                       &end) == SCAN_FOUND;
}

/* The end of the name. A comma between adjectives is part of it: "boneless,
 * skinless thighs". */
static size_t name_end(const struct lexicon *words, str text, size_t at)
{
    size_t start = at;
    bool adjectives = true;
    while (at < text.n) {
        if (separator_at(text, at) &&
            !(adjectives && at > start && text.p[at] == ',')) {
            break;
        }
        size_t end = word_end(text, at);
        if (end == at) {
            utf8_next(text, &at);
            continue;
        }
        size_t note;
        bool each = lexicon_at(words, text, at, WORD_EACH, &note) &&
                    is_digit(str_at(text, amount_skip_blanks(text, note)));
        if (at > start &&
            (each || lexicon_at(words, text, at, WORD_NOTE, &note) ||
             is_other_amount(words, text, at))) {
            return at;
        }
        adjectives =
            adjectives && lexicon_find(words, str_sub(text, at, end - at),
                                       WORD_SMALL | WORD_PREPARED | WORD_SIZE);
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
        at = amount_skip_blanks(text, end);
        if (joins && !lexicon_at(words, text, at, roles, &behind)) {
            return start;
        }
        at += str_at(text, at) == ',';
        at = amount_skip_blanks(text, at);
        name = prepared ? at : name;
    }
    return name < text.n && !separator_at(text, name) ? name : start;
}

static str strip(str s)
{
    s = str_trim(s);
    while (s.n && is_any_of(s.p[s.n - 1], ",;:.-*")) {
        s = str_trim(str_sub(s, 0, s.n - 1));
    }
    while (s.n && is_any_of(s.p[0], ",;:.-*")) {
        s = str_trim(str_from_offset(s, 1));
    }
    return s;
}

static void take_name(struct line *line)
{
    str text = line->text;
    size_t start = amount_skip_blanks(text, line->at);
    size_t from = skip_prepared(line->words, text, start);
    add_note(line, str_trim(str_sub(text, start, from - start)));
    size_t end = name_end(line->words, text, from);
    line->out->name = strip(str_sub(text, from, end - from));
    str rest = str_from_offset(text, end);
    while (rest.n) {
        size_t close;
        if (rest.p[0] == '(' &&
            (close = str_find_char(rest, ')')) != STR_NONE) {
            add_note(line, str_sub(rest, 1, close - 1));
            rest = str_trim(str_from_offset(rest, close + 1));
            continue;
        }
        size_t open = str_find_char_from(rest, 1, '(');
        add_note(line, strip(str_sub(rest, 0, open)));
        rest = str_from_offset(rest, open);
    }
}

/* --- shapes of lines --- */

static bool skip_article(struct line *line)
{
    size_t end;
    const struct word *word =
        lexicon_at(line->words, line->text, line->at, WORD_NUMBER, &end);
    if (!word || word->number.num != 1 || word->number.den != 1) {
        return false;
    }
    line->at = end;
    skip_blanks(line);
    return true;
}

/* "2 latas de 400 g de tomate", "2 tins of 400 g tomatoes": the size of one
 * piece, behind the word for "of". */
static void take_size_behind(struct line *line)
{
    struct amount size;
    size_t end;
    skip_blanks(line);
    if (amount_scan(line->words, line->text, line->at, &size, &end) ==
            SCAN_FOUND &&
        is_measure(&size) &&
        amount_skip_blanks(line->text, end) < line->text.n) {
        line->out->size = str_sub(line->text, size.at, size.n);
        add_note(line, line->out->size);
        line->at = end;
        skip_word(line, WORD_OF);
    }
}

/* "2 cups flour, sifted". */
static enum scan read_leading(struct line *line)
{
    struct amount amount;
    size_t end;
    enum scan scan =
        amount_scan(line->words, line->text, line->at, &amount, &end);
    if (scan != SCAN_FOUND) {
        return scan;
    }
    if (amount.unit && amount.unit->kind == UNIT_TIME) {
        amount.n -= amount.n - amount.number;
        amount.unit_n = 0;
        amount.unit = NULL;
        end = amount.at + amount.n;
    }
    if (amount.unit && !amount.split && end > amount.at + amount.n) {
        amount.n++; /* the full stop of "lbs." */
        amount.unit_n++;
    }
    line_add_amount(line, &amount);
    line->at = end;
    skip_blanks(line);
    if (!amount.unit && amount.least.den > 1 && skip_article(line)) {
        /* "½ a red onion" is "1 red onion" at twice the factor. */
        struct amount *first = &line->out->amounts.p[0];
        first->n = first->number =
            str_trim(str_sub(line->text, amount.at, line->at - amount.at)).n;
    }
    if (amount.unit) {
        set_unit(line, amount.unit, amount.unit->one);
        str middle =
            str_trim(str_sub(line->text, amount.at + amount.number,
                             amount.n - amount.number - amount.unit_n));
        add_note(line, str_eq(middle, STR("-")) ? STR("") : middle);
    } else if (take_size(line)) {
        skip_blanks(line);
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
    take_more(line);
    /* "1 TL, gestrichen" */
    size_t size = amount_skip_blanks(line->text, line->at + 1);
    size_t size_end;
    line->at += amount.unit && str_at(line->text, line->at) == ',' &&
                lexicon_at(line->words, line->text, size, WORD_SIZE, &size_end);
    take_adjectives(line, amount.unit ? WORD_SIZE | WORD_ABOUT : WORD_SIZE);
    if (is_measure(&amount)) {
        take_adjectives(line, WORD_CONTAINER);
    }
    skip_word(line, WORD_EACH);
    if (skip_word(line, WORD_OF) && amount.unit &&
        amount.unit->kind == UNIT_PIECES) {
        take_size_behind(line);
    }
    return SCAN_FOUND;
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
        set_unit(line, NULL, STR(""));
    } else {
        out->refused = true;
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
static bool read_trailing(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    size_t at = digit_behind(text, line->at);
    str before = str_trim(str_sub(text, line->at, at - line->at));
    if (at == text.n || str_find_char(before, ',') != STR_NONE ||
        str_find_char(before, '(') != STR_NONE ||
        amount_scan(line->words, text, at, &amount, &end) != SCAN_FOUND) {
        return false;
    }
    size_t behind = amount_skip_blanks(text, end);
    bool marked = str_ends(before, STR(":")) || str_ends(before, STR("-")) ||
                  str_ends(before, STR("\u2013"));
    if ((behind < text.n && !is_any_of(text.p[behind], "(,;")) ||
        (!marked && !is_measure(&amount))) {
        return false;
    }
    if (str_ends(before, STR("\u2013"))) {
        before.n -= STR("\u2013").n;
    }
    line_add_amount(line, &amount);
    if (amount.unit) {
        set_unit(line, amount.unit, amount.unit->one);
    }
    line->out->name = strip(before);
    add_note(line, strip(str_from_offset(text, behind)));
    line->at = text.n;
    return true;
}

/* "Juice of 1 lemon", "zest and juice of ½ orange": the pieces scale. */
static bool read_part_of(struct line *line)
{
    str text = line->text;
    struct amount amount;
    size_t end;
    size_t at = line->at;
    enum { MOST_WORDS = 4 };
    for (int i = 0; i < MOST_WORDS && at < text.n; i++) {
        bool of = lexicon_at(line->words, text, at, WORD_OF, &end) != NULL;
        size_t next = word_next(text, word_end(text, at));
        if (of) {
            next = amount_skip_blanks(text, end);
        }
        if (of && i &&
            amount_scan(line->words, text, next, &amount, &end) == SCAN_FOUND) {
            add_note(line, str_sub(text, line->at, next - line->at));
            line->at = next;
            return read_leading(line) == SCAN_FOUND;
        }
        at = next;
    }
    return false;
}

/* "A pinch of salt" has its number; "pinch of salt" and "a few sprigs of mint"
 * have a unit alone. */
static void read_unit_alone(struct line *line)
{
    size_t start = line->at;
    size_t end;
    bool vague = skip_word(line, WORD_VAGUE);
    skip_word(line, WORD_OF);
    size_t from = line->at;
    while (lexicon_at(line->words, line->text, line->at,
                      WORD_SIZE | WORD_ADVERB, &end)) {
        line->at = amount_skip_blanks(line->text, end);
    }
    const struct word *word =
        lexicon_at(line->words, line->text, line->at, WORD_UNIT, &end);
    size_t behind = amount_skip_blanks(line->text, end);
    bool of = word && lexicon_at(line->words, line->text, behind, WORD_OF,
                                 &behind) != NULL;
    if (word && word->unit->kind == UNIT_PIECES &&
        (of || ((vague || word->roles & WORD_LOOSE) &&
                word_next(line->text, end) < line->text.n &&
                !separator_at(line->text, end)))) {
        add_note(line, str_sub(line->text, start, line->at - start));
        set_unit(line, word->unit, word->unit->one);
        line->at = of ? behind : end;
        return;
    }
    line->at = vague ? from : start;
    add_note(line, str_sub(line->text, start, line->at - start));
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

/* "A scant 1/2 cup", "a good 200 g", "Scant 1 cup": the article is no number.
 */
static void skip_article_of_number(struct line *line)
{
    size_t end;
    const struct word *word =
        lexicon_at(line->words, line->text, line->at, WORD_NUMBER, &end);
    size_t at = word ? amount_skip_blanks(line->text, end) : line->at;
    size_t first = at;
    while (
        lexicon_at(line->words, line->text, at, WORD_SIZE | WORD_ABOUT, &end)) {
        at = amount_skip_blanks(line->text, end);
    }
    struct fraction number;
    if (at > first && (!word || word->number.num == word->number.den) &&
        number_scan(line->words, line->text, at, &number, &end) == SCAN_FOUND) {
        add_note(line, str_sub(line->text, first, at - first));
        line->at = at;
    }
}

static void read_line(struct line *line)
{
    size_t start;
    skip_blanks(line);
    skip_word(line, WORD_PLUS);
    if (skip_word(line, WORD_OPTIONAL)) {
        line->at += str_at(line->text, line->at) == ':';
        skip_blanks(line);
    }
    size_t number;
    if (lexicon_at(line->words, line->text, line->at, WORD_OF, &number) &&
        is_digit(str_at(line->text, amount_skip_blanks(line->text, number)))) {
        line->at = number; /* "de 4 a 6 ciruelas" */
        skip_blanks(line);
    }
    skip_article_of_number(line);
    start = line->at;
    if (skip_word(line, WORD_ABOUT)) {
        add_note(line, str_sub(line->text, start, line->at - start));
    }
    size_t end;
    bool vague =
        lexicon_at(line->words, line->text, line->at, WORD_VAGUE, &end) != NULL;
    enum scan scan = vague ? SCAN_NONE : read_leading(line);
    line->out->refused = scan == SCAN_BAD;
    if (scan == SCAN_BAD) {
        return;
    }
    if (scan == SCAN_NONE && !read_part_of(line) && !read_trailing(line)) {
        read_unit_alone(line);
    }
    if (!line->out->name.n) {
        take_name(line);
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
