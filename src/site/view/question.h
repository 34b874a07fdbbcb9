/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_QUESTION_H
#define CRUMB_SITE_VIEW_QUESTION_H

/* Questions: look-ups in the site by name while a page is made. Each is
 * recorded with a hash of its answer. A later build answers it again, with the
 * same function, to find out whether the answer has changed. */

#include "site/view/fact_source.h"
#include "site/view/view.h"

/* The kinds of questions, with the letter that the ledger has for each, and the
 * sources of the answer (fact_source.h). Questions with FROM_FILES,
 * FROM_TEMPLATES or FROM_TEXT are answered again in each build.
 * steps/site_facts.h answers those about templates, shortcodes and
 * fingerprints. */
#define QUESTIONS(X)                                                           \
    /* Which post or file is at that path of content/? */                      \
    X(ASK_PATH, 'p', FROM_ORDER)                                               \
    /* The bytes of that file of content/. */                                  \
    X(ASK_TEXT, 'T', FROM_TEXT)                                                \
    /* Is a file published at that path? */                                    \
    X(ASK_FILE, 'f', FROM_ORDER | FROM_FILES)                                  \
    /* Which paths are there? For `ref`. */                                    \
    X(ASK_NAMES, 'n', FROM_ORDER | FROM_FILES)                                 \
    /* Which file of content/, or which one that is no post, has the name      \
     * nearest to that one? For did-you-mean. */                               \
    X(ASK_NEAR, 'q', FROM_ORDER)                                               \
    X(ASK_NEAR_FILE, 'Q', FROM_ORDER)                                          \
    /* Is there a section, a taxonomy of that name? */                         \
    X(ASK_SECTION, 's', FROM_ORDER)                                            \
    X(ASK_TAXONOMY, 'x', FROM_ORDER)                                           \
    /* How large is that picture? "/x" may also be in static/. */              \
    X(ASK_IMAGE, 'i', FROM_ORDER | FROM_FILES)                                 \
    /* "es key": which word is that? */                                        \
    X(ASK_WORD, 'w', FROM_FILES)                                               \
    /* Which words are there? For did-you-mean. */                             \
    X(ASK_WORDS, 'W', FROM_FILES)                                              \
    /* "es": what are the names of months and days? */                         \
    X(ASK_DATES, 'm', FROM_FILES)                                              \
    /* "es": which words does Markdown add? */                                 \
    X(ASK_ALERTS, 'M', FROM_FILES)                                             \
    /* Which day is today? */                                                  \
    X(ASK_DAY, 'd', FROM_CLOCK)                                                \
    /* The rules of that time zone. */                                         \
    X(ASK_ZONE, 'z', FROM_FILES)                                               \
    /* "net/racks": which data has that file; "net/": that folder? */          \
    X(ASK_DATA, 'D', FROM_FILES)                                               \
    /* Is there a template, a shortcode of that name, and which? */            \
    X(ASK_TEMPLATE, 't', FROM_TEMPLATES)                                       \
    X(ASK_SHORTCODE, 'c', FROM_FILES)                                          \
    /* Which shortcodes are there? For did-you-mean. */                        \
    X(ASK_SHORTCODES, 'C', FROM_FILES)                                         \
    /* The definition of that language of code. */                             \
    X(ASK_LANGUAGE, 'L', FROM_FILES)                                           \
    /* The language of files with that name. */                                \
    X(ASK_FILE_LANGUAGE, 'l', FROM_FILES)                                      \
    /* The bytes of that file of content/, which is no post. */                \
    X(ASK_CODE_FILE, 'b', FROM_ORDER | FROM_FILES)                             \
    /* "folder|name": which posts, which file has a wikilink's name? */        \
    X(ASK_WIKILINK, 'k', FROM_ORDER | FROM_TITLES)                             \
    X(ASK_WIKIFILE, 'K', FROM_ORDER | FROM_FILES)                              \
    /* "path|options": in which forms is that picture shown? (pictures.h) */   \
    X(ASK_PICTURE, 'P', FROM_ORDER | FROM_FILES)                               \
    /* Is that picture published? Asked where its own address is named. */     \
    X(ASK_ORIGINAL, 'o', FROM_ORDER | FROM_FILES)                              \
    /* The fingerprint of that file. */                                        \
    X(ASK_ASSET, 'a', FROM_ORDER | FROM_FILES)

#define QUESTION_LETTER(kind, letter, sources) kind = (letter),
enum question { QUESTIONS(QUESTION_LETTER) };

/* Returns the sources of the answer: enum fact_source. */
unsigned question_sources(enum question kind);
/* Records a question and its answer, if the view has a recorder. */
void question_ask(const struct view *view, const struct site *site,
                  enum question kind, str name);
/* Records a question and opens the gate to its answer (engine/gate.h); the
 * caller restores it. view == NULL: records nothing. */
struct gate question_gate(const struct view *view, const struct site *site,
                          enum question kind, str name);
/* Records a question. Returns the place for the hash of its answer, which the
 * caller sets; NULL: it is set already, or there is no recorder. */
uint64_t *question_open(struct recorder *recorder, const struct site *site,
                        enum question kind, str name);
/* Records a question whose answer's hash the caller knows. */
void question_answered(struct recorder *recorder, const struct site *site,
                       enum question kind, str name, uint64_t answer);
/* Returns the post at that path of content/, or NULL, and records the question
 * unless view is NULL. *url is its address; p == NULL: the post is held back;
 * empty: it has no page. */
const struct post *question_post(const struct view *view,
                                 const struct site *site, str path,
                                 struct arena *arena, str *url);
/* Returns the taxonomy with pages of that name; NULL: there is none. */
const struct taxonomy *question_taxonomy(const struct site *site, str name);
/* Returns the site of the language that a question was asked in: the owner of
 * the question's key. */
const struct site *question_site(const struct site *site, uint32_t owner);
/* Returns the hash of the answer to a question that steps/site_facts.h does not
 * answer. */
uint64_t question_answer(const struct view_shared *shared,
                         const struct site *site, enum question kind, str name,
                         struct arena *work);

#endif
