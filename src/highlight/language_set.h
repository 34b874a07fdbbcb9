/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_LANGUAGE_SET_H
#define CRUMB_HIGHLIGHT_LANGUAGE_SET_H

/* The languages that can be highlighted: the built-in ones
 * (src/highlight/languages/) and those of a site. A site's definition
 * replaces a built-in one of the same file name. A definition is read when its
 * language is first used. After the last language_set_add, any thread. */

#include <pthread.h>

#include "base/builtin.h"
#include "highlight/language.h"

extern const struct builtin builtin_languages_files[];
extern const size_t builtin_languages_count;

struct language_file;

struct language_set {
    pthread_mutex_t lock;
    struct arena arena;                /* of the definitions */
    struct diags diags;                /* of built-in ones, for tests */
    struct diags *reports;             /* where mistakes are reported now */
    VEC(struct language_file *) files; /* built-in ones, then new ones */
    struct map ids;                    /* from an id to a language_file */
    struct map names;                  /* from a name or alias, in lower case */
    bool has_names;
    uint64_t own;        /* a hash of the site's definitions; 0: it has none */
    size_t round;        /* the number of hashes made */
    atomic_size_t lexed; /* the number of texts, for tests */
};

/* With the built-in languages. */
void language_set_init(struct language_set *languages);
void language_set_free(struct language_set *languages);
/* Adds a definition of the site. Call it before any of the functions below,
 * which keep what they find: a definition of the same id is replaced. One
 * thread. `id` is its file's name without the ending. The source must outlive
 * the set. */
void language_set_add(struct language_set *languages, str id,
                      const struct source *source);
/* Reads the site's definitions, before any of the functions below: mistakes of
 * a definition that was read already are not reported again. Returns false
 * after reporting mistakes; a broken definition is ignored. */
bool language_set_check(struct language_set *languages, struct diags *diags);

/* The language of that id, name or alias, in any case; NULL: there is none, or
 * its definition is broken. */
const struct language *language_set_find(struct language_set *languages,
                                         str name);
/* The id of the language of a file with that name, given without its folder;
 * empty: none is known. The longest pattern that fits counts; of two equally
 * long ones the site's. */
str language_set_of_file(struct language_set *languages, str file);
/* A hash of everything that can differ between sites for that name: the site's
 * definitions that are used for it or, if it is unknown, the message. */
uint64_t language_set_hash(struct language_set *languages, str name);
/* The name that this one is probably a typo of; empty: none. */
str language_set_nearest(struct language_set *languages, str name);

#endif
