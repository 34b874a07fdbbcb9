/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_WORDS_H
#define CRUMB_SITE_CONFIG_WORDS_H

/* The words of the interface, and the names of months and days: i18n/es.yaml
 * and its like, the site's before the built-in ones, key by key. What a
 * language lacks is English. Read once, before anything is planned; from then
 * on any thread may ask. */

#include "base/diag/diag.h"
#include "dates/date.h"
#include "site/site.h"

struct markdown_words;
struct theme_files;
struct words;

/* Reads the words of every language in which the site has something and gives
 * them to the site: taxonomies get their titles. Files that are wrong are
 * reported. */
void words_load(struct site *site, struct theme_files *theme,
                struct diags *diags);

/* The word as it stands, its placeholders with it; empty if there is none.
 * Never asks for a count. */
str words_text(const struct words *words, str lang, str key);
/* Of a word with several forms the one that the language has for that many;
 * count < 0: none is asked for. *found: there is such a key. */
str words_get(const struct words *words, str lang, str key, int64_t count,
              bool *found);
/* The names of months and days. */
const struct date_names *words_dates(const struct words *words, str lang);
/* What is put into Markdown. */
const struct markdown_words *words_markdown(const struct words *words,
                                            str lang);
/* Hashes of what the functions above answer, whatever the count. */
uint64_t words_hash(const struct words *words, str lang, str key);
uint64_t words_dates_hash(const struct words *words, str lang);
uint64_t words_markdown_hash(const struct words *words, str lang);
/* Of all keys. */
uint64_t words_names_hash(const struct words *words);
/* The key nearest to it, for "did you mean". */
str words_nearest(const struct words *words, str key, struct arena *arena);

#endif
