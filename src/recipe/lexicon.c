/* SPDX-License-Identifier: MIT */
#include "recipe/lexicon.h"

#include "base/diag/diag.h"
#include "base/utf8.h"
#include "data/yaml.h"
#include "files/path.h"

/* The keys of a file whose values are lists of phrases. */
static const struct {
    str key;
    unsigned roles; /* enum word_role */
} lists[] = {
    {STR_INIT("to"), WORD_TO},
    {STR_INIT("and"), WORD_AND},
    {STR_INIT("plus"), WORD_PLUS},
    {STR_INIT("of"), WORD_OF},
    {STR_INIT("about"), WORD_ABOUT},
    {STR_INIT("sizes"), WORD_SIZE},
    {STR_INIT("vague"), WORD_VAGUE},
    {STR_INIT("prepared"), WORD_PREPARED},
    {STR_INIT("adverbs"), WORD_ADVERB},
    {STR_INIT("notes"), WORD_NOTE},
    {STR_INIT("optional"), WORD_OPTIONAL},
    {STR_INIT("each"), WORD_EACH},
    {STR_INIT("articles"), WORD_ARTICLE},
    {STR_INIT("ingredients"), WORD_INGREDIENTS},
    {STR_INIT("steps"), WORD_STEPS},
    {STR_INIT("ingredients elsewhere"), WORD_INGREDIENTS | WORD_ELSEWHERE},
    {STR_INIT("steps elsewhere"), WORD_STEPS | WORD_ELSEWHERE},
    {STR_INIT("flour"), WORD_FLOUR},
    {STR_INIT("water"), WORD_WATER},
    {STR_INIT("preferment"), WORD_PREFERMENT},
    {STR_INIT("small"), WORD_SMALL},
    {STR_INIT("containers"), WORD_CONTAINER},
    {STR_INIT("loose"), WORD_LOOSE},
    {STR_INIT("yeast"), WORD_YEAST},
    {STR_INIT("within"), WORD_WITHIN},
    {STR_INIT("after"), WORD_AFTER},
    {STR_INIT("last"), WORD_LAST},
};

enum { LONGEST = 48, MOST_WORDS = 4 };

/* A space between words, everything in lower case but single letters: T is a
 * tablespoon, t a teaspoon. */
static str phrase_of(str text, char *into)
{
    str out = {into, 0};
    for (size_t i = 0; i < text.n && out.n < LONGEST; i++) {
        char c = text.n == 1 ? text.p[i] : to_lower(text.p[i]);
        bool space = is_space(c) || str_starts_at(text, i, STR("\u00a0"));
        i += space && !is_space(c);
        if (!space || (out.n && into[out.n - 1] != ' ')) {
            into[out.n++] = (char)(space ? ' ' : c);
        }
    }
    return out;
}

static struct word *add(struct lexicon *words, str phrase, unsigned role)
{
    char small[LONGEST];
    str key = arena_str(words->arena, phrase_of(phrase, small));
    void **slot = map_put(&words->map, words->arena, key);
    if (!*slot) {
        *slot = arena_zalloc(words->arena, 1, sizeof(struct word));
    }
    struct word *word = *slot;
    word->roles |= role;
    return word;
}

/* --- a file --- */

/* Adds both of "cup/cups", of the unit or of a noun without one. A word that is
 * there as a unit keeps it. */
static struct word *add_pair(struct lexicon *words, str many, unsigned role,
                             const struct unit *unit)
{
    struct word *word = NULL;
    str one;
    str_split(&many, '/', &one);
    many = many.p ? many : one;
    const str both[] = {many, one};
    for (size_t k = 0; k < 2; k++) {
        word = add(words, both[k], role);
        if (!word->unit) {
            word->unit = unit;
            word->one = one;
            word->many = many;
        }
    }
    return word;
}

static void add_unit(struct lexicon *words, str id,
                     const struct list *spellings)
{
    struct unit *unit = arena_zalloc(words->arena, 1, sizeof *unit);
    unit->id = id;
    unit->size = unit_size_find(id);
    unit->kind = unit->size ? unit->size->kind : UNIT_PIECES;
    for (size_t i = 0; i < spellings->items.n; i++) {
        str pair = value_str(spellings->items.p[i]);
        const struct word *word = add_pair(words, pair, WORD_UNIT, unit);
        unit->one = i ? unit->one : word->one;
        unit->many = i ? unit->many : word->many;
    }
    *VEC_PUSH(&words->units, words->arena) = unit;
}

/* A map from a number to phrases: shares and densities. */
static void add_numbers(struct lexicon *words, const struct dict *numbers,
                        unsigned role)
{
    for (size_t i = 0; i < numbers->entries.n; i++) {
        const struct entry *entry = &numbers->entries.p[i];
        struct fraction number = number_parse(value_str(entry->key));
        for (size_t k = 0; k < entry->val.as.list->items.n; k++) {
            struct word *word =
                add(words, value_str(entry->val.as.list->items.p[k]), role);
            if (role == WORD_DENSITY) {
                word->density = number;
            } else {
                word->number = number;
            }
        }
    }
}

static void add_list(struct lexicon *words, str key, const struct list *phrases)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (size_t k = 0; str_eq(lists[i].key, key) && k < phrases->items.n;
             k++) {
            add(words, value_str(phrases->items.p[k]), lists[i].roles);
        }
    }
}

static void add_file(struct lexicon *words, const struct dict *file)
{
    for (size_t i = 0; i < file->entries.n; i++) {
        str key = value_str(file->entries.p[i].key);
        value val = file->entries.p[i].val;
        if (str_eq(key, STR("units"))) {
            for (size_t k = 0; k < val.as.dict->entries.n; k++) {
                const struct entry *unit = &val.as.dict->entries.p[k];
                add_unit(words, value_str(unit->key), unit->val.as.list);
            }
        } else if (str_eq(key, STR("numbers"))) {
            add_numbers(words, val.as.dict, WORD_NUMBER);
        } else if (str_eq(key, STR("shares"))) {
            add_numbers(words, val.as.dict, WORD_SHARE);
        } else if (str_eq(key, STR("densities"))) {
            add_numbers(words, val.as.dict, WORD_DENSITY);
        } else if (str_eq(key, STR("nouns"))) {
            for (size_t k = 0; k < val.as.list->items.n; k++) {
                add_pair(words, value_str(val.as.list->items.p[k]), WORD_NOUN,
                         NULL);
            }
        } else if (str_eq(key, STR("headings"))) {
            words->ingredients = value_str(val.as.list->items.p[0]);
            words->steps = value_str(val.as.list->items.p[1]);
        } else if (str_eq(key, STR("decimal"))) {
            words->comma = str_eq(value_str(val), STR(","));
        } else if (str_eq(key, STR("order"))) {
            words->noun_first = str_eq(value_str(val), STR("noun first"));
        } else if (value_is(val, VALUE_LIST)) {
            add_list(words, key, val.as.list);
        }
    }
}

static const struct builtin *file_of(str language, str *found)
{
    const struct builtin *english = &recipe_words_files[0];
    *found = STR("en");
    for (size_t i = 0; i < recipe_words_count; i++) {
        str name = path_base(recipe_words_files[i].name);
        name.n -= path_ext(name).n;
        if (str_eq_nocase(name, language)) {
            *found = name;
            return &recipe_words_files[i];
        }
        english = str_eq(name, STR("en")) ? &recipe_words_files[i] : english;
    }
    return english;
}

struct lexicon *lexicon_load(str tag, struct arena *arena)
{
    struct lexicon *words = arena_zalloc(arena, 1, sizeof *words);
    struct diags diags;
    str language;
    str rest = tag;
    str_split(&rest, '-', &language);
    const struct builtin *file = file_of(language, &words->language);
    struct source *source = ARENA_NEW(arena, struct source);
    *source = (struct source){.name = file->name, .text = file->bytes};
    value v;
    diags_init(&diags, arena);
    words->arena = arena;
    words->system =
        str_eq_nocase(tag, STR("en")) || str_eq_nocase(tag, STR("en-US"))
            ? UNITS_US
            : UNITS_METRIC;
    if (yaml_parse(source, 0, source->text.n, arena, &diags, &v) &&
        value_is(v, VALUE_DICT)) {
        map_reserve(&words->map, arena, 800);
        add_file(words, v.as.dict);
    }
    return words;
}

void lexicon_set_init(struct lexicon_set *set)
{
    *set = (struct lexicon_set){0};
    pthread_mutex_init(&set->lock, NULL);
}

void lexicon_set_free(struct lexicon_set *set)
{
    arena_free(&set->arena);
    pthread_mutex_destroy(&set->lock);
}

const struct lexicon *lexicon_set_get(struct lexicon_set *set, str tag)
{
    pthread_mutex_lock(&set->lock);
    void *words = map_get(&set->tags, tag);
    if (!words) {
        str key = arena_str(&set->arena, tag);
        words = lexicon_load(key, &set->arena);
        *map_put(&set->tags, &set->arena, key) = words;
    }
    pthread_mutex_unlock(&set->lock);
    return words;
}

/* --- lookup --- */

static bool is_word_char(uint32_t c)
{
    if (c < 0x80) {
        return is_alnum((char)c);
    }
    /* Characters that are neither letters nor digits: dashes, quotes and
     * spaces, fractions, signs. */
    return c >= 0xC0 && c != 0xD7 && (c < 0x2000 || c > 0x206F) &&
           (c < 0x2150 || c > 0x215F) && (c < 0x2190 || c > 0x2BFF) &&
           (c < 0x2E00 || c > 0x2E5D) && (c < 0x3001 || c > 0x301F) &&
           (c < 0xFF01 || c > 0xFF0F) && c != 0xFF1F && c != 0xFFFD;
}

size_t word_end(str text, size_t at)
{
    size_t start = at;
    while (at < text.n) {
        size_t next = at;
        uint32_t c = utf8_next(text, &next);
        if (is_word_char(c)) {
            at = next;
            continue;
        }
        size_t after = next;
        bool inner = at > start && !is_digit(str_at(text, next)) &&
                     next < text.n && is_word_char(utf8_next(text, &after));
        if (inner && (c == '\'' || c == 0x2019)) {
            if (at - start == 1) {
                return next;
            }
        } else if (!inner || c != '-') {
            break;
        }
        at = next;
    }
    return at;
}

size_t skip_blanks(str text, size_t at)
{
    while (at < text.n) {
        size_t next = at;
        uint32_t c = utf8_next(text, &next);
        if (c != ' ' && (c < '\t' || c > '\r') && c != 0xA0 && c != 0x202F &&
            (c < 0x2002 || c > 0x200B)) {
            break;
        }
        at = next;
    }
    return at;
}

size_t word_next(str text, size_t at)
{
    while (at < text.n) {
        size_t next = at;
        if (is_word_char(utf8_next(text, &next))) {
            return at;
        }
        at = next;
    }
    return text.n;
}

const struct word *lexicon_find(const struct lexicon *words, str text,
                                unsigned roles)
{
    char small[LONGEST];
    const struct word *word = map_get(&words->map, phrase_of(text, small));
    if (!word && text.n == 1) {
        char lower = to_lower(text.p[0]);
        word = map_get(&words->map, (str){&lower, 1});
    }
    return word && word->roles & roles ? word : NULL;
}

const struct word *lexicon_at(const struct lexicon *words, str text, size_t at,
                              unsigned roles, size_t *end)
{
    size_t ends[MOST_WORDS];
    size_t n = 0;
    size_t from = *end = at;
    while (n < MOST_WORDS) {
        size_t to = word_end(text, from);
        /* Signs in place of words: "&", "+", an inch's ″. */
        if (to == from && !n && at < text.n) {
            utf8_next(text, &to);
        }
        if (to == from || to - at > LONGEST) {
            break;
        }
        ends[n++] = to;
        from = skip_blanks(text, to);
        if (str_at(text, to) == '.' && to - at <= 2) {
            from = skip_blanks(text, to + 1); /* fl. oz, c. à s. */
        }
    }
    while (n--) {
        const struct word *word =
            lexicon_find(words, str_sub(text, at, ends[n] - at), roles);
        if (word) {
            bool dot = str_at(text, ends[n]) == '.' && !(roles & WORD_UNIT) &&
                       roles & (WORD_ABOUT | WORD_SIZE);
            *end = ends[n] + dot; /* ca. 200 g, 1 gestr. TL */
            return word;
        }
    }
    return NULL;
}

const struct unit *lexicon_unit(const struct lexicon *words, str id)
{
    for (size_t i = 0; i < words->units.n; i++) {
        if (str_eq(words->units.p[i]->id, id)) {
            return words->units.p[i];
        }
    }
    return NULL;
}
