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

/* Returns the next instant at which the clock may change the site: midnight, or
 * the date of a post. */
int64_t save_next_change(const struct site *site);
/* Writes the ledger. Call it when the engine has the steps of all that was
 * made, and outputs have their places. Of `rest` all is set but the summary,
 * `stat`, the texts, and in the head `from`, `until`, `order` and the counts of
 * tables; `published` is a struct publish for which publish_list was called, or
 * NULL: no file is published. Returns 0 or an errno value. */
int save_ledger(struct reachable *live, struct site_facts *facts,
                const struct summary *summary, struct ledger_rest rest,
                str path, bool sync);

#endif
