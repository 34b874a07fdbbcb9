/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_DIAG_PACK_H
#define CRUMB_BASE_DIAG_DIAG_PACK_H

/* Diagnostics in records (base/pack.h): what was said of a file or a page that
 * is not made again is said again. */

#include "base/diag/diag.h"
#include "base/pack.h"

/* Those from number `from` on. */
void diags_pack(const struct diags *diags, size_t from, struct buf *out);
/* Appends them, and counts them. Their texts point into the record. False:
 * the bytes make no sense, and nothing was appended. */
bool diags_unpack(struct diags *diags, struct unpack *in);

#endif
