/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/recipe.h"

/* A word of a text that tells things apart. */
struct stem {
    str text;
    struct fraction density; /* of the phrase that it is in: "icing sugar" */
    bool joined;             /* nothing but blanks between it and the stem
                                before */
    bool other; /* no ingredient: "butter the tin", "a little water" */
};

struct stems {
    VEC(struct stem) list;
};

/* A phrase of several words that has a density. */
struct phrase {
    size_t end;
    struct fraction density; /* none behind the phrase */
};

struct step_reader {
    struct recipe *recipe;
    struct recipe_step *step;
    struct stems *names; /* of each ingredient */
    bool *used;    /* of each ingredient: by a step before, or an amount */
    size_t *pairs; /* the number of the group of steps that has the name of each
                      group of ingredients; 0: none has */
    struct stems text; /* of the step */
    size_t *named;     /* numbers of ingredients, see named_by() */
};

static const struct fraction no_density = {0, 0};

/* Singular and plural become the same, roughly: eggs and egg, cherries and
 * cherry, Eier and Eiern. */
static str stem_of(const struct lexicon *words, str word, struct arena *arena)
{
    enum { SHORTEST = 3 };
    bool whole = str_ends(word, STR("ss"));
    word = arena_lower(arena, word);
    for (size_t i = 0; !whole && i < words->endings.n && word.n > SHORTEST;
         i++) {
        word.n -= word.p[word.n - 1] == words->endings.p[i];
    }
    return word;
}

/* Brings it up to the word at the cursor. */
static void take_phrase(struct cursor c, struct phrase *phrase)
{
    size_t word = word_end(c.text, c.at);
    if (c.at >= phrase->end) {
        const struct word *whole = take_word(&c, WORD_DENSITY);
        bool several = whole && c.at > word;
        *phrase = (struct phrase){several ? c.at : word,
                                  several ? whole->density : no_density};
    }
}

/* Whether an object follows, so that the word is a verb: "butter the tin", and
 * as a sentence's first word, "Cream 200 g". */
static bool is_verb(struct cursor c)
{
    str before = str_trim(str_sub(c.text, 0, c.at));
    bool first = !before.n || is_any_of(before.p[before.n - 1], ".!?:;");
    c.at = skip_blanks(c.text, word_end(c.text, c.at));
    str next = str_sub(c.text, c.at, word_end(c.text, c.at) - c.at);
    return (next.n && str_is_word_of(next, c.words->objects)) ||
           (first && c.words->objects.n && is_at_number(c));
}

/* Moves behind "a little", "a bit of" and "for": of the name that follows the
 * step takes nothing that the list has. Of "extra virgin" nothing is vague. */
static bool take_vague(struct cursor *c)
{
    struct cursor next = *c;
    size_t end = word_end(c->text, c->at);
    if (str_is_word_of(str_sub(c->text, c->at, end - c->at),
                       c->words->purpose)) {
        next.at = end;
    } else if (!take_word(&next, WORD_VAGUE) ||
               (next.at == end && peek_word(*c, WORD_SMALL))) {
        return false;
    }
    take_word(&next, WORD_OF);
    *c = next;
    return true;
}

static bool tells_apart(const struct lexicon *words, str word)
{
    return !is_digit(word.p[0]) &&
           !lexicon_find(words, word,
                         WORD_SMALL | WORD_PREPARED | WORD_ADVERB | WORD_OF |
                             WORD_ARTICLE);
}

static void add_stems(const struct lexicon *words, str text,
                      struct arena *arena, struct stems *out)
{
    struct cursor c = {words, text, word_next(text, 0)};
    struct phrase phrase = {0};
    size_t joined = STR_NONE; /* the place behind the stem before */
    size_t vague = STR_NONE;
    while (c.at < text.n) {
        if (take_vague(&c)) {
            vague = skip_blanks(text, c.at);
            c.at = word_next(text, c.at);
            continue;
        }
        size_t end = word_end(text, c.at);
        size_t next = skip_blanks(text, end);
        str word = str_sub(text, c.at, end - c.at);
        bool other = c.at == vague;
        take_phrase(c, &phrase);
        if (tells_apart(words, word)) {
            *VEC_PUSH(&out->list, arena) =
                (struct stem){stem_of(words, word, arena), phrase.density,
                              c.at == joined, other || is_verb(c)};
            joined = next;
        }
        vague = other ? next : vague;
        take_next(&c);
    }
}

static bool has_stem(const struct stems *stems, str stem)
{
    for (size_t i = 0; i < stems->list.n; i++) {
        if (str_eq(stems->list.p[i].text, stem)) {
            return true;
        }
    }
    return false;
}

/* How many stems of `a` are in `b`. */
static size_t shared(const struct stems *a, const struct stems *b)
{
    size_t n = 0;
    for (size_t i = 0; i < a->list.n; i++) {
        n += has_stem(b, a->list.p[i].text);
    }
    return n;
}

/* --- groups: "The pastry cream" is made of the group "Pastry cream" --- */

enum { PAIR_OTHER, PAIR_NONE, PAIR_SAME };

static void pair_group(struct step_reader *reader, size_t i)
{
    const struct recipe *recipe = reader->recipe;
    struct stems name = {0};
    size_t most = 1;
    add_stems(recipe->words, recipe->groups.p[i], recipe->arena, &name);
    for (size_t k = 0; k < recipe->step_groups.n; k++) {
        struct stems steps = {0};
        add_stems(recipe->words, recipe->step_groups.p[k], recipe->arena,
                  &steps);
        size_t n = shared(&name, &steps);
        if (n >= most) {
            most = n;
            reader->pairs[i] = k + 1;
        }
    }
}

static size_t group_of(const struct step_reader *reader, size_t i)
{
    size_t pair = reader->pairs[reader->recipe->ingredients.p[i].group];
    return pair == reader->step->group + 1 ? PAIR_SAME
           : pair                          ? PAIR_OTHER
                                           : PAIR_NONE;
}

/* --- ingredients by their names --- */

/* Whether the word of a step is that word of a name, or the end of it where a
 * language makes such words: "Sahne" of Schlagsahne. */
static bool is_word_of(const struct lexicon *words, str name, str stem)
{
    enum { SHORTEST = 4 };
    return str_eq(name, stem) ||
           (words->compounds && stem.n >= SHORTEST && str_ends(name, stem));
}

/* How well the word names the ingredient; 0: not at all. Its noun counts most,
 * then how many of its words the step has, then the group, then how few it has
 * not: "sugar" is rather sugar than icing sugar. */
static size_t rank(const struct step_reader *reader, size_t i, str stem)
{
    const struct lexicon *words = reader->recipe->words;
    const struct stems *name = &reader->names[i];
    bool named = false;
    for (size_t k = 0; k < name->list.n && !named; k++) {
        named = is_word_of(words, name->list.p[k].text, stem);
    }
    if (!named) {
        return 0;
    }
    size_t group = group_of(reader, i);
    size_t found = shared(name, &reader->text);
    size_t noun = words->noun_first ? 0 : name->list.n - 1;
    bool is_noun = is_word_of(words, name->list.p[noun].text, stem);
    enum { GROUP = 1 << 8, FOUND = 1 << 12, NOUN = 1 << 20, MOST_LACKS = 99 };
    size_t lacks = name->list.n - found;
    return (size_t)is_noun * NOUN + found * FOUND + group * GROUP +
           (lacks < MOST_LACKS ? MOST_LACKS - lacks : 0) + 1;
}

static bool has_beginning(str text, str letters)
{
    size_t at = word_next(text, 0);
    while (at < text.n &&
           !str_eq_nocase(str_sub(text, at, letters.n), letters)) {
        at = word_next(text, word_end(text, at));
    }
    return at < text.n;
}

/* How many words of a line the step has, by their first letters: "for dusting"
 * is what dusts, "chopped" the one that was to be. */
static size_t words_shared(str line, str step)
{
    enum { LETTERS = 4 };
    size_t n = 0;
    for (size_t at = word_next(line, 0); at < line.n;
         at = word_next(line, word_end(line, at))) {
        n += word_end(line, at) >= at + LETTERS &&
             has_beginning(step, str_sub(line, at, LETTERS));
    }
    return n;
}

/* Whether the step takes what its line has beside the amount: "250 g flour, and
 * more for dusting". */
static bool is_extra(const struct step_reader *reader, size_t i)
{
    struct cursor c = {reader->recipe->words,
                       reader->recipe->ingredients.p[i].text, 0};
    while (c.at < c.text.n && !peek_word(c, WORD_VAGUE)) {
        take_next(&c);
    }
    while (take_word(&c, WORD_VAGUE)) {
        take_blanks(&c);
    }
    str rest = str_from_offset(c.text, c.at);
    return str_is_word_of(str_sub(rest, 0, word_end(rest, 0)),
                          c.words->purpose) &&
           words_shared(rest, reader->step->plain.text);
}

/* Keeps those of the n named ingredients whose lines have most words of the
 * step, and rather ones with an amount; returns how many. */
static size_t keep_best(struct step_reader *reader, size_t n)
{
    size_t most = 0;
    size_t kept = 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = reader->named[k];
        const struct ingredient *ingredient = &reader->recipe->ingredients.p[i];
        size_t now =
            2 * words_shared(ingredient->text, reader->step->plain.text) +
            (ingredient->amounts.n > 0);
        kept = now > most ? 0 : kept;
        most = now > most ? now : most;
        if (now == most) {
            reader->named[kept++] = i;
        }
    }
    return kept;
}

/* Sets reader->named to the ingredients that the word names best, and returns
 * how many there are. Caster sugar, which has another density, is not named by
 * the sugar of "icing sugar". */
static size_t named_by(struct step_reader *reader, str stem,
                       struct fraction density)
{
    size_t best = 0;
    size_t n = 0;
    for (size_t i = 0; i < reader->recipe->ingredients.n; i++) {
        struct fraction own = reader->recipe->ingredients.p[i].density;
        bool other =
            own.den && density.den && fraction_compare(own, density) != 0;
        size_t now = other ? 0 : rank(reader, i, stem);
        if (now > best) {
            best = now;
            n = 0;
        }
        if (now && now == best) {
            reader->named[n++] = i;
        }
    }
    return n;
}

/* The ingredients that are named within a few words from the cursor on, with no
 * other word than articles and adjectives in between; returns how many. The
 * last of several words is the noun: olive oil, egg yolks. */
static size_t take_name(struct step_reader *reader, struct cursor *c)
{
    struct cursor next = *c;
    enum { MOST_WORDS = 5 };
    size_t named = 0;
    struct phrase phrase = {0};
    for (int i = 0; i < MOST_WORDS; i++) {
        take_blanks(&next);
        take_phrase(next, &phrase);
        size_t end = word_end(next.text, next.at);
        str word = str_sub(next.text, next.at, end - next.at);
        size_t n =
            named_by(reader, stem_of(next.words, word, reader->recipe->arena),
                     phrase.density);
        bool small = lexicon_find(next.words, word,
                                  WORD_SMALL | WORD_PREPARED | WORD_OF |
                                      WORD_SIZE | WORD_ARTICLE | WORD_SHARE);
        if (!word.n || (!n && (named || !small))) {
            break;
        }
        next.at = end;
        if (n) {
            named = n;
            c->at = end;
        }
    }
    return named;
}

/* As named_by(), for a word of the step. */
static size_t named_at(struct step_reader *reader, size_t i)
{
    const struct stems *text = &reader->text;
    return i < text->list.n && !text->list.p[i].other
               ? named_by(reader, text->list.p[i].text, text->list.p[i].density)
               : 0;
}

/* Whether the step takes these n ingredients from the list: no step before has,
 * and in steps of another group each goes by its whole name. */
static bool are_left(const struct step_reader *reader, size_t n)
{
    bool left = n > 0;
    for (size_t k = 0; k < n && left; k++) {
        size_t i = reader->named[k];
        left = !reader->used[i] && !is_extra(reader, i) &&
               (group_of(reader, i) != PAIR_OTHER ||
                shared(&reader->names[i], &reader->text) ==
                    reader->names[i].list.n);
    }
    return left;
}

/* A word before one that names the same is part of the name: the lemon of lemon
 * curd is no juice of 1 lemon. */
static void find_uses(struct step_reader *reader)
{
    struct arena *arena = reader->recipe->arena;
    const struct stems *text = &reader->text;
    size_t most = reader->recipe->ingredients.n;
    bool *uses = arena_zalloc(arena, most + 1, 1);
    for (size_t i = 0; i < text->list.n; i++) {
        bool part =
            i + 1 < text->list.n && text->list.p[i + 1].joined &&
            named_at(reader, i + 1) &&
            has_stem(&reader->names[reader->named[0]], text->list.p[i].text);
        size_t n = part ? 0 : keep_best(reader, named_at(reader, i));
        for (n = are_left(reader, n) ? n : 0; n; n--) {
            uses[reader->named[n - 1]] = true;
        }
    }
    for (size_t i = 0; i < most; i++) {
        if (uses[i]) {
            *VEC_PUSH(&reader->step->uses, arena) = i;
            reader->used[i] = true;
        }
    }
}

/* --- numbers --- */

enum { LEAST_DEGREES = 10, MOST_DEGREES = 999 };

static size_t take_degree_number(struct cursor *c)
{
    str rest = str_from_offset(c->text, c->at);
    size_t number = str_take_number(&rest, MOST_DEGREES);
    c->at = c->text.n - rest.n;
    return number;
}

/* The scale of the degrees behind a number, 'C' or 'F'; '\0': it is not clear.
 * "74-76 °F" has it behind its second number. Without a letter, "350 degrees"
 * of US recipes are Fahrenheit, but 180 could be either. */
static char take_scale(struct cursor *c, size_t number)
{
    enum { HOTTEST = 250 }; /* of an oven, in °C */
    bool us = c->words->system == UNITS_US;
    char scale;
    bool degrees = take_degrees(c, &scale);
    struct cursor next = *c;
    take_blanks(&next);
    if (!scale && (take_sign(&next, "-\u2013") || take_word(&next, WORD_TO))) {
        take_blanks(&next);
        size_t most = take_degree_number(&next);
        scale = most > number && most <= MOST_DEGREES ? take_scale(&next, most)
                                                      : '\0';
    }
    bool clear = degrees && (number > HOTTEST) == us;
    return scale ? scale : !clear ? '\0' : us ? 'F' : 'C';
}

/* "180 °C", "180C", "350 degrees F". */
static bool take_heat(struct step_reader *reader, struct cursor *c)
{
    struct cursor next = *c;
    size_t number = take_degree_number(&next);
    char scale = '\0';
    if (number >= LEAST_DEGREES && number <= MOST_DEGREES) {
        scale = take_scale(&next, number);
    }
    if (scale) {
        *VEC_PUSH(&reader->step->heats, reader->recipe->arena) = (struct heat){
            c->at, next.at - c->at, (int64_t)number, scale == 'F'};
        *c = next;
    }
    return scale;
}

/* Two amounts of one thing, "1 cup plus 2 tbsp flour" and "200 g (7 oz) flour":
 * moves from the first behind the second, and from the second behind its
 * parenthesis. */
static void take_pair(const struct recipe_step *step,
                      const struct amount *amount, struct cursor *c)
{
    struct cursor next = *c;
    struct amount other;
    take_blanks(&next);
    bool paren = take_sign(&next, "(");
    bool joined = paren || take_sign(&next, "/") || take_word(&next, WORD_PLUS);
    if (joined && take_measure(&next, &other) &&
        (!paren || take_sign(&next, ")"))) {
        *c = next;
    } else if (step->amounts.n && amount->at &&
               c->text.p[amount->at - 1] == '(') {
        other = step->amounts.p[step->amounts.n - 1].amount;
        take_sign(c, other.at + other.text.n + 2 == amount->at ? ")" : "");
    }
}

/* The counted noun behind the number becomes its unit: "1 egg", "2 eggs". */
static void take_noun(const struct ingredient *of, struct cursor c,
                      struct arena *arena, struct amount *out)
{
    size_t at = skip_blanks(c.text, c.at);
    size_t end = word_end(c.text, at);
    str word = str_sub(c.text, at, end - at);
    for (size_t i = 0; !out->unit && i < of->nouns.n; i++) {
        const struct noun *noun = &of->nouns.p[i];
        if (!str_eq_nocase(word, noun->one) &&
            !str_eq_nocase(word, noun->many)) {
            continue;
        }
        struct unit *unit = arena_zalloc(arena, 1, sizeof *unit);
        unit->id = unit->one = noun->one;
        unit->many = noun->many;
        out->unit = unit;
        out->one = unit->one;
        out->many = unit->many;
        out->gap = str_sub(c.text, c.at, at - c.at);
        out->text = str_sub(c.text, out->at, end - out->at);
    }
}

/* The first of the n named ingredients that is measured as the amount is. A
 * count or length has to be one of the list: "2 eggs", but not "cut the bread
 * into 2 slices". NULL: there is none, or one of them is scaled and one is not.
 */
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
           (is_behind(c.words, c.text, amount->at, WORD_SHARE) ||
            peek_word(c, WORD_SHARE));
}

/* Moves to the next word. Returns false if a sign is in between, or if that is
 * an "and". */
static bool take_in_clause(struct cursor *c)
{
    size_t end = word_end(c->text, c->at);
    c->at = word_next(c->text, end);
    return skip_blanks(c->text, end) == c->at && !peek_word(*c, WORD_AND);
}

/* Whether the "each" of several things is at the cursor. */
static bool is_each(struct cursor c)
{
    const struct word *word = peek_word(c, WORD_EACH);
    return word && word->roles & WORD_ARTICLE &&
           !is_behind(c.words, c.text, c.at, WORD_AFTER | WORD_UNIT);
}

/* Whether the amount, which begins at `at` and ends at the cursor, is that of
 * one of several: "1 tbsp into each cup", "top each with 1 tbsp and 2 tsp", "1
 * tsp per pound", "2 eggs at a time". Those of "1 tsp each of salt and sugar",
 * "1 tsp salt and sugar each" and "beat after each addition" are not. */
static bool is_portion(struct cursor c, size_t at)
{
    enum { NEAR = 64 };
    struct cursor next = {c.words, str_sub(c.text, 0, at),
                          word_next(c.text, at > NEAR ? at - NEAR : 0)};
    bool each = false;
    while (next.at < at) {
        each = each || is_each(next);
        bool stops = !take_in_clause(&next);
        struct cursor behind = next;
        take_word(&behind, WORD_AND);
        take_blanks(&behind);
        each = each && (!stops || behind.at == at);
    }
    next = c;
    take_word(&next, WORD_OF);
    take_word(&next, WORD_EACH);
    while (!each && take_in_clause(&next) && next.at < c.text.n &&
           next.at - c.at < NEAR && !is_at_number(next)) {
        struct cursor end = next;
        const struct word *word = take_word(&end, WORD_EACH);
        bool per = word && !(word->roles & WORD_ARTICLE);
        take_blanks(&end);
        each = per || (is_each(next) &&
                       (word_end(end.text, end.at) > end.at ||
                        is_behind(c.words, c.text, next.at, WORD_SMALL)));
    }
    return each;
}

/* An amount scales with the recipe if it names an ingredient, but no share of
 * one, "3/4 of the eggs". */
static void add_amount(struct step_reader *reader, const struct amount *amount,
                       struct cursor c)
{
    struct step_amount out = {*amount, {0, 0}, false};
    const struct cursor behind = c;
    bool share = !amount->unit && amount->least.num < amount->least.den &&
                 peek_word(c, WORD_OF | WORD_ARTICLE);
    out.amount.fixed = amount->at && c.text.p[amount->at - 1] == '=';
    if (!out.amount.fixed) {
        take_pair(reader->step, amount, &c);
        const struct word *word = amount->unit ? NULL : take_counted(&c);
        size_t n = share ? 0 : take_name(reader, &c);
        word = word || amount->unit ? word : take_counted(&c);
        const struct ingredient *of =
            measured_by(reader, n, amount, word ? word->unit : amount->unit);
        bool rest = is_rest(behind, amount);
        if (is_portion(behind, amount->at) || (!of && !rest)) {
            return;
        }
        if (of) {
            take_noun(of, behind, reader->recipe->arena, &out.amount);
            out.amount.fixed = of->amounts.n && of->amounts.p->fixed;
            out.density = ingredient_density(of);
            reader->used[of - reader->recipe->ingredients.p] = true;
        }
    }
    size_t before = reader->step->amounts.n;
    *VEC_PUSH(&reader->step->amounts, reader->recipe->arena) = out;
    struct amount *other =
        before ? &reader->step->amounts.p[before - 1].amount : NULL;
    size_t gap = other ? amount->at - other->at - other->text.n : 0;
    if ((gap == 1 || gap == 2) && is_any_of(c.text.p[amount->at - 1], "(/")) {
        amount_join(c.words, other, &reader->step->amounts.p[before].amount);
    }
}

/* "half of the milk", "3/4 of the sugar": how much that is. Half of a "flour
 * mixture" is something else. */
static bool take_share(struct step_reader *reader, struct cursor *c)
{
    const struct recipe *recipe = reader->recipe;
    struct cursor next = *c;
    const struct word *word = take_word(&next, WORD_SHARE);
    struct fraction share = word ? word->number : fraction_int(1);
    if ((!word && take_number(&next, &share) != SCAN_FOUND) ||
        share.num >= share.den || !peek_word(next, WORD_OF | WORD_ARTICLE) ||
        take_name(reader, &next) != 1 || peek_word(next, WORD_PRODUCT)) {
        return false;
    }
    const struct ingredient *of = &recipe->ingredients.p[reader->named[0]];
    if (!of->amounts.n || is_portion(next, c->at)) {
        return false;
    }
    struct amount amount = of->amounts.p[0];
    amount.least = fraction_multiply(amount.least, share);
    amount.most = fraction_multiply(amount.most, share);
    amount.at = next.at;
    amount.text = STR("");
    amount.gap = STR(" ");
    *VEC_PUSH(&reader->step->amounts, recipe->arena) =
        (struct step_amount){amount, ingredient_density(of), true};
    reader->used[reader->named[0]] = true;
    *c = next;
    return true;
}

static bool take_step_amount(struct step_reader *reader, struct cursor *c)
{
    struct cursor next = *c;
    struct amount amount;
    bool clock = c->at > 1 && c->text.p[c->at - 1] == ':' &&
                 is_digit(c->text.p[c->at - 2]); /* 1:30 hours */
    if (clock || take_amount(&next, &amount) != SCAN_FOUND) {
        return false;
    }
    /* A sentence's full stop, or that of "2 tbsp. oil". */
    char behind = str_at(c->text, skip_blanks(c->text, next.at));
    amount.text.n -=
        str_ends(amount.text, STR(".")) && (behind < 'a' || behind > 'z');
    if (amount_kind(&amount) == UNIT_TIME) {
        *VEC_PUSH(&reader->step->times, reader->recipe->arena) =
            amount_times(amount, amount.unit->size->sizes[0]);
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

static void read_step(struct step_reader *reader)
{
    str text = reader->step->plain.text;
    struct cursor c = {reader->recipe->words, text, 0};
    while (c.at < text.n) {
        size_t word = word_end(text, c.at);
        if ((word > c.at || is_at_number(c)) &&
            (take_share(reader, &c) || take_heat(reader, &c) ||
             take_step_amount(reader, &c))) {
            continue;
        }
        if (word > c.at) {
            c.at = word;
        } else {
            utf8_next(text, &c.at);
        }
    }
    /* "475 °F (245 °C)" is there in both scales already. */
    struct recipe_step *step = reader->step;
    for (size_t i = 1; i < step->heats.n; i++) {
        if (step->heats.p[i].fahrenheit != step->heats.p[0].fahrenheit) {
            step->heats.n = 0;
        }
    }
}

/* The name, and the yolk of "1 egg plus 1 yolk", which is not its noun. */
static void add_names(struct step_reader *reader, size_t i)
{
    const struct recipe *recipe = reader->recipe;
    const struct ingredient *ingredient = &recipe->ingredients.p[i];
    struct stems *out = &reader->names[i];
    if (recipe->words->noun_first) {
        add_stems(recipe->words, ingredient->name, recipe->arena, out);
    }
    for (size_t k = 0; k < ingredient->nouns.n; k++) {
        if (ingredient->nouns.p[k].of) {
            add_stems(recipe->words, ingredient->nouns.p[k].one, recipe->arena,
                      out);
        }
    }
    if (!recipe->words->noun_first) {
        add_stems(recipe->words, ingredient->name, recipe->arena, out);
    }
}

void recipe_read_steps(struct recipe *recipe)
{
    struct arena *arena = recipe->arena;
    size_t n = recipe->ingredients.n;
    struct step_reader reader = {
        .recipe = recipe,
        .names = arena_zalloc(arena, n + 1, sizeof *reader.names),
        .used = arena_zalloc(arena, n + 1, sizeof *reader.used),
        .pairs =
            arena_zalloc(arena, recipe->groups.n + 1, sizeof *reader.pairs),
        .named = arena_zalloc(arena, n + 1, sizeof *reader.named)};
    for (size_t i = 0; i < recipe->groups.n; i++) {
        pair_group(&reader, i);
    }
    for (size_t i = 0; i < n; i++) {
        add_names(&reader, i);
    }
    for (size_t i = 0; i < recipe->steps.n; i++) {
        reader.step = &recipe->steps.p[i];
        reader.text = (struct stems){0};
        add_stems(recipe->words, reader.step->plain.text, arena, &reader.text);
        read_step(&reader);
        find_uses(&reader);
    }
}
