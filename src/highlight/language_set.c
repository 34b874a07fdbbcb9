/* SPDX-License-Identifier: MIT */
#include "highlight/language_set.h"

#include "base/glob.h"
#include "base/hash.h"
#include "files/path.h"

/* One lock guards the arena, the tables and the reading. It is held while a
 * definition is read, once for each language; regexes are compiled without it.
 */

struct language_file {
    str id;
    const struct source *source;
    bool own; /* the site's */
    struct language_head head;
    struct language *language; /* NULL: it has not been read */
    enum { UNREAD, AT_WORK, READ, BROKEN } progress;
    uint64_t hash; /* language_set_hash of it; 0: not known yet */
    size_t round;  /* of the hash that it was last added to */
};

/* --- the list --- */

/* Replaces a definition of the same id. */
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

void language_set_init(struct language_set *languages)
{
    *languages = (struct language_set){0};
    pthread_mutex_init(&languages->lock, NULL);
    diags_init(&languages->diags, &languages->arena);
    languages->reports = &languages->diags;
    for (size_t i = 0; i < builtin_languages_count; i++) {
        const struct builtin *builtin = &builtin_languages_files[i];
        struct source *source = ARENA_NEW(&languages->arena, struct source);
        *source =
            (struct source){.name = builtin->name, .text = builtin->bytes};
        str id = path_base(builtin->name); /* python.yaml: python */
        id.n -= path_ext(id).n;
        add(languages, id, source, false);
    }
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

/* Adds the names in the heads of the site's definitions, or of the others. */
static void add_names(struct language_set *languages, bool own)
{
    struct diags quiet; /* a mistake is reported where the whole is read */
    diags_init(&quiet, &languages->arena);
    for (size_t i = 0; i < languages->files.n; i++) {
        struct language_file *file = languages->files.p[i];
        if (file->own != own ||
            !language_read_head(file->source, &languages->arena, &quiet,
                                &file->head)) {
            continue;
        }
        add_name(languages, file->head.name, file);
        for (size_t k = 0; k < file->head.aliases.list.n; k++) {
            add_name(languages, file->head.aliases.list.p[k].text, file);
        }
    }
}

/* Reads the names of all definitions, once. An id is found without them. */
static void know_names(struct language_set *languages)
{
    if (languages->has_names) {
        return;
    }
    languages->has_names = true;
    for (size_t i = 0; i < languages->files.n; i++) {
        add_name(languages, languages->files.p[i]->id, languages->files.p[i]);
    }
    add_names(languages, true);
    add_names(languages, false);
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

bool language_set_has(struct language_set *languages, str name)
{
    return file_of_name(languages, name) != NULL;
}

static const struct language *read_file(struct language_set *languages,
                                        struct language_file *file)
{
    const struct language_reader reader = {languages, &languages->arena,
                                           languages->reports, file->own};
    if (file->progress == UNREAD) {
        file->progress = AT_WORK;
        file->language = ARENA_NEW(&languages->arena, struct language);
        file->language->id = file->id;
        bool ok = language_read(file->source, &reader, file->language);
        file->progress = ok ? READ : BROKEN;
    }
    return file->progress == READ ? file->language : NULL;
}

const struct language *language_set_read(struct language_set *languages, str id)
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

/* --- hashes; with the lock --- */

/* A hash of a definition and of those that it refers to, as far as they are the
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

/* An id comes before an alias that is as near. */
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
        for (size_t k = 0; k < file->head.aliases.list.n; k++) {
            *VEC_PUSH(&names, work) = file->head.aliases.list.p[k].text;
        }
    }
    return str_nearest(name, names.p, names.n);
}

/* A hash of the message about an unknown name. */
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

uint64_t language_set_hash(struct language_set *languages, str name)
{
    pthread_mutex_lock(&languages->lock);
    struct language_file *file = file_of_name(languages, name);
    uint64_t hash = 0;
    if (file && !file->hash) {
        languages->round++;
        file->hash =
            hash64_mix(1, languages->own ? hash_of_file(languages, file) : 0);
    }
    if (file) {
        hash = file->hash;
    } else if (languages->own) {
        hash = hash_of_unknown(languages, name);
    }
    pthread_mutex_unlock(&languages->lock);
    return hash;
}

/* The length of the longest pattern that fits the name; 0: none does. */
static size_t fit_of(const struct language_file *file, str name,
                     struct arena *work)
{
    size_t longest = 0;
    for (size_t i = 0; i < file->head.files.list.n; i++) {
        str pattern = file->head.files.list.p[i].text;
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
