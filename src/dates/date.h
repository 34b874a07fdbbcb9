/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_DATE_H
#define CRUMB_DATES_DATE_H

/* Instants and civil dates of the proleptic Gregorian calendar. A date knows
 * the offset it was written in, so it prints as the author wrote it; a date
 * without a time of day never moves by a day. Years 1 to 9999. */

#include "base/str.h"
#include "dates/civil.h"

struct buf;
struct zone;

struct date {
    int64_t instant; /* seconds since 1970-01-01T00:00:00Z */
    int16_t offset;  /* minutes east of UTC in which it is shown */
    bool date_only;  /* a civil date: the instant is its local midnight */
};

/* The date's day and time of day, in its own offset. */
struct civil date_civil(struct date date);

enum date_status { DATE_OK, DATE_MALFORMED, DATE_IMPOSSIBLE };

/* Dates as people write them: 2024-12-8, 2024-12-08 09:30,
 * 2024-12-08T09:30:00.5Z, +01:00, +0100, -0800 after a date alone, a zone
 * name; 2024/12/8, 2024.12.8, 20241208, with Chinese and Japanese units;
 * "Dec 8, 2024", RFC 822. Never what could be read in two ways (02/03/2024).
 * Without an offset the date is taken in `zone` (NULL: UTC). DATE_IMPOSSIBLE:
 * it reads as a date, but there is no such day or time. Fractions of a second
 * are dropped. */
enum date_status date_parse(str s, const struct zone *zone, struct date *out);

/* strftime with the C locale's English names: %Y %m %d %e %b %B %a %A %H %I
 * %M %S %y %j %p %z %Z %s %F %T %D %R %u %w %% and %- before a number to
 * drop its padding. %+ is RFC 3339, %Z is "UTC" or as %z. What is none of
 * these is copied as it stands. */
void date_format(struct date date, str format, struct buf *out);
struct date_names {
    str months[12];
    str months_short[12];
    str days[7]; /* from Sunday */
    str days_short[7];
};
extern const struct date_names date_english;
/* The same with other names; NULL: the English ones. */
void date_format_names(struct date date, str format,
                       const struct date_names *names, struct buf *out);
/* 2024-12-08T09:30:00+01:00 (RFC 3339; Z for UTC), a civil date at its
 * midnight. */
void date_rfc3339(struct date date, struct buf *out);
/* Sun, 08 Dec 2024 09:30:00 +0100 (RFC 822 with a four-digit year). */
void date_rfc822(struct date date, struct buf *out);
/* 2024-12-08: how dates print. */
void date_print(struct date date, struct buf *out);
/* By instant. */
int date_cmp(struct date a, struct date b);
/* The same instant, shown in the zone. A civil date stays as it is: in
 * another zone its midnight may be of the day before. */
struct date date_in_zone(struct date date, const struct zone *zone);

#endif
