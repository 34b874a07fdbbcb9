/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_LANGUAGE_H
#define CRUMB_HIGHLIGHT_LANGUAGE_H

/* The definition of a language, read from YAML: states, and the rules of each,
 * as docs/code.md describes them.
 *
 *     name: Example
 *     states:
 *       start:
 *         - {match: '#.*', token: c1}
 *         - {match: '"', token: s2, push: string}
 *         - {words: {k: if else, kc: true false}}
 *       string:
 *         - {default: s2}
 *         - {match: '"', token: s2, pop: 1} */

#include "highlight/definition.h"

/* The keys of a definition before its states. */
struct language_head {
    str name;
    struct definition_words aliases; /* other names */
    struct definition_words files;   /* file names, with * for any characters */
};

/* Reads the head alone. False after reporting why not. */
bool language_read_head(const struct source *source, struct arena *arena,
                        struct diags *diags, struct language_head *head);
/* Reads a whole definition into *language, whose id is set. Returns false after
 * reporting every mistake (code-definition, yaml) at its place. */
bool language_read(const struct source *source,
                   const struct language_reader *reader,
                   struct language *language);
/* Frees the regexes that were compiled. */
void language_free(const struct language *language);

#endif
