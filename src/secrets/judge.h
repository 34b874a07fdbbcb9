/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_JUDGE_H
#define CRUMB_SECRETS_JUDGE_H

/* Secrets distinguished from words in the same places. */

#include "secrets/line.h"
#include "secrets/rules.h"

struct candidate {
    const struct secret_rules *rules;
    const struct line *line;
    size_t word;
    str text; /* the word, or the end of it */
    const struct secret_group *group;
    int type;    /* of a Cisco password; -1: not given */
    bool code;   /* the line is code */
    bool strict; /* only what looks like no other word is a secret */
};

/* Whether the word is one of the groups of words. */
bool is_known_word(const struct secret_rules *rules, str word);
/* Whether the word is one of words/, <x>, $X, {{ x }}, XXXX, ****, your-key,
 * or a part of it is "..." or EXAMPLE. */
bool is_placeholder(const struct secret_rules *rules, str word);
/* Whether it ends with one of the ends, which are words of a text. */
bool ends_with_any(str word, str ends);
/* Whether it has digits, signs or capitals within its letters, as psk-77. */
bool is_mixed(str word);
/* The length of the longest run such as 123456 or abcdef, at least six; 0: it
 * has none. Random characters hardly ever do. */
size_t sequence_length(str token);
/* Whether a token is a made-up one: XXXX, EXAMPLE. */
bool is_made_up(str token);
/* Whether a text that is no placeholder is a secret. */
bool is_secret(const struct candidate *candidate);

#endif
