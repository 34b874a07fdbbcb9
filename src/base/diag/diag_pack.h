/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_DIAG_PACK_H
#define CRUMB_BASE_DIAG_DIAG_PACK_H

/* Diagnostics in records (base/pack.h). A build repeats those of the files and
 * pages that it does not make again. */

#include "base/diag/diag.h"
#include "base/pack.h"

/* Packs those from number `from` on. */
void diags_pack(const struct diags *diags, size_t from, struct buf *out);
/* Adds those of the record to diags. Their texts point into the record. False:
 * the record is invalid, and nothing was added. */
bool diags_unpack(struct diags *diags, struct unpack *in);

/* Adds copies of what was said to *diags, which need nothing of what the others
 * point to. */
void diags_copy(const struct diags *said, struct diags *diags);

#endif
