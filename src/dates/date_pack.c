/* SPDX-License-Identifier: MIT */
#include "base/pack.h"
#include "dates/date.h"

/* Somewhat more than any date that can be written: ten thousand years of
 * seconds, four days of minutes. Arithmetic with them does not overflow. */
static const int64_t most_instant = INT64_C(1) << 38;
static const int64_t most_offset = INT64_C(4) * 24 * 60;

void pack_date(struct buf *out, struct date date)
{
    pack_int(out, 2 * date.offset + date.date_only);
    pack_int(out, date.instant);
}

struct date unpack_date(struct unpack *in)
{
    int64_t head = unpack_int(in);
    int64_t instant = unpack_int(in);
    if (in->failed || instant < -most_instant || instant > most_instant ||
        head < -2 * most_offset || head > 2 * most_offset + 1) {
        unpack_fail(in);
        return (struct date){0};
    }
    bool date_only = head % 2 != 0;
    return (struct date){.instant = instant,
                         .offset = (int16_t)((head - date_only) / 2),
                         .date_only = date_only};
}
