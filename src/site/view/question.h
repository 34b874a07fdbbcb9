/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_QUESTION_H
#define CRUMB_SITE_VIEW_QUESTION_H

/* Questions: look-ups in the site by name while a page is made. Each is
 * recorded with a hash of its answer. A later build answers it again, by the
 * same function, to see whether the answer has changed. */

#include "site/view/fact_source.h"
#include "site/view/view.h"

/* Kinds of questions: the letters stand in the ledger, and each has what its
 * answer is made from, as attributes have. What is FROM_FILES or FROM_TEXT is
 * asked again at each build. steps/site_facts.h answers the last ones. */
#define QUESTIONS(X)                                                           \
    /* What is at that path of content/. */                                    \
    X(ASK_PATH, 'p', FROM_ORDER)                                               \
    /* The bytes of that file of content/. */                                  \
    X(ASK_TEXT, 'T', FROM_TEXT)                                                \
    /* Is that file published? */                                              \
    X(ASK_FILE, 'f', FROM_ORDER | FROM_FILES)                                  \
    /* All paths: for did-you-mean, and for `ref`. */                          \
    X(ASK_NAMES, 'n', FROM_ORDER | FROM_FILES)                                 \
    /* The section, the taxonomy of that name. */                              \
    X(ASK_SECTION, 's', FROM_ORDER)                                            \
    X(ASK_TAXONOMY, 'x', FROM_ORDER)                                           \
    /* How large is that picture; "/x": or in static/. */                      \
    X(ASK_IMAGE, 'i', FROM_ORDER | FROM_FILES)                                 \
    /* "es key": a word of the interface. */                                   \
    X(ASK_WORD, 'w', FROM_FILES)                                               \
    /* All words there are: for did-you-mean. */                               \
    X(ASK_WORDS, 'W', FROM_FILES)                                              \
    /* "es": the names of months and days. */                                  \
    X(ASK_DATES, 'm', FROM_FILES)                                              \
    /* "es": what Markdown puts in. */                                         \
    X(ASK_ALERTS, 'M', FROM_FILES)                                             \
    /* Which day it is. */                                                     \
    X(ASK_DAY, 'd', FROM_CLOCK)                                                \
    /* That time zone. */                                                      \
    X(ASK_ZONE, 'z', FROM_FILES)                                               \
    /* "net/racks": that data file; "net/": all of a folder. */                \
    X(ASK_DATA, 'D', FROM_FILES)                                               \
    /* The template, the shortcode of that name. */                            \
    X(ASK_TEMPLATE, 't', FROM_FILES)                                           \
    X(ASK_SHORTCODE, 'c', FROM_FILES)                                          \
    /* The names of all shortcodes: for did-you-mean. */                       \
    X(ASK_SHORTCODES, 'C', FROM_FILES)                                         \
    /* The fingerprint of that file. */                                        \
    X(ASK_ASSET, 'a', FROM_ORDER | FROM_FILES)

#define QUESTION_LETTER(kind, letter, sources) kind = (letter),
enum question { QUESTIONS(QUESTION_LETTER) };

/* enum fact_source. */
unsigned question_sources(enum question kind);
/* Records a question and its answer, if the view has a recorder. */
void question_ask(const struct view *view, const struct site *site,
                  enum question kind, str name);
/* Records a question. Returns the place for the hash of its answer, which the
 * caller sets; NULL: it is set already. */
uint64_t *question_open(struct recorder *recorder, const struct site *site,
                        enum question kind, str name);
/* Records a question whose answer's hash the caller knows. */
void question_answered(struct recorder *recorder, const struct site *site,
                       enum question kind, str name, uint64_t answer);
/* The post at that path of content/ and its address, and records which of
 * them there is: NULL, or one that is held back (url->p == NULL), or live; an
 * empty address is that of a page that is not rendered. */
const struct post *question_post(const struct view *view,
                                 const struct site *site, str path,
                                 struct arena *arena, str *url);
/* The site of the language that a question was asked in: the owner of its key
 * is that. */
const struct site *question_site(const struct site *site, uint32_t owner);
/* Of those that steps/site_facts.h does not answer. */
uint64_t question_answer(const struct view_shared *shared,
                         const struct site *site, enum question kind, str name,
                         struct arena *work);

#endif
