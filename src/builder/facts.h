/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_FACTS_H
#define CRUMB_BUILDER_FACTS_H

/* The hashes of facts as they are in this build, each made once; those that are
 * known to be what they were come from the ledger. */

#include "builder/ledger.h"
#include "site/body/shortcode_table.h"
#include "site/config/theme_files.h"
#include "site/site_keys.h"
#include "site/view/view.h"

struct fact_row {
    uint64_t bits;                 /* attributes that were hashed here */
    uint64_t *hash;                /* theirs, lowest bit first */
    uint64_t held;                 /* attributes that are what they were... */
    const struct ledger_key *last; /* ...there */
};

struct facts {
    const struct site *site;
    const struct objects *objects;
    struct theme_files *theme;
    const struct shortcode_table *shortcodes;
    struct fact_row *rows; /* by number of the object */
    uint64_t body_bits;    /* of posts: FROM_TEXT */
    uint64_t order;        /* organise_hash */
};

void facts_init(struct facts *facts, const struct site *site,
                struct theme_files *theme,
                const struct shortcode_table *shortcodes);
/* In all that follows threads that ask at once ask for different objects. The
 * view is one that records nothing and is hashing. */
/* Those attributes are as the last build saw them. */
void facts_hold(struct facts *facts, uint32_t object,
                const struct ledger_key *last, uint64_t bits);
/* Hashes those that are not known yet. */
void facts_want(struct facts *facts, uint32_t object, uint64_t bits,
                struct eval *eval, struct arena *keep);
/* Of one that was wanted. */
uint64_t facts_hash(const struct facts *facts, uint32_t object, unsigned bit);
/* What is made of a post's body, and only known when that is; of other objects
 * nothing is. */
uint64_t facts_body_bits(const struct facts *facts, uint32_t object);
/* Of the answer to a recorded question. One thread. */
uint64_t facts_answer(const struct facts *facts, const struct key *question,
                      struct arena *work);
/* The bit of the attribute of that name; 0: there is none. */
uint64_t facts_bit(const struct object *object, str name);
uint64_t facts_template(const struct source *source);

#endif
