/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_LANGUAGE_SET_H
#define CRUMB_HIGHLIGHT_LANGUAGE_SET_H

/* The languages that can be highlighted: those that the program carries
 * (src/highlight/languages/) and those of a site, which replace a built-in one
 * of the same file name. A definition is read when its language is first used.
 * After language_set_add, any thread. */

#include <pthread.h>

#include "base/builtin.h"
#include "highlight/language.h"

extern const struct builtin builtin_languages_files[];
extern const size_t builtin_languages_count;

struct language_file;

struct language_set {
    pthread_mutex_t lock;
    struct arena arena;                /* of the definitions */
    struct diags diags;                /* of built-in ones: tests look at it */
    struct diags *reports;             /* where mistakes are reported now */
    VEC(struct language_file *) files; /* the site's first */
    struct map ids;                    /* from an id to a language_file */
    struct map names;                  /* from a name or alias, in lower case */
    bool has_names;
    uint64_t own;        /* a hash of the site's definitions; 0: it has none */
    size_t round;        /* of hashing: counts the calls */
    atomic_size_t lexed; /* how many texts: tests count them */
};

/* With the built-in languages. */
void language_set_init(struct language_set *languages);
void language_set_free(struct language_set *languages);
/* Adds a definition of the site: `id` is its file's name without the ending.
 * The source lives on. Before the first use. */
void language_set_add(struct language_set *languages, str id,
                      const struct source *source);
/* Reads the site's definitions. False after reporting what is wrong with them;
 * a broken one is as if it were not there. */
bool language_set_check(struct language_set *languages, struct diags *diags);

/* The language of that id, name or alias, in any case; NULL: there is none. */
const struct language *language_set_find(struct language_set *languages,
                                         str name);
/* The id of the language of files of that name, without a folder; empty: none
 * is known. Of several patterns that fit the longest counts, of two as long the
 * one of the site. */
str language_set_of_file(struct language_set *languages, str file);
/* A hash of what that name stands for, as far as it can differ between sites:
 * of the site's definitions that highlighting reads, or of what is said of an
 * unknown name. */
uint64_t language_set_hash(struct language_set *languages, str name);
/* The name that is most like this one; empty: none is. */
str language_set_nearest(struct language_set *languages, str name);
/* What each language is called, in the order of their ids. */
struct language_listing {
    str id;
    const struct language_head *head;
};
size_t language_set_list(struct language_set *languages,
                         struct language_listing **list, struct arena *arena);

#endif
