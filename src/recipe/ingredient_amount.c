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
        line_take(line, at, c->at);
    }
    return container;
}

/* "400 g" in "2 x 400 g tins", "14 oz" in "1 (14 oz) can": the size of one
 * piece. `sized`: there is another size already, "1 large (14 oz) can", so that
 * it is one of a container alone. */
static bool take_size(struct line *line, bool sized)
{
    struct cursor next = line->c;
    struct amount size = {0};
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
    struct cursor container = next;
    /* 4 (about 1 pound) carrots: of all four; 1 2 cups: not clear */
    bool loose = !apart && amount_kind(&size) == UNIT_VOLUME &&
                 str_eq(size.gap, STR(" "));
    if ((about || sized || loose) && !take_counted(&container)) {
        return false;
    }
    line_take(line, line->c.at, from);
    line->out->size = str_trim(str_sub(next.text, from, to - from));
    line->size_end = next.at;
    take_container(line, &next);
    line->c = next;
    return true;
}

/* "large", "heaped", "packed"; the first is the size. */
static void take_adjectives(struct line *line, unsigned roles)
{
    struct cursor next = line->c;
    struct fraction number;
    take_blanks(&next);
    size_t at = next.at;
    while (take_word(&next, roles)) {
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

/* Moves past a parenthesis, or one with a number in it after words of how a
 * measure is filled, "packed (200 g)". */
static bool take_aside(struct cursor *c)
{
    struct cursor next = *c;
    bool paren = take_sign(&next, "(");
    if (!paren) {
        take_words(&next, WORD_SIZE | WORD_PREPARED | WORD_ADVERB);
        paren = take_sign(&next, "(");
        take_word(&next, WORD_ABOUT);
        paren = paren && is_at_number(next);
    }
    next.at = str_find_char_from(next.text, next.at, ')');
    bool found = paren && take_char(&next, ")");
    c->at = found ? next.at : c->at;
    return found;
}

/* Moves past further amounts of the same, "/3½oz", "(8 oz)", "plus 2 tbsp", and
 * another unit, "can or bottle". Those that scale are found later. */
static enum scan take_more(struct line *line)
{
    struct cursor *c = &line->c;
    struct cursor unit = *c;
    *c = take_word(&unit, WORD_TO) && take_counted(&unit) ? unit : *c;
    for (;;) {
        struct cursor next = *c;
        struct amount more;
        if (take_aside(c)) {
            if (!line->out->unit) { /* 1 (No. 2) can */
                take_container(line, c);
            }
            continue;
        }
        bool comma = take_sign(&next, ",") && peek_word(next, WORD_PLUS);
        next.at = comma ? next.at : c->at;
        bool joined = take_word(&next, WORD_EACH) ||
                      take_word(&next, WORD_PLUS | WORD_TO);
        enum scan scan = take_amount(&next, &more);
        if (scan != SCAN_FOUND || amount_kind(&more) >= UNIT_TIME ||
            (!amount_is_measure(&more) && !(joined && more.unit))) {
            return joined && scan == SCAN_BAD ? SCAN_BAD : SCAN_FOUND;
        }
        take_sign(&next, comma ? "," : ""); /* 1 cup, plus 1 tsp, oil */
        *c = next;
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

/* "of" before a name. */
static bool take_of(struct line *line)
{
    take_blanks(&line->c);
    size_t at = line->c.at;
    const struct word *of = take_word(&line->c, WORD_OF);
    if (of) {
        line_take(line, at, line->c.at);
    }
    return of;
}

/* The size of a piece after a number. Returns false if another number follows:
 * "1 2 eggs" and "1/2 of 1 egg" are neither. */
static bool take_piece_size(struct line *line)
{
    if (take_size(line, false)) {
        return true;
    }
    take_adjectives(line, WORD_SIZE);
    take_size(line, true);
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
    if (take_of(line) && take_size(line, false)) {
        take_of(line);
    }
}

/* Its gap is a note: "heaped". */
static void set_quantity(struct line *line, const struct amount *amount)
{
    size_t end = amount->at + amount->text.n;
    size_t unit = amount->at + amount->number + amount->gap.n;
    *VEC_PUSH(&line->out->amounts, line->arena) = *amount;
    line->out->unit = amount->unit;
    if (!amount->split) { /* 2 heaped cups */
        line_take(line, amount->at, amount->at + amount->number);
    }
    line_take(line, amount->split ? amount->at : unit < end ? unit : end, end);
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
    if (kind >= UNIT_TIME) {
        c->at = amount.at;
        return SCAN_NONE;
    }
    if (is_mixed_up(*c, &amount) || is_no_range(*c, &amount)) {
        return SCAN_BAD;
    }
    struct amount other;
    struct cursor twice = *c;
    if (kind == UNIT_LENGTH && take_further(&twice, &other) &&
        amount_kind(&other) == UNIT_LENGTH) {
        c->at = amount.at;
        take_size(line, false);
        take_of(line);
        line->out->nouns.n = 0;
        return SCAN_FOUND;
    }
    set_quantity(line, &amount);
    if ((!amount.unit && !take_piece_size(line)) ||
        take_more(line) == SCAN_BAD) {
        return SCAN_BAD;
    }
    line->out->amounts.p[0].fixed =
        kind == UNIT_LENGTH && !is_cut_off(*c, &amount);
    take_before_name(line);
    return SCAN_FOUND;
}

/* "about 2", "a scant 1/2 cup": the article is no number. */
static void take_before_number(struct line *line)
{
    struct cursor next = line->c;
    bool article = take_one(&next);
    size_t first = next.at;
    take_words(&next, WORD_SIZE | WORD_ABOUT | WORD_ADVERB);
    if (next.at > first &&
        (is_at_number(next) || peek_word(next, WORD_NUMBER))) {
        line->done = article ? first : line->done;
        line->c = next;
    }
    take_words(&line->c, WORD_ABOUT | WORD_EACH);
}

/* A baker's percentage. */
static bool is_percent(struct cursor c)
{
    struct fraction number;
    return take_number(&c, &number) == SCAN_FOUND && take_sign(&c, "%");
}

/* A temperature, an age, or the type of a flour, "Mehl 550: 500 g". */
static bool is_property(struct cursor c)
{
    struct amount amount;
    return take_amount(&c, &amount) == SCAN_FOUND &&
           (amount_kind(&amount) >= UNIT_TIME ||
            (!amount.unit && amount.least.num >= MOST_PIECES &&
             take_sign(&c, ":,()")));
}

/* Moves to the first number after the first word, or number in words after a
 * sign or comma, "of" or "juice"; *first is that of a percentage before it, or
 * the same. Returns whether a name comes after it: "juice of 1 lemon", "zest ½
 * orange", but not "half the size of a lime". */
static bool find_number(struct cursor *c, size_t *first)
{
    const struct word *of = take_word(c, WORD_OF | WORD_PRODUCT);
    bool noted = false;
    bool sign = false;
    struct amount amount;
    struct cursor next;
    *first = STR_NONE;
    if (!of) {
        c->at = word_end(c->text, skip_blanks(c->text, c->at));
    }
    for (;;) {
        take_blanks(c);
        next = *c;
        take_words(&next, WORD_ABOUT);
        bool digits = is_at_number(next);
        bool percent = digits && is_percent(next);
        *first = percent && *first > c->at ? c->at : *first;
        if (c->at >= c->text.n || (digits && !percent && !is_property(next)) ||
            ((sign || of) && peek_word(next, WORD_NUMBER))) {
            break;
        }
        noted = noted || peek_word(*c, WORD_NOTE);
        of = noted ? NULL : take_word(c, WORD_OF | WORD_PRODUCT);
        sign = !of && take_sign(c, ":-\u2013(,");
        if (!of && !sign) {
            take_any(c);
        }
    }
    *first = *first > c->at ? c->at : *first;
    return of && take_amount(&next, &amount) == SCAN_FOUND &&
           (of->roles & WORD_OF || !amount.unit) && !take_sign(&next, "):");
}

/* Whether the text ends at the cursor, but for a note: "1 large, chopped". */
static bool is_end(struct cursor c)
{
    take_words(&c, WORD_SIZE);
    return c.at == c.text.n || take_sign(&c, "(),;/-\u2013") || is_percent(c) ||
           peek_word(c, WORD_NOTE | WORD_PREPARED);
}

/* Whether the quantity is the last thing, or after a sign "2 tsp as per taste",
 * "1 kg boneless". In "flour, 200 g" and "flour (200 g)" it is `beside` the
 * name. */
static bool is_last(const struct line *line, bool marked, bool beside)
{
    const struct amount *amount = line->out->amounts.p;
    struct cursor c = {line->c.words, line->c.text,
                       amount->at + amount->text.n};
    bool measured = amount_is_measure(amount);
    bool some = !amount->unit && !marked && /* eggs, one separated */
                !is_digit(amount->text.p[0]);
    bool noted = marked && (measured || peek_word(c, WORD_TO | WORD_NOTE));
    return (noted || is_end(c) || is_end(line->c)) &&
           !peek_word(c, measured || !amount->unit ? WORD_EACH : WORD_VAGUE) &&
           !(some && peek_word(c, WORD_PREPARED | WORD_NOTE)) &&
           (marked || measured ||
            (beside && amount->least.num < MOST_PIECES)) &&
           !(beside && amount_kind(amount) == UNIT_LENGTH);
}

/* Whether nothing else is in the gap between a name and its quantity: but
 * ", sifted," or "(type 405)" and a last comma may be. */
static bool is_note_alone(struct cursor gap, bool beside)
{
    const unsigned roles = WORD_PREPARED | WORD_ADVERB | WORD_SMALL | WORD_AND;
    while (beside && take_sign(&gap, ",")) {
        take_words(&gap, roles);
    }
    return gap.at ? !word_at(gap.text, skip_blanks(gap.text, gap.at)).n
                  : str_find_char_from(gap.text, 0, ',') + 1 >= gap.text.n;
}

/* "Flour: 200 g", "Salt 1 tsp", "Oil (1 tbsp)", "Water (72%): 720 g", "Garlic,
 * 2 cloves": the amount is the last thing; or "juice of 1 lemon". */
static bool read_later(struct line *line)
{
    struct line begun = *line;
    const struct ingredient out = *line->out;
    struct cursor *c = &line->c;
    str text = c->text;
    size_t first;
    bool of = find_number(c, &first);
    struct cursor number = *c;
    str before = str_trim(str_sub(text, 0, c->at));
    char last = str_at(before, before.n - 1);
    bool beside = last == ',' || last == '(';
    bool marked = last == ':' || last == '-' || str_ends(before, STR("\u2013"));
    bool whole = of;
    if (!of) {
        *c = (struct cursor){c->words, str_sub(text, 0, first), begun.c.at};
        line_read_name(line);
        str gap = str_trim(str_sub(text, c->at, first - c->at));
        whole =
            marked || is_note_alone((struct cursor){c->words, gap, 0}, beside);
    }
    *c = number;
    take_before_number(line);
    if (whole && read_leading(line) == SCAN_FOUND &&
        (of || (line->out->amounts.n && is_last(line, marked, beside)))) {
        return true;
    }
    *line->out = out;
    begun.note = line->note;
    begun.note.n = 0;
    *line = begun;
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
        line_take(line, at, after.at);
        line->out->unit = word->unit;
        line->c = after;
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
    line->done = c->at;
    take_before_number(line);
    enum scan scan = peek_word(*c, WORD_VAGUE) ? SCAN_NONE : read_leading(line);
    if (scan == SCAN_NONE && !read_later(line)) {
        read_unit_alone(line);
    }
    return scan != SCAN_BAD;
}
