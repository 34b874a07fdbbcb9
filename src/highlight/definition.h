/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_DEFINITION_H
#define CRUMB_HIGHLIGHT_DEFINITION_H

/* The reading of one definition, shared by language.c, rule.c and
 * definition.c. */

#include "data/value.h"
#include "highlight/states.h"

struct language_reader {
    struct language_set *languages; /* where others are found */
    struct arena *arena;            /* the definition lives there */
    struct diags *diags;
    bool own; /* the definition is the site's, whose patterns are not trusted */
};

struct definition {
    const struct source *source;
    const struct language_reader *reader;
    struct language *language;
    bool failed; /* a mistake was reported */
};

struct definition_word {
    str text;
    span at;
};

struct definition_words {
    VEC(struct definition_word) list;
};

/* Reports a mistake. The caller may add a hint. */
struct diag *definition_fail(struct definition *definition, span at,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A scalar as it is written: `true` is a word like others. Empty, after a
 * report, for a list, a map or nothing. */
str definition_text(struct definition *definition, value v, span at);
/* The words of a text, or the items of a list of texts. */
struct definition_words definition_words(struct definition *definition, value v,
                                         span at);
/* The state that a rule names: STATE of its own language, LANGUAGE/STATE, or
 * LANGUAGE for its start. NULL after a report, perhaps that of an earlier
 * mistake: there is none. */
const struct state *definition_state(struct definition *definition, str name,
                                     span at);
/* The token of that name; TOKEN_PLAIN after a report. */
uint8_t definition_token(struct definition *definition, value v, span at);

/* rule.c: reads one rule; NULL after a report. The states that it names are
 * already in definition->language. */
const struct rule *rule_read(struct definition *definition,
                             const struct dict *dict, span at);

/* language_set.c: for the thread that holds the set's lock. */

/* The definition of that id; NULL: there is none, it is broken, or it is being
 * read. */
const struct language *language_set_read(struct language_set *languages,
                                         str id);
/* Whether there is a language of that name, read or not. */
bool language_set_has(struct language_set *languages, str name);

#endif
