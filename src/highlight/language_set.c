/* SPDX-License-Identifier: MIT */
#include "highlight/language_set.h"

#include "base/glob.h"
#include "base/hash.h"

/* One lock guards the arena, the tables and the reading. It is held for as long
 * as it takes to read a definition, once for each language; regexes are
 * compiled without it. */

struct language_file {
    str id;
    const struct source *source;
    bool own; /* the site's */
    struct language_head head;
    struct language *language; /* NULL: it has not been read */
    enum { UNREAD, AT_WORK, READ, BROKEN } progress;
    uint64_t hash; /* language_set_hash of it; 0: not known yet */
    size_t round;  /* in which it was last looked at for that of another */
};

/* --- all of them --- */

/* The site's definitions come last, and replace. */
static void add(struct language_set *languages, str id,
                const struct source *source, bool own)
{
    void **slot = map_put(&languages->ids, &languages->arena, id);
    struct language_file *file = *slot;
    if (!file) {
        file = ARENA_NEW(&languages->arena, struct language_file);
        *VEC_PUSH(&languages->files, &languages->arena) = file;
        *slot = file;
    }
    *file = (struct language_file){.id = id, .source = source, .own = own};
}

/* src/highlight/languages/python.yaml: python. */
static str id_of(str path)
{
    size_t slash = str_rfind_char(path, '/');
    str name = str_from_offset(path, slash == STR_NONE ? 0 : slash + 1);
    return str_sub(name, 0, str_rfind_char(name, '.'));
}

static void add_builtin(struct language_set *languages)
{
    for (size_t i = 0; i < builtin_languages_count; i++) {
        const struct builtin *builtin = &builtin_languages_files[i];
        struct source *source = ARENA_NEW(&languages->arena, struct source);
        *source =
            (struct source){.name = builtin->name, .text = builtin->bytes};
        add(languages, id_of(builtin->name), source, false);
    }
}

void language_set_init(struct language_set *languages)
{
    *languages = (struct language_set){0};
    pthread_mutex_init(&languages->lock, NULL);
    diags_init(&languages->diags, &languages->arena);
    languages->reports = &languages->diags;
    add_builtin(languages);
}

void language_set_free(struct language_set *languages)
{
    for (size_t i = 0; i < languages->files.n; i++) {
        if (languages->files.p[i]->language) {
            language_free(languages->files.p[i]->language);
        }
    }
    arena_free(&languages->arena);
    pthread_mutex_destroy(&languages->lock);
}

void language_set_add(struct language_set *languages, str id,
                      const struct source *source)
{
    add(languages, arena_str(&languages->arena, id), source, true);
    languages->own = hash64_mix(languages->own, hash64(id));
    languages->own = hash64_mix(languages->own, hash64(source->text));
}

/* --- names; with the lock --- */

static void add_name(struct language_set *languages, str name,
                     struct language_file *file)
{
    void **slot = map_put(&languages->names, &languages->arena,
                          arena_lower(&languages->arena, name));
    *slot = *slot ? *slot : file;
}

static void add_names(struct language_set *languages,
                      struct language_file *file)
{
    struct diags quiet; /* a mistake is reported where the whole is read */
    diags_init(&quiet, &languages->arena);
    if (!language_read_head(file->source, &languages->arena, &quiet,
                            &file->head)) {
        return;
    }
    add_name(languages, file->head.name, file);
    for (size_t i = 0; i < file->head.aliases.n; i++) {
        add_name(languages, file->head.aliases.p[i], file);
    }
}

static void add_all_names(struct language_set *languages, bool own)
{
    for (size_t i = 0; i < languages->files.n; i++) {
        if (languages->files.p[i]->own == own) {
            add_names(languages, languages->files.p[i]);
        }
    }
}

/* An id is found without its help; the other names are read once, from the
 * heads of all definitions. */
static void know_names(struct language_set *languages)
{
    if (languages->has_names) {
        return;
    }
    languages->has_names = true;
    for (size_t i = 0; i < languages->files.n; i++) {
        add_name(languages, languages->files.p[i]->id, languages->files.p[i]);
    }
    add_all_names(languages, true);
    add_all_names(languages, false);
}

static struct language_file *file_of_name(struct language_set *languages,
                                          str name)
{
    enum { LONGEST = 64 };
    char small[LONGEST];
    if (name.n > LONGEST) {
        return NULL;
    }
    for (size_t i = 0; i < name.n; i++) {
        small[i] = to_lower(name.p[i]);
    }
    name.p = small;
    struct language_file *file = map_get(&languages->ids, name);
    if (!file) {
        know_names(languages);
        file = map_get(&languages->names, name);
    }
    return file;
}

/* --- reading; with the lock --- */

static const struct language *read_id(struct language_set *languages, str id);

static bool is_name(struct language_set *languages, str name)
{
    return file_of_name(languages, name) != NULL;
}

static const struct language *read_file(struct language_set *languages,
                                        struct language_file *file)
{
    const struct language_reader reader = {
        languages, read_id, is_name, &languages->arena, languages->reports};
    if (file->progress == UNREAD) {
        file->progress = AT_WORK;
        file->language = ARENA_NEW(&languages->arena, struct language);
        file->language->id = file->id;
        bool ok = language_read(file->source, &reader, file->language);
        file->progress = ok ? READ : BROKEN;
    }
    return file->progress == READ ? file->language : NULL;
}

static const struct language *read_id(struct language_set *languages, str id)
{
    struct language_file *file = map_get(&languages->ids, id);
    return file ? read_file(languages, file) : NULL;
}

bool language_set_check(struct language_set *languages, struct diags *diags)
{
    size_t errors = diags->errors;
    pthread_mutex_lock(&languages->lock);
    languages->reports = diags;
    for (size_t i = 0; i < languages->files.n; i++) {
        if (languages->files.p[i]->own) {
            read_file(languages, languages->files.p[i]);
        }
    }
    languages->reports = &languages->diags;
    pthread_mutex_unlock(&languages->lock);
    return diags->errors == errors;
}

/* --- finding --- */

const struct language *language_set_find(struct language_set *languages,
                                         str name)
{
    pthread_mutex_lock(&languages->lock);
    struct language_file *file = file_of_name(languages, name);
    const struct language *language = file ? read_file(languages, file) : NULL;
    pthread_mutex_unlock(&languages->lock);
    return language;
}

/* --- what a name stands for; with the lock --- */

/* A hash of a definition and of those that it names, as far as they are the
 * site's; 0: none of them is. */
static uint64_t hash_of_file(struct language_set *languages,
                             struct language_file *file)
{
    if (file->round == languages->round) {
        return 0;
    }
    file->round = languages->round;
    uint64_t hash =
        file->own ? hash64_mix(hash64(file->id), hash64(file->source->text))
                  : 0;
    const struct language *language = read_file(languages, file);
    if (!language || language->names_any) {
        return hash64_mix(hash, languages->own);
    }
    for (size_t i = 0; i < language->names.n; i++) {
        struct language_file *other =
            file_of_name(languages, language->names.p[i]);
        uint64_t more = other ? hash_of_file(languages, other) : 0;
        hash = more ? hash64_mix(hash, more) : hash;
    }
    return hash;
}

/* Of names that are as near, a language's own comes before an alias. */
static str nearest_name(struct language_set *languages, str name,
                        struct arena *work)
{
    VEC(str) names = {0};
    know_names(languages);
    for (size_t i = 0; i < languages->files.n; i++) {
        *VEC_PUSH(&names, work) = languages->files.p[i]->id;
    }
    for (size_t i = 0; i < languages->files.n; i++) {
        const struct language_file *file = languages->files.p[i];
        for (size_t k = 0; k < file->head.aliases.n; k++) {
            *VEC_PUSH(&names, work) = file->head.aliases.p[k];
        }
    }
    return str_nearest(name, names.p, names.n);
}

/* Of an unknown name what a message about it says. */
static uint64_t hash_of_unknown(struct language_set *languages, str name)
{
    struct arena work = {0};
    str nearest = nearest_name(languages, name, &work);
    const struct language_file *file =
        nearest.n ? file_of_name(languages, nearest) : NULL;
    uint64_t hash = file && file->own ? hash64(nearest) : 0;
    arena_free(&work);
    return hash;
}

static uint64_t hash_of_known(struct language_set *languages,
                              struct language_file *file)
{
    if (!file->hash) {
        languages->round++;
        file->hash =
            hash64_mix(1, languages->own ? hash_of_file(languages, file) : 0);
    }
    return file->hash;
}

uint64_t language_set_hash(struct language_set *languages, str name)
{
    pthread_mutex_lock(&languages->lock);
    struct language_file *file = file_of_name(languages, name);
    uint64_t hash = file             ? hash_of_known(languages, file)
                    : languages->own ? hash_of_unknown(languages, name)
                                     : 0;
    pthread_mutex_unlock(&languages->lock);
    return hash;
}

/* The length of its longest pattern that fits; 0: none does. */
static size_t fit_of(const struct language_file *file, str name,
                     struct arena *work)
{
    size_t longest = 0;
    for (size_t i = 0; i < file->head.files.n; i++) {
        str pattern = file->head.files.p[i];
        if (pattern.n > longest && glob_match(pattern, name, work)) {
            longest = pattern.n;
        }
    }
    return longest;
}

str language_set_of_file(struct language_set *languages, str file)
{
    struct arena work = {0};
    const struct language_file *best = NULL;
    size_t longest = 0;
    pthread_mutex_lock(&languages->lock);
    know_names(languages);
    for (size_t i = 0; i < languages->files.n; i++) {
        const struct language_file *other = languages->files.p[i];
        size_t fit = fit_of(other, file, &work);
        if (fit > longest || (fit && fit == longest && other->own)) {
            best = other;
            longest = fit;
        }
    }
    pthread_mutex_unlock(&languages->lock);
    arena_free(&work);
    return best ? best->id : (str){0};
}

str language_set_nearest(struct language_set *languages, str name)
{
    struct arena work = {0};
    pthread_mutex_lock(&languages->lock);
    str nearest = nearest_name(languages, name, &work);
    pthread_mutex_unlock(&languages->lock);
    arena_free(&work);
    return nearest;
}

size_t language_set_list(struct language_set *languages,
                         struct language_listing **list, struct arena *arena)
{
    pthread_mutex_lock(&languages->lock);
    know_names(languages);
    *list = ARENA_ARRAY(arena, struct language_listing, languages->files.n);
    for (size_t i = 0; i < languages->files.n; i++) {
        const struct language_file *file = languages->files.p[i];
        (*list)[i] = (struct language_listing){file->id, &file->head};
    }
    pthread_mutex_unlock(&languages->lock);
    return languages->files.n;
}
