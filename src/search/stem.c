/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "base/utf8.h"

#ifdef CRUMB_STEMMER
#include <libstemmer.h>
#else
struct sb_stemmer; /* there is none */
#define sb_stemmer_new(code, encoding) ((void)(code), NULL)
#define sb_stemmer_stem(stemmer, form, n) ((const unsigned char *)(form))
#define sb_stemmer_length(stemmer) 0
#define sb_stemmer_delete(stemmer) ((void)(stemmer))
#endif

/* Keys: stems of the Snowball project's library, if crumb was compiled with it
 * and it knows the language; else the forms themselves. Without accents. */

struct stemmers {
    VEC(struct sb_stemmer *) all; /* by number; the first is none */
    VEC(str) codes;
    struct arena arena;
    str language; /* the one asked for last */
    size_t number;
};

static size_t add_stemmer(struct stemmers *stemmers, struct sb_stemmer *one,
                          str code)
{
    *VEC_PUSH(&stemmers->all, &stemmers->arena) = one;
    *VEC_PUSH(&stemmers->codes, &stemmers->arena) = code;
    return stemmers->all.n - 1;
}

struct stemmers *stemmers_new(void)
{
    struct stemmers *stemmers = calloc(1, sizeof *stemmers);
    if (!stemmers) {
        arena_out_of_memory();
    }
    add_stemmer(stemmers, NULL, STR(""));
    return stemmers;
}

void stemmers_free(struct stemmers *stemmers)
{
    for (size_t i = 1; i < stemmers->all.n; i++) {
        sb_stemmer_delete(stemmers->all.p[i]);
    }
    arena_free(&stemmers->arena);
    free(stemmers);
}

size_t stemmers_count(const struct stemmers *stemmers)
{
    return stemmers->all.n;
}

/* Each language has the letters in front of its first dash for its code. */
static size_t find_code(struct stemmers *stemmers, str language)
{
    enum { LONGEST = 3 };
    char lower[LONGEST + 1] = {0};
    str code = str_sub(language, 0, str_find_char(language, '-'));
    if (code.n == 0 || code.n > LONGEST) {
        return 0;
    }
    for (size_t i = 0; i < code.n; i++) {
        lower[i] = to_lower(code.p[i]);
    }
    code.p = lower;
    for (size_t i = 1; i < stemmers->all.n; i++) {
        if (str_eq(stemmers->codes.p[i], code)) {
            return i;
        }
    }
    struct sb_stemmer *one = sb_stemmer_new(lower, NULL);
    return one ? add_stemmer(stemmers, one, arena_str(&stemmers->arena, code))
               : 0;
}

size_t stemmers_find(struct stemmers *stemmers, str language)
{
    if (!str_eq(language, stemmers->language)) {
        stemmers->number = find_code(stemmers, language);
        stemmers->language = arena_str(&stemmers->arena, language);
    }
    return stemmers->number;
}

/* Names with digits and signs are no words of a language. */
static bool is_word(str form)
{
    bool word = form.n > 2;
    for (size_t i = 0; i < form.n && word; i++) {
        word = is_alpha(form.p[i]) || (unsigned char)form.p[i] >= 0x80;
    }
    return word;
}

void stemmers_key(struct stemmers *stemmers, size_t number, str form,
                  struct buf *key)
{
    struct sb_stemmer *one = stemmers->all.p[number];
    if (one && is_word(form)) {
        const unsigned char *stem =
            sb_stemmer_stem(one, (const unsigned char *)form.p, (int)form.n);
        form = (str){(const char *)stem, (size_t)sb_stemmer_length(one)};
    }
    search_fold(form, key);
    key->n = utf8_cut(buf_str(key), MOST_FORM).n;
}
