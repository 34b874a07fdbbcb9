/* SPDX-License-Identifier: MIT */
#include "recipe/step_uses.h"

static void push_amount(struct step_reader *reader, struct amount amount,
                        const struct ingredient *of)
{
    *VEC_PUSH(&reader->step->amounts, reader->recipe->arena) = amount;
    reader->last = of ? (size_t)(of - reader->recipe->ingredients.p) + 1 : 0;
    if (of) {
        reader->all[reader->last - 1].used = reader->number;
    }
}

/* Whether the last word joins a number to the next one, which is half of a
 * range: "between 180 and 200 °C". */
static bool is_second(const struct lexicon *words, str before, long heat)
{
    before = str_trim(before);
    size_t word = str_rfind_char(before, ' ') + 1;
    str number = str_trim(str_sub(before, 0, word));
    struct cursor c = {words, number, str_rfind_char(number, ' ') + 1};
    struct fraction first;
    return lexicon_find(words, str_from_offset(before, word),
                        WORD_TO | WORD_AND) &&
           is_at_number(c) && take_number(&c, &first) == SCAN_FOUND &&
           c.at == number.n && first.num >= heat / 2; /* for 10 and 180 °C */
}

/* "180 °C", "350 degrees F", "74-76 °F". Without a letter, "350 degrees" of US
 * recipes are Fahrenheit, but 180 could be either, unless the oven is in
 * Fahrenheit, too. No amount can have the sign of "-18 °C", in ASCII or as one
 * of U+2010 to U+2212. */
static void add_heat(struct step_reader *reader, struct amount heat)
{
    enum { LEAST = 10, HOTTEST = 250, MOST = 999 }; /* of an oven, in °C */
    bool us = reader->recipe->words->system == UNITS_US;
    str before = str_sub(reader->step->item.text, 0, heat.at);
    char sign = str_at(before, str_rfind_char(before, ' ') + 1);
    struct fraction last = amount_last(&heat);
    bool hot = last.num > HOTTEST;
    if (heat.unit == &unit_degrees && (us ? hot || reader->fahrenheit : !hot)) {
        heat.unit = us ? &unit_fahrenheit : &unit_celsius;
    }
    if (!is_second(reader->recipe->words, before, heat.least.num) &&
        heat.unit != &unit_degrees && is_digit(heat.text.p[0]) && sign != '-' &&
        sign != '\xE2' && heat.least.den == 1 && last.den == 1 &&
        heat.least.num >= LEAST && last.num <= MOST) {
        push_amount(reader, heat, NULL);
    }
}

/* Whether the amount says again what the one before it does: 200 g (7 oz). */
static bool is_same(const struct recipe_step *step, const struct amount *amount)
{
    const struct amount *other =
        step->amounts.n ? &step->amounts.p[step->amounts.n - 1] : NULL;
    size_t end = other ? other->at + other->text.n : amount->at;
    str between = str_sub(step->item.text, end, amount->at - end);
    char sign = str_at(str_trim(between), 0);
    return (sign == '(' || sign == '/') &&
           str_find_char(between, ')') == STR_NONE;
}

/* Moves to the name after an amount: past a second one, "1 cup plus 2 tbsp
 * flour", "5 oz/150 g milk", and parentheses, "150 ml (half) of the milk", and
 * out of them. */
static void take_aside(const struct recipe_step *step,
                       const struct amount *amount, struct cursor *c)
{
    struct amount other;
    struct cursor paren = *c;
    if (take_sign(&paren, "(")) {
        paren.at = str_find_char_from(c->text, paren.at, ')');
        take_sign(&paren, ")");
        *c = paren;
    } else if (!take_further(c, &other) && is_same(step, amount)) {
        take_sign(c, ")");
    }
}

/* Whether the "each" of several things is at the cursor: no "each side", "1 tsp
 * each", "1 cup of each" or "after each". */
static bool is_each(struct cursor c)
{
    str before = str_trim(str_sub(c.text, 0, c.at));
    str last = str_from_offset(before, str_rfind_char(before, ' ') + 1);
    const struct word *unit = lexicon_find(c.words, last, WORD_UNIT);
    const struct word *within = peek_word(c, WORD_WITHIN); /* each side, cada */
    return peek_word(c, WORD_EACH) && peek_word(c, WORD_ARTICLE) &&
           (!within || within->roles & WORD_EACH) &&
           !lexicon_find(c.words, last, WORD_AFTER) &&
           !(unit && unit->unit->size) && /* but "sprinkle each" */
           !(lexicon_find(c.words, last, WORD_OF) &&
             is_after(c.words, c.text, c.at, WORD_UNIT));
}

/* Whether the amount at `at` is a further one in a list after that sign: "eggs:
 * 2 now, 1 later". */
static bool is_listed(const struct step_reader *reader, size_t sign, size_t at)
{
    const struct lexicon *words = reader->recipe->words;
    str text = str_sub(reader->step->item.text, 0, at);
    return reader->listed == sign && reader->last &&
           str_find_char_from(text, sign, '.') == at &&
           str_find_char_from(text, sign, ')') == at &&
           (str_ends(str_trim(text), STR(",")) ||
            is_after(words, text, at, WORD_AND));
}

/* The name before "(250 g" or ": about 250 g"; of "eggs: 2 now, 1 later",
 * before both. */
static size_t take_name_before(struct step_reader *reader, size_t at)
{
    enum { NEAR = 64 };
    const struct lexicon *words = reader->recipe->words;
    size_t from = at > NEAR ? at - NEAR : 0;
    str text = str_sub(reader->step->item.text, from, at - from);
    size_t sign = str_rfind_char(text, '(') + 1;
    size_t colon = str_rfind_char(text, ':') + 1;
    sign = colon > sign ? colon : sign;
    struct cursor c = {words, text, sign};
    take_words(&c, WORD_ABOUT);
    if (sign && is_listed(reader, from + sign, at)) {
        reader->named[0] = reader->last - 1;
        return 1;
    }
    if (!sign || skip_blanks(text, c.at) < text.n) {
        return 0;
    }
    c.text = str_trim(str_sub(text, 0, sign - 1));
    c.at = word_next(c.text, from ? word_end(c.text, 0) : 0);
    bool counted = false; /* 1 large potato (250 g), each potato (250 g) */
    for (; c.at < c.text.n; take_next(&c)) {
        struct cursor next = c;
        size_t n = step_take_name(reader, &next);
        if (n && next.at == c.text.n) {
            bool of_one = counted || peek_word(c, WORD_NUMBER) || is_each(c);
            reader->listed = of_one ? 0 : from + sign;
            return of_one ? 0 : n;
        }
        counted =
            is_at_number(c) || peek_word(c, WORD_NUMBER | WORD_EACH) ||
            (counted && peek_word(c, WORD_SIZE | WORD_PREPARED | WORD_ADVERB));
    }
    return 0;
}

/* The counted noun after the number becomes its unit: "1 egg", "2 more eggs".
 */
static void take_noun(const struct ingredient *of, struct cursor c,
                      struct arena *arena, struct amount *out)
{
    struct cursor next = c;
    take_words(&next, WORD_SIZE | WORD_PREPARED | WORD_ADVERB | WORD_VAGUE);
    size_t at = skip_blanks(c.text, next.at);
    str word = word_at(c.text, at);
    next.at = at + word.n;
    bool part = peek_word(next, WORD_NOUN); /* 1 egg yolk is no egg */
    for (size_t i = 0; !out->unit && !part && i < of->nouns.n; i++) {
        const struct noun *noun = &of->nouns.p[i];
        if (str_eq_nocase(word, noun->one) || str_eq_nocase(word, noun->many)) {
            struct unit *unit = arena_zalloc(arena, 1, sizeof *unit);
            unit->id = unit->one = noun->one;
            unit->many = noun->many;
            amount_set_unit(out, unit);
            out->gap = str_sub(c.text, c.at, at - c.at);
            out->text = str_sub(c.text, out->at, at + word.n - out->at);
        }
    }
}

/* The first of the n named ingredients that is measured as the amount is. A
 * count or length has to be one of the list: "2 eggs", but not "cut the bread
 * into 2 slices". NULL: there is none, or some scale and some do not. */
static const struct ingredient *measured_by(const struct step_reader *reader,
                                            size_t n,
                                            const struct amount *amount,
                                            const struct unit *unit)
{
    const struct ingredient *found = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct ingredient *of =
            &reader->recipe->ingredients.p[reader->named[i]];
        const struct amount *first = of->amounts.n ? of->amounts.p : NULL;
        enum unit_kind kind = amount_kind(amount);
        if ((kind == UNIT_PIECES || kind == UNIT_LENGTH) &&
            (!first || (first->unit != unit && of->unit != unit))) {
            continue;
        }
        if (found && (found->amounts.n && found->amounts.p->fixed) !=
                         (first && first->fixed)) {
            return NULL;
        }
        found = found ? found : of;
    }
    return found;
}

/* "The remaining 100 ml", "los 500 ml restantes": a rest scales without the
 * name, too. */
static bool is_rest(struct cursor c, const struct amount *amount)
{
    enum unit_kind kind = amount_kind(amount);
    return (kind == UNIT_WEIGHT || kind == UNIT_VOLUME) &&
           (is_after(c.words, c.text, amount->at, WORD_SHARE) ||
            peek_word(c, WORD_SHARE));
}

/* Moves to the next word, or after the next amount of a list, "1 tsp salt, 2
 * eggs". Returns false if a sign is in between, or if that is an "and". */
static bool take_in_clause(struct cursor *c)
{
    struct amount amount;
    size_t end = word_end(c->text, c->at);
    struct cursor next = {c->words, c->text, end};
    bool listed = take_sign(&next, ",");
    listed = take_word(&next, WORD_AND) || listed;
    listed = listed && take_amount(&next, &amount) == SCAN_FOUND &&
             amount_kind(&amount) < UNIT_TIME;
    c->at = listed ? next.at : word_next(c->text, end);
    return listed ||
           (skip_blanks(c->text, end) == c->at && !peek_word(*c, WORD_AND));
}

/* Whether the amount, which begins at `at` and ends at the cursor, is that of
 * one of several: "1 tbsp into each cup", "top each with 1 tbsp and 2 tsp", "1
 * tsp per pound", "2 eggs at a time", but not "1 tsp salt and sugar each" or,
 * as it is one of `several` ingredients, "je 1 TL Salz und Zimt". */
static bool is_portion(struct cursor c, size_t at, bool several)
{
    enum { NEAR = 128 };
    struct cursor next = c;
    next.at = word_next(c.text, at > NEAR ? at - NEAR : 0);
    size_t clause = str_find_char_from(c.text, c.at, ',');
    bool each = false;
    while (next.at < at) {
        const struct word *word = peek_word(next, WORD_EACH);
        bool per = word && !(word->roles & WORD_ARTICLE); /* per 100 g */
        each = each || per || is_each(next);
        bool begins = several && step_begins_sentence(next);
        each = take_in_clause(&next) && each && !(begins && next.at == at);
    }
    next = c;
    while (!each && take_in_clause(&next) && next.at < c.text.n &&
           next.at - c.at < NEAR && !is_at_number(next)) {
        each =
            is_each(next) || (next.at < clause && peek_word(next, WORD_EACH) &&
                              !peek_word(next, WORD_ARTICLE));
    }
    return each;
}

/* The name at the cursor *c or before the amount, which ends at `after`. A
 * share has none, "3/4 of the eggs", and a number no later one, "in 8 and the".
 */
static size_t take_name_beside(struct step_reader *reader,
                               const struct amount *amount, struct cursor after,
                               struct cursor *c)
{
    bool share = !amount->unit && amount->least.num < amount->least.den &&
                 peek_word(after, WORD_OF | WORD_ARTICLE);
    bool ends = !amount->unit && peek_word(*c, WORD_AND);
    size_t n = share || ends ? 0 : step_take_name(reader, c);
    return n || share || peek_word(after, WORD_EACH | WORD_CONTAINER)
               ? n
               : take_name_before(reader, amount->at);
}

/* An amount scales with the recipe if it names an ingredient, but no share of
 * one, "3/4 of the eggs". */
static void add_amount(struct step_reader *reader, const struct amount *amount,
                       struct cursor c)
{
    struct amount out = *amount;
    const struct cursor after = c;
    bool same = is_same(reader->step, amount);
    const struct ingredient *of = NULL;
    out.fixed = amount->at && c.text.p[amount->at - 1] == '=';
    if (!out.fixed) {
        take_aside(reader->step, amount, &c);
        const struct word *word = amount->unit ? NULL : take_counted(&c);
        size_t n = take_name_beside(reader, amount, after, &c);
        if (!n && same && reader->last) { /* the butter (120 g / 4 oz) */
            reader->named[n++] = reader->last - 1;
        }
        word = word || amount->unit ? word : take_counted(&c);
        of = measured_by(reader, n, amount, word ? word->unit : amount->unit);
        bool rest = is_rest(after, amount);
        bool several = n && is_after(c.words, c.text, amount->at, WORD_EACH) &&
                       take_word(&c, WORD_AND) && step_take_name(reader, &c);
        if (is_portion(several ? c : after, amount->at, several) ||
            (!of && !rest)) {
            return;
        }
        if (of) {
            take_noun(of, after, reader->recipe->arena, &out);
            out.fixed = of->amounts.n && of->amounts.p->fixed;
            ingredient_measure(of, &out);
        }
    }
    push_amount(reader, out, of);
    if (same) {
        struct amount *added =
            &reader->step->amounts.p[reader->step->amounts.n - 1];
        amount_join(c.words, added - 1, added);
    }
}

/* "half of the milk", "3/4 of the sugar": how much that is. Half of a "flour
 * mixture" is something else. */
static bool take_share(struct step_reader *reader, struct cursor *c)
{
    const struct recipe *recipe = reader->recipe;
    struct cursor next = *c;
    struct fraction share = fraction_int(1);
    const struct word *word = take_word(&next, WORD_SHARE);
    if (!word && take_number(&next, &share) != SCAN_FOUND) {
        return false;
    }
    bool verb = word && word->number.den > 2 && step_is_verb(*c); /* quarter */
    word = word ? word : take_word(&next, WORD_SHARE); /* 2 thirds of */
    share = word ? fraction_multiply(share, word->number) : share;
    if (verb || share.num >= share.den ||
        !peek_word(next, WORD_OF | WORD_ARTICLE) ||
        step_take_name(reader, &next) != 1 || peek_word(next, WORD_PRODUCT)) {
        return false;
    }
    const struct ingredient *of = &recipe->ingredients.p[reader->named[0]];
    if (!of->amounts.n || of->amounts.p->fixed || !of->whole.den) {
        return false;
    }
    struct amount amount;
    struct cursor paren = next;
    bool open = take_sign(&paren, "(");
    take_words(&paren, WORD_ABOUT);
    if (open && take_amount(&paren, &amount) == SCAN_FOUND &&
        (amount_is_measure(&amount) || amount.unit == of->unit)) {
        ingredient_measure(of, &amount); /* (500 ml) is there already */
        next = paren;
    } else {
        amount =
            amount_times(of->amounts.p[0], fraction_multiply(of->whole, share));
        amount.at = next.at;
        amount.text = STR("");
        amount.gap = STR(" ");
        amount.share = true;
    }
    push_amount(reader, amount, of);
    *c = next;
    return true;
}

/* Whether the amount says how large one thing is: "a 2-cup bowl", "a 1 litre
 * bottle". */
static bool is_size(struct cursor c, const struct amount *amount)
{
    enum unit_kind kind = amount_kind(amount);
    str before = str_trim(str_sub(c.text, 0, amount->at));
    str last = str_from_offset(before, str_rfind_char(before, ' ') + 1);
    const struct word *word = lexicon_find(c.words, last, WORD_NUMBER);
    return str_starts(amount->gap, STR("-")) ||
           (word && fraction_is_one(word->number) &&
            (kind == UNIT_WEIGHT || kind == UNIT_VOLUME) &&
            !peek_word(c, WORD_OF)); /* one 1/2 cup of */
}

static bool take_step_amount(struct step_reader *reader, struct cursor *c)
{
    struct cursor next = *c;
    struct amount amount;
    if (take_amount(&next, &amount) != SCAN_FOUND) {
        return false;
    }
    /* A sentence's full stop, or that of "2 tbsp. oil". */
    char after = str_at(c->text, skip_blanks(c->text, next.at));
    amount.text.n -=
        str_ends(amount.text, STR(".")) && (after < 'a' || after > 'z');
    if (amount_kind(&amount) == UNIT_HEAT) {
        add_heat(reader, amount);
    } else if (amount_kind(&amount) == UNIT_TIME) {
        if ((!is_at_number(*c) && fraction_is_one(amount.least) &&
             str_eq(amount.unit->id, STR("second"))) || /* a second bowl */
            str_eq(amount.unit->id, STR("year"))) {
            return false;
        }
        push_amount(reader, amount_times(amount, amount.unit->size->sizes[0]),
                    NULL);
    } else if (is_size(next, &amount)) {
        while (take_sign(&next, "/(") && take_measure(&next, &amount)) {
        }
    } else if (is_at_number(*c) || !fraction_is_one(amount.least) ||
               (amount_is_measure(&amount) &&
                (peek_word(next, WORD_OF) || !peek_word(next, WORD_SMALL)))) {
        add_amount(reader, &amount, next);
    } else {
        return false;
    }
    *c = next;
    return true;
}

/* "475 °F (245 °C)" is there in both scales already. */
static void drop_heats(struct step_reader *reader)
{
    struct recipe_step *step = reader->step;
    bool celsius = false;
    bool fahrenheit = false;
    size_t n = 0;
    for (size_t i = 0; i < step->amounts.n; i++) {
        celsius |= step->amounts.p[i].unit == &unit_celsius;
        fahrenheit |= step->amounts.p[i].unit == &unit_fahrenheit;
    }
    reader->fahrenheit = reader->fahrenheit || fahrenheit;
    for (size_t i = 0; i < step->amounts.n; i++) {
        step->amounts.p[n] = step->amounts.p[i];
        n += !(celsius && fahrenheit) ||
             amount_kind(&step->amounts.p[i]) != UNIT_HEAT;
    }
    step->amounts.n = n;
}

static void read_step(struct step_reader *reader)
{
    str text = reader->step->item.text;
    struct cursor c = {reader->recipe->words, text, 0};
    while (c.at < text.n) {
        bool number = is_at_number(c);
        bool begins = number || word_at(text, c.at).n;
        if (!begins ||
            !(take_share(reader, &c) || take_step_amount(reader, &c))) {
            take_any(&c);
            size_t end = str_skip(text, c.at, ":./0123456789");
            c.at = number ? end : c.at; /* 2/3 onions, 1:30 hours */
        }
    }
    drop_heats(reader);
}

void recipe_read_steps(struct recipe *recipe)
{
    struct step_reader reader;
    step_reader_init(&reader, recipe);
    for (size_t i = 0; i < recipe->steps.n; i++) {
        step_begin(&reader, &recipe->steps.p[i]);
        read_step(&reader);
        step_find_uses(&reader);
    }
}
