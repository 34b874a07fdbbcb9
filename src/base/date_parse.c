/* SPDX-License-Identifier: MIT */
/* Dates as people write them:
 *
 *     DAY [('T' | blanks) TIME] [blanks] [ZONE]
 *     DAY   2024-12-08  2024-12-8  2024/12/08
 *     TIME  9:30  09:30:00  09:30:00.25
 *     ZONE  Z  +01:00  +0100  -8  EST  Europe/Madrid  +0000 UTC
 */
#include "base/date.h"

#include "base/zone.h"

struct cursor {
    str s;
    size_t i;
};

/* What was read, before anything is known about whether it can be. Reading
 * and checking are apart so that 2024-02-30 is "no such day" and not "not a
 * date": the author is told which of the two it is. */
struct reading {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    bool has_time;
    bool has_offset;
    int offset_hours;
    int offset_minutes;
    int sign;
    str zone_name;
};

static char peek(const struct cursor *at)
{
    return at->i < at->s.n ? at->s.p[at->i] : '\0';
}

static bool take(struct cursor *at, char c)
{
    if (at->i < at->s.n && at->s.p[at->i] == c) {
        at->i++;
        return true;
    }
    return false;
}

static void skip_blanks(struct cursor *at)
{
    while (take(at, ' ') || take(at, '\t')) {
    }
}

/* Between `least` and `most` digits, and no digit behind them. */
static bool take_number(struct cursor *at, int least, int most, int *out)
{
    int digits = 0;
    *out = 0;
    while (digits < most && is_digit(peek(at))) {
        *out = *out * 10 + (at->s.p[at->i++] - '0');
        digits++;
    }
    return digits >= least && !is_digit(peek(at));
}

/* The year has four digits and comes first: 08/12/2024 is August to some and
 * December to others, so it is refused. */
static bool take_day(struct cursor *at, struct reading *r)
{
    if (!take_number(at, 4, 4, &r->year)) {
        return false;
    }
    char separator = peek(at) == '/' ? '/' : '-';
    return take(at, separator) && take_number(at, 1, 2, &r->month) &&
           take(at, separator) && take_number(at, 1, 2, &r->day);
}

/* Hours may have one digit, as people write them; what follows has two. */
static bool take_time(struct cursor *at, struct reading *r)
{
    r->has_time = true;
    if (!take_number(at, 1, 2, &r->hour) || !take(at, ':') ||
        !take_number(at, 2, 2, &r->minute)) {
        return false;
    }
    if (!take(at, ':')) {
        return true;
    }
    if (!take_number(at, 2, 2, &r->second)) {
        return false;
    }
    if (take(at, '.')) {
        size_t start = at->i;
        while (is_digit(peek(at))) {
            at->i++;
        }
        return at->i > start;
    }
    return true;
}

/* Behind the sign: 01:00, 0100, 1, 01, 1:00. */
static bool take_offset(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    int number;
    if (!take_number(at, 1, 4, &number)) {
        return false;
    }
    size_t digits = at->i - start;
    r->offset_hours = digits == 4 ? number / 100 : number;
    r->offset_minutes = digits == 4 ? number % 100 : 0;
    if (digits <= 2 && take(at, ':')) {
        return take_number(at, 2, 2, &r->offset_minutes);
    }
    return digits != 3;
}

/* As the tz database writes names; the database says if there is such. */
static str take_name(struct cursor *at)
{
    size_t start = at->i;
    while (is_alnum(peek(at)) || peek(at) == '/' || peek(at) == '_' ||
           peek(at) == '+' || peek(at) == '-') {
        at->i++;
    }
    return str_sub(at->s, start, at->i - start);
}

/* Go prints the zone's abbreviation behind the offset: "+0100 CET". It says
 * nothing more. */
static void skip_abbreviation(struct cursor *at)
{
    skip_blanks(at);
    while (peek(at) >= 'A' && peek(at) <= 'Z') {
        at->i++;
    }
}

static bool take_zone(struct cursor *at, struct reading *r)
{
    skip_blanks(at);
    if (at->i == at->s.n) {
        return true;
    }
    bool minus = peek(at) == '-';
    if (take(at, '+') || take(at, '-')) {
        r->has_offset = true;
        r->sign = minus ? -1 : 1;
        if (!take_offset(at, r)) {
            return false;
        }
        skip_abbreviation(at);
        return true;
    }
    if (!is_alpha(peek(at))) {
        return false;
    }
    r->zone_name = take_name(at);
    return true;
}

static bool take_all(struct cursor *at, struct reading *r)
{
    if (!take_day(at, r)) {
        return false;
    }
    bool letter = take(at, 'T') || take(at, 't');
    if (!letter) {
        skip_blanks(at);
    }
    if ((letter || is_digit(peek(at))) && !take_time(at, r)) {
        return false;
    }
    return take_zone(at, r) && at->i == at->s.n;
}

/* A leap second is a time that exists; it counts as the second after it. */
static bool is_possible(const struct reading *r)
{
    return civil_is_valid(r->year, r->month, r->day) && r->hour <= 23 &&
           r->minute <= 59 && r->second <= 60 && r->offset_hours <= 23 &&
           r->offset_minutes <= 59;
}

/* Names of RFC 822 that the tz database does not have, or (EST, MST) has
 * under a name that may go. */
static bool rfc822_zone(str name, int *hours)
{
    static const struct {
        str name;
        int hours;
    } zones[] = {
        {STR_INIT("Z"), 0},    {STR_INIT("z"), 0},    {STR_INIT("UT"), 0},
        {STR_INIT("UTC"), 0},  {STR_INIT("GMT"), 0},  {STR_INIT("EST"), -5},
        {STR_INIT("EDT"), -4}, {STR_INIT("CST"), -6}, {STR_INIT("CDT"), -5},
        {STR_INIT("MST"), -7}, {STR_INIT("MDT"), -6}, {STR_INIT("PST"), -8},
        {STR_INIT("PDT"), -7},
    };
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        if (str_eq(name, zones[i].name)) {
            *hours = zones[i].hours;
            return true;
        }
    }
    return false;
}

static void set_offset(struct date *date, int64_t local, int minutes)
{
    date->instant = local - minutes * 60L;
    date->offset = (int16_t)minutes;
}

/* The offset is what was taken off, not what holds at that instant: in the
 * gap of a clock change they differ, and then a civil date would move. */
static void set_zone(struct date *date, int64_t local, const struct zone *zone)
{
    date->instant = zone_instant(zone, local);
    date->offset = (int16_t)((local - date->instant) / 60);
}

/* A zone named in a date is rare, so it is loaded for it alone. */
static bool set_named(struct date *date, int64_t local, str name)
{
    int hours;
    if (rfc822_zone(name, &hours)) {
        set_offset(date, local, hours * 60);
        return true;
    }
    struct arena arena = {0};
    const struct zone *named = zone_load(name, &arena);
    if (named) {
        set_zone(date, local, named);
    }
    arena_free(&arena);
    return named != NULL;
}

enum date_status date_parse(str s, const struct zone *zone, struct date *out)
{
    struct cursor at = {str_trim(s), 0};
    struct reading r = {0};
    if (!take_all(&at, &r)) {
        return DATE_MALFORMED;
    }
    if (!is_possible(&r)) {
        return DATE_IMPOSSIBLE;
    }
    int64_t local = civil_days(r.year, r.month, r.day) * 86400 +
                    (r.hour * 60 + r.minute) * 60L + r.second;
    /* A day with an offset or a zone names an instant: its midnight there. */
    struct date date = {.date_only =
                            !r.has_time && !r.has_offset && !r.zone_name.n};
    if (r.has_offset) {
        int minutes = r.offset_hours * 60 + r.offset_minutes;
        set_offset(&date, local, r.sign * minutes);
    } else if (!r.zone_name.n) {
        set_zone(&date, local, zone);
    } else if (!set_named(&date, local, r.zone_name)) {
        return DATE_MALFORMED;
    }
    *out = date;
    return DATE_OK;
}
