/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_RULES_H
#define CRUMB_SECRETS_RULES_H

/* The rules of secrets, from the files of src/secrets/rules/:
 *
 *     # a comment
 *     a password                        a group: what its secrets are called
 *         enable password|secret [level *] TYPE SECRET
 *
 *   word       that word, in any case; a|b one of several; *word any word that
 *              ends with it: DB_PASSWORD, dbPassword. An api-key is an apiKey
 *              and an api_key, too; -x is in that case alone
 *   !word      that word is not next; !; that no statement ends there
 *   [ … ]      may be missing
 *   *          any word
 *   ...        up to eight words; at the start of a rule: after any words
 *   =          an equals sign, a colon or the end of an XML tag is next
 *   BELOW      the rest is a line below, up to `end`, `config`, } or a /
 *   TYPE       words between a name and its secret: the type of a Cisco
 *              password, and words of `types`; may be missing
 *   SECRET     the secret: a word, or a text in quotes
 *   -uSECRET   the rest of a word after -u; *:SECRET, the part of any word
 *              after its first colon; -u*:SECRET, of one that begins with -u
 *
 * A rule without ... at its start should begin its line; elsewhere, as in
 * prose, only a secret that looks like no other word counts. A group may have
 * marks after its name, each after a bar:
 *
 *   error      its secrets are errors
 *   random     its secrets are long, of random letters and digits
 *   phrase     its secrets may be several words
 *   spaces     so may they be, and all of letters, in quotes after a sign
 *   strict     its secrets look like no other word
 *   last       no two words of letters are after its secrets
 *   mixed      its secrets have digits, signs or capitals within letters
 *   as FORM    its secrets have that form (secrets/token.h)
 *   tokens     its lines are FORMs
 *   quoted     its secrets are in quotes, as in SQL
 *   checksum   the last six characters of its tokens are a CRC-32 of the others
 *   words      its lines are words that are no secrets
 *   sentence   those are of sentences: a word before them is none, either
 *   types      the same as words, and they are a TYPE in the rules after them
 *   networks   its lines are networks whose addresses need not be hidden
 *   versions   its lines are words before versions, a bar between them; in any
 *              case, but for a word that begins with a capital; "bind 9." is
 *              `bind` before a number that begins with 9.
 *   systems    its lines are words before AS numbers, the same; a ^ is the
 *              start of a line
 *   code-systems  the same, in code alone
 *   paths      words before several AS numbers, in code
 *   communities  words before 10:20, which is an AS number in it, in code
 *   pairs      its lines are pairs of letters: a text is looked at where one of
 *              them is. A part of a rule must have one in each of its words; a
 *              pair makes every build slower, unless its pair_sum is that of
 *              another */

#include "base/builtin.h"
#include "base/memory/map.h"
#include "base/simd.h"
#include "secrets/secrets.h"
#include "text/network.h"

extern const struct builtin secret_rules_files[];
extern const size_t secret_rules_count;

enum part_kind {
    PART_WORD,
    PART_ANY,
    PART_MANY,
    PART_NOT,   /* one of its words is not next */
    PART_MAYBE, /* the next `skip` parts may be missing */
    PART_ASSIGN,
    PART_TYPE,
    PART_SECRET,
};

enum { PART_MANY_WORDS = 8 };

struct part {
    enum part_kind kind;
    size_t skip;
    /* Of PART_SECRET, the texts before it; of PART_TYPE, those of `types`. */
    VEC(str) words;
};

/* The kinds of lines that a group has. */
enum group_kind {
    GROUP_RULES,
    GROUP_TOKENS,
    GROUP_WORDS,
    GROUP_TYPES,
    GROUP_PAIRS,
    GROUP_NETWORKS,
    GROUP_VERSIONS,
    GROUP_SYSTEMS,
    GROUP_CODE_SYSTEMS,
    GROUP_PATHS,
    GROUP_COMMUNITIES,
    GROUP_KINDS
};

struct secret_group {
    str what;
    str form; /* empty: any */
    enum group_kind kind;
    bool error, random, phrase, spaces, strict, last, mixed, quoted, checksum,
        sentence;
};

struct secret_rule {
    const struct secret_group *group;
    VEC(struct part) parts;
    bool anywhere;
    bool assigned;              /* it has a PART_ASSIGN */
    const struct part *trigger; /* a line with one of its words is looked at */
    size_t before;              /* the most words that may be before that */
    struct secret_rule *below;  /* for lines below; NULL: it is for one line */
};

struct token_form {
    const struct secret_group *group;
    str form;
    str start; /* the literal text that it begins with */
};

enum { PAIRS = 11 }; /* as many as fit into registers */

struct secret_rules {
    struct arena *arena;
    VEC(struct secret_rule *) rules;
    VEC(struct token_form) tokens;
    uint32_t token_pairs[32]; /* of their first two bytes, as `pairs` */
    struct map triggers;      /* a word -> struct trigger */
    struct map placeholders;
    struct part type;             /* of kind PART_TYPE */
    VEC(struct network) networks; /* whose addresses are no public ones */
    str before[GROUP_KINDS]; /* words before versions or AS numbers, with bars
                              */
    /* Each trigger has one of these pairs of bytes in it, in lower case; sums
     * has the pair_sum of each, sixteen times. */
    uint32_t pairs[32];  /* by the low five bits of the first byte: a bit for
                            those of the second */
    uint32_t thirds[32]; /* of the second byte and the one after a pair */
    uint32_t ends[32];   /* of the last two bytes of triggers, the same */
    simd16 sums[PAIRS];
    size_t npairs;
};

/* A byte for each two bytes. Of the sums that are this cheap, it is the one
 * that fewest other pairs of English have in common with those of the rules. */
static inline simd16 pair_sum(simd16 x, simd16 y)
{
    return (simd16)((x + x + x) ^ y);
}

/* Whether the two bytes may be in a set of pairs. */
static inline bool has_pair(const uint32_t *pairs, char a, char b)
{
    return pairs[a & 31] >> (b & 31) & 1;
}

/* A word by which a line is known as one for rules. */
struct trigger {
    VEC(const struct secret_rule *) rules;
};

enum { NAME_LENGTH = 64 };

/* A name without its spelling: in lower case, without '-' and '_' within it;
 * empty: it is too long. */
str plain_name(str name, char out[NAME_LENGTH]);
/* Whether the word is one of the part's. */
bool part_has(const struct part *part, str word);
/* The secret in the word, by a part of that kind; empty: there is none. */
str part_secret(const struct part *part, str word);
/* Calls back the rules whose trigger the word is: the word itself, or its end
 * after a '-', '_', '.' or before a capital. NULL: no more. *at is 0 first. */
const struct trigger *trigger_next(const struct secret_rules *rules, str word,
                                   size_t *at);

#endif
