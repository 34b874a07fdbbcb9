/* SPDX-License-Identifier: MIT */
#include "dates/civil.h"

enum { DAY = 24 * 60 * 60 };

/* Midnight of 0001-01-01 and the last second of 9999-12-31. */
static const int64_t first_second = -62135596800;
static const int64_t last_second = 253402300799;

/* Days of the year before each month, in a year that is no leap year. */
static const int month_start[] = {0,   0,   31,  59,  90,  120, 151,
                                  181, 212, 243, 273, 304, 334, 365};

/* Days are counted from 0001-01-01: in years that begin there the leap day
 * comes last of its 4, 100 and 400 years, so whole divisions count them. */
static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_before_month(int year, int month)
{
    return month_start[month] + (month > 2 && is_leap(year));
}

/* Days from 0001-01-01 to the first of January. */
static int days_before_year(int year)
{
    int past = year - 1;
    return past * 365 + past / 4 - past / 100 + past / 400;
}

int64_t civil_days(int year, int month, int day)
{
    return (int64_t)days_before_year(year) + days_before_month(year, month) +
           day - 1 + first_second / DAY;
}

bool civil_is_valid(int year, int month, int day)
{
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) {
        return false;
    }
    /* December needs no leap day, so month 13's start is its end as well. */
    int start = days_before_month(year, month);
    int end = month == 12 ? start + 31 : days_before_month(year, month + 1);
    return day <= end - start;
}

/* A clock gone wild (SOURCE_DATE_EPOCH in nanoseconds) must not make the
 * arithmetic below overflow. */
static int64_t to_known_years(int64_t seconds)
{
    if (seconds < first_second) {
        return first_second;
    }
    return seconds > last_second ? last_second : seconds;
}

struct civil civil_of(int64_t instant, int offset)
{
    int64_t local =
        to_known_years(to_known_years(instant) + (int64_t)offset * 60);
    int64_t since = local - first_second;
    int days = (int)(since / DAY);
    int seconds = (int)(since % DAY);

    /* The average year is 365.2425 days: the estimate is right, or one off. */
    int year = (int)((int64_t)days * 10000 / 3652425) + 1;
    if (days < days_before_year(year)) {
        year--;
    } else if (days >= days_before_year(year + 1)) {
        year++;
    }
    /* No month is longer than 31 days, and the shorter ones of a year add up
     * to less than one month: again right, or one too low. */
    int yearday = days - days_before_year(year);
    int month = yearday / 31 + 1;
    if (month < 12 && yearday >= days_before_month(year, month + 1)) {
        month++;
    }
    return (struct civil){.year = year,
                          .month = month,
                          .day = yearday - days_before_month(year, month) + 1,
                          .hour = seconds / 3600,
                          .minute = seconds / 60 % 60,
                          .second = seconds % 60,
                          .weekday = (days + 1) % 7,
                          .yearday = yearday + 1};
}
