/* SPDX-License-Identifier: MIT */
#include "site/config/words.h"

#include "base/hash.h"
#include "data/yaml.h"
#include "markdown/markdown.h"
#include "site/config/schema.h"
#include "site/config/theme_files.h"
#include "site/site_keys.h"

/* Where a key is looked for, in this order: the site's file for es-MX, the
 * built-in one, those for es, the site's and the built-in English. */
enum { MOST_FILES = 6 };

struct vocabulary {
    str lang;
    VEC(const struct dict *) files;
    struct date_names names;
    struct markdown_words markdown;
};

struct words {
    VEC(struct vocabulary) list; /* the first is English */
};

/* --- reading --- */

static const struct dict *read_words(struct theme_files *theme,
                                     struct arena *arena, str name,
                                     struct diags *diags)
{
    const struct source *source = theme_files_load(theme, name, diags);
    value v;
    if (!source || !yaml_parse(source, 0, source->text.n, arena, diags, &v) ||
        value_is(v, VALUE_NONE)) {
        return NULL;
    }
    if (!value_is(v, VALUE_DICT)) {
        struct diag *diag =
            diag_error(diags, span_of(source, 0, 0), "wrong-type",
                       "words are lines of \"name: text\", and this is %s",
                       schema_kind_name(v));
        diag_hint(diag, "write archive: Archive");
        return NULL;
    }
    return v.as.dict;
}

static void add_files(struct vocabulary *words, struct theme_files *theme,
                      str lang, struct arena *arena, struct diags *diags)
{
    const struct source *before = NULL;
    str theirs = theme->dirs[theme->ndirs - 1].name; /* empty: its own again */
    const str from[] = {STR(""), theirs, STR("theme/")};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        str name = arena_printf(arena, "%.*si18n/%.*s.yaml", STR_ARG(from[i]),
                                STR_ARG(lang));
        const struct dict *file = read_words(theme, arena, name, diags);
        /* Without a file of the site's two are the same. */
        if (file && !(before && str_eq(before->name, file->source->name))) {
            *VEC_PUSH(&words->files, arena) = file;
            before = file->source;
        }
    }
}

/* Texts of a list of that many, in the first file that has it. */
static void read_names(const struct vocabulary *words, const char *key,
                       str *names, size_t n, struct diags *diags)
{
    for (size_t i = 0; i < words->files.n; i++) {
        const struct dict *file = words->files.p[i];
        size_t at = dict_index(file, value_string(str_from(key)));
        if (at == file->entries.n) {
            continue;
        }
        value v = file->entries.p[at].val;
        if (!value_is(v, VALUE_LIST) || v.as.list->items.n != n) {
            diag_error(diags, dict_value_span(file, at), "wrong-type",
                       "\"%s\" wants a list of %zu names", key, n);
            continue;
        }
        for (size_t k = 0; k < n; k++) {
            names[k] = schema_text(v.as.list->items.p[k],
                                   list_item_span(v.as.list, k));
        }
        return;
    }
}

static struct vocabulary *find_vocabulary(const struct words *words, str lang)
{
    for (size_t i = 0; i < words->list.n; i++) {
        if (str_eq_nocase(words->list.p[i].lang, lang)) {
            return &words->list.p[i];
        }
    }
    return NULL;
}

void words_add_language(struct words *words, struct theme_files *theme,
                        str lang, struct arena *arena, struct diags *diags)
{
    if (find_vocabulary(words, lang)) {
        return;
    }
    struct vocabulary one = {.lang = lang};
    size_t dash = str_find_char(lang, '-');
    add_files(&one, theme, lang, arena, diags);
    if (dash != STR_NONE) {
        add_files(&one, theme, str_sub(lang, 0, dash), arena, diags);
    }
    if (words->list.n) {
        const struct vocabulary *english = &words->list.p[0];
        for (size_t i = 0; i < english->files.n; i++) {
            *VEC_PUSH(&one.files, arena) = english->files.p[i];
        }
    }
    read_names(&one, "months", one.names.months, 12, diags);
    read_names(&one, "months_short", one.names.months_short, 12, diags);
    read_names(&one, "days", one.names.days, 7, diags);
    read_names(&one, "days_short", one.names.days_short, 7, diags);
    *VEC_PUSH(&words->list, arena) = one;
}

struct words *words_new(struct theme_files *theme, struct arena *arena,
                        struct diags *diags)
{
    struct words *words = ARENA_NEW(arena, struct words);
    words_add_language(words, theme, STR("en"), arena, diags);
    return words;
}

/* The title of a taxonomy is the word of its name, unless an _index.md gives
 * one. */
static void name_taxonomies(struct site *site)
{
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        struct listing *taxonomy = &site->taxonomies.p[i]->as;
        str word =
            words_text(site->words, site->config.language, taxonomy->name);
        bool titled = taxonomy->index && taxonomy->index->front->title.n;
        taxonomy->title = word.n && !titled ? word : taxonomy->title;
    }
}

static const str alert_keys = STR_INIT(
    "alert_note alert_tip alert_important alert_warning alert_caution");

str words_markdown_keys(struct arena *arena)
{
    str keys = arena_concat(arena, alert_keys, STR(" back_to_reference"));
    for (size_t i = 0; i < DRAWING_WORDS; i++) {
        keys = arena_join(
            arena, (const str[]){keys, STR(" "), drawing_word_key(i)}, 3);
    }
    return keys;
}

static void collect_markdown(struct words *words)
{
    for (size_t i = 0; i < words->list.n; i++) {
        struct vocabulary *one = &words->list.p[i];
        str keys = alert_keys;
        str key;
        for (size_t k = 0; keys.n && str_split(&keys, ' ', &key); k++) {
            one->markdown.alerts[k] = words_text(words, one->lang, key);
        }
        for (size_t k = 0; k < DRAWING_WORDS; k++) {
            one->markdown.drawings.list[k] =
                words_text(words, one->lang, drawing_word_key(k));
        }
        one->markdown.back_to_reference =
            words_text(words, one->lang, STR("back_to_reference"));
    }
}

void words_load(struct site *site, struct theme_files *theme,
                struct diags *diags)
{
    struct arena *arena = site->arena;
    struct words *words = words_new(theme, arena, diags);
    for (size_t i = 0; i < site->languages.n; i++) {
        words_add_language(words, theme, site->languages.p[i]->config.language,
                           arena, diags);
    }
    for (size_t i = 0; i < site->nall; i++) {
        if (frontmatter_uncommon(site->all[i].front)->lang.n) {
            words_add_language(words, theme, site->all[i].lang, arena, diags);
        }
    }
    collect_markdown(words);
    for (size_t i = 0; i < site->languages.n; i++) {
        struct site *one = site->languages.p[i];
        one->words = words;
        name_taxonomies(one);
    }
}

/* --- asking --- */

/* A language that nothing of the site is in: English. */
static const struct vocabulary *vocabulary_of(const struct words *words,
                                              str lang)
{
    const struct vocabulary *one = find_vocabulary(words, lang);
    return one ? one : &words->list.p[0];
}

/* Of the number in "count: 3" the digits that were typed. */
static str text_of(const struct dict *file, size_t i)
{
    return schema_text(file->entries.p[i].val, dict_value_span(file, i));
}

static str form_of(const struct dict *forms, str lang, int64_t count)
{
    str names[] = {plural_form(lang, count), STR("other")};
    for (size_t i = count < 0; i < 2; i++) {
        size_t at = dict_index(forms, value_string(names[i]));
        if (at < forms->entries.n) {
            return text_of(forms, at);
        }
    }
    return (str){NULL, 0};
}

/* In the first file that has one, its entry *at. False: there is none. */
static bool find_word(const struct vocabulary *one, str key,
                      const struct dict **file, size_t *at)
{
    for (size_t i = 0; i < one->files.n; i++) {
        *file = one->files.p[i];
        *at = dict_index(*file, value_string(key));
        if (*at < (*file)->entries.n &&
            !value_is_sequence((*file)->entries.p[*at].val)) {
            return true;
        }
    }
    return false;
}

str words_get(const struct words *words, str lang, str key, int64_t count,
              bool *found)
{
    const struct vocabulary *one = vocabulary_of(words, lang);
    const struct dict *file;
    size_t at;
    *found = find_word(one, key, &file, &at);
    if (!*found) {
        return (str){NULL, 0};
    }
    value v = file->entries.p[at].val;
    return value_is(v, VALUE_DICT) ? form_of(v.as.dict, one->lang, count)
                                   : text_of(file, at);
}

bool words_are_from(const struct words *words, str lang, str keys, str path)
{
    const struct vocabulary *one = vocabulary_of(words, lang);
    str key;
    while (keys.n && str_split(&keys, ' ', &key)) {
        size_t i = 0;
        while (i < one->files.n && !dict_get_str(one->files.p[i], key)) {
            i++;
        }
        if (i < one->files.n && str_eq(one->files.p[i]->source->name, path)) {
            return true;
        }
    }
    return false;
}

str words_text(const struct words *words, str lang, str key)
{
    bool found;
    return words_get(words, lang, key, -1, &found);
}

const struct date_names *words_dates(const struct words *words, str lang)
{
    return &vocabulary_of(words, lang)->names;
}

const struct markdown_words *words_markdown(const struct words *words, str lang)
{
    return &vocabulary_of(words, lang)->markdown;
}

str words_nearest(const struct words *words, str key, struct arena *arena)
{
    VEC(str) keys = {0};
    for (size_t w = 0; w < words->list.n; w++) {
        for (size_t f = 0; f < words->list.p[w].files.n; f++) {
            const struct dict *file = words->list.p[w].files.p[f];
            for (size_t i = 0; i < file->entries.n; i++) {
                value name = file->entries.p[i].key;
                *VEC_PUSH(&keys, arena) =
                    value_is(name, VALUE_STRING) ? value_str(name) : STR("");
            }
        }
    }
    return str_nearest(key, keys.p, keys.n);
}

/* --- hashes --- */

static uint64_t hash_texts(const str *texts, size_t n, uint64_t hash)
{
    for (size_t i = 0; i < n; i++) {
        hash = hash64_mix(hash, hash64(texts[i]));
    }
    return hash;
}

uint64_t words_hash(const struct words *words, str lang, str key)
{
    const struct vocabulary *one = vocabulary_of(words, lang);
    const struct dict *file;
    size_t at;
    if (!find_word(one, key, &file, &at)) {
        return 0;
    }
    value v = file->entries.p[at].val;
    str text = value_is(v, VALUE_DICT) ? STR("") : text_of(file, at);
    return hash_texts((str[]){one->lang, text}, 2, value_hash(v, NULL));
}

uint64_t words_dates_hash(const struct words *words, str lang)
{
    const struct date_names *names = words_dates(words, lang);
    uint64_t hash = hash_texts(names->months, 12, 0);
    hash = hash_texts(names->months_short, 12, hash);
    hash = hash_texts(names->days, 7, hash);
    return hash_texts(names->days_short, 7, hash);
}

uint64_t words_markdown_hash(const struct words *words, str lang)
{
    const struct markdown_words *in = words_markdown(words, lang);
    uint64_t hash = hash_texts(in->alerts, sizeof in->alerts / sizeof(str), 0);
    hash = hash_texts(in->drawings.list, DRAWING_WORDS, hash);
    return hash_texts(&in->back_to_reference, 1, hash);
}

uint64_t words_names_hash(const struct words *words)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < words->list.n; w++) {
        for (size_t f = 0; f < words->list.p[w].files.n; f++) {
            const struct dict *file = words->list.p[w].files.p[f];
            for (size_t i = 0; i < file->entries.n; i++) {
                hash ^= value_hash(file->entries.p[i].key, NULL) + f;
            }
        }
    }
    return hash;
}
