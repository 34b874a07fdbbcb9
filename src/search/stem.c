/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "base/utf8.h"

#ifdef CRUMB_STEMMER
#include <libstemmer.h>
#endif

/* Keys: stems of the Snowball project's library, if crumb was compiled with it
 * and it knows the language; else the forms themselves. Without accents. */

struct stemmer {
    struct sb_stemmer *snowball; /* NULL: none */
    struct buf stem;
};

#ifdef CRUMB_STEMMER
static struct sb_stemmer *open_snowball(str language)
{
    char code[4] = {0};
    size_t n = str_find_char(language, '-');
    n = n == STR_NONE ? language.n : n;
    if (n == 0 || n >= sizeof code) {
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        code[i] = to_lower(language.p[i]);
    }
    return sb_stemmer_new(code, NULL);
}

static str stem_of(struct stemmer *stemmer, str form)
{
    const sb_symbol *stem = sb_stemmer_stem(
        stemmer->snowball, (const sb_symbol *)form.p, (int)form.n);
    return (str){(const char *)stem,
                 (size_t)sb_stemmer_length(stemmer->snowball)};
}

static void close_snowball(struct sb_stemmer *snowball)
{
    sb_stemmer_delete(snowball);
}
#else
static struct sb_stemmer *open_snowball(str language)
{
    (void)language;
    return NULL;
}

static str stem_of(struct stemmer *stemmer, str form)
{
    (void)stemmer;
    return form;
}

static void close_snowball(struct sb_stemmer *snowball)
{
    (void)snowball;
}
#endif

struct stemmer *stemmer_new(str language)
{
    struct stemmer *stemmer = calloc(1, sizeof *stemmer);
    if (!stemmer) {
        abort();
    }
    stemmer->snowball = open_snowball(language);
    return stemmer;
}

void stemmer_free(struct stemmer *stemmer)
{
    close_snowball(stemmer->snowball);
    buf_free(&stemmer->stem);
    free(stemmer);
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

void stemmer_key(struct stemmer *stemmer, str form, struct buf *key)
{
    bool stems = stemmer->snowball && is_word(form);
    search_fold(stems ? stem_of(stemmer, form) : form, key);
}
