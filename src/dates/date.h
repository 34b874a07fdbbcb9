/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_DATE_H
#define CRUMB_DATES_DATE_H

/* Dates of posts, read and printed. A date keeps the offset in which it was
 * written, so that it prints as the author wrote it. A date without a time of
 * day is a day of the calendar, and the same day in every zone. Years 1 to
 * 9999. Any thread. */

#include "base/str.h"
#include "dates/civil.h"

struct buf;
struct unpack;
struct zone;

struct date {
    int64_t instant; /* seconds since 1970-01-01T00:00:00Z */
    int16_t offset;  /* minutes east of UTC in which it is shown */
    bool date_only;  /* a day: the instant is its midnight in that offset */
};

/* The date's day and time of day, in its own offset. */
struct civil date_civil(struct date date);

enum date_status {
    DATE_OK,
    DATE_MALFORMED, /* this is no date */
    DATE_IMPOSSIBLE /* this is one, but there is no such day or time */
};

/* Reads a date as people write it: 2024-12-8, 2024-12-08 09:30,
 * 2024-12-08T09:30:00.5Z, 2024/12/8, 2024.12.8, 20241208, "Dec 8, 2024",
 * "8. 12. 2024", RFC 822, with Chinese and Japanese units; an offset (+01:00,
 * +0100, -8) or the name of a zone may follow. A date that could be read in two
 * ways (02/03/2024) is malformed. Without an offset it is a date in `zone`;
 * NULL is UTC. Fractions of a second are dropped. *out is set for DATE_OK only.
 */
enum date_status date_parse(str s, const struct zone *zone, struct date *out);

/* The order of the numbers in 02/03/2024; a year in front is always read. */
enum date_order {
    DATE_YEAR_FIRST, /* no other is */
    DATE_DAY_FIRST,
    DATE_MONTH_FIRST
};
/* As date_parse, with dates in that order. */
enum date_status date_parse_in(str s, const struct zone *zone,
                               enum date_order order, struct date *out);
/* The orders in which the text is a date that date_parse does not read:
 * DATE_DAY_FIRST | DATE_MONTH_FIRST; 0: in none. */
unsigned date_orders(str s);

/* These append to `out`. As strftime with English names: %Y %m %d %e %b %B %a
 * %A %H %I %M %S %y %j %p %z %Z %s %F %T %D %R %u %w %%, and %- in front of a
 * number for no padding. %+ is RFC 3339; %Z is "UTC", or the same as %z. All
 * else is copied. */
void date_format(struct date date, str format, struct buf *out);
struct date_names {
    str months[12];
    str months_short[12];
    str days[7]; /* from Sunday */
    str days_short[7];
};
extern const struct date_names date_english;
/* As date_format, with names in another language; NULL: English. */
void date_format_names(struct date date, str format,
                       const struct date_names *names, struct buf *out);
/* 2024-12-08T09:30:00+01:00 (RFC 3339), Z for UTC; a day has its midnight. */
void date_rfc3339(struct date date, struct buf *out);
/* 2024-12-08: as templates print a date. */
void date_print(struct date date, struct buf *out);
/* Compares the instants: <0, 0, >0. */
int date_cmp(struct date a, struct date b);
/* The same instant with the offset that the zone has then; NULL is UTC. A day
 * stays as it is: its midnight may be on the day before in another zone. */
struct date date_in_zone(struct date date, const struct zone *zone);

/* Dates in records (base/pack.h). Unpacking a date that pack_date can't have
 * written fails (unpack_fail), and returns a zeroed date. */
void pack_date(struct buf *out, struct date date);
struct date unpack_date(struct unpack *in);

#endif
