/* SPDX-License-Identifier: MIT */
/* The calendar, and dates as text. Reading dates is in date_parse.c. */
#include "dates/date.h"

#include "base/buf.h"
#include "dates/zone.h"

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
static int64_t clamp(int64_t seconds)
{
    if (seconds < first_second) {
        return first_second;
    }
    return seconds > last_second ? last_second : seconds;
}

struct civil date_civil(struct date date)
{
    int64_t local = clamp(clamp(date.instant) + (int64_t)date.offset * 60);
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

int date_cmp(struct date a, struct date b)
{
    return (a.instant > b.instant) - (a.instant < b.instant);
}

struct date date_in_zone(struct date date, const struct zone *zone)
{
    if (!date.date_only) {
        date.offset = zone_offset(zone, date.instant);
    }
    return date;
}

/* --- as text ---------------------------------------------------------------
 */

#define S STR_INIT
const struct date_names date_english = {
    .months = {S("January"), S("February"), S("March"), S("April"), S("May"),
               S("June"), S("July"), S("August"), S("September"), S("October"),
               S("November"), S("December")},
    .months_short = {S("Jan"), S("Feb"), S("Mar"), S("Apr"), S("May"), S("Jun"),
                     S("Jul"), S("Aug"), S("Sep"), S("Oct"), S("Nov"),
                     S("Dec")},
    .days = {S("Sunday"), S("Monday"), S("Tuesday"), S("Wednesday"),
             S("Thursday"), S("Friday"), S("Saturday")},
    .days_short = {S("Sun"), S("Mon"), S("Tue"), S("Wed"), S("Thu"), S("Fri"),
                   S("Sat")},
};
#undef S

/* Two digits; pad is '0', ' ' or 0 for none. */
static void put_two(struct buf *out, int number, char pad)
{
    if (number < 10 && pad) {
        buf_putc(out, pad);
    }
    if (number >= 10) {
        buf_putc(out, (char)('0' + number / 10));
    }
    buf_putc(out, (char)('0' + number % 10));
}

/* Most are years of four digits. */
static void put_wide(struct buf *out, int number, int width, bool padded)
{
    if (width == 4 && number >= 1000 && number <= 9999) {
        put_two(out, number / 100, '0');
        put_two(out, number % 100, '0');
        return;
    }
    buf_printf(out, "%0*d", padded ? width : 1, number);
}

static void put_day(struct buf *out, const struct civil *c)
{
    put_wide(out, c->year, 4, true);
    buf_putc(out, '-');
    put_two(out, c->month, '0');
    buf_putc(out, '-');
    put_two(out, c->day, '0');
}

static void put_minutes(struct buf *out, const struct civil *c)
{
    put_two(out, c->hour, '0');
    buf_putc(out, ':');
    put_two(out, c->minute, '0');
}

static void put_time(struct buf *out, const struct civil *c)
{
    put_minutes(out, c);
    buf_putc(out, ':');
    put_two(out, c->second, '0');
}

/* +0100 or +01:00. */
static void put_offset(struct buf *out, int offset, bool colon)
{
    int minutes = offset < 0 ? -offset : offset;
    buf_putc(out, offset < 0 ? '-' : '+');
    put_two(out, minutes / 60, '0');
    if (colon) {
        buf_putc(out, ':');
    }
    put_two(out, minutes % 60, '0');
}

void date_rfc3339(struct date date, struct buf *out)
{
    struct civil c = date_civil(date);
    put_day(out, &c);
    buf_putc(out, 'T');
    put_time(out, &c);
    if (date.offset == 0) {
        buf_putc(out, 'Z');
    } else {
        put_offset(out, date.offset, true);
    }
}

void date_rfc822(struct date date, struct buf *out)
{
    date_format(date, STR("%a, %d %b %Y %T %z"), out);
}

void date_print(struct date date, struct buf *out)
{
    struct civil c = date_civil(date);
    put_day(out, &c);
}

/* Letters that give a number. */
static bool put_number(struct buf *out, const struct civil *c, char letter,
                       bool padded)
{
    char zero = padded ? '0' : '\0';
    switch (letter) {
    case 'Y': put_wide(out, c->year, 4, padded); return true;
    case 'y': put_two(out, c->year % 100, zero); return true;
    case 'm': put_two(out, c->month, zero); return true;
    case 'd': put_two(out, c->day, zero); return true;
    case 'e': put_two(out, c->day, padded ? ' ' : '\0'); return true;
    case 'H': put_two(out, c->hour, zero); return true;
    case 'I': put_two(out, (c->hour + 11) % 12 + 1, zero); return true;
    case 'M': put_two(out, c->minute, zero); return true;
    case 'S': put_two(out, c->second, zero); return true;
    case 'j': put_wide(out, c->yearday, 3, padded); return true;
    case 'u': put_wide(out, (c->weekday + 6) % 7 + 1, 1, true); return true;
    case 'w': put_wide(out, c->weekday, 1, true); return true;
    default: return false;
    }
}

/* %D is what the C standard says, month first. */
static void put_american(struct buf *out, const struct civil *c)
{
    put_two(out, c->month, '0');
    buf_putc(out, '/');
    put_two(out, c->day, '0');
    buf_putc(out, '/');
    put_two(out, c->year % 100, '0');
}

/* Letters that give something else. */
static bool put_text(struct buf *out, const struct civil *c, char letter,
                     struct date date, const struct date_names *names)
{
    switch (letter) {
    case 'b': buf_put(out, names->months_short[c->month - 1]); return true;
    case 'B': buf_put(out, names->months[c->month - 1]); return true;
    case 'a': buf_put(out, names->days_short[c->weekday]); return true;
    case 'A': buf_put(out, names->days[c->weekday]); return true;
    case 'p': buf_put(out, c->hour < 12 ? STR("AM") : STR("PM")); return true;
    case 's': buf_printf(out, "%lld", (long long)date.instant); return true;
    case 'F': put_day(out, c); return true;
    case 'T': put_time(out, c); return true;
    case 'R': put_minutes(out, c); return true;
    case 'D': put_american(out, c); return true;
    case 'z': put_offset(out, date.offset, false); return true;
    case 'Z':
        if (date.offset == 0) {
            buf_put(out, STR("UTC"));
        } else {
            put_offset(out, date.offset, false);
        }
        return true;
    case '+': date_rfc3339(date, out); return true;
    case '%': buf_putc(out, '%'); return true;
    default: return false;
    }
}

void date_format(struct date date, str format, struct buf *out)
{
    date_format_names(date, format, NULL, out);
}

void date_format_names(struct date date, str format,
                       const struct date_names *names, struct buf *out)
{
    names = names ? names : &date_english;
    struct civil c = date_civil(date);
    for (size_t i = 0; i < format.n; i++) {
        if (format.p[i] != '%') {
            buf_putc(out, format.p[i]);
            continue;
        }
        bool bare = i + 1 < format.n && format.p[i + 1] == '-';
        size_t at = i + 1 + bare;
        char letter = at < format.n ? format.p[at] : '\0';
        if (put_number(out, &c, letter, !bare) ||
            (!bare && put_text(out, &c, letter, date, names))) {
            i = at;
        } else {
            buf_putc(out, '%');
        }
    }
}
