/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_DATE_PACK_H
#define CRUMB_DATES_DATE_PACK_H

/* Dates in records (base/pack.h). Unpacking a date that pack_date can't have
 * written fails (unpack_fail), and returns a zeroed date. */

#include "base/pack.h"
#include "dates/date.h"

void pack_date(struct buf *out, struct date date);
struct date unpack_date(struct unpack *in);

#endif
