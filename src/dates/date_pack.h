/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_DATE_PACK_H
#define CRUMB_DATES_DATE_PACK_H

/* Dates in records (base/pack.h). One that makes no sense fails. */

#include "base/pack.h"
#include "dates/date.h"

void pack_date(struct buf *out, struct date date);
struct date unpack_date(struct unpack *in);

#endif
