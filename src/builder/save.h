/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SAVE_H
#define CRUMB_BUILDER_SAVE_H

/* Writes the ledger, which is what the next build knows of this one. */

/* The file of rendered formulas (math/math.h), which math_save writes. */

#define FORMULAS_FILE ".crumb/formulas"

#include "builder/build_report.h"
#include "engine/ledger.h"
#include "publish/publish.h"
#include "steps/reachable.h"

/* The parts of the ledger that are not in the engine. */
struct save_rest {
    struct ledger_head
        head; /* without `from`, `until`, `order` and the counts of tables */
    const struct summary *summary;
    str said; /* a record of warnings */
    str root; /* the path of the site's address */
    const struct publish
        *publish; /* publish_list was called; NULL: no file is published */
    bool sync;    /* wait for the disk */
    const struct ledger *last; /* see struct ledger_rest... */
    struct ledger *follow;
    const atomic_bool *cancel; /* ...there */
};

/* Returns the next instant at which the clock may change the site: midnight, or
 * the date of a post. */
int64_t save_next_change(const struct site *site);
/* Writes the ledger. Call it when the engine has the steps of all that was
 * made, and outputs have their places. Returns 0 or an errno value. */
int save_ledger(struct reachable *live, struct site_facts *facts,
                const struct save_rest *rest, str path);

#endif
