/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_SECRETS_H
#define CRUMB_SECRETS_SECRETS_H

/* Passwords, keys and tokens in a text that is about to be published: in the
 * configuration of a network device, in code, data and prose.
 *
 *   rules.c        the rules, from the files of rules/, built into the program
 *   find.c         a text searched: a quick look finds words of rules, and
 *                  words long enough for a token; only there rules are tried
 *   line.c         a line as words, with the signs between them
 *   judge.c        secrets distinguished from placeholders
 *   token.c        tokens, by their published forms and checksums
 *   fence.c        code in Markdown, and blocks that a writer allows
 *   type7.c        Cisco's type 7 decoded
 *   sanitize.c     a text without its secrets and public addresses
 *   public.c       public addresses and names in a text (place.h)
 *   as_number.c    AS numbers in it
 *   renumber.c     networks and numbers moved into ranges for documentation
 *
 * The time is linear in the bytes of the text. */

#include "base/memory/arena.h"
#include "base/memory/vec.h"

/* Immutable: any thread may search with them. */
struct secret_rules;

/* Reads the rules; they live in the arena. */
const struct secret_rules *secret_rules_load(struct arena *arena);

struct secret {
    size_t off; /* in the text */
    size_t len;
    str what;   /* "a password" */
    bool error; /* a private key, or a token that a service would accept */
    str plain;  /* a password of type 7, decoded; else empty */
};

struct secrets {
    struct arena *arena;
    VEC(struct secret) list; /* in the order of the text */
    bool allowed;            /* the words of SECRET_ALLOW are in the text */
};

enum secret_text {
    SECRET_TEXT_CODE,     /* a configuration, data, a program */
    SECRET_TEXT_MARKDOWN, /* prose with code in it */
};

/* Adds the secrets of the text to found->list. Those that the writer allows are
 * left out: in a fence with allow=secrets, on a line with the words of
 * SECRET_ALLOW, or below such a line. Placeholders are no secrets: <x>, $X,
 * {{ x }}, XXXX. The slices of `found` live as long as the rules, the text and
 * the arena. */
void secrets_find(const struct secret_rules *rules, str text,
                  enum secret_text kind, struct secrets *found);

/* "this looks like a password", for a diagnostic; of type 7 with the proof. */
str secret_message(const struct secret *secret, struct arena *arena);
#define SECRET_CURE                                                            \
    "write <secret> instead, as crumb sanitize FILE does, and change the "     \
    "real one"

/* The words that allow secrets; they belong into a comment. */
#define SECRET_ALLOW STR("crumb:allow-secret")
/* A copy of the text in which comments of these words are blanks, so that all
 * offsets stay; `text` itself if there is none. */
str secrets_blank_allowed(str text, struct arena *arena);

/* Decodes a password of Cisco's type 7: two digits and an even number of
 * hexadecimal ones. n == 0: it is none. */
str type7_decode(str hex, struct arena *arena);

#endif
