/* SPDX-License-Identifier: MIT */
/* Dates as people and other generators write them:
 *
 *     DAY [('T' | blanks) TIME] [blanks] [ZONE]
 *     DAY   2024-12-08  2024-12-8  2024/12/08  2024.12.08  20241208
 *           2024年12月8日  Dec 8, 2024  8 December 2024  Sun, 08 Dec 2024
 *           8. 12. 2024; where the order is known 08/12/2024, 12-8-2024
 *     TIME  9:30  09:30:00  09:30:00.25  9:5:3  9:30 PM
 *     ZONE  Z  +01:00  +0100  -8  EST  Europe/Madrid  +0000 UTC  UTC+8
 */
#include "dates/date.h"

#include "dates/zone.h"

struct cursor {
    str s;
    size_t i;
    enum date_order order;
};

/* The numbers read, not checked yet. Reading
 * and checking are apart so that 2024-02-30 is "no such day" and not "not a
 * date": the message says which of the two it is. */
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

static char char_here(const struct cursor *at)
{
    return str_at(at->s, at->i);
}

static bool skip_char(struct cursor *at, char c)
{
    bool found = at->i < at->s.n && at->s.p[at->i] == c;
    at->i += found;
    return found;
}

static void skip_date_blanks(struct cursor *at)
{
    at->i = str_skip(at->s, at->i, " \t");
}

/* Between `least` and `most` digits, and no digit after them. */
static bool digits_to_number(struct cursor *at, int least, int most, int *out)
{
    int digits = 0;
    *out = 0;
    while (digits < most && is_digit(char_here(at))) {
        *out = *out * 10 + (at->s.p[at->i++] - '0');
        digits++;
    }
    return digits >= least && !is_digit(char_here(at));
}

static bool skip_str(struct cursor *at, str s)
{
    bool found = str_starts_at(at->s, at->i, s);
    at->i += found ? s.n : 0;
    return found;
}

/* The letters here, of a word that is one of the names or starts with the
 * first three letters of one: its number from 1; 0 and no step if none. */
static int read_word_of(struct cursor *at, const str *names, int n)
{
    size_t end = at->i;
    while (end < at->s.n && is_alpha(at->s.p[end])) {
        end++;
    }
    str word = str_sub(at->s, at->i, end - at->i);
    for (int i = 0; i < n && word.n >= 3; i++) {
        if (str_eq_nocase(word, str_sub(names[i], 0, word.n))) {
            at->i = end;
            skip_char(at, '.');
            return i + 1;
        }
    }
    return 0;
}

/* The day of the week says nothing more, and is not checked. */
static void skip_weekday(struct cursor *at)
{
    if (read_word_of(at, date_english.days, 7)) {
        skip_char(at, ',');
        skip_date_blanks(at);
    }
}

/* 8, 08, 8th. */
static bool read_ordinal(struct cursor *at, int *day)
{
    if (!digits_to_number(at, 1, 2, day)) {
        return false;
    }
    if (!skip_str(at, STR("st")) && !skip_str(at, STR("nd")) &&
        !skip_str(at, STR("rd"))) {
        skip_str(at, STR("th"));
    }
    return true;
}

/* "Sun, 08 Dec 2024", "December 8, 2024": the month has a name, so there is
 * no doubt which number is the day. */
static bool read_named_day(struct cursor *at, struct reading *r)
{
    skip_weekday(at);
    r->month = read_word_of(at, date_english.months, 12);
    if (!r->month) {
        if (!read_ordinal(at, &r->day) ||
            (!skip_char(at, ' ') && !skip_char(at, '-'))) {
            return false;
        }
        r->month = read_word_of(at, date_english.months, 12);
        skip_char(at, '-');
    } else {
        skip_date_blanks(at);
        if (!read_ordinal(at, &r->day)) {
            return false;
        }
    }
    skip_char(at, ',');
    skip_date_blanks(at);
    return r->month && digits_to_number(at, 4, 4, &r->year);
}

/* 20241208, the basic form of ISO 8601. */
static bool read_basic_day(struct cursor *at, struct reading *r)
{
    int number;
    if (!digits_to_number(at, 8, 8, &number)) {
        return false;
    }
    r->year = number / 10000;
    r->month = number / 100 % 100;
    r->day = number % 100;
    return true;
}

/* 8. 12. 2024: with blanks after the dots the day comes first. Without them,
 * or with another sign, it is as the order says; 02/02/2024 needs none. */
static bool read_ordered_day(struct cursor *at, struct reading *r)
{
    int first;
    int second;
    if (!digits_to_number(at, 1, 2, &first)) {
        return false;
    }
    char sign = char_here(at);
    bool blanks = sign == '.' && str_at(at->s, at->i + 1) == ' ';
    if (!is_any_of(sign, "/.-")) {
        return false;
    }
    skip_char(at, sign);
    skip_date_blanks(at);
    if (!digits_to_number(at, 1, 2, &second) || !skip_char(at, sign) ||
        (!blanks && !at->order && first != second)) {
        return false;
    }
    skip_date_blanks(at);
    bool day_first = blanks || at->order == DATE_DAY_FIRST;
    r->day = day_first ? first : second;
    r->month = day_first ? second : first;
    return digits_to_number(at, 4, 4, &r->year);
}

/* In numbers the year has four digits and comes first: 08/12/2024 is August
 * to some and December to others. */
static bool read_day(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    if (!digits_to_number(at, 4, 4, &r->year)) {
        at->i = start;
        if (read_basic_day(at, r)) {
            return true;
        }
        at->i = start;
        if (read_ordered_day(at, r)) {
            return true;
        }
        at->i = start;
        return read_named_day(at, r);
    }
    if (skip_str(at, STR("年"))) {
        return digits_to_number(at, 1, 2, &r->month) &&
               skip_str(at, STR("月")) && digits_to_number(at, 1, 2, &r->day) &&
               skip_str(at, STR("日"));
    }
    char c = char_here(at);
    char separator = c == '/' || c == '.' ? c : '-';
    return skip_char(at, separator) && digits_to_number(at, 1, 2, &r->month) &&
           skip_char(at, separator) && digits_to_number(at, 1, 2, &r->day);
}

/* "9:30 PM", "9:30 a.m." is not read. An hour that no clock with twelve of
 * them shows is not one of its times. */
static void read_half(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    skip_date_blanks(at);
    char half = to_lower(char_here(at));
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

/* The digits after the first colon: two digits, or one if seconds follow. 9:3
 * alone is more likely to miss a digit. */
static bool read_minutes(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    if (!digits_to_number(at, 1, 2, &r->minute)) {
        return false;
    }
    bool short_minute = at->i - start == 1;
    if (!skip_char(at, ':')) {
        return !short_minute;
    }
    return digits_to_number(at, 1, 2, &r->second);
}

static bool read_clock(struct cursor *at, struct reading *r)
{
    r->has_time = true;
    if (!digits_to_number(at, 1, 2, &r->hour) || !skip_char(at, ':') ||
        !read_minutes(at, r)) {
        return false;
    }
    if (skip_char(at, '.') || skip_char(at, ',')) {
        size_t start = at->i;
        at->i = str_skip(at->s, start, "0123456789");
        if (at->i == start) {
            return false;
        }
    }
    read_half(at, r);
    return true;
}

/* After the sign: 01:00, 0100, 1, 01, 1:00. */
static bool read_offset(struct cursor *at, struct reading *r)
{
    size_t start = at->i;
    int number;
    if (!digits_to_number(at, 1, 4, &number)) {
        return false;
    }
    size_t digits = at->i - start;
    r->offset_hours = digits == 4 ? number / 100 : number;
    r->offset_minutes = digits == 4 ? number % 100 : 0;
    if (digits <= 2 && skip_char(at, ':')) {
        return digits_to_number(at, 2, 2, &r->offset_minutes);
    }
    return digits != 3;
}

/* As the tz database writes names; the database says if there is such. */
static str read_zone_name(struct cursor *at)
{
    size_t start = at->i;
    while (is_alnum(char_here(at)) || is_any_of(char_here(at), "/_+-")) {
        at->i++;
    }
    return str_sub(at->s, start, at->i - start);
}

/* Go prints the zone's abbreviation after the offset: "+0100 CET", and
 * browsers "(CET)". It says nothing more. */
static void skip_abbreviation(struct cursor *at)
{
    skip_date_blanks(at);
    bool bracket = skip_char(at, '(');
    while (is_alpha(char_here(at)) || (bracket && char_here(at) == ' ')) {
        at->i++;
    }
    if (bracket) {
        skip_char(at, ')');
    }
}

/* The "UTC" of "UTC+8". */
static void skip_utc(struct cursor *at)
{
    size_t start = at->i;
    if ((skip_str(at, STR("UTC")) || skip_str(at, STR("GMT"))) &&
        is_any_of(char_here(at), "+-")) {
        return;
    }
    at->i = start;
}

static bool read_zone(struct cursor *at, struct reading *r)
{
    skip_date_blanks(at);
    if (at->i == at->s.n) {
        return true;
    }
    skip_utc(at);
    bool minus = char_here(at) == '-';
    if (skip_char(at, '+') || skip_char(at, '-')) {
        r->has_offset = true;
        r->sign = minus ? -1 : 1;
        if (!read_offset(at, r)) {
            return false;
        }
        skip_abbreviation(at);
        return true;
    }
    if (!is_alpha(char_here(at))) {
        return false;
    }
    r->zone_name = read_zone_name(at);
    return true;
}

static bool read_whole_date(struct cursor *at, struct reading *r)
{
    if (!read_day(at, r)) {
        return false;
    }
    bool letter = skip_char(at, 'T') || skip_char(at, 't');
    if (!letter) {
        skip_date_blanks(at);
    }
    if ((letter || is_digit(char_here(at))) && !read_clock(at, r)) {
        return false;
    }
    return read_zone(at, r) && at->i == at->s.n;
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

unsigned date_orders(str s)
{
    struct date date;
    bool known = date_parse(s, NULL, &date) != DATE_MALFORMED;
    unsigned orders = 0;
    for (unsigned i = DATE_DAY_FIRST; !known && i <= DATE_MONTH_FIRST; i++) {
        bool is = date_parse_in(s, NULL, (enum date_order)i, &date) == DATE_OK;
        orders |= is ? i : 0;
    }
    return orders;
}

enum date_status date_parse(str s, const struct zone *zone, struct date *out)
{
    return date_parse_in(s, zone, DATE_YEAR_FIRST, out);
}

enum date_status date_parse_in(str s, const struct zone *zone,
                               enum date_order order, struct date *out)
{
    struct cursor at = {str_trim(s), 0, order};
    struct reading r = {0};
    if (!read_whole_date(&at, &r)) {
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
