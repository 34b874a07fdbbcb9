/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_REFRESH_H
#define CRUMB_BUILDER_REFRESH_H

/* From what the last build knew to what this one has to make. */

#include "builder/recall.h"

/* The spec of each Output: a hash of what it is, whatever it reads. */
void refresh_specs(struct plan *plan);
/* Puts the bodies in place that are as they were, and makes those again that
 * are not and of which something was read. Nothing to do without a ledger. */
void refresh_bodies(struct recall *recall, struct site *site,
                    const struct recall_work *work);
/* Marks the Outputs that would come out as they are, and says of the others
 * why they are made. */
void refresh_outputs(struct recall *recall, struct plan *plan,
                     struct arena *arena);

#endif
