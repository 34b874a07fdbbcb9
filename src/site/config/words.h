/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_WORDS_H
#define CRUMB_SITE_CONFIG_WORDS_H

/* The words that templates show ("Read more"), and the names of months and
 * days, from i18n/es.yaml and the like. Each key is looked up in the site's own
 * file, then in the built-in one (of es-MX, then in those of es), then in
 * English. The files are read once,
 * before the plan; then any thread may call these functions. */

#include "base/diag/diag.h"
#include "dates/date.h"
#include "site/site.h"

struct markdown_words;
struct theme_files;
struct words;

/* Reads the words of all languages that the site uses into site->words, and
 * sets the titles of its taxonomies. Mistakes in the files are reported. */
void words_load(struct site *site, struct theme_files *theme,
                struct diags *diags);
/* Reads English words alone; words_add_language adds those of another language,
 * if they are not there yet. */
struct words *words_new(struct theme_files *theme, struct arena *arena,
                        struct diags *diags);
void words_add_language(struct words *words, struct theme_files *theme,
                        str lang, struct arena *arena, struct diags *diags);

/* Whether the text of one of these keys, with a space between two, is from the
 * file at that path. */
bool words_are_from(const struct words *words, str lang, str keys, str path);
#define WORDS_DATES STR("months months_short days days_short")
/* The keys of what Markdown adds. */
str words_markdown_keys(struct arena *arena);
/* Returns the word with its placeholders, such as {number}; of a word with
 * several forms, the form "other". Empty if there is none. */
str words_text(const struct words *words, str lang, str key);
/* Returns the word; of a word with several forms, the form for `count` things
 * (plural_form); count < 0: the form "other". *found says whether the key
 * exists.
 */
str words_get(const struct words *words, str lang, str key, int64_t count,
              bool *found);
/* Returns the names of months and days; those that no file has are empty. */
const struct date_names *words_dates(const struct words *words, str lang);
/* Returns the words that Markdown adds to a text. */
const struct markdown_words *words_markdown(const struct words *words,
                                            str lang);
/* Returns "one", "few", "many" or "other": the category of a whole number by
 * Unicode's CLDR. In a language that plural.c does not know, 1 is "one" and any
 * other number "other". */
str plural_form(str lang, int64_t count);
/* Hashes of what words_get and the functions for a language return, for any
 * count. */
uint64_t words_hash(const struct words *words, str lang, str key);
uint64_t words_dates_hash(const struct words *words, str lang);
uint64_t words_markdown_hash(const struct words *words, str lang);
/* A hash of the names of all keys. */
uint64_t words_names_hash(const struct words *words);
/* Returns the key that is most like `key`, for "did you mean"; empty: none. */
str words_nearest(const struct words *words, str key, struct arena *arena);

#endif
