/* SPDX-License-Identifier: MIT */
#include "dates/zone_rule.h"

#include "dates/civil.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

/* --- reading --- */

/* The functions below read one part at the front of s and move past it. */
static bool rule_char(str *s, char c)
{
    bool found = str_at(*s, 0) == c;
    *s = str_from_offset(*s, found);
    return found;
}

static bool rule_number(str *s, int most, int *out)
{
    size_t digits = 0;
    *out = 0;
    while (is_digit(str_at(*s, 0)) && digits < 3) {
        *out = *out * 10 + (s->p[0] - '0');
        *s = str_from_offset(*s, 1);
        digits++;
    }
    return digits > 0 && *out <= most;
}

/* "CET", or "<+03>" where it is not of letters only. */
static bool rule_name(str *s)
{
    size_t n = 0;
    if (rule_char(s, '<')) {
        n = str_find_char(*s, '>');
        if (n == STR_NONE) {
            return false;
        }
        *s = str_from_offset(*s, n + 1);
        return true;
    }
    while (n < s->n && is_alpha(s->p[n])) {
        n++;
    }
    *s = str_from_offset(*s, n);
    return n >= 3;
}

/* [+-]h[:m[:s]]; the extension of RFC 8536 goes up to 167 hours. */
static bool rule_time(str *s, int32_t *out)
{
    int hours;
    int minutes = 0;
    int seconds = 0;
    bool minus = rule_char(s, '-');
    if (!minus) {
        rule_char(s, '+');
    }
    if (!rule_number(s, 167, &hours) ||
        (rule_char(s, ':') && !rule_number(s, 59, &minutes)) ||
        (rule_char(s, ':') && !rule_number(s, 59, &seconds))) {
        return false;
    }
    *out = hours * HOUR + minutes * 60 + seconds;
    *out = minus ? -*out : *out;
    return true;
}

/* POSIX writes the offset to add to local time to get UTC. */
static bool rule_offset(str *s, int32_t *out)
{
    if (!rule_time(s, out) || *out < -25 * HOUR || *out > 25 * HOUR) {
        return false;
    }
    *out = -*out;
    return true;
}

static bool rule_day(str *s, struct zone_day *day)
{
    bool good;
    if (rule_char(s, 'M')) {
        day->form = ZONE_DAY_OF_MONTH;
        good = rule_number(s, 12, &day->month) && rule_char(s, '.') &&
               rule_number(s, 5, &day->week) && rule_char(s, '.') &&
               rule_number(s, 6, &day->day) && day->month > 0 && day->week > 0;
    } else if (rule_char(s, 'J')) {
        day->form = ZONE_DAY_JULIAN;
        good = rule_number(s, 365, &day->day) && day->day > 0;
    } else {
        day->form = ZONE_DAY_OF_YEAR;
        good = rule_number(s, 365, &day->day);
    }
    /* POSIX: at two o'clock unless it says otherwise. */
    day->time = 2 * HOUR;
    return good && (!rule_char(s, '/') || rule_time(s, &day->time));
}

bool zone_rule_parse(str text, struct zone_rule *out)
{
    struct zone_rule rule = {0};
    if (!rule_name(&text) || !rule_offset(&text, &rule.standard)) {
        return false;
    }
    if (text.n) {
        rule.has_daylight = true;
        rule.daylight = rule.standard + HOUR;
        if (!rule_name(&text) ||
            (str_at(text, 0) != ',' && !rule_offset(&text, &rule.daylight)) ||
            !rule_char(&text, ',') || !rule_day(&text, &rule.start) ||
            !rule_char(&text, ',') || !rule_day(&text, &rule.end)) {
            return false;
        }
    }
    if (text.n) {
        return false;
    }
    *out = rule;
    return true;
}

/* --- asking --- */

/* Days since 1970 of the day in that year. */
static int64_t day_in(const struct zone_day *day, int year)
{
    int64_t new_year = civil_days(year, 1, 1);
    if (day->form == ZONE_DAY_OF_YEAR) {
        return new_year + day->day;
    }
    if (day->form == ZONE_DAY_JULIAN) {
        bool leap_day = day->day > 59 && civil_is_valid(year, 2, 29);
        return new_year + day->day - 1 + leap_day;
    }
    int64_t first = civil_days(year, day->month, 1);
    int64_t end = day->month < 12 ? civil_days(year, day->month + 1, 1)
                                  : civil_days(year + 1, 1, 1);
    /* 1970-01-01 was a Thursday; the years are such that days may be
     * negative. */
    int weekday = (int)(((first + 4) % 7 + 7) % 7);
    int64_t found = first + (day->day - weekday + 7) % 7 + (day->week - 1) * 7L;
    return found < end ? found : found - 7;
}

struct change {
    int64_t at;
    int32_t then;
};

enum { CHANGES = 6 };

/* The changes in the year of the instant and its neighbours, in order. */
static void changes_near(const struct zone_rule *rule, int64_t instant,
                         struct change out[CHANGES])
{
    int year = civil_of(instant, 0).year - 1;
    for (size_t i = 0; i < CHANGES; i += 2, year++) {
        struct change start = {day_in(&rule->start, year) * DAY +
                                   rule->start.time - rule->standard,
                               rule->daylight};
        struct change end = {day_in(&rule->end, year) * DAY + rule->end.time -
                                 rule->daylight,
                             rule->standard};
        bool north = start.at < end.at;
        out[i] = north ? start : end;
        out[i + 1] = north ? end : start;
    }
}

int32_t zone_rule_offset(const struct zone_rule *rule, int64_t instant)
{
    if (!rule->has_daylight) {
        return rule->standard;
    }
    struct change changes[CHANGES];
    changes_near(rule, instant, changes);
    /* Where daylight time lasts all year its end is the next one's start:
     * if several changes fall on one instant, the last one counts. */
    int32_t offset = changes[CHANGES - 1].then; /* as the year before it */
    for (size_t i = 0; i < CHANGES && changes[i].at <= instant; i++) {
        offset = changes[i].then;
    }
    return offset;
}

bool zone_rule_next(const struct zone_rule *rule, int64_t instant, int64_t *at)
{
    if (!rule->has_daylight) {
        return false;
    }
    struct change changes[CHANGES];
    changes_near(rule, instant, changes);
    for (size_t i = 0; i < CHANGES; i++) {
        if (changes[i].at > instant) {
            *at = changes[i].at;
            return true;
        }
    }
    return false;
}
