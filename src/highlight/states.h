/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_STATES_H
#define CRUMB_HIGHLIGHT_STATES_H

/* A language as the lexer has it: states, and the rules of each. Immutable once
 * it is read, but for the regexes, which are compiled when they are first
 * needed; any thread. */

#include <stdatomic.h>

#include "base/diag/diag.h"
#include "base/memory/map.h"
#include "highlight/regex.h"

struct language;
struct language_set;
struct state;

/* What a part of the text is lexed as, instead of being one token. */
struct lexed_as {
    const struct state *state; /* NULL: of the start of a language */
    str language;              /* its name */
    size_t group;              /* the group with its name; 0: `language` */
};

struct rule_group {
    uint8_t token;
    bool is_lexed;
    struct lexed_as as;
};

/* The end of a region: a pattern in which \1 to \9 stand for the text of the
 * rule's groups. */
struct rule_end {
    str pattern; /* empty: the rule has no region */
    bool has_groups;
    uint8_t token;                 /* of what the pattern matches */
    _Atomic(struct regex *) regex; /* unless it has groups */
};

enum { RULE_PUSHES = 4 };

struct rule {
    span at;
    str pattern;
    struct regex_facts facts;
    uint8_t token;
    const struct map
        *words; /* from a match to its struct token_name, or NULL */
    struct rule_group groups[REGEX_GROUPS];
    size_t ngroups; /* 0: the whole match is one token */
    size_t pop;     /* states, before those of `push` */
    const struct state
        *push[RULE_PUSHES]; /* the last becomes the current one */
    size_t npush;
    struct rule_end *end; /* of a region behind the match; NULL: none */
    struct lexed_as region;
};

/* The rules that can match where a byte stands, tried in their order. */
struct rule_set {
    const struct rule **rules;
    size_t n;
    _Atomic(struct regex *) regexes[2]; /* by regex_use: to match, to glance */
    _Atomic(struct regex *) fast;       /* regex_fast of the first one */
    atomic_uint uses;                   /* matches so far, up to some number */
};

struct state {
    str name;
    const struct language *language;
    uint8_t token;                  /* of what no rule matches */
    VEC(const struct rule *) rules; /* with those of included states */
    /* By whether a line starts there, and by the byte: the number of its set;
     * 0: no rule. */
    uint16_t set_of[2][256];
    struct rule_set *sets;
    size_t nsets;
};

struct language {
    str id;   /* the name of its file: cisco-ios */
    str name; /* for readers: Cisco IOS */
    bool caseless;
    struct language_set *languages; /* those that it can name */
    VEC(str) names;                 /* of those that it does name */
    bool names_any;                 /* a text can name one */
    VEC(struct state *) states;
    const struct state *start;
};

/* The state of that name; NULL: there is none. */
struct state *language_state(const struct language *language, str name);

#endif
