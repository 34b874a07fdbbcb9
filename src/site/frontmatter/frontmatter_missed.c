/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"

/* Front matter that no rule has recognised: its marks are misspelled ("—-" of a
 * telephone), indented, a fence of code, or below a comment or a heading. As
 * text it would be published, and a draft with it. */

static const char general[] =
    "write --- on a line of its own above and below it; a post that shows "
    "front matter begins with a sentence";

/* Lines above the first key. */
struct above {
    str mark;      /* the last line of marks, without blanks; empty: none */
    bool indented; /* that one is */
    bool covered;  /* a comment or a heading is above it */
};

struct found {
    str pair;     /* the first "known key: value" in small letters: others are
                     words at the start of a line, or keys of a header */
    size_t known; /* number of these */
    str held;     /* a pair that says that the post is not public */
};

static bool is_dash(uint32_t c)
{
    return c == '-' || c == '+' || c == '=' || c == '~' || c == ';' ||
           c == '*' || c == '_' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
}

/* A line of dashes of any kind, or the first line of a fence. */
static bool is_mark(str line)
{
    if (str_starts(line, STR("```")) || str_starts(line, STR("~~~"))) {
        return true;
    }
    for (size_t at = 0; at < line.n;) {
        if (!is_dash(utf8_next(line, &at))) {
            return false;
        }
    }
    return line.n > 1;
}

/* Cuts off the lines in front of the first that may be a key. */
static void skip_above(str *text, struct above *above)
{
    str rest = *text;
    str whole;
    while (rest.n && str_split(&rest, '\n', &whole)) {
        str line = str_trim(whole);
        if (str_starts(line, STR("<!--"))) {
            size_t end = str_find(*text, STR("-->"));
            rest = str_from_offset(*text, end == STR_NONE ? text->n : end + 3);
            above->covered = true;
        } else if (is_mark(line)) {
            above->mark = line;
            above->indented = line.p != whole.p;
        } else if (str_starts(line, STR("#"))) {
            above->covered = true;
        } else if (line.n) {
            return;
        }
        *text = rest;
    }
}

static bool is_known(str key)
{
    static const str keys[] = {
        STR_INIT("title"),    STR_INIT("date"),       STR_INIT("draft"),
        STR_INIT("tags"),     STR_INIT("categories"), STR_INIT("layout"),
        STR_INIT("slug"),     STR_INIT("published"),  STR_INIT("description"),
        STR_INIT("author"),   STR_INIT("summary"),    STR_INIT("permalink"),
        STR_INIT("category"), STR_INIT("updated"),    STR_INIT("aliases"),
    };
    return str_is_one_of(key, keys, sizeof keys / sizeof *keys);
}

/* `draft: true`, and what else holds a post back in one word. */
static bool is_held(str key, str text)
{
    size_t number = visibility_key(key);
    return number != VISIBILITY_KEY_NONE && text.n &&
           str_find_char(text, ' ') == STR_NONE &&
           visibility_is_private(UINT64_C(1) << number) &&
           visibility_of(number, frontmatter_header_value(text), text) ==
               VISIBILITY_UNPUBLISHED;
}

/* Returns false at a line that no front matter has: there the text begins. */
static bool read_line(str whole, struct found *found)
{
    str line = str_trim(whole);
    bool item = str_starts(line, STR("- "));
    str pair = str_from_offset(line, item ? 2 : str_starts(line, STR(":")));
    size_t n = 0;
    while (n < pair.n &&
           (is_alnum(pair.p[n]) || pair.p[n] == '_' || pair.p[n] == '-')) {
        n++;
    }
    str key = str_sub(pair, 0, n);
    str rest = str_trim(str_from_offset(pair, n));
    if (!n || !rest.n || (rest.p[0] != ':' && rest.p[0] != '=')) {
        return item || whole.p != line.p || str_starts(line, STR("#")) ||
               str_starts(line, STR("["));
    }
    str val = str_trim(str_from_offset(rest, 1));
    bool known = !item && key.p[0] >= 'a' && is_known(key);
    found->pair = known && !found->known ? pair : found->pair;
    found->known += known;
    found->held = !found->held.n && is_held(key, val) ? pair : found->held;
    return true;
}

static const char *cure(const struct above *above)
{
    if (above->covered) {
        return "the first line of the file must be ---: write below it what "
               "is above it now";
    }
    if (str_starts(above->mark, STR("```")) ||
        str_starts(above->mark, STR("~~~"))) {
        return "write --- in place of the two lines of the fence; a post that "
               "shows front matter begins with a sentence";
    }
    if (above->indented) {
        return "take the blanks in front of --- out";
    }
    if (str_starts(above->mark, STR("+"))) {
        return "write +++ on a line of its own above and below it";
    }
    return above->mark.n ? "write three hyphens, ---, in place of this line, "
                           "and on a line of their own below the last key"
                         : general;
}

bool frontmatter_check_missed(const struct source *source, size_t at,
                              struct diags *diags)
{
    str text = str_from_offset(source->text, at);
    struct above above = {0};
    struct found found = {0};
    str line;
    skip_above(&text, &above);
    while (text.n && str_split(&text, '\n', &line)) {
        str trimmed = str_trim(line);
        if (!trimmed.n || is_mark(trimmed) || !read_line(line, &found)) {
            break;
        }
    }
    bool sure = found.known > 1 && (above.mark.n || !above.covered);
    if (!sure && !found.held.n) {
        return true;
    }
    str shown = found.held.n ? found.held : found.pair;
    struct diag *diag = diag_error(
        diags,
        span_of_str(source,
                    above.mark.n && !above.covered ? above.mark : shown),
        "frontmatter-format",
        "this is not read as front matter: \"%.*s\" would be text of the post",
        STR_ARG(shown));
    diag_hint(diag, "%s", cure(&above));
    return false;
}
