/* SPDX-License-Identifier: MIT */
#include "data/toml_parts.h"
#include "dates/civil.h"

/* Dates and times of RFC 3339, of which TOML has four kinds: with an offset,
 * without, the day alone, the time alone. */

struct cursor {
    str s;
    size_t at;
    bool impossible; /* a number is out of its range */
};

static bool skip(struct cursor *c, char wanted)
{
    bool found = c->at < c->s.n && c->s.p[c->at] == wanted;
    c->at += found;
    return found;
}

/* Exactly so many digits, of a number that is at most `most`. */
static bool number(struct cursor *c, size_t digits, int most, int *out)
{
    *out = 0;
    for (size_t i = 0; i < digits; i++, c->at++) {
        if (c->at == c->s.n || !is_digit(c->s.p[c->at])) {
            return false;
        }
        *out = *out * 10 + (c->s.p[c->at] - '0');
    }
    c->impossible = c->impossible || *out > most;
    return true;
}

static bool read_day(struct cursor *c)
{
    int year;
    int month;
    int day;
    if (!number(c, 4, 9999, &year) || !skip(c, '-') ||
        !number(c, 2, 12, &month) || !skip(c, '-') || !number(c, 2, 31, &day)) {
        return false;
    }
    c->impossible = c->impossible || !civil_is_valid(year, month, day);
    return true;
}

/* The second 60 is a leap second. */
static bool read_time(struct cursor *c)
{
    int part;
    if (!number(c, 2, 23, &part) || !skip(c, ':') || !number(c, 2, 59, &part) ||
        !skip(c, ':') || !number(c, 2, 60, &part)) {
        return false;
    }
    if (!skip(c, '.')) {
        return true;
    }
    size_t start = c->at;
    while (c->at < c->s.n && is_digit(c->s.p[c->at])) {
        c->at++;
    }
    return c->at > start;
}

static bool read_offset(struct cursor *c)
{
    int part;
    if (c->at == c->s.n || skip(c, 'Z') || skip(c, 'z')) {
        return true;
    }
    return (skip(c, '+') || skip(c, '-')) && number(c, 2, 23, &part) &&
           skip(c, ':') && number(c, 2, 59, &part);
}

static bool read_date(struct cursor *c)
{
    if (c->s.p[2] == ':') {
        return read_time(c) && c->at == c->s.n;
    }
    if (!read_day(c)) {
        return false;
    }
    return c->at == c->s.n ||
           ((skip(c, 'T') || skip(c, 't') || skip(c, ' ')) && read_time(c) &&
            read_offset(c) && c->at == c->s.n);
}

static size_t count_digits(str s)
{
    size_t n = 0;
    while (n < s.n && is_digit(s.p[n])) {
        n++;
    }
    return n;
}

bool toml_is_date(str token)
{
    size_t digits = count_digits(token);
    return token.n > 4 && ((digits == 4 && token.p[4] == '-') ||
                           (digits == 2 && token.p[2] == ':'));
}

/* 2026-11-21 is there, and what is behind it would do with seconds. */
static bool lacks_seconds(struct toml_parser *p, str token, str *cure)
{
    size_t clock = str_find_char(token, ':');
    if (clock == STR_NONE || clock < 2) {
        return false;
    }
    str before = str_sub(token, 0, clock + 3);
    str parts[] = {before, STR(":00"), str_from_offset(token, clock + 3)};
    *cure = arena_join(p->arena, parts, 3);
    struct cursor c = {*cure, 0, false};
    return read_date(&c) && !c.impossible;
}

bool toml_date(struct toml_parser *p, str token, value *out)
{
    struct cursor c = {token, 0, false};
    bool formed = read_date(&c);
    str cure;
    if (formed && !c.impossible) {
        *out = value_string(token);
        return true;
    }
    span at = span_of_str(p->source, token);
    struct diag *diag = diag_error(p->diags, at, "toml",
                                   formed ? "there is no such day or time: %.*s"
                                          : "not a date: %.*s",
                                   STR_ARG(token));
    if (!formed && lacks_seconds(p, token, &cure)) {
        diag_hint(diag, "TOML wants seconds: write %.*s", STR_ARG(cure));
    } else if (!formed) {
        diag_hint(diag, "write 2026-11-21 or 2026-11-21T09:30:00+01:00, or "
                        "quote it");
    }
    return false;
}
