/* SPDX-License-Identifier: MIT */
/* search: the key of each word in the Snowball project's vocabularies (Debian's
 * snowball-data) is the stem that the project publishes, folded. Each third
 * word, of the first 100,000 of a language; all of these with
 *
 *     EVERY=1 build/release/unit/test_search_stems */
#include <stdlib.h>
#include <unistd.h>

#include "search/search_parts.h"
#include "tap.h"

#define FOLDER "/usr/share/snowball/data"

enum { MOST_WORDS = 100000 };

/* Languages of libstemmer that have a code. The folder has older stemmers of
 * English, German and Dutch as well. */
static const struct {
    const char *code;
    const char *name;
} languages[] = {
    {"ar", "arabic"},    {"ca", "catalan"},    {"da", "danish"},
    {"de", "german"},    {"el", "greek"},      {"en", "english"},
    {"es", "spanish"},   {"eu", "basque"},     {"fi", "finnish"},
    {"fr", "french"},    {"ga", "irish"},      {"hi", "hindi"},
    {"hu", "hungarian"}, {"hy", "armenian"},   {"id", "indonesian"},
    {"it", "italian"},   {"lt", "lithuanian"}, {"ne", "nepali"},
    {"nl", "dutch"},     {"no", "norwegian"},  {"pt", "portuguese"},
    {"ro", "romanian"},  {"ru", "russian"},    {"sr", "serbian"},
    {"sv", "swedish"},   {"ta", "tamil"},      {"tr", "turkish"},
    {"yi", "yiddish"},
};

struct counts {
    size_t words;
    size_t as_published;
    size_t unlike;
    size_t short_ones; /* kept as they are: two letters are often a name */
    size_t long_ones;  /* longer than MOST_FORM: left out */
    size_t split;      /* with signs inside: several forms or none */
};

static FILE *vocabulary(const char *name, const char *file)
{
    char command[200];
    snprintf(command, sizeof command,
             "cd " FOLDER "/%s 2>/dev/null && gzip -dcf %s.txt* 2>/dev/null",
             name, file);
    return popen(command, "r");
}

static bool read_line(FILE *in, char *line, size_t size)
{
    bool read = in && fgets(line, (int)size, in);
    if (read) {
        line[strcspn(line, "\r\n")] = '\0';
    }
    return read;
}

static str lower_of(const char *text, struct buf *out)
{
    out->n = 0;
    search_lower(str_from(text), out);
    return buf_str(out);
}

static void check_word(struct stemmers *stemmers, size_t number,
                       const char *word, const char *stem,
                       struct counts *counts)
{
    static struct buf lower, key, want; /* kept from word to word */
    struct forms forms;
    size_t at = 0;
    counts->words++;
    lower_of(word, &lower);
    bool token = tokens_next(buf_str(&lower), &at, &forms);
    if (lower.n > MOST_FORM) {
        counts->long_ones++;
    } else if (!token || forms.n != 1 ||
               !str_eq(forms.p[0].text, buf_str(&lower))) {
        counts->split++;
    } else {
        bool short_one = lower.n <= 2;
        key.n = want.n = 0;
        stemmers_key(stemmers, number, buf_str(&lower), &key);
        search_fold(short_one ? buf_str(&lower) : lower_of(stem, &lower),
                    &want);
        bool same = str_eq(buf_str(&key), buf_str(&want));
        counts->short_ones += short_one;
        counts->as_published += same && !short_one;
        if (!same) {
            counts->unlike++;
            printf("# %s: %.*s, not %s\n", word, (int)key.n, key.p, stem);
        }
    }
}

static void check_language(struct tap *tap, struct stemmers *stemmers, size_t i,
                           size_t every)
{
    struct counts counts = {0};
    char word[1000];
    char stem[1000];
    size_t number = stemmers_find(stemmers, str_from(languages[i].code));
    FILE *words = vocabulary(languages[i].name, "voc");
    FILE *stems = vocabulary(languages[i].name, "output");
    for (size_t n = 0; n < MOST_WORDS && read_line(words, word, sizeof word) &&
                       read_line(stems, stem, sizeof stem);
         n++) {
        if (n % every == 0) {
            check_word(stemmers, number, word, stem, &counts);
        }
    }
    pclose(words);
    pclose(stems);
    printf("# %s, of %zu words: %zu as published, %zu unlike, %zu short, "
           "%zu long, %zu split\n",
           languages[i].name, counts.words, counts.as_published, counts.unlike,
           counts.short_ones, counts.long_ones, counts.split);
    CHECK(tap, number != 0 && counts.unlike == 0);
    CHECK(tap, counts.as_published >= counts.words / 10 * 9);
}

int main(void)
{
    struct tap tap = {0};
    size_t every = getenv("EVERY") ? 1 : getenv("SHORT") ? 100 : 3;
    struct stemmers *stemmers = stemmers_new();
    if (access(FOLDER, R_OK) != 0 || !stemmers_find(stemmers, STR("en"))) {
        puts("1..0 # SKIP no snowball-data, or no stemmers");
        stemmers_free(stemmers);
        return 0;
    }
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        check_language(&tap, stemmers, i, every);
    }
    stemmers_free(stemmers);
    return tap_done(&tap);
}
