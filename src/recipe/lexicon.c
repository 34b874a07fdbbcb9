/* SPDX-License-Identifier: MIT */
#include "recipe/lexicon.h"

#include "base/diag/diag.h"
#include "base/utf8.h"
#include "data/yaml.h"
#include "files/path.h"

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

/* Adds a word. It keeps the unit and spellings that it has. */
static void add(struct lexicon *words, str phrase, unsigned role,
                struct word other)
{
    char small[LONGEST];
    str key = arena_str(words->arena, phrase_of(phrase, small));
    void **slot = map_put(&words->map, words->arena, key);
    if (!*slot) {
        *slot = arena_zalloc(words->arena, 1, sizeof(struct word));
    }
    struct word *word = *slot;
    word->elsewhere =
        word->elsewhere ||
        (other.elsewhere && !(word->roles & (WORD_INGREDIENTS | WORD_STEPS)));
    word->roles |= role;
    if (!word->unit && other.one.n) {
        word->alone = other.alone;
        word->unit = other.unit;
        word->one = other.one;
        word->many = other.many;
    }
    if (role == WORD_DENSITY) {
        word->density = other.number;
        word->liquid = other.liquid;
    } else if (other.number.den) {
        word->number = other.number;
    }
}

/* --- a file --- */

/* The role of the phrases of that key; 0: it has none. */
static unsigned role_of(str key)
{
    static const char role_keys[] =
        "units numbers to and plus of about sizes vague prepared adverbs notes "
        "optional each shares articles ingredients steps flour water "
        "preferment small densities nouns containers loose yeast products "
        "within after last fetched";
    size_t role = str_word_index(key, str_from(role_keys));
    return role == STR_NONE ? 0 : 1U << role;
}

static struct unit *add_unit(struct lexicon *words, str id)
{
    struct unit *unit = arena_zalloc(words->arena, 1, sizeof *unit);
    unit->id = id;
    unit->size = unit_size_find(id);
    unit->kind = unit->size ? unit->size->kind : UNIT_PIECES;
    *VEC_PUSH(&words->units, words->arena) = unit;
    return unit;
}

/* Adds the phrases of a role, those of units and nouns with both spellings of
 * "cup/cups", alone with "Ei/Eier/". `key` is the id of a unit, or a number,
 * that of liquids with " ml". */
static void add_phrases(struct lexicon *words, const struct list *phrases,
                        unsigned role, str key)
{
    struct unit *unit = role == WORD_UNIT ? add_unit(words, key) : NULL;
    str number;
    str_split(&key, ' ', &number);
    for (size_t i = 0; i < phrases->items.n; i++) {
        struct word word = {
            .unit = unit, .number = number_parse(number), .liquid = key.n};
        str phrase = value_str(phrases->items.p[i]);
        if (role == WORD_UNIT || role == WORD_NOUN) {
            str_split(&phrase, '/', &word.one);
            word.many = word.one;
            str_split(&phrase, '/', &word.many);
            word.alone = phrase.p;
            add(words, word.many, role, word);
            phrase = word.one;
        }
        add(words, phrase, role, word);
        if (unit && !i) {
            unit->one = word.one;
            unit->many = word.many;
        }
    }
}

/* Adds a list of phrases, or a map from ids or numbers to lists. */
static void add_key(struct lexicon *words, str key, value val)
{
    unsigned role = role_of(key);
    if (value_is(val, VALUE_LIST)) {
        add_phrases(words, val.as.list, role, STR(""));
        return;
    }
    for (size_t i = 0; i < val.as.dict->entries.n; i++) {
        const struct entry *entry = &val.as.dict->entries.p[i];
        add_phrases(words, entry->val.as.list, role, value_str(entry->key));
    }
}

/* The text, or the first one of a list. */
static str text_of(const struct dict *file, const char *key)
{
    const value *v = dict_get_str(file, str_from(key));
    bool list = v && value_is(*v, VALUE_LIST);
    return list ? value_str(v->as.list->items.p[0])
           : v  ? value_str(*v)
                : STR("");
}

static void add_file(struct lexicon *words, const struct dict *file)
{
    words->ingredients = text_of(file, "ingredients");
    words->steps = text_of(file, "steps");
    words->fan = text_of(file, "fan");
    words->gas = text_of(file, "gas");
    words->endings = text_of(file, "endings");
    words->objects = text_of(file, "objects");
    words->purpose = text_of(file, "purpose");
    words->looks = text_of(file, "looks");
    words->by = text_of(file, "by");
    words->point = text_of(file, "decimal");
    words->noun_first = str_eq(text_of(file, "order"), STR("noun first"));
    words->compounds = str_eq(text_of(file, "nouns are"), STR("joined"));
    for (size_t i = 0; i < file->entries.n; i++) {
        str key = value_str(file->entries.p[i].key);
        if (role_of(key)) {
            add_key(words, key, file->entries.p[i].val);
        }
    }
}

/* The headings of the other languages, for a page that is not in the one that
 * it is said to be in. */
static void add_elsewhere(struct lexicon *words, const struct dict *file)
{
    const struct word word = {.elsewhere = true};
    for (size_t i = 0; i < file->entries.n; i++) {
        value list = file->entries.p[i].val;
        unsigned role = role_of(value_str(file->entries.p[i].key)) &
                        (WORD_INGREDIENTS | WORD_STEPS);
        for (size_t k = 0; role && k < list.as.list->items.n; k++) {
            add(words, value_str(list.as.list->items.p[k]), role, word);
        }
    }
}

str lexicon_language(size_t i)
{
    str name = path_base(recipe_words_files[i].name);
    return str_sub(name, 0, name.n - path_ext(name).n);
}

/* The number of the file of that language, or of the English one. */
static size_t file_of(str tag)
{
    size_t english = 0;
    str language;
    str_split(&tag, '-', &language);
    for (size_t i = 0; i < recipe_words_count; i++) {
        if (str_eq_nocase(lexicon_language(i), language)) {
            return i;
        }
        english = str_eq(lexicon_language(i), STR("en")) ? i : english;
    }
    return english;
}

static const struct dict *parse(size_t i, struct arena *arena)
{
    const struct builtin *file = &recipe_words_files[i];
    struct source *source = ARENA_NEW(arena, struct source);
    struct diags diags;
    value v;
    *source = (struct source){.name = file->name, .text = file->bytes};
    diags_init(&diags, arena);
    return yaml_parse(source, 0, source->text.n, arena, &diags, &v) &&
                   value_is(v, VALUE_DICT)
               ? v.as.dict
               : value_dict(arena).as.dict;
}

struct lexicon *lexicon_load(str tag, struct arena *arena)
{
    struct lexicon *words = arena_zalloc(arena, 1, sizeof *words);
    size_t own = file_of(tag);
    bool us = str_eq_nocase(tag, STR("en")) || str_eq_nocase(tag, STR("en-US"));
    words->arena = arena;
    words->language = lexicon_language(own);
    words->system = us ? UNITS_US : UNITS_METRIC;
    map_reserve(&words->map, arena, 800);
    add_file(words, parse(own, arena));
    for (size_t i = 0; i < recipe_words_count; i++) {
        if (i != own) {
            add_elsewhere(words, parse(i, arena));
        }
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
     * spaces, fractions, signs. An emoji is a word of Cooklang. */
    return c >= 0xC0 && c != 0xD7 && c != 0x2DA && (c < 0x2000 || c > 0x206F) &&
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
        if (!inner || (c != '-' && c != '\'' && c != 0x2019)) {
            break;
        }
        at = next;
    }
    return at;
}

size_t skip_blanks(str text, size_t at)
{
    if (at < text.n && text.p[at] > ' ') {
        return at;
    }
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

const struct word *take_word(struct cursor *c, unsigned roles)
{
    str text = c->text;
    size_t at = skip_blanks(text, c->at);
    size_t ends[MOST_WORDS];
    size_t n = 0;
    size_t from = at;
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
        from += str_at(text, from) == '/'; /* c/u */
        if (str_at(text, to) == '.') {
            from = skip_blanks(text, to + 1); /* fl. oz, m.-große */
            from += str_at(text, from) == '-';
        }
    }
    while (n--) {
        const struct word *word =
            lexicon_find(c->words, str_sub(text, at, ends[n] - at), roles);
        if (word) {
            bool dot = str_at(text, ends[n]) == '.' &&
                       roles & (WORD_ABOUT | WORD_SIZE);
            c->at = ends[n] + dot; /* ca. 200 g, 1 gestr. TL */
            return word;
        }
    }
    return NULL;
}

void take_words(struct cursor *c, unsigned roles)
{
    while (take_word(c, roles)) {
    }
}

const struct word *find_word(struct cursor *c, unsigned roles)
{
    const struct word *word = NULL;
    c->at = word_next(c->text, c->at);
    while (c->at < c->text.n && !(word = peek_word(*c, roles))) {
        take_next(c);
    }
    return word;
}

bool take_sign(struct cursor *c, const char *signs)
{
    struct cursor next = *c;
    take_blanks(&next);
    bool found = take_char(&next, signs);
    c->at = found ? next.at : c->at;
    return found;
}

bool take_char(struct cursor *c, const char *signs)
{
    str all = str_from(signs);
    size_t end = c->at;
    uint32_t sign = end < c->text.n ? utf8_next(c->text, &end) : 0;
    for (size_t at = 0; sign && at < all.n;) {
        if (utf8_next(all, &at) == sign) {
            c->at = end;
            return true;
        }
    }
    return false;
}

void take_any(struct cursor *c)
{
    size_t end = word_end(c->text, c->at);
    if (end == c->at) {
        utf8_next(c->text, &end);
    }
    c->at = end;
}

bool is_after(const struct lexicon *words, str text, size_t at, unsigned role)
{
    enum { NEAR = 64 };
    struct cursor c = {words, str_sub(text, 0, at),
                       word_next(text, at > NEAR ? at - NEAR : 0)};
    bool reached = false;
    while (c.at < at) {
        reached = take_word(&c, role) ||
                  (reached && take_word(&c, WORD_ABOUT | WORD_SMALL));
        if (!reached) {
            take_next(&c);
        }
        take_blanks(&c);
    }
    return reached;
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
