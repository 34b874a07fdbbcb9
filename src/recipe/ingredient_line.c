/* SPDX-License-Identifier: MIT */
#include "recipe/ingredient_line.h"

#include "base/utf8.h"

/* --- further amounts --- */

/* Whether the parentheses around the amount say the size of one piece: with
 * "per" or "each", or after a can, unless they begin with "about". */
static bool is_of_one(const struct line *line, const struct amount *amount)
{
    enum { NEAR = 256 };
    const struct unit *unit = line->out->unit;
    size_t start = amount->at > NEAR ? amount->at - NEAR : 0;
    str text = str_sub(line->c.text, 0, amount->at + NEAR);
    str before = str_sub(text, start, amount->at - start);
    size_t open = str_rfind_char(before, '(') + 1;
    bool container = unit && !str_eq(unit->id, STR("piece")) &&
                     lexicon_find(line->c.words, unit->one, WORD_CONTAINER);
    if (open <= str_rfind_char(before, ')') + 1) {
        size_t end = line->out->amounts.p->at + line->out->amounts.p->text.n;
        return container && skip_blanks(text, end) == amount->at;
    }
    text.n = str_find_char_from(text, amount->at, ')');
    struct cursor rest = {line->c.words, text, amount->at};
    const struct cursor first = {line->c.words, text, start + open};
    return find_word(&rest, WORD_EACH) ||
           (container && !peek_word(first, WORD_ABOUT | WORD_PLUS));
}

/* Whether the amount, which ends at the cursor, is one of the whole line: a
 * weight or volume, or pieces after a sign, "about" or "juice of"; and no size
 * of a piece. */
static bool counts(const struct line *line, const struct amount *amount,
                   struct cursor c)
{
    enum { NEAR = 64 };
    const struct amount *first = line->out->amounts.p;
    enum unit_kind kind = amount_kind(amount);
    str before = str_trim(str_sub(c.text, 0, amount->at));
    bool joined = str_ends(before, STR("/")); /* 400ml/14fl oz tin */
    bool of = is_after(c.words, c.text, amount->at, WORD_OF);
    c.at = skip_blanks(c.text, amount->at + amount->text.n);
    size_t comma = str_rfind_char(before, ',') + 1;
    size_t open = str_rfind_char(before, '(') + 1;
    size_t sign = comma > open ? comma : open; /* , pro Stück ca. 300 g */
    struct cursor clause = {c.words, before, sign};
    bool each =
        is_after(c.words, c.text, amount->at, WORD_EACH) ||
        (sign && before.n - sign < NEAR && find_word(&clause, WORD_EACH)) ||
        peek_word(c, WORD_EACH);
    str last = str_from_offset(before, str_rfind_char(before, ' ') + 1);
    each = each || (amount_kind(first) == UNIT_PIECES && /* 4 steaks x 200 g */
                    str_is_word_of(last, STR("x × at")));
    bool type = !amount->unit && amount->least.num >= MOST_PIECES &&
                !is_after(c.words, c.text, amount->at, WORD_ABOUT | WORD_PLUS);
    if (kind >= UNIT_LENGTH || is_of_one(line, amount) || type ||
        (each && !joined)) {
        return false;
    }
    if (kind == UNIT_PIECES) {
        struct cursor box = {c.words, c.text, first->at + first->text.n};
        take_word(&box, WORD_OF);
        take_blanks(&box);
        return is_any_of(str_at(before, before.n - 1), "(/+|,~") ||
               is_after(c.words, c.text, amount->at, WORD_ABOUT | WORD_PLUS) ||
               (of && box.at != amount->at); /* a box of 12 eggs has them */
    }
    /* "a 15-oz package", "one 6 oz can", "2 latas de atún de 80 g" */
    const struct word *word = peek_word(c, WORD_UNIT); /* 1 cup (250 ml cup) */
    bool own =
        word && (word->roles & WORD_CONTAINER || word->unit == first->unit);
    return joined || (!str_starts(amount->gap, STR("-")) && !of && !own);
}

/* Factors after a number: "x 400 g", "x 13 x 2 inches". */
static bool take_factors(struct cursor *c)
{
    struct cursor next = *c;
    struct amount other;
    size_t start = c->at;
    while (take_by(&next) && take_amount(&next, &other) == SCAN_FOUND) {
        *c = next;
    }
    return c->at > start;
}

/* Finds the amounts of the rest of the line, which scale with the first. "1 egg
 * and half a yolk" is refused, but not "1 cup half and half". */
static void find_amounts(struct line *line)
{
    const struct amount *first = &line->out->amounts.p[0];
    struct amount amount;
    bool halves = false;
    size_t after = first->at + first->text.n;
    struct cursor c = {line->c.words, line->c.text,
                       after > line->size_end ? after : line->size_end};
    while (c.at < c.text.n) {
        struct cursor next = c;
        halves = halves || peek_word(c, WORD_NUMBER);
        bool worded = !halves && take_worded(&next, &amount);
        c.at = worded ? amount.at : c.at;
        line->out->refused |= worded && amount.least.den > 1;
        if (!worded && !is_at_number(c)) {
            take_any(&c);
        } else if (take_amount(&c, &amount) != SCAN_FOUND) {
            utf8_next(c.text, &c.at);
            c.at = str_skip(c.text, c.at, "0123456789./");
        } else if (!take_factors(&c) && counts(line, &amount, c)) {
            *VEC_PUSH(&line->out->amounts, line->arena) = amount;
        }
    }
}

/* How an amount goes with the one before it. */
enum relation {
    OTHER,
    SAME,   /* 225g/8oz, 1 cup or 240 ml */
    PAREN,  /* 225 g (8 oz), the same thing */
    PLUS,   /* 1 cup plus 2 tbsp */
    UNCLEAR /* 1 cup less 2 tbsp, 2 tbsp to 1/4 cup */
};

static enum relation relation_of(const struct line *line, str between)
{
    struct cursor c = {line->c.words, between, 0};
    size_t open = str_rfind_char(between, '(') + 1;
    if (open > str_rfind_char(between, ')') + 1) {
        c.at = open;
        return take_word(&c, WORD_TO) ? OTHER : PAREN; /* (or 200 ml oil) */
    }
    if (str_find_char(between, '/') != STR_NONE) {
        return SAME;
    }
    take_sign(&c, ")");
    take_sign(&c, ",");
    const struct word *word = take_word(&c, WORD_PLUS | WORD_TO);
    take_words(&c, WORD_ABOUT);
    return !word || skip_blanks(between, c.at) < between.n ? OTHER
           : word->roles & WORD_WITHIN                     ? UNCLEAR
           : !(word->roles & WORD_TO)                      ? PLUS
           : word->roles & WORD_PLUS                       ? SAME
                                                           : UNCLEAR;
}

/* The density by a weight and a volume of the same thing. */
static void measure_density(struct line *line, const struct amount *a,
                            const struct amount *b)
{
    const struct lexicon *words = line->c.words;
    struct ingredient *out = line->out;
    struct fraction all =
        fraction_multiply(amount_base(words, a),
                          a == out->amounts.p ? out->whole : fraction_int(1));
    struct fraction other = amount_base(words, b);
    if (amount_kind(a) == UNIT_WEIGHT && amount_kind(b) == UNIT_VOLUME) {
        out->measured = fraction_divide(all, other);
    } else if (amount_kind(a) == UNIT_VOLUME && amount_kind(b) == UNIT_WEIGHT) {
        out->measured = fraction_divide(other, all);
    }
}

/* Whether the line says how much of it another thing takes: "10 g salt per
 * litre", "1 egg per 100 g flour", but not "4 rolls à 50 g, frozen" or "2 cans
 * à 400 g beans". */
static bool is_ratio(const struct line *line)
{
    const struct amount *first = line->out->amounts.p;
    struct cursor c = {line->c.words, line->c.text, first->at + first->text.n};
    size_t from = skip_blanks(c.text, c.at);
    c.text.n = str_find_char_from(c.text, c.at, ',');
    c.text.n = str_find_char_from(c.text, c.at, '(');
    for (; c.at < c.text.n && !is_at_number(c); take_next(&c)) {
        struct cursor next = c;
        struct amount size;
        const struct word *word =
            take_word(&next, WORD_EACH | WORD_NOTE | WORD_SMALL);
        if (word && word->roles & WORD_EACH && !(word->roles & WORD_ARTICLE)) {
            take_words(&next, WORD_ABOUT);
            bool per = amount_is_measure(first) || !is_at_number(next) ||
                       word->roles & WORD_WITHIN;
            return per || (c.at > from && take_measure(&next, &size) &&
                           peek_word(next, WORD_DENSITY));
        }
    }
    return first->unit && str_eq(first->unit->id, STR("part"));
}

/* Finds out which amounts are of the same thing, and adds up the first with
 * those that come to it. */
static void join_amounts(struct line *line)
{
    const struct lexicon *words = line->c.words;
    struct ingredient *out = line->out;
    struct amount *amounts = out->amounts.p;
    enum { MOST_SAME = 8 };
    bool inside = false; /* of parentheses */
    size_t start = 0;    /* the first amount of the same thing */
    for (size_t i = 1; i < out->amounts.n; i++) {
        size_t end = amounts[i - 1].at + amounts[i - 1].text.n;
        str between = str_sub(line->c.text, end, amounts[i].at - end);
        enum relation relation = relation_of(line, between);
        bool open = str_find_char(between, ')') == STR_NONE;
        inside = relation == PAREN || (inside && open);
        start = relation == OTHER && !inside ? i : start;
        amounts[i].other = relation == OTHER;
        start = i - start > MOST_SAME ? i - MOST_SAME : start;
        for (size_t k = start; k < i && (inside || relation == SAME); k++) {
            amount_join(words, &amounts[k], &amounts[i]);
            measure_density(line, &amounts[k], &amounts[i]);
        }
        if (relation == PLUS && inside) { /* 250 g (1 cup plus 2 tbsp) */
            out->measured = fraction_none;
        } else if (relation >= PLUS && !start) {
            bool sum = relation == PLUS && !amounts->most.den &&
                       amount_kind(amounts) == amount_kind(&amounts[i]);
            out->whole = fraction_add(
                out->whole,
                sum ? fraction_divide(amount_base(words, &amounts[i]),
                                      amount_base(words, amounts))
                    : fraction_none);
        }
    }
}

/* --- the name --- */

void line_add_noun(struct line *line, size_t of, size_t at, size_t end,
                   const struct word *word)
{
    *VEC_PUSH(&line->out->nouns, line->arena) =
        (struct noun){at, end - at, of, word->one, word->many};
}

/* Whether the phrase text[at..end) of a name says what it is: not the milk of
 * milk chocolate, nor the flour of "tortillas de harina". */
static bool is_head(const struct lexicon *words, str text, size_t at,
                    size_t end)
{
    str next = word_at(text, skip_blanks(text, end));
    char first = str_at(next, 0);
    bool last = words->compounds || !is_alpha(first) ||
                first != to_lower(first) || /* flour T55 */
                lexicon_find(words, next, ~(unsigned)WORD_NOUN);
    return words->noun_first ? !is_after(words, text, at, WORD_OF | WORD_SMALL)
                             : last;
}

/* The longest words of the name decide: "flour" of plain flour, but "almond
 * flour" has a density of its own, "powdered milk" is no liquid, and "levadura
 * química" no yeast. */
static void find_nature(struct line *line)
{
    struct ingredient *out = line->out;
    const struct lexicon *words = line->c.words;
    const unsigned parts = WORD_FLOUR | WORD_WATER | WORD_PREFERMENT;
    size_t best = 0;
    struct cursor all = {words, line->c.text, 0};
    out->optional = find_word(&all, WORD_OPTIONAL);
    struct cursor c = {words, out->name, word_next(out->name, 0)};
    for (; c.at < out->name.n; take_next(&c)) {
        struct cursor end = c;
        const struct word *word = take_word(&end, WORD_YEAST | WORD_DENSITY);
        out->yeast = out->yeast || (word && word->roles & WORD_YEAST);
        bool head = is_head(words, c.text, c.at, end.at);
        if (head && word && word->density.den && end.at - c.at > best) {
            best = end.at - c.at;
            out->density = word->density;
            out->liquid = word->liquid;
        }
        end = c;
        word = take_word(&end, parts);
        if (word && out->part != BAKER_PREFERMENT &&
            is_head(words, c.text, c.at, end.at)) {
            out->part = word->roles & WORD_PREFERMENT ? BAKER_PREFERMENT
                        : word->roles & WORD_FLOUR    ? BAKER_FLOUR
                                                      : BAKER_WATER;
        }
    }
    bool dry = out->part == BAKER_WATER && out->density.den && !out->liquid;
    out->part = dry ? BAKER_NONE : out->part;
}

/* The last words after a number of counted things are their noun: "2 eggs",
 * "plus 1 egg yolk". That of "2 garlic cloves" is the unit of the line, but not
 * of "4 whole cloves". */
static void find_noun(struct line *line, size_t i)
{
    struct ingredient *out = line->out;
    const struct amount *amount = &out->amounts.p[i];
    size_t name = (size_t)(out->name.p - line->c.text.p);
    size_t from = amount->at + amount->text.n;
    struct cursor c = {line->c.words, line->c.text, from};
    if (i) {
        take_name(&c);
    }
    c.text.n = i ? c.at : name + out->name.n;
    from = word_next(c.text, from);
    for (c.at = from; c.at < c.text.n; take_next(&c)) {
        struct cursor end = c;
        const struct word *word = take_word(&end, WORD_NOUN | WORD_UNIT);
        if (!word || word_next(end.text, end.at) < end.text.n ||
            (word->alone && c.at > from) ||
            (word->unit && (i || word->unit->kind != UNIT_PIECES))) {
            continue;
        }
        line_add_noun(line, i, c.at, end.at, word);
        str rest =
            str_trim(str_sub(c.text, name, c.at > name ? c.at - name : 0));
        if (!i && rest.n && !out->unit && word->roles & WORD_LAST &&
            !lexicon_find(c.words, rest, WORD_SMALL)) {
            out->unit = word->unit;
            out->name = rest;
        }
        return;
    }
}

/* A line of only "3 cloves" or "4 (6-oz) fillets": its unit is the name. */
static void unit_as_name(struct line *line)
{
    struct ingredient *out = line->out;
    struct amount *amount = out->amounts.n ? out->amounts.p : NULL;
    if (out->nouns.n) {
        out->name = str_sub(out->text, out->nouns.p->at, out->nouns.p->n);
    } else if (amount && amount->unit && !amount->split &&
               amount->unit->kind == UNIT_PIECES) {
        size_t before = amount->number + amount->gap.n;
        out->name = str_from_offset(amount->text, before);
        amount->text.n = amount->number;
        amount->gap = STR("");
        amount_set_unit(amount, NULL);
    }
    out->refused = amount && !out->name.n;
    out->unit = out->name.n ? NULL : out->unit;
}

/* --- a line --- */

/* Marks at the end: {flour}, {water}. */
static str take_part(str text, enum baker_part *part)
{
    static const str marks[] = {[BAKER_FLOUR] = STR_INIT("{flour}"),
                                [BAKER_WATER] = STR_INIT("{water}"),
                                [BAKER_PREFERMENT] = STR_INIT("{levain}")};
    text = str_trim(text);
    for (int i = BAKER_FLOUR; i <= BAKER_PREFERMENT; i++) {
        if (str_ends(text, marks[i])) {
            *part = (enum baker_part)i;
            text = str_trim(str_sub(text, 0, text.n - marks[i].n));
        }
    }
    return text;
}

void ingredient_read(const struct lexicon *words, str text, struct arena *arena,
                     struct ingredient *out)
{
    enum baker_part part = BAKER_NONE;
    text = take_part(text, &part);
    bool fixed = str_at(text, 0) == '=';
    text = fixed ? str_trim(str_from_offset(text, 1)) : text;
    *out = (struct ingredient){.text = text, .whole = fraction_int(1)};
    struct line line = {.c = {words, text, 0}, .out = out, .arena = arena};
    out->refused = !line_read_quantity(&line);
    if (!out->refused && !out->name.n) {
        line_read_name(&line);
        if (!out->name.n) {
            unit_as_name(&line);
        }
    }
    if (out->amounts.n && !out->refused) {
        fixed = fixed || out->amounts.p[0].fixed || is_ratio(&line);
        find_amounts(&line);
    }
    if (out->refused || !out->name.n) {
        *out = (struct ingredient){
            .text = text, .name = text, .part = part, .refused = out->refused};
        buf_free(&line.note);
        return;
    }
    line_take(&line, text.n, text.n);
    out->note = buf_move(&line.note, arena);
    join_amounts(&line);
    find_nature(&line);
    for (size_t i = 0; i < out->amounts.n; i++) {
        out->amounts.p[i].fixed = fixed;
        ingredient_measure(out, &out->amounts.p[i]);
        if (!out->amounts.p[i].unit && (i || !out->nouns.n)) {
            find_noun(&line, i);
        }
    }
    out->part = part ? part : out->part;
}
