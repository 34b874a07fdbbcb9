/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

/* A container after its size: "can" of "1 (14 oz) can". Its unit is that of the
 * line. Returns false if there is none. */
static bool take_container(struct line *line, struct cursor *c)
{
    take_blanks(c);
    size_t at = c->at;
    const struct word *container = take_counted(c);
    if (container) {
        line->out->unit = container->unit;
        line_add_noun(line, 0, at, c->at, container);
    }
    return container;
}

/* "400 g" in "2 x 400 g tins", "14 oz" in "1 (14 oz) can": the size of one
 * piece. `sized`: there is another size already, "1 large (14 oz) can", so that
 * it is one of a container alone. */
static bool take_size(struct line *line, bool sized)
{
    struct cursor next = line->c;
    struct ingredient *out = line->out;
    struct amount size;
    struct fraction area;
    bool paren = take_sign(&next, "(");
    bool apart = paren || take_by(&next);
    size_t from = skip_blanks(next.text, next.at);
    bool about = take_word(&next, WORD_ABOUT);
    if (!(take_sides(&next, &area) && area.den) &&
        (!take_measure(&next, &size) ||
         (!apart && size.least.num < size.least.den))) { /* 1 1/2 1/2 cups */
        return false;
    }
    size_t to = next.at;
    take_further(&next, &size); /* 400ml/14fl oz, 14.5 oz (411g) */
    if (paren && !take_sign(&next, ")")) {
        return false;
    }
    size_t end = next.at;
    /* 4 (about 1 pound) carrots: of all four */
    if (!take_container(line, &next) && (about || sized)) {
        return false;
    }
    out->size = str_trim(str_sub(next.text, from, to - from));
    line->size_end = end;
    line->c = next;
    line->done = next.at;
    line_add_note(line, out->size);
    return true;
}

/* Whether an adjective before the cursor belongs to what follows: "thick &
 * chunky salsa", or nothing does, "2 large". */
static bool is_joined(struct cursor c)
{
    bool joined = take_word(&c, WORD_AND);
    take_blanks(&c);
    return c.at == c.text.n || (joined && !is_at_number(c));
}

/* "large", "heaped", "packed"; the first is the size. "2 large" has a name. */
static void take_adjectives(struct line *line, unsigned roles)
{
    struct cursor next = line->c;
    struct fraction number;
    take_blanks(&next);
    size_t at = next.at;
    while (take_word(&next, roles) && !is_joined(next)) {
        if (!line->out->size.n) {
            line->out->size = str_sub(next.text, at, next.at - at);
        }
        take_sign(&next, ",");
        struct cursor other = next; /* "or 3 large", "to large" */
        if (take_word(&other, WORD_TO)) {
            take_number(&other, &number);
            next = take_word(&other, WORD_SIZE) ? other : next;
        }
        take_blanks(&next);
        line->c = next;
        at = next.at;
    }
}

/* Whether a parenthesis is at the cursor, or one with a number in it after
 * words of how a measure is filled, "packed (200 g)". */
static bool is_aside(struct cursor c)
{
    take_blanks(&c);
    if (cursor_char(c) == '(') {
        return true;
    }
    take_words(&c, WORD_SIZE | WORD_PREPARED | WORD_ADVERB);
    bool paren = take_sign(&c, "(");
    take_word(&c, WORD_ABOUT);
    return paren && is_at_number(c);
}

/* Further amounts of the same: "/3½oz", "(8 oz)", "plus 2 tbsp", and another
 * unit, "can or bottle". Those that scale are found later. */
static enum scan take_more(struct line *line)
{
    struct cursor unit = line->c;
    if (take_word(&unit, WORD_TO) && take_counted(&unit)) {
        line->c = unit;
    }
    for (;;) {
        struct cursor next = line->c;
        struct amount more;
        if (is_aside(next)) {
            size_t close = str_find_char_from(next.text, next.at, ')');
            if (close == next.text.n) {
                return SCAN_FOUND;
            }
            line->c.at = close + 1;
            if (!line->out->unit) { /* 1 (No. 2) can */
                take_container(line, &line->c);
            }
            continue;
        }
        struct cursor listed = next; /* 1/2 cup, plus 1 tablespoon, oil */
        bool comma = take_sign(&listed, ",") && peek_word(listed, WORD_PLUS);
        next = comma ? listed : next;
        bool joined = take_word(&next, WORD_EACH) ||
                      take_word(&next, WORD_PLUS | WORD_TO);
        enum scan scan = take_amount(&next, &more);
        if (scan != SCAN_FOUND ||
            !(amount_is_measure(&more) || (joined && more.unit))) {
            return joined && scan == SCAN_BAD ? SCAN_BAD : SCAN_FOUND;
        }
        take_sign(&next, comma ? "," : "");
        line->c = next;
    }
}

/* Whether "3 1/4-inch slices" are three, and "1 1/4-oz. envelope" one. */
static bool is_mixed_up(struct cursor c, const struct amount *amount)
{
    int64_t whole = amount->least.num / amount->least.den;
    if (amount->least.den == 1 || !whole ||
        (!str_eq(amount->gap, STR("-")) &&
         amount_kind(amount) != UNIT_LENGTH)) {
        return false;
    }
    const struct word *word = find_word(&c, WORD_UNIT | WORD_NOUN);
    bool packed = word && whole == 1 && word->unit &&
                  word->roles & WORD_CONTAINER &&
                  !str_eq(word->unit->id, STR("piece"));
    return packed || (word && str_eq_nocase(word_at(c.text, c.at), word->many));
}

/* Whether "1 - 16 oz box" is one, and no 1 to 16 ounces. */
static bool is_no_range(struct cursor c, const struct amount *amount)
{
    struct fraction ratio = fraction_divide(amount->most, amount->least);
    bool container = peek_word(c, WORD_CONTAINER);
    bool sold = amount->unit && str_is_word_of(amount->unit->id, STR("oz lb"));
    return !amount->split && amount_kind(amount) == UNIT_WEIGHT &&
           (container || sold) &&
           2 * ratio.num > ratio.den * (container ? 3 : 8);
}

/* "2 cm piece of ginger", "1 inch ginger": twice the length is twice as much,
 * but not of a pie crust, and a square of twice the length is four times as
 * much. */
static bool is_cut_off(struct cursor c, const struct amount *amount)
{
    enum { SHORT = 100 };
    struct fraction length = amount_base(c.words, amount);
    const struct word *word = peek_word(c, WORD_UNIT | WORD_SIZE | WORD_ADVERB);
    if (word && word->unit) {
        return !str_eq(word->unit->id, STR("square"));
    }
    return !word && !str_starts(amount->gap, STR("-")) &&
           str_eq(amount->one, amount->unit->one) &&
           length.num < SHORT * length.den;
}

/* Text that is read becomes a note, up to the cursor. */
static void note_read(struct line *line)
{
    line_add_note(line,
                  str_sub(line->c.text, line->done, line->c.at - line->done));
    line->done = line->c.at;
}

/* The size of a piece after a number. Returns false if another number follows:
 * "1 2 eggs" and "1/2 of 1 egg" are neither. */
static bool take_piece_size(struct line *line)
{
    if (take_size(line, false)) {
        return true;
    }
    take_adjectives(line, WORD_SIZE);
    note_read(line);
    size_t at = line->c.at;
    take_words(&line->c, WORD_ADVERB);
    line->c.at = take_size(line, true) ? line->c.at : at;
    struct cursor next = line->c;
    take_word(&next, WORD_OF);
    return !is_at_number(next);
}

/* Words between a quantity and its name: "TL, gestrichen", "bag of", "latas de
 * 400 g de". */
static void take_before_name(struct line *line)
{
    struct cursor *c = &line->c;
    take_sign(c, "-\u2013"); /* 25 g – each: seeds, nuts */
    bool each = take_word(c, WORD_EACH);
    take_sign(c, each ? ":," : ":");
    struct cursor size = *c;
    take_sign(&size, ",");
    *c = peek_word(size, WORD_SIZE) ? size : *c;
    take_adjectives(line, WORD_SIZE);
    take_adjectives(line, WORD_CONTAINER);
    note_read(line);
    if (take_word(c, WORD_OF) && take_size(line, false)) {
        take_word(c, WORD_OF);
    }
    line->done = c->at;
}

/* "2 cups flour, sifted": the quantity is the first thing. "6cm/2½in piece" has
 * none: both are the size of one. */
static enum scan read_leading(struct line *line)
{
    struct cursor *c = &line->c;
    struct amount amount;
    struct fraction area;
    struct cursor sides = *c;
    if (take_sides(&sides, &area) && area.den) {
        return SCAN_BAD;
    }
    enum scan scan = take_amount(c, &amount);
    if (scan != SCAN_FOUND) {
        return scan;
    }
    enum unit_kind kind = amount_kind(&amount);
    if (is_mixed_up(*c, &amount) || is_no_range(*c, &amount)) {
        return SCAN_BAD;
    }
    struct amount other;
    struct cursor twice = *c;
    if (kind == UNIT_LENGTH && take_further(&twice, &other) &&
        amount_kind(&other) == UNIT_LENGTH) {
        c->at = amount.at;
        take_size(line, false);
        take_word(c, WORD_OF);
        line->done = c->at;
        line->out->nouns.n = 0;
        return SCAN_FOUND;
    }
    *VEC_PUSH(&line->out->amounts, line->arena) = amount;
    line->out->unit = amount.unit;
    line_add_note(line, str_sub(c->text, line->done, amount.at - line->done));
    line_add_note(line, amount.gap);
    take_char(c, "-"); /* 2cm-piece */
    line->done = c->at;
    if ((!amount.unit && !take_piece_size(line)) ||
        take_more(line) == SCAN_BAD) {
        return SCAN_BAD;
    }
    line->out->amounts.p[0].fixed =
        kind == UNIT_LENGTH && !is_cut_off(*c, &amount);
    take_before_name(line);
    return SCAN_FOUND;
}

/* "A scant 1/2 cup", "Scant 1 cup": the article is no number. */
static void take_article_before(struct line *line)
{
    struct cursor next = line->c;
    take_one(&next);
    size_t first = next.at;
    take_words(&next, WORD_SIZE | WORD_ABOUT | WORD_ADVERB);
    if (next.at > first &&
        (is_at_number(next) || peek_word(next, WORD_NUMBER))) {
        line->done = first;
        line->c = next;
    }
}

/* A baker's percentage before or after an amount: "– 72% –", "(100%
 * hydration)". */
static bool take_percent(struct cursor *c)
{
    struct cursor next = *c;
    struct fraction number;
    bool paren = take_sign(&next, "(");
    bool found =
        take_number(&next, &number) == SCAN_FOUND && take_sign(&next, "%");
    if (found && paren) {
        next.at = str_find_char_from(next.text, next.at, ')');
    }
    while (found && take_sign(&next, "),:-\u2013")) {
    }
    c->at = found ? next.at : c->at;
    return found;
}

/* Moves to the number of "Flour: 200 g" or "Leeks about 2 kg": the first one
 * after the first word, or "half" after a sign. */
static void find_trailing(struct cursor *c)
{
    bool sign = false;
    c->at = word_end(c->text, skip_blanks(c->text, c->at));
    struct cursor next = *c;
    while (c->at < c->text.n && !is_at_number(next) &&
           !(sign && peek_word(*c, WORD_NUMBER))) {
        sign = take_sign(c, ":-\u2013(");
        c->at += !sign;
        next = *c;
        take_words(&next, WORD_ABOUT);
    }
}

/* Whether the amount that ends at the cursor is the last thing but for a note:
 * "1 large, chopped", or after a sign "2 tsp as per taste", "1 kg boneless". */
static bool is_last(struct cursor c, bool marked, bool measured)
{
    take_words(&c, WORD_SIZE);
    bool noted = peek_word(c, measured ? WORD_EACH : WORD_TO | WORD_NOTE);
    return c.at == c.text.n || take_sign(&c, "(),;/") || take_percent(&c) ||
           (marked && noted != measured);
}

/* "1 (14 oz) can" */
static bool is_sized(struct cursor c)
{
    bool paren = take_sign(&c, "(");
    c.at = paren ? str_find_char_from(c.text, c.at, ')') : c.at;
    take_sign(&c, ")");
    return paren && peek_word(c, WORD_CONTAINER);
}

/* "Flour: 200 g", "Salt 1 tsp", "Oil (1 tbsp)", "Water (72%): 720 g", "Garlic,
 * 2 cloves": the amount is the last thing. */
static bool read_trailing(struct line *line)
{
    struct cursor next = line->c;
    str text = next.text;
    struct amount amount;
    find_trailing(&next);
    size_t end = next.at - (next.at && text.p[next.at - 1] == '(');
    struct cursor percent = {next.words, text, end};
    end = take_percent(&percent) ? end : next.at;
    next.at = percent.at > next.at ? percent.at : next.at;
    str name = str_trim(str_sub(text, line->c.at, end - line->c.at));
    char last = str_at(name, name.n - 1);
    bool listed = last == ','; /* flour, 200 g */
    bool paren = last == '(';  /* flour (200 g) */
    bool marked = last == ':' || last == '-' || str_ends(name, STR("\u2013"));
    name.n -= listed || paren;
    size_t comma = str_find_char_from(name, 0, ',');
    size_t aside = str_find_char_from(str_sub(name, 0, comma), 0, '(');
    take_words(&next, WORD_ABOUT);
    if ((comma < name.n && !marked) ||
        take_amount(&next, &amount) != SCAN_FOUND ||
        !is_last(next, marked, amount_is_measure(&amount)) ||
        peek_word(next, WORD_VAGUE) ||
        (!amount.unit && (amount.least.den > 4 || is_sized(next))) ||
        (!marked && !((listed || paren) && amount.least.num < 100) &&
         !amount_is_measure(&amount)) ||
        ((listed || paren) && amount_kind(&amount) == UNIT_LENGTH)) {
        return false;
    }
    amount.fixed =
        amount_kind(&amount) == UNIT_LENGTH && !is_cut_off(next, &amount);
    *VEC_PUSH(&line->out->amounts, line->arena) = amount;
    line->out->unit = amount.unit;
    line->out->name = line_strip(str_sub(name, 0, aside));
    line_add_note(line, str_from_offset(name, aside));
    line_add_note(line, line_strip(str_sub(text, end, amount.at - end)));
    size_t close = paren ? str_find_char_from(text, next.at, ')') : next.at;
    line_add_note(line, str_sub(text, next.at, close - next.at));
    line->done = close + paren;
    return true;
}

/* "Juice of 1 lemon", "zest and juice ½ orange": the pieces scale, but not
 * those of a note: "the size of a lime". */
static bool read_part_of(struct line *line)
{
    struct cursor next = line->c;
    struct amount amount;
    take_blanks(&next);
    while (next.at < next.text.n && !peek_word(next, WORD_NOTE)) {
        struct cursor after = next;
        bool of = take_word(&after, WORD_OF);
        bool part = of || take_word(&after, WORD_PRODUCT);
        take_words(&after, WORD_ABOUT);
        struct cursor start = after;
        if (part && take_amount(&after, &amount) == SCAN_FOUND &&
            (of || !amount.unit)) {
            line->c = start;
            return read_leading(line) == SCAN_FOUND;
        }
        take_next(&next);
        take_blanks(&next);
    }
    return false;
}

/* "A pinch of salt" has its number; "pinch of salt" and "a few sprigs of mint"
 * have a unit alone. */
static void read_unit_alone(struct line *line)
{
    struct cursor next = line->c;
    bool vague = take_word(&next, WORD_VAGUE);
    take_word(&next, WORD_OF);
    line->c = vague ? next : line->c;
    take_words(&next, WORD_SIZE | WORD_ADVERB);
    bool sized = vague || next.at > line->c.at;
    take_blanks(&next);
    size_t at = next.at;
    const struct word *word =
        sized ? take_word(&next, WORD_UNIT) : take_counted(&next);
    struct cursor after = next;
    take_words(&after, WORD_EACH | WORD_OF);
    if (word && (after.at > next.at || sized || word->roles & WORD_LOOSE)) {
        line_add_note(line, str_sub(next.text, line->done, at - line->done));
        line->out->unit = word->unit;
        line->c = after;
        line->done = after.at;
    }
}

bool line_read_quantity(struct line *line)
{
    struct cursor *c = &line->c;
    take_word(c, WORD_PLUS);
    struct cursor next = *c;
    take_sign(&next, "(");
    if (take_word(&next, WORD_OPTIONAL)) {
        take_sign(&next, "):");
        *c = next;
    }
    next = *c; /* "de 4 a 6 ciruelas" */
    take_word(&next, WORD_OF);
    *c = is_at_number(next) ? next : *c;
    line->done = c->at;
    take_article_before(line);
    take_words(c, WORD_ABOUT | WORD_EACH);
    enum scan scan = peek_word(*c, WORD_VAGUE) ? SCAN_NONE : read_leading(line);
    if (scan == SCAN_NONE && !read_part_of(line) && !read_trailing(line)) {
        read_unit_alone(line);
    }
    return scan != SCAN_BAD;
}
