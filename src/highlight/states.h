/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_STATES_H
#define CRUMB_HIGHLIGHT_STATES_H

/* A language as the lexer uses it: states, and the rules of each. Immutable
 * once it is read, except for the regexes, which are compiled when they are
 * first needed. Any thread. */

#include <stdatomic.h>

#include "base/diag/diag.h"
#include "base/memory/map.h"
#include "highlight/regex.h"

struct language;
struct language_set;
struct state;

/* The state in which a part of the text is lexed, instead of being one token.
 */
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

/* The end of a region: a pattern in which \1 to \9 are the text of the
 * rule's groups. */
struct rule_end {
    str pattern; /* empty: the rule has no region */
    bool has_groups;
    uint8_t token;                      /* of the end itself */
    _Atomic(struct regex *) regexes[2]; /* by jit, unless it has groups */
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
    struct rule_end *end; /* of a region after the match; NULL: none */
    struct lexed_as region;
};

/* The rules that can match at some byte, tried in their order. */
struct rule_set {
    const struct rule **rules;
    size_t n;
    _Atomic(struct regex *) regexes[2]; /* by jit; NULL: not compiled */
};

struct state {
    str name;
    const struct language *language;
    uint8_t token;                  /* of text that no rule matches */
    VEC(const struct rule *) rules; /* included states' too */
    /* The number of the set, by whether a line starts here and by the byte; 0:
     * no rule. */
    uint16_t set_of[2][256];
    struct rule_set *sets;
    size_t nsets;
};

struct language {
    str id;   /* the name of its file: cisco-ios */
    str name; /* for readers: Cisco IOS */
    bool caseless;
    struct language_set *languages; /* where it finds others */
    VEC(str) names;                 /* of the languages it refers to */
    bool names_any;                 /* a text in it can name any language */
    VEC(struct state *) states;
    const struct state *start;
};

/* The state of that name; NULL: there is none. */
struct state *language_state(const struct language *language, str name);

#endif
