/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "recipe/recipe.h"

/* The words of a text that tell things apart, as stems. */
struct stems {
    VEC(str) list;
};

struct step_reader {
    struct recipe *recipe;
    struct recipe_step *step;
    struct stems *names; /* of each ingredient; its head is the last */
    uint8_t *nearness;   /* of each group of ingredients to the step's */
    struct stems text;   /* of the step */
    bool *used;          /* one per ingredient */
};

static bool drop(str *word, str ending)
{
    enum { SHORTEST = 3 };
    if (word->n < SHORTEST + ending.n || !str_ends(*word, ending)) {
        return false;
    }
    word->n -= ending.n;
    return true;
}

/* Singular and plural become the same, roughly: eggs and egg, Eier and Eiern.
 */
static str stem_of(const struct lexicon *words, str word, struct arena *arena)
{
    word = arena_lower(arena, word);
    if (str_eq(words->language, STR("de"))) {
        if (!drop(&word, STR("en")) && !drop(&word, STR("n"))) {
            drop(&word, STR("e"));
        }
    } else if (!str_ends(word, STR("ss"))) {
        drop(&word, STR("s"));
        if (str_ends(word, STR("oe"))) {
            word.n--;
        } else if (drop(&word, STR("ie"))) {
            return arena_concat(arena, word, STR("y"));
        }
    }
    return word;
}

static void add_stems(const struct lexicon *words, str text,
                      struct arena *arena, struct stems *out)
{
    for (size_t at = word_next(text, 0); at < text.n;
         at = word_next(text, word_end(text, at))) {
        str word = str_sub(text, at, word_end(text, at) - at);
        if (!lexicon_find(words, word,
                          WORD_SMALL | WORD_PREPARED | WORD_ADVERB | WORD_OF |
                              WORD_ARTICLE) &&
            !is_digit(word.p[0])) {
            *VEC_PUSH(&out->list, arena) = stem_of(words, word, arena);
        }
    }
}

static bool has_stem(const struct stems *stems, str stem)
{
    for (size_t i = 0; i < stems->list.n; i++) {
        if (str_eq(stems->list.p[i], stem)) {
            return true;
        }
    }
    return false;
}

static bool share_stem(const struct stems *a, const struct stems *b)
{
    for (size_t i = 0; i < a->list.n; i++) {
        if (has_stem(b, a->list.p[i])) {
            return true;
        }
    }
    return false;
}

/* --- groups: "The pastry cream" is made of the group "Pastry cream" --- */

enum { NEAR_ANOTHER, NEAR_NONE, NEAR };

static void find_nearness(struct step_reader *reader, size_t group)
{
    struct recipe *recipe = reader->recipe;
    struct arena *arena = recipe->arena;
    struct stems *steps =
        arena_zalloc(arena, recipe->step_groups.n, sizeof *steps);
    for (size_t i = 0; i < recipe->step_groups.n; i++) {
        add_stems(recipe->words, recipe->step_groups.p[i], arena, &steps[i]);
    }
    for (size_t i = 0; i < recipe->groups.n; i++) {
        struct stems name = {0};
        add_stems(recipe->words, recipe->groups.p[i], arena, &name);
        reader->nearness[i] = NEAR_NONE;
        for (size_t k = 0; k < recipe->step_groups.n; k++) {
            if (share_stem(&name, &steps[k])) {
                reader->nearness[i] = NEAR_ANOTHER;
            }
        }
        if (group < recipe->step_groups.n && share_stem(&name, &steps[group])) {
            reader->nearness[i] = NEAR;
        }
    }
}

/* --- ingredients by their names --- */

/* How well the word names the ingredient; 0: not at all. Its last word counts
 * most, then how many of its words the step has, then the group. */
static size_t rank(const struct step_reader *reader, size_t i, str stem)
{
    const struct stems *name = &reader->names[i];
    if (!has_stem(name, stem)) {
        return 0;
    }
    size_t found = 0;
    for (size_t k = 0; k < name->list.n; k++) {
        found += has_stem(&reader->text, name->list.p[k]);
    }
    bool head = str_eq(name->list.p[name->list.n - 1], stem);
    enum { HEAD = 1 << 16, FOUND = 1 << 8 };
    return (size_t)head * HEAD + found * FOUND + 1 +
           reader->nearness[reader->recipe->ingredients.p[i].group];
}

/* The ingredient that the word names best; *n is how many it names as well.
 * Marks them as used if `mark`. */
static size_t named_by(struct step_reader *reader, str stem, bool mark,
                       size_t *n)
{
    size_t best = 0;
    size_t first = 0;
    *n = 0;
    for (size_t i = 0; i < reader->recipe->ingredients.n; i++) {
        size_t now = rank(reader, i, stem);
        if (now > best) {
            best = now;
            first = i;
            *n = 0;
        }
        *n += now && now == best;
    }
    for (size_t i = first; mark && *n && i < reader->recipe->ingredients.n;
         i++) {
        reader->used[i] |= rank(reader, i, stem) == best;
    }
    return first;
}

/* The one ingredient that is named within a few words from `at` on, with no
 * other word than articles and adjectives in between. *stop is behind its
 * name. */
static bool names_one(struct step_reader *reader, size_t at, size_t *out,
                      size_t *stop)
{
    const struct lexicon *words = reader->recipe->words;
    str text = reader->step->plain.text;
    enum { MOST_WORDS = 5 };
    bool found = false;
    for (int i = 0; i < MOST_WORDS && at < text.n; i++) {
        at = skip_blanks(text, at);
        size_t end = word_end(text, at);
        if (end == at) {
            break;
        }
        str word = str_sub(text, at, end - at);
        size_t n;
        size_t ingredient = named_by(
            reader, stem_of(words, word, reader->recipe->arena), false, &n);
        bool small = lexicon_find(words, word,
                                  WORD_SMALL | WORD_PREPARED | WORD_OF |
                                      WORD_SIZE | WORD_ARTICLE | WORD_SHARE);
        if (!n && !small) {
            break;
        }
        /* The last of several words is the noun: olive oil. */
        if (n == 1) {
            *out = ingredient;
            *stop = end;
            found = true;
        } else if (n) {
            return false;
        }
        if (found && !n) {
            break;
        }
        at = end;
    }
    return found;
}

static void find_uses(struct step_reader *reader)
{
    size_t n;
    for (size_t i = 0; i < reader->text.list.n; i++) {
        named_by(reader, reader->text.list.p[i], true, &n);
    }
    for (size_t i = 0; i < reader->recipe->ingredients.n; i++) {
        if (reader->used[i]) {
            *VEC_PUSH(&reader->step->uses, reader->recipe->arena) = i;
        }
    }
}

/* --- numbers --- */

/* "180 °C", "180C", "350 degrees F". */
static size_t take_heat(struct step_reader *reader, size_t at)
{
    str text = reader->step->plain.text;
    str rest = str_from_offset(text, at);
    enum { MOST_DEGREES = 999 };
    size_t number = str_take_number(&rest, MOST_DEGREES);
    size_t digits = rest.p ? (size_t)(rest.p - text.p) - at : 0;
    size_t behind = skip_blanks(text, at + digits);
    char scale;
    size_t end = degrees_end(text, behind, &scale);
    if (number < 10 || number > MOST_DEGREES || end == behind ||
        (!scale && number > 350)) {
        return 0;
    }
    *VEC_PUSH(&reader->step->heats, reader->recipe->arena) =
        (struct heat){at, end - at, (int64_t)number, scale == 'F'};
    return end;
}

/* "1 hour 15 minutes" and "1 hour and 15 minutes" are one time. */
static void add_time(struct step_reader *reader, const struct amount *amount)
{
    struct recipe_step *step = reader->step;
    const struct lexicon *words = reader->recipe->words;
    struct fraction size = amount->unit->size->sizes[0];
    struct step_time time = {amount->at, amount->n,
                             fraction_multiply(amount->least, size),
                             fraction_multiply(amount->most, size)};
    if (step->times.n) {
        struct step_time *last = &step->times.p[step->times.n - 1];
        size_t end = skip_blanks(step->plain.text, last->at + last->n);
        size_t behind;
        if (lexicon_at(words, step->plain.text, end, WORD_AND, &behind)) {
            end = skip_blanks(step->plain.text, behind);
        }
        if (end == amount->at &&
            fraction_compare(time.least, last->least) < 0 && !last->most.den &&
            !time.most.den) {
            last->least = fraction_add(last->least, time.least);
            last->n = amount->at + amount->n - last->at;
            return;
        }
    }
    *VEC_PUSH(&step->times, reader->recipe->arena) = time;
}

/* An amount scales with the recipe if it names an ingredient. A count does only
 * if the ingredient is counted in the same way: "2 eggs", but not "cut the
 * bread into 2 slices". */
static void add_amount(struct step_reader *reader, const struct amount *amount,
                       size_t end)
{
    struct recipe_step *step = reader->step;
    size_t ingredient;
    size_t stop;
    bool fixed = amount->at && step->plain.text.p[amount->at - 1] == '=';
    enum unit_kind kind = amount->unit ? amount->unit->kind : UNIT_PIECES;
    if (fixed) {
        ingredient = 0;
    } else if (kind == UNIT_LENGTH ||
               !names_one(reader, end, &ingredient, &stop)) {
        return;
    } else {
        const struct ingredient *of =
            &reader->recipe->ingredients.p[ingredient];
        const struct amount *first = of->amounts.n ? of->amounts.p : NULL;
        if (kind == UNIT_PIECES && (!first || first->unit != amount->unit)) {
            return;
        }
        fixed = first && first->fixed;
    }
    struct step_amount *out = VEC_PUSH(&step->amounts, reader->recipe->arena);
    *out = (struct step_amount){*amount, ingredient, false};
    out->amount.fixed = fixed;
}

/* "half of the milk": how much that is. */
static bool add_share(struct step_reader *reader, size_t at, size_t *end)
{
    const struct recipe *recipe = reader->recipe;
    struct recipe_step *step = reader->step;
    str text = step->plain.text;
    struct fraction share = {0, 0};
    size_t behind = at;
    const struct word *word =
        lexicon_at(recipe->words, text, at, WORD_SHARE, &behind);
    if (word) {
        share = word->number;
    } else {
        share = fraction_of_character(utf8_next(text, &behind));
    }
    size_t next = skip_blanks(text, behind);
    size_t ingredient;
    size_t of;
    if (!share.den || share.num == share.den ||
        !lexicon_at(recipe->words, text, next, WORD_OF | WORD_ARTICLE, &of) ||
        !names_one(reader, next, &ingredient, end) ||
        !recipe->ingredients.p[ingredient].amounts.n) {
        return false;
    }
    struct amount amount = recipe->ingredients.p[ingredient].amounts.p[0];
    amount.least = fraction_multiply(amount.least, share);
    amount.most = fraction_multiply(amount.most, share);
    amount.at = *end;
    amount.n = 0;
    *VEC_PUSH(&step->amounts, recipe->arena) =
        (struct step_amount){amount, ingredient, true};
    return true;
}

static size_t take_number(struct step_reader *reader, size_t at)
{
    const struct lexicon *words = reader->recipe->words;
    str text = reader->step->plain.text;
    struct amount amount;
    size_t end;
    size_t heat = is_digit(text.p[at]) ? take_heat(reader, at) : 0;
    if (heat) {
        return heat;
    }
    if (amount_scan(words, text, at, &amount, &end) != SCAN_FOUND) {
        return 0;
    }
    if (amount.unit && amount.unit->kind == UNIT_TIME) {
        add_time(reader, &amount);
        return end;
    }
    bool digits = is_digit(text.p[at]) || (unsigned char)text.p[at] >= 0x80;
    if (digits) {
        add_amount(reader, &amount, at + amount.n);
        return end;
    }
    return 0;
}

static void read_step(struct step_reader *reader)
{
    str text = reader->step->plain.text;
    for (size_t at = 0; at < text.n;) {
        size_t next = at;
        bool fraction =
            fraction_is_some(fraction_of_character(utf8_next(text, &next)));
        bool starts =
            is_digit(text.p[at]) || fraction || word_end(text, at) > at;
        size_t end = 0;
        if (starts && !add_share(reader, at, &end)) {
            end = take_number(reader, at);
        }
        size_t word = word_end(text, at);
        at = end > at ? end : word > at ? word : next;
    }
}

void recipe_read_steps(struct recipe *recipe)
{
    struct arena *arena = recipe->arena;
    size_t n = recipe->ingredients.n;
    struct step_reader reader = {
        .recipe = recipe,
        .names = arena_zalloc(arena, n + 1, sizeof *reader.names),
        .nearness = arena_zalloc(arena, recipe->groups.n + 1, 1)};
    for (size_t i = 0; i < n; i++) {
        add_stems(recipe->words, recipe->ingredients.p[i].name, arena,
                  &reader.names[i]);
    }
    for (size_t i = 0; i < recipe->steps.n; i++) {
        reader.step = &recipe->steps.p[i];
        reader.text = (struct stems){0};
        reader.used = arena_zalloc(arena, n + 1, 1);
        add_stems(recipe->words, reader.step->plain.text, arena, &reader.text);
        find_nearness(&reader, reader.step->group);
        find_uses(&reader);
        read_step(&reader);
    }
}
