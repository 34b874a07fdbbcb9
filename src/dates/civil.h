/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_CIVIL_H
#define CRUMB_DATES_CIVIL_H

/* Days of the proleptic Gregorian calendar, years 1 to 9999. */

#include <stdbool.h>
#include <stdint.h>

/* An instant as a calendar and a clock show it. */
struct civil {
    int year;
    int month; /* 1..12 */
    int day;   /* 1..31 */
    int hour;
    int minute;
    int second;
    int weekday; /* 0 Sunday .. 6 Saturday */
    int yearday; /* 1..366 */
};

/* There is such a day. */
bool civil_is_valid(int year, int month, int day);
/* Days from 1970-01-01 to a valid day. */
int64_t civil_days(int year, int month, int day);
/* The instant, in seconds since 1970-01-01T00:00:00Z, as a clock shows it that
 * is `offset` minutes ahead of UTC. Outside of the years 1 to 9999 it is the
 * nearest second inside. */
struct civil civil_of(int64_t instant, int offset);

#endif
