/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_ZONE_RULE_H
#define CRUMB_DATES_ZONE_RULE_H

/* The POSIX TZ string at the end of a TZif file, which says when clocks change
 * after the last change in the file: "CET-1CEST,M3.5.0,M10.5.0/3". zone.c uses
 * it. */

#include "base/str.h"

/* A day of every year. */
struct zone_day {
    enum {
        ZONE_DAY_JULIAN,  /* Jn: day 1..365, 29 February never counted */
        ZONE_DAY_OF_YEAR, /* n: day 0..365, counted */
        ZONE_DAY_OF_MONTH /* Mm.w.d: weekday d of week w (5: the last) */
    } form;
    int day; /* weekday for ZONE_DAY_OF_MONTH */
    int month;
    int week;
    int32_t time; /* seconds after that day's local midnight */
};

struct zone_rule {
    int32_t standard; /* seconds east of UTC */
    int32_t daylight;
    bool has_daylight;
    struct zone_day start; /* of daylight saving time */
    struct zone_day end;
};

/* False if the text is no such string; *out is not set then. */
bool zone_rule_parse(str text, struct zone_rule *out);
/* Seconds east of UTC at an instant. */
int32_t zone_rule_offset(const struct zone_rule *rule, int64_t instant);
/* The instant of the next clock change after `instant`; false if there is none.
 */
bool zone_rule_next(const struct zone_rule *rule, int64_t instant, int64_t *at);

#endif
