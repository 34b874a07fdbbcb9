/* SPDX-License-Identifier: MIT */
#include "recipe/step_uses.h"

#include "text/slug.h"

/* A phrase of several words that has a density. */
struct phrase {
    size_t end;
    struct fraction density; /* none after the phrase */
};

/* Singular and plural become the same: those of known nouns, of others roughly:
 * cherries and cherry, Möhren and Möhre. */
static str stem_of(const struct lexicon *words, str word, struct arena *arena)
{
    enum { SHORTEST = 3 };
    const struct word *noun = lexicon_find(words, word, WORD_NOUN);
    word = noun ? noun->one : word;
    bool whole = str_ends(word, STR("ss"));
    word = slug_fold(arena, word);
    for (size_t i = 0; !whole && i < words->endings.n && word.n > SHORTEST;
         i++) {
        word.n -= word.p[word.n - 1] == words->endings.p[i];
    }
    return word;
}

/* Moves the phrase on if the cursor has left it. */
static void take_phrase(struct cursor c, struct phrase *phrase)
{
    size_t word = word_end(c.text, c.at);
    if (c.at >= phrase->end) {
        const struct word *whole = take_word(&c, WORD_DENSITY);
        bool several = whole && c.at > word;
        *phrase = (struct phrase){several ? c.at : word,
                                  several ? whole->density : fraction_none};
    }
}

bool step_begins_sentence(struct cursor c)
{
    str before = str_trim(str_sub(c.text, 0, c.at));
    return !before.n || is_any_of(before.p[before.n - 1], ".!?:;");
}

bool step_is_verb(struct cursor c)
{
    bool first = step_begins_sentence(c);
    c.at = skip_blanks(c.text, word_end(c.text, c.at));
    str next = word_at(c.text, c.at);
    return (next.n && str_is_word_of(next, c.words->objects)) ||
           (first && c.words->objects.n && is_at_number(c));
}

/* Moves past "a little", "a bit" and "for": of the name that follows the
 * step takes nothing that the list has. Of "extra virgin" nothing is vague. */
static bool take_vague(struct cursor *c)
{
    struct cursor next = *c;
    size_t end = word_end(c->text, c->at);
    if (str_is_word_of(word_at(c->text, c->at), c->words->purpose)) {
        next.at = end;
    } else if (!take_word(&next, WORD_VAGUE) ||
               (next.at == end && peek_word(*c, WORD_SMALL))) {
        return false;
    }
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
    size_t joined = STR_NONE; /* the place after the stem before */
    size_t vague = STR_NONE;
    size_t sentence = 0; /* the number of its first stem */
    while (c.at < text.n) {
        sentence = step_begins_sentence(c) ? out->list.n : sentence;
        if (peek_word(c, WORD_FETCHED)) {
            for (size_t i = sentence; i < out->list.n; i++) {
                out->list.p[i].other = true;
            }
        }
        if (take_vague(&c)) {
            vague = skip_blanks(text, c.at);
            c.at = word_next(text, c.at);
            continue;
        }
        str word = word_at(text, c.at);
        size_t next = skip_blanks(text, c.at + word.n);
        bool other = c.at == vague;
        take_phrase(c, &phrase);
        if (tells_apart(words, word)) {
            *VEC_PUSH(&out->list, arena) = (struct stem){
                stem_of(words, word, arena), phrase.density, c.at == joined,
                other || step_is_verb(c) || str_is_word_of(word, words->looks)};
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

static void pair_groups(struct step_reader *reader)
{
    const struct recipe *recipe = reader->recipe;
    struct arena *arena = recipe->arena;
    size_t n = recipe->step_groups.n;
    struct stems *steps = arena_zalloc(arena, n + 1, sizeof *steps);
    for (size_t k = 0; k < n; k++) {
        add_stems(recipe->words, recipe->step_groups.p[k], arena, &steps[k]);
    }
    for (size_t i = 0; i < recipe->groups.n; i++) {
        struct stems name = {0};
        size_t most = 1;
        add_stems(recipe->words, recipe->groups.p[i], arena, &name);
        for (size_t k = 0; k < n; k++) {
            size_t now = shared(&name, &steps[k]);
            reader->pairs[i] = now >= most ? k + 1 : reader->pairs[i];
            most = now > most ? now : most;
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
    bool long_enough = stem.n >= SHORTEST || str_starts(stem, STR("öl"));
    return str_eq(name, stem) ||
           (words->compounds && long_enough && str_ends(name, stem));
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

static size_t shared_of(const struct step_reader *reader, size_t i)
{
    const struct recipe *recipe = reader->recipe;
    const struct ingredient *ingredient = &recipe->ingredients.p[i];
    str step = reader->step->item.text;
    struct candidate *at = &reader->all[i];
    if (at->shared_by != reader->number) {
        at->shared_by = reader->number;
        at->shared = words_shared(ingredient->text, step) +
                     words_shared(recipe->groups.p[ingredient->group], step);
    }
    return at->shared;
}

/* How well the word names the ingredient; 0: not at all. Its noun counts most,
 * then how many of its words the step has, then the group, then how few it has
 * not: "sugar" is rather sugar than icing sugar. */
static size_t rank(const struct step_reader *reader, size_t i, str stem)
{
    const struct lexicon *words = reader->recipe->words;
    const struct stems *name = &reader->all[i].name;
    bool named = false;
    bool is_noun = false;
    for (size_t k = 0; k < name->list.n && !is_noun; k++) {
        is_noun = is_word_of(words, name->list.p[k].text, stem);
        named = named || is_noun;
        is_noun = is_noun && k == name->noun;
    }
    if (!named) {
        return 0;
    }
    size_t group = group_of(reader, i);
    size_t found = reader->all[i].found;
    enum { GROUP = 1 << 8, FOUND = 1 << 12, NOUN = 1 << 20, MOST_LACKS = 99 };
    size_t lacks = name->list.n - found;
    return (size_t)is_noun * NOUN + found * FOUND + group * GROUP +
           (lacks < MOST_LACKS ? MOST_LACKS - lacks : 0) + 1;
}

/* Whether the step takes what its line has beside the amount: "250 g flour, and
 * more for dusting". */
static bool is_extra(const struct step_reader *reader, size_t i)
{
    struct cursor c = {reader->recipe->words,
                       reader->recipe->ingredients.p[i].text, 0};
    find_word(&c, WORD_VAGUE);
    take_words(&c, WORD_VAGUE);
    take_blanks(&c);
    str rest = str_from_offset(c.text, c.at);
    return str_is_word_of(word_at(rest, 0), c.words->purpose) &&
           words_shared(rest, reader->step->item.text);
}

/* Keeps those of the n named ingredients whose lines and groups have most words
 * of the step, and rather ones with an amount; returns how many. A word for
 * dozens of them means none. Of two groups one may be used up. */
static size_t keep_best(struct step_reader *reader, size_t n)
{
    enum { DOZENS = 24 };
    size_t most = 0;
    size_t kept = 0;
    const struct recipe *recipe = reader->recipe;
    bool several = n && recipe->ingredients.p[reader->named[0]].group !=
                            recipe->ingredients.p[reader->named[n - 1]].group;
    for (size_t k = 0; k < n && n < DOZENS; k++) {
        size_t i = reader->named[k];
        const struct ingredient *ingredient = &recipe->ingredients.p[i];
        size_t now = 2 * shared_of(reader, i) + (ingredient->amounts.n > 0);
        if (several && reader->all[i].used &&
            reader->all[i].used < reader->number) {
            continue;
        }
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

size_t step_take_name(struct step_reader *reader, struct cursor *c)
{
    struct cursor next = *c;
    enum { MOST_WORDS = 5 };
    size_t named = 0;
    struct phrase phrase = {0};
    for (int i = 0; i < MOST_WORDS; i++) {
        take_blanks(&next);
        take_phrase(next, &phrase);
        str word = word_at(next.text, next.at);
        size_t n =
            named_by(reader, stem_of(next.words, word, reader->recipe->arena),
                     phrase.density);
        bool small = lexicon_find(next.words, word,
                                  WORD_SMALL | WORD_PREPARED | WORD_OF |
                                      WORD_SIZE | WORD_ARTICLE | WORD_SHARE);
        if (!word.n || (!n && (named || !small))) {
            break;
        }
        next.at += word.n;
        if (n) {
            named = n;
            *c = next;
        }
    }
    return named;
}

/* Whether the step takes these n ingredients from the list: no step before has,
 * and in steps of another group each goes by its whole name. */
static bool are_left(const struct step_reader *reader, size_t n)
{
    bool left = n > 0;
    for (size_t k = 0; k < n && left; k++) {
        size_t i = reader->named[k];
        left = !reader->all[i].used && !is_extra(reader, i) &&
               (group_of(reader, i) != PAIR_OTHER ||
                reader->all[i].found == reader->all[i].name.list.n);
    }
    return left;
}

/* A word before one that names the same is part of the name: the lemon of lemon
 * curd is no juice of 1 lemon. */
void step_find_uses(struct step_reader *reader)
{
    struct arena *arena = reader->recipe->arena;
    const struct stems *text = &reader->text;
    size_t most = reader->recipe->ingredients.n;
    bool *uses = arena_zalloc(arena, most + 1, 1);
    size_t after = STR_NONE; /* the ingredient that the word after names */
    for (size_t i = text->list.n; i-- > 0;) {
        const struct stem *stem = &text->list.p[i];
        bool part = after != STR_NONE && stem[1].joined &&
                    has_stem(&reader->all[after].name, stem->text);
        size_t n =
            stem->other ? 0 : named_by(reader, stem->text, stem->density);
        after = n ? reader->named[0] : STR_NONE;
        n = part ? 0 : keep_best(reader, n);
        for (n = are_left(reader, n) ? n : 0; n; n--) {
            uses[reader->named[n - 1]] = true;
        }
    }
    for (size_t i = 0; i < most; i++) {
        if (uses[i]) {
            *VEC_PUSH(&reader->step->uses, arena) = i;
            reader->all[i].used = reader->number;
        }
    }
}

/* The name, and the yolk of "1 egg plus 1 yolk", which is not its noun. */
static void add_names(struct step_reader *reader, size_t i)
{
    const struct lexicon *words = reader->recipe->words;
    struct arena *arena = reader->recipe->arena;
    const struct ingredient *ingredient = &reader->recipe->ingredients.p[i];
    struct stems *out = &reader->all[i].name;
    add_stems(words, ingredient->name, arena, out);
    size_t last = str_rfind_char(ingredient->name, ' ') + 1;
    bool mix = !tells_apart(words, str_from_offset(ingredient->name, last));
    out->noun = words->noun_first ? 0 : out->list.n - !mix;
    for (size_t k = 0; k < ingredient->nouns.n; k++) {
        if (ingredient->nouns.p[k].of) {
            add_stems(words, ingredient->nouns.p[k].one, arena, out);
        }
    }
}

void step_reader_init(struct step_reader *reader, struct recipe *recipe)
{
    struct arena *arena = recipe->arena;
    size_t n = recipe->ingredients.n + 1;
    size_t groups = recipe->groups.n + 1;
    *reader = (struct step_reader){
        .recipe = recipe,
        .all = arena_zalloc(arena, n, sizeof *reader->all),
        .pairs = arena_zalloc(arena, groups, sizeof *reader->pairs),
        .named = arena_zalloc(arena, n, sizeof *reader->named)};
    pair_groups(reader);
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        add_names(reader, i);
    }
}

void step_begin(struct step_reader *reader, struct recipe_step *step)
{
    const struct recipe *recipe = reader->recipe;
    reader->step = step;
    reader->number++;
    reader->listed = 0;
    reader->text = (struct stems){0};
    add_stems(recipe->words, step->item.text, recipe->arena, &reader->text);
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        reader->all[i].found = shared(&reader->all[i].name, &reader->text);
    }
}
