/* SPDX-License-Identifier: MIT */
/* Dates as people and other generators write them:
 *
 *     DAY [('T' | blanks) TIME] [blanks] [ZONE]
 *     DAY   2024-12-08  2024-12-8  2024/12/08  2024.12.08  20241208
 *           2024年12月8日  Dec 8, 2024  8 December 2024  Sun, 08 Dec 2024
 *     TIME  9:30  09:30:00  09:30:00.25  9:5:3  9:30 PM
 *     ZONE  Z  +01:00  +0100  -8  EST  Europe/Madrid  +0000 UTC  UTC+8
 */
#include "dates/date.h"

#include "dates/zone.h"

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

static bool take_str(struct cursor *at, str s)
{
    bool found = str_starts(str_from_offset(at->s, at->i), s);
    at->i += found ? s.n : 0;
    return found;
}

/* The letters here, of a word that is one of the names or starts with the
 * first three letters of one: its number from 1; 0 and no step if none. */
static int take_name_of(struct cursor *at, const str *names, int n)
{
    size_t end = at->i;
    while (end < at->s.n && is_alpha(at->s.p[end])) {
        end++;
    }
    str word = str_sub(at->s, at->i, end - at->i);
    for (int i = 0; i < n && word.n >= 3; i++) {
        if (str_eq_nocase(word, str_sub(names[i], 0, word.n))) {
            at->i = end;
            take(at, '.');
            return i + 1;
        }
    }
    return 0;
}

static int take_month(struct cursor *at)
{
    return take_name_of(at, date_english.months, 12);
}

/* The day of the week says nothing more, and is not checked. */
static void skip_weekday(struct cursor *at)
{
    if (take_name_of(at, date_english.days, 7)) {
        take(at, ',');
        skip_blanks(at);
    }
}

/* 8, 08, 8th. */
static bool take_ordinal(struct cursor *at, int *day)
{
    if (!take_number(at, 1, 2, day)) {
        return false;
    }
    if (!take_str(at, STR("st")) && !take_str(at, STR("nd")) &&
        !take_str(at, STR("rd"))) {
        take_str(at, STR("th"));
    }
    return true;
}

/* "Sun, 08 Dec 2024", "December 8, 2024": the month has a name, so there is
 * no doubt which number is the day. */
static bool take_named_day(struct cursor *at, struct reading *r)
{
    skip_weekday(at);
    r->month = take_month(at);
    if (!r->month) {
        if (!take_ordinal(at, &r->day) || (!take(at, ' ') && !take(at, '-'))) {
            return false;
        }
        r->month = take_month(at);
        take(at, '-');
    } else {
        skip_blanks(at);
        if (!take_ordinal(at, &r->day)) {
            return false;
        }
    }
    take(at, ',');
    skip_blanks(at);
    return r->month && take_number(at, 4, 4, &r->year);
}

/* 20241208, the basic form of ISO 8601. */
static bool take_digits(struct cursor *at, struct reading *r)
{
    int number;
    if (!take_number(at, 8, 8, &number)) {
        return false;
    }
    r->year = number / 10000;
    r->month = number / 100 % 100;
    r->day = number % 100;
    return true;
}

/* In numbers the year has four digits and comes first: 08/12/2024 is August
 * to some and December to others, so it is refused. */
static bool take_day(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    if (!take_number(at, 4, 4, &r->year)) {
        at->i = start;
        if (take_digits(at, r)) {
            return true;
        }
        at->i = start;
        return take_named_day(at, r);
    }
    if (take_str(at, STR("年"))) {
        return take_number(at, 1, 2, &r->month) && take_str(at, STR("月")) &&
               take_number(at, 1, 2, &r->day) && take_str(at, STR("日"));
    }
    char c = peek(at);
    char separator = c == '/' || c == '.' ? c : '-';
    return take(at, separator) && take_number(at, 1, 2, &r->month) &&
           take(at, separator) && take_number(at, 1, 2, &r->day);
}

/* "9:30 PM", "9:30 a.m." is not read. An hour that no clock with twelve of
 * them shows is not one of its times. */
static void take_half(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    skip_blanks(at);
    char half = to_lower(peek(at));
    bool ends = at->i + 2 == at->s.n ||
                (at->i + 2 < at->s.n && is_space(at->s.p[at->i + 2]));
    if ((half != 'a' && half != 'p') || !ends ||
        to_lower(at->s.p[at->i + 1]) != 'm' || r->hour < 1 || r->hour > 12) {
        at->i = start;
        return;
    }
    at->i += 2;
    r->hour = r->hour % 12 + (half == 'p' ? 12 : 0);
}

/* What follows the first colon: two digits, or one if seconds follow. 9:3
 * alone is more likely to miss a digit. */
static bool take_minutes(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    if (!take_number(at, 1, 2, &r->minute)) {
        return false;
    }
    bool short_minute = at->i - start == 1;
    if (!take(at, ':')) {
        return !short_minute;
    }
    return take_number(at, 1, 2, &r->second);
}

static bool take_time(struct cursor *at, struct reading *r)
{
    r->has_time = true;
    if (!take_number(at, 1, 2, &r->hour) || !take(at, ':') ||
        !take_minutes(at, r)) {
        return false;
    }
    if (take(at, '.') || take(at, ',')) {
        size_t start = at->i;
        while (is_digit(peek(at))) {
            at->i++;
        }
        if (at->i == start) {
            return false;
        }
    }
    take_half(at, r);
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

/* Go prints the zone's abbreviation behind the offset: "+0100 CET", and
 * browsers "(CET)". It says nothing more. */
static void skip_abbreviation(struct cursor *at)
{
    skip_blanks(at);
    bool bracket = take(at, '(');
    while (is_alpha(peek(at)) || (bracket && peek(at) == ' ')) {
        at->i++;
    }
    if (bracket) {
        take(at, ')');
    }
}

/* The "UTC" of "UTC+8". */
static void skip_utc(struct cursor *at)
{
    size_t start = at->i;
    if ((take_str(at, STR("UTC")) || take_str(at, STR("GMT"))) &&
        (peek(at) == '+' || peek(at) == '-')) {
        return;
    }
    at->i = start;
}

static bool take_zone(struct cursor *at, struct reading *r)
{
    skip_blanks(at);
    if (at->i == at->s.n) {
        return true;
    }
    skip_utc(at);
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
