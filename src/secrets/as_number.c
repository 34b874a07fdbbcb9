/* SPDX-License-Identifier: MIT */
#include "secrets/as_number.h"

#include "secrets/line.h"
#include "secrets/rules.h"

/* Less are times, ratios, and how often a number is prepended. */
enum { LEAST = 64 };

static str line_before(str text, size_t at)
{
    size_t start = line_start(text, at);
    return str_sub(text, start, at - start);
}

/* The line around the place, without blanks at its end. */
static str line_of(str text, size_t at)
{
    size_t start = line_start(text, at);
    str line = str_sub(text, start, LINE_PIECE);
    line.n = str_find_char_from(line, 0, '\n');
    while (line.n && is_space(line.p[line.n - 1])) {
        line.n--;
    }
    return line;
}

/* --- paths --- */

/* Whether a quote is open at the end: an apostrophe, isn't, is none. */
static bool is_open(str before, char quote)
{
    bool open = false;
    for (size_t i = 0; i < before.n; i++) {
        bool inside = i > 0 && is_alnum(before.p[i - 1]);
        open ^= before.p[i] == quote && (open || !inside);
    }
    return open;
}

/* A number in the expression of an as-path list: permit ^3320_174$, or in
 * quotes. */
static bool is_in_expression(struct public_search *search, str text, size_t at,
                             char next)
{
    str before = line_before(text, at);
    size_t path = str_find(before, STR("as-path"));
    if (path == STR_NONE || !fence_is_code(&search->fence, at)) {
        return false;
    }
    before = str_from_offset(before, path);
    char last = before.p[before.n - 1];
    bool quoted = is_open(before, '"') || is_open(before, '\'');
    return is_any_of(last, quoted ? "_^(|[.*+?\"' " : "_^(|.*+?") &&
           is_any_of(next, quoted ? "_$)|(].*+?\"' " : "_$)|(.*+?");
}

static bool is_address(str text)
{
    return text.n && str_skip(text, 0, "0123456789abcdefABCDEF.:") == text.n &&
           str_skip(text, 0, "0123456789") < text.n;
}

/* A line of numbers, as of a path; the next one says from whom it is. */
static bool is_path_line(str text, size_t at)
{
    str line = line_of(text, at);
    str rest = str_from_offset(text, (size_t)(line.p - text.p) + line.n + 1);
    size_t end = str_find_char_from(line, 0, ',');
    str next = str_trim(line_of(rest, 0));
    size_t from = str_find(next, STR(" from "));
    return end > 0 && from != STR_NONE && is_address(str_sub(next, 0, from)) &&
           str_skip(line, 0, " (){}0123456789") >= end;
}

/* --- tables --- */

/* Takes the lines before the place: a heading begins a table, and an empty line
 * or a prompt ends it. */
static void take_headings(struct public_search *search, str text, size_t at)
{
    size_t start = line_start(text, at);
    while (search->headings < start) {
        str line = line_of(text, search->headings);
        size_t path = str_find(line, STR(" Path"));
        size_t as = str_find(line, STR(" AS "));
        bool routes = path + STR(" Path").n == line.n &&
                      str_find(line, STR("Next Hop")) < path;
        bool peers = as != STR_NONE && (str_starts(line, STR("Neighbor")) ||
                                        str_starts(line, STR("Peer")));
        bool ends = !line.n || is_alpha(line.p[0]);
        search->paths = routes || (search->paths && !ends);
        search->column = routes  ? path + 1
                         : peers ? as + 1
                         : ends  ? 0
                                 : search->column;
        search->headings = str_find_char_from(text, search->headings, '\n') + 1;
    }
}

/* Whether the number up to `end` is in a column of AS numbers, or of paths. */
static bool is_in_table(struct public_search *search, str text, size_t at,
                        size_t end)
{
    take_headings(search, text, at);
    str line = line_of(text, at);
    size_t column = at - (size_t)(line.p - text.p);
    size_t after = column + (end - at);
    bool route = line.n > 1 && is_any_of(line.p[line.n - 1], "ie?") &&
                 line.p[line.n - 2] == ' ';
    /* The weight, which longer addresses have moved there, is after blanks. */
    bool joined = column < 2 || line.p[column - 1] != ' ' ||
                  line.p[column - 2] != ' ' || column == search->column;
    return search->column &&
           (search->paths
                ? route && joined && column >= search->column
                : column <= search->column + 1 && after >= search->column + 1);
}

/* --- words --- */

/* define OWNAS = 3320; of BIRD. */
static bool is_defined(str text, size_t at)
{
    str line = line_before(text, at);
    str name = str_trim(str_sub(line, 0, str_find_char_from(line, 0, '=')));
    str others = STR("MAX MIN LEN LIMIT PREF PATH BIAS");
    bool other = false;
    for (str part; str_split(&others, ' ', &part);) {
        other = other || str_find(name, part) != STR_NONE;
    }
    return str_starts(line, STR("define ")) && !other &&
           (str_ends(name, STR("AS")) || str_ends(name, STR("ASN")) ||
            str_find(name, STR(" AS")) != STR_NONE);
}

/* Whether a word before the number says that it is one. In prose, where "set
 * as" is English, these are fewer, and AS 400 is a computer. */
static bool is_after_word(struct public_search *search, str text, size_t at,
                          uint64_t number)
{
    const struct secret_rules *rules = search->rules;
    static const char between[] = " \t\"':=";
    if (!fence_is_code(&search->fence, at)) {
        return number != 400 &&
               follows_word(text, at, between, rules->before[GROUP_SYSTEMS]);
    }
    bool bird = at > 4 && (is_digit(text.p[at - 5]) || text.p[at - 5] == ':') &&
                str_starts_at(text, at - 4, STR(" as ")); /* 10.0.0.2 as 174 */
    return bird ||
           follows_word(text, at, between, rules->before[GROUP_SYSTEMS]) ||
           follows_word(text, at, between, rules->before[GROUP_CODE_SYSTEMS]) ||
           follows_word(text, at, "", STR("as="));
}

/* Whether it is one of several that may be there, in code. */
static bool is_listed(struct public_search *search, str text, size_t at,
                      size_t end)
{
    static const char between[] = " \"'0123456789()[]{},:~=!*?-";
    return fence_is_code(&search->fence, at) &&
           (follows_word(text, at, between,
                         search->rules->before[GROUP_PATHS]) ||
            is_defined(text, at) || is_in_table(search, text, at, end) ||
            is_path_line(text, at));
}

static bool has_moved(const struct public_search *search, uint64_t number)
{
    return search->as && renumber_unit(search->as, number, 1) != number;
}

/* Whether a number that has moved is one there, too: 3320:100, _3320_,
 * (3320, 100), and in a list that BIRD defines. */
static bool has_moved_inside(struct public_search *search, str text, size_t at,
                             uint64_t number, str rest)
{
    char last = at ? text.p[at - 1] : ' ';
    char next = str_at(rest, 0);
    char after = str_at(rest, 1);
    bool tuple = last == '(' && next == ',' &&
                 !(at > 1 && is_alnum(text.p[at - 2])) && /* range(100, 200) */
                 fence_is_code(&search->fence, at);
    bool part = is_any_of(next, "_$") ||
                (next == ':' && (is_digit(after) || after == '*')) || tuple ||
                (is_any_of(next, ", ") &&
                 str_starts(line_before(text, at), STR("define ")));
    return part && has_moved(search, number) &&
           (number >= LEAST ||
            (next == ':' &&
             follows_word(text, at, " 0123456789:",
                          search->rules->before[GROUP_COMMUNITIES])));
}

bool as_number_read(struct public_search *search, str text, size_t at,
                    struct public_place *place)
{
    str rest = str_from_offset(text, at);
    uint64_t number = str_take_number(&rest, UINT32_MAX);
    size_t end = text.n - rest.n;
    bool inside = at > 1 && text.p[at - 1] == ':' && is_digit(text.p[at - 2]);
    if (end == at || inside || is_alnum(str_at(rest, 0)) ||
        str_starts(rest, STR("..")) || (text.p[at] == '0' && number)) {
        return false;
    }
    char next = str_at(rest, 0);
    bool more = is_any_of(next, ".:") && is_digit(str_at(rest, 1));
    bool named = !is_any_of(next, "-_") && !(more && next == ':') &&
                 is_after_word(search, text, at, number);
    if (named && more) { /* 1.10 is 65546 */
        rest = str_from_offset(rest, 1);
        size_t low = str_take_number(&rest, UINT16_MAX);
        end = text.n - rest.n;
        number = low > UINT16_MAX ? UINT64_MAX : number << 16 | low;
        more = is_any_of(str_at(rest, 0), ".:") && is_digit(str_at(rest, 1));
    }
    *place = (struct public_place){.kind = PUBLIC_AS,
                                   .len = end - at,
                                   .unit = number,
                                   .count = 1,
                                   .whole = 1};
    return number <= UINT32_MAX &&
           (is_in_expression(search, text, at, str_at(rest, 0)) ||
            has_moved_inside(search, text, at, number, rest) ||
            (!more &&
             (named || ((number >= LEAST || has_moved(search, number)) &&
                        is_listed(search, text, at, end)))));
}
