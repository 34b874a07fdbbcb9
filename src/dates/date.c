/* SPDX-License-Identifier: MIT */
/* Dates as text. Reading them is in date_parse.c. */
#include "dates/date.h"

#include "base/memory/buf.h"
#include "dates/zone.h"

struct civil date_civil(struct date date)
{
    return civil_of(date.instant, date.offset);
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

/* --- as text --- */

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
static void put_two_digits(struct buf *out, int number, char pad)
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
static void put_in_width(struct buf *out, int number, int width, bool padded)
{
    if (width == 4 && number >= 1000 && number <= 9999) {
        put_two_digits(out, number / 100, '0');
        put_two_digits(out, number % 100, '0');
        return;
    }
    buf_printf(out, "%0*d", padded ? width : 1, number);
}

static void put_iso_day(struct buf *out, const struct civil *c)
{
    put_in_width(out, c->year, 4, true);
    buf_putc(out, '-');
    put_two_digits(out, c->month, '0');
    buf_putc(out, '-');
    put_two_digits(out, c->day, '0');
}

static void put_hour_minute(struct buf *out, const struct civil *c)
{
    put_two_digits(out, c->hour, '0');
    buf_putc(out, ':');
    put_two_digits(out, c->minute, '0');
}

static void put_iso_time(struct buf *out, const struct civil *c)
{
    put_hour_minute(out, c);
    buf_putc(out, ':');
    put_two_digits(out, c->second, '0');
}

/* +0100 or +01:00. */
static void put_utc_offset(struct buf *out, int offset, bool colon)
{
    int minutes = offset < 0 ? -offset : offset;
    buf_putc(out, offset < 0 ? '-' : '+');
    put_two_digits(out, minutes / 60, '0');
    if (colon) {
        buf_putc(out, ':');
    }
    put_two_digits(out, minutes % 60, '0');
}

void date_rfc3339(struct date date, struct buf *out)
{
    struct civil c = date_civil(date);
    put_iso_day(out, &c);
    buf_putc(out, 'T');
    put_iso_time(out, &c);
    if (date.offset == 0) {
        buf_putc(out, 'Z');
    } else {
        put_utc_offset(out, date.offset, true);
    }
}

void date_print(struct date date, struct buf *out)
{
    struct civil c = date_civil(date);
    put_iso_day(out, &c);
}

/* Letters that give a number. */
static bool put_date_number(struct buf *out, const struct civil *c, char letter,
                            bool padded)
{
    char zero = padded ? '0' : '\0';
    switch (letter) {
    case 'Y': put_in_width(out, c->year, 4, padded); return true;
    case 'y': put_two_digits(out, c->year % 100, zero); return true;
    case 'm': put_two_digits(out, c->month, zero); return true;
    case 'd': put_two_digits(out, c->day, zero); return true;
    case 'e': put_two_digits(out, c->day, padded ? ' ' : '\0'); return true;
    case 'H': put_two_digits(out, c->hour, zero); return true;
    case 'I': put_two_digits(out, (c->hour + 11) % 12 + 1, zero); return true;
    case 'M': put_two_digits(out, c->minute, zero); return true;
    case 'S': put_two_digits(out, c->second, zero); return true;
    case 'j': put_in_width(out, c->yearday, 3, padded); return true;
    case 'u': put_in_width(out, (c->weekday + 6) % 7 + 1, 1, true); return true;
    case 'w': put_in_width(out, c->weekday, 1, true); return true;
    default: return false;
    }
}

/* Letters that give something else. */
static bool put_date_text(struct buf *out, const struct civil *c, char letter,
                          struct date date, const struct date_names *names)
{
    switch (letter) {
    case 'b': buf_put(out, names->months_short[c->month - 1]); return true;
    case 'B': buf_put(out, names->months[c->month - 1]); return true;
    case 'a': buf_put(out, names->days_short[c->weekday]); return true;
    case 'A': buf_put(out, names->days[c->weekday]); return true;
    case 'p': buf_put(out, c->hour < 12 ? STR("AM") : STR("PM")); return true;
    case 's': buf_printf(out, "%lld", (long long)date.instant); return true;
    case 'F': put_iso_day(out, c); return true;
    case 'T': put_iso_time(out, c); return true;
    case 'R': put_hour_minute(out, c); return true;
    case 'D': date_format(date, STR("%m/%d/%y"), out); return true;
    case 'z': put_utc_offset(out, date.offset, false); return true;
    case 'Z':
        if (date.offset == 0) {
            buf_put(out, STR("UTC"));
        } else {
            put_utc_offset(out, date.offset, false);
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
        if (put_date_number(out, &c, letter, !bare) ||
            (!bare && put_date_text(out, &c, letter, date, names))) {
            i = at;
        } else {
            buf_putc(out, '%');
        }
    }
}
