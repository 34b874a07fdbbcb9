/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SAVE_H
#define CRUMB_BUILDER_SAVE_H

/* What the next build will know of this one: the ledger, and beside it the
 * formulas that were rendered. */

#define FORMULAS_FILE ".crumb/formulas"

#include "builder/build_report.h"
#include "engine/ledger.h"
#include "publish/publish.h"
#include "steps/live.h"

/* What the engine does not know. */
struct save_rest {
    struct ledger_head head; /* but for the instants between which no clock
                                changes anything, and the counts of tables */
    const struct summary *summary;
    str said;                      /* a record of warnings */
    str root;                      /* the path of the site's address */
    const struct publish *publish; /* publish_list was called */
    bool sync;                     /* wait for the disk */
};

/* The instant at which the clock may change the site next: midnight, or the
 * date of a post. */
int64_t save_next_change(const struct site *site);
/* Writes the ledger, once what was made is in the engine's steps, and outputs
 * have their places. Returns 0 or an errno value. */
int save_ledger(struct live *live, struct site_facts *facts,
                const struct save_rest *rest, str path);

#endif
