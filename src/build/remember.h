/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_REMEMBER_H
#define CRUMB_BUILD_REMEMBER_H

/* What the next build will know of this one: the ledger's bytes.
 *
 * Traces of this build and those of the last one that still hold are brought
 * to one numbering; of every object only what some trace reads is hashed. */

#include "build/recall.h"

struct remember;

/* Once all is rendered. The recorders are those of the threads. */
struct remember *remember_new(struct recall *recall, struct facts *facts,
                              const struct plan *plan,
                              const struct recall_work *work);
/* The files whose fingerprint an Output or a body took: they are published
 * under that name, and stay while it is so. Each once. */
size_t remember_assets(const struct remember *remember, const str **paths);
/* The ledger. Outputs have their stats. */
void remember_write(struct remember *remember, struct ledger_head head,
                    struct buf *out);

#endif
