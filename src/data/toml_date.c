/* SPDX-License-Identifier: MIT */
#include "data/toml_parts.h"
#include "dates/date.h"

/* The dates and times of RFC 3339 in TOML's four kinds: with an offset, without
 * one, the day alone, the time alone. Their form is checked here; whether there
 * is such a day or time, dates/date.h knows. */

/* Skips text of the shape, in which 0 is any digit. */
static bool skip_shape(str *s, const char *shape)
{
    size_t n = strlen(shape);
    for (size_t i = 0; i < n; i++) {
        char c = str_at(*s, i);
        if (shape[i] == '0' ? !is_digit(c) : c != shape[i]) {
            return false;
        }
    }
    *s = str_from_offset(*s, n);
    return true;
}

static bool skip_one_of(str *s, const char *set)
{
    bool found = is_any_of(str_at(*s, 0), set);
    *s = str_from_offset(*s, found);
    return found;
}

static bool skip_time(str *s)
{
    if (!skip_shape(s, "00:00:00")) {
        return false;
    }
    bool fraction = skip_shape(s, ".0");
    *s = str_from_offset(*s, fraction ? str_skip(*s, 0, "0123456789") : 0);
    return true;
}

static bool is_well_formed(str s)
{
    if (str_at(s, 2) == ':') {
        return skip_time(&s) && !s.n;
    }
    if (!skip_shape(&s, "0000-00-00")) {
        return false;
    }
    if (!s.n) {
        return true;
    }
    if (!skip_one_of(&s, "Tt ") || !skip_time(&s)) {
        return false;
    }
    if (skip_one_of(&s, "+-")) {
        return skip_shape(&s, "00:00") && !s.n;
    }
    skip_one_of(&s, "Zz");
    return !s.n;
}

static bool is_possible(struct scan *p, str token)
{
    struct date date;
    bool time = token.p[2] == ':';
    return date_parse(time ? arena_concat(p->arena, STR("2000-01-01T"), token)
                           : token,
                      NULL, &date) == DATE_OK;
}

bool toml_is_date(str token)
{
    return token.n > 4 &&
           (skip_shape(&token, "0000-") || skip_shape(&token, "00:"));
}

/* 2026-11-21 is there, and the text after it would do with seconds. */
static bool lacks_seconds(struct scan *p, str token, str *cure)
{
    size_t clock = str_find_char(token, ':');
    if (clock == STR_NONE || clock < 2) {
        return false;
    }
    str before = str_sub(token, 0, clock + 3);
    str parts[] = {before, STR(":00"), str_from_offset(token, clock + 3)};
    *cure = arena_join(p->arena, parts, 3);
    return is_well_formed(*cure) && is_possible(p, *cure);
}

bool toml_date(struct scan *p, str token, value *out)
{
    bool formed = is_well_formed(token);
    str cure;
    if (formed && is_possible(p, token)) {
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
