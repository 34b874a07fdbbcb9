/* SPDX-License-Identifier: MIT */
#include "base/glob.h"

/* Alternatives are written out first: then the only choice left is the length
 * of the text that a star is for, so it is enough to know the places of the
 * text that the pattern may have arrived at. */

enum { MOST_ALTERNATIVES = 64 };

/* The first '{' outside of others, and its '}'. */
static bool find_braces(str s, size_t *open, size_t *close)
{
    size_t depth = 0;
    *open = STR_NONE;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\') {
            i++;
        } else if (s.p[i] == '{') {
            *open = depth++ ? *open : i;
        } else if (s.p[i] == '}' && depth && --depth == 0) {
            *close = i;
            return true;
        }
    }
    return false;
}

/* The part before the next ',' that is in no braces; takes it from *s. */
static str next_choice(str *s)
{
    size_t depth = 0;
    for (size_t i = 0; i < s->n; i++) {
        char c = s->p[i];
        if (c == '\\') {
            i++;
        } else if (c == ',' && !depth) {
            str part = str_sub(*s, 0, i);
            *s = str_from_offset(*s, i + 1);
            return part;
        }
        depth += c == '{';
        depth -= c == '}';
    }
    str part = *s;
    *s = (str){NULL, 0};
    return part;
}

/* Is c in the set that starts after the '[' at *i? *i is then after its end,
 * or 0: it has none. */
static bool in_set(str pattern, size_t *i, char c)
{
    size_t at = *i;
    bool not = at < pattern.n && (pattern.p[at] == '!' || pattern.p[at] == '^');
    bool found = false;
    at += not ;
    for (size_t start = at; at < pattern.n; at++) {
        if (pattern.p[at] == ']' && at > start) {
            *i = at + 1;
            return found != not ;
        }
        char low = to_lower(pattern.p[at]);
        char high = low;
        if (at + 2 < pattern.n && pattern.p[at + 1] == '-' &&
            pattern.p[at + 2] != ']') {
            high = to_lower(pattern.p[at += 2]);
        }
        found = found || (low <= c && c <= high);
    }
    *i = 0;
    return false;
}

/* From each place that was arrived at, over the text that a star is for. */
static void match_stars(bool *at, str text, bool slashes)
{
    for (size_t i = 0; i < text.n; i++) {
        at[i + 1] = at[i + 1] || (at[i] && (slashes || text.p[i] != '/'));
    }
}

/* One character of the text; the token starts at `from` in the pattern. Returns
 * the token's end, 0: it has none. */
static size_t match_one_char(bool *at, str text, str pattern, size_t from)
{
    size_t end = from + 1;
    char c = pattern.p[from];
    bool escaped = c == '\\' && end < pattern.n;
    if (escaped) {
        c = pattern.p[end++];
    }
    for (size_t i = text.n; i-- > 0;) {
        char is = to_lower(text.p[i]);
        bool fits = is == to_lower(c);
        if (!escaped && c == '?') {
            fits = is != '/';
        } else if (!escaped && c == '[') {
            end = from + 1;
            fits = in_set(pattern, &end, is) && is != '/';
        }
        at[i + 1] = at[i] && fits;
    }
    at[0] = false;
    return end;
}

static bool matches(str pattern, str text, struct arena *work)
{
    bool *at = arena_zalloc(work, text.n + 1, sizeof *at);
    at[0] = true;
    for (size_t i = 0; i < pattern.n;) {
        if (pattern.p[i] == '*') {
            size_t stars = i;
            while (i < pattern.n && pattern.p[i] == '*') {
                i++;
            }
            match_stars(at, text, i - stars > 1);
        } else if ((i = match_one_char(at, text, pattern, i)) == 0) {
            return false;
        }
    }
    return at[text.n];
}

struct search {
    str text;
    struct arena *work;
    size_t tried; /* alternatives */
    bool bad;
    bool found;
};

static void try_each(struct search *search, str pattern)
{
    size_t open;
    size_t close = 0;
    if (!find_braces(pattern, &open, &close)) {
        search->bad = open != STR_NONE || ++search->tried > MOST_ALTERNATIVES;
        search->found =
            search->found ||
            (!search->bad && matches(pattern, search->text, search->work));
        return;
    }
    str before = str_sub(pattern, 0, open);
    str inner = str_sub(pattern, open + 1, close - open - 1);
    str after = str_from_offset(pattern, close + 1);
    do {
        str choice = next_choice(&inner);
        try_each(search, arena_join(search->work,
                                    (const str[]){before, choice, after}, 3));
    } while (inner.p && !search->bad);
}

bool glob_match(str pattern, str text, struct arena *work)
{
    struct search search = {.text = text, .work = work};
    try_each(&search, pattern);
    return search.found && !search.bad;
}
