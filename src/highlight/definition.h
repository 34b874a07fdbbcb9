/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_DEFINITION_H
#define CRUMB_HIGHLIGHT_DEFINITION_H

/* The reading of one definition, shared by the files that do it. */

#include "data/value.h"
#include "highlight/states.h"

/* How a definition reaches others. */
struct language_reader {
    struct language_set *languages;
    /* The definition of that id, whole; NULL: there is none, or it is just
     * being read, or is broken. */
    const struct language *(*get)(struct language_set *languages, str id);
    /* Whether there is a language of that name, read or not. */
    bool (*is_name)(struct language_set *languages, str name);
    struct arena *arena; /* the definition lives there */
    struct diags *diags;
};

struct definition {
    const struct source *source;
    const struct language_reader *reader;
    struct language *language;
    bool failed; /* a mistake was reported */
};

/* Reports a mistake. The caller may add a hint. */
struct diag *definition_fail(struct definition *definition, span at,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A scalar as it is written: `true` is a word like others. Empty, after a
 * report, for a list or map. */
str definition_text(struct definition *definition, value v, span at);
/* Calls `take` for each word of a text, or of a list of texts. */
void definition_words(struct definition *definition, value v, span at,
                      void (*take)(void *context, str word, span at),
                      void *context);
/* The state that a rule names: STATE of its own language, LANGUAGE/STATE, or
 * LANGUAGE for its start. NULL after a report: there is none. */
const struct state *definition_state(struct definition *definition, str name,
                                     span at);
/* The token of that name; TOKEN_PLAIN after a report. */
uint8_t definition_token(struct definition *definition, value v, span at);

#endif
