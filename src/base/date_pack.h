/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DATE_PACK_H
#define CRUMB_BASE_DATE_PACK_H

/* Dates in records (base/pack.h). One that makes no sense fails. */

#include "base/date.h"
#include "base/pack.h"

void pack_date(struct buf *out, struct date date);
struct date unpack_date(struct unpack *in);

#endif
