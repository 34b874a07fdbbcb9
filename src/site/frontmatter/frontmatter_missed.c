/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"

/* Front matter that no rule has recognised: its marks are misspelled ("—-" of a
 * telephone), indented, a fence of code, have something invisible beside them,
 * or are below a comment, a heading or a picture; or it is a second block. As
 * text it would be published, and a draft with it. */

static const char general[] =
    "write --- on a line of its own above and below it; a post that shows "
    "front matter begins with a sentence";

/* Lines above the first key. */
struct above {
    str mark;      /* the last line of marks, without blanks; empty: none */
    bool indented; /* that one is */
    bool covered;  /* a comment, a heading or a picture is above it */
    str comment;   /* the first one, to its end */
};

struct found {
    str pair;     /* the first "known key: value" in small letters: others are
                     words at the start of a line, or keys of a header */
    size_t known; /* number of these */
    str held;     /* a pair that says that the post is not public */
    str own;      /* the first of these in crumb's own words */
};

static str skip_unseen(str line)
{
    line = str_trim(line);
    return str_trim(str_from_offset(line, frontmatter_skip_unseen(line, 0)));
}

/* Dashes, dots or an emoji: a line without letters; "ー" is one of Japanese. */
static bool is_rule(str line)
{
    for (size_t at = 0; at < line.n;) {
        uint32_t c = utf8_next(line, &at);
        if (utf8_is_letter(c) && c != 0x30FC) {
            return false;
        }
    }
    return line.n > 0;
}

static bool is_fence(str line)
{
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

/* After "---" and a blank there may be a comment or a language. */
static bool is_mark(str line)
{
    return is_rule(line) || is_fence(line) || str_starts(line, STR("--- ")) ||
           str_starts(line, STR("+++ "));
}

/* The next line underlines this one as a heading. */
static bool is_underlined(str rest)
{
    str line;
    return str_split(&rest, '\n', &line) &&
           (str_starts(line, STR("==")) || str_starts(line, STR("--"))) &&
           str_trim(str_from_offset(line, str_skip(line, 0, "=-"))).n == 0;
}

static bool is_item(str line)
{
    return str_starts(line, STR("- ")) || str_starts(line, STR("* "));
}

enum { SENTENCE = 24 };

/* Lines that may be above front matter by a slip: headings, comments, tags, or
 * a few words after signs, of Markdown and other languages. A sentence is
 * meant to be there. */
static bool is_cover(str line, str rest)
{
    size_t at = 0;
    bool plain = utf8_is_letter(utf8_next(line, &at));
    bool bracket = str_starts(line, STR("[")) &&
                   (str_ends(line, STR("]")) || str_starts(line, STR("[![")) ||
                    str_find(line, STR("]:")) != STR_NONE);
    return bracket || is_any_of(line.p[0], "#%<{@") ||
           str_starts(line, STR("= ")) || str_starts(line, STR("![")) ||
           (!plain && line.n < SENTENCE) || is_underlined(rest);
}

/* The line without the marks in front of a key: those of lists, AsciiDoc, Org
 * mode, bold text, quotations and old Cooklang. */
static str skip_prefix(str line)
{
    static const str prefixes[] = {
        STR_INIT("- "), STR_INIT("* "), STR_INIT("#+"), STR_INIT("**"),
        STR_INIT(":"),  STR_INIT("> "), STR_INIT(">> ")};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (str_starts(line, prefixes[i])) {
            return str_from_offset(line, prefixes[i].n);
        }
    }
    return line;
}

/* Splits "key: value", "key = value" and Logseq's "key:: value"; the key may be
 * bold. */
static bool split_pair(str pair, str *key, str *val)
{
    size_t n = 0;
    while (n < pair.n &&
           (is_alnum(pair.p[n]) || pair.p[n] == '_' || pair.p[n] == '-')) {
        n++;
    }
    *key = str_sub(pair, 0, n);
    size_t at = str_skip(pair, n, " \t*");
    char mark = str_at(pair, at);
    *val = str_from_offset(pair, str_skip(pair, at + 1, ": \t*"));
    return n && (mark == ':' || mark == '=');
}

/* Cuts off the lines in front of the first that may be a key. */
static void skip_above(str *text, struct above *above)
{
    str rest = *text;
    str whole;
    str key;
    str val;
    while (rest.n && str_split(&rest, '\n', &whole)) {
        str line = skip_unseen(whole);
        if (str_starts(line, STR("<!--"))) {
            size_t end = str_find(*text, STR("-->"));
            end = end == STR_NONE ? text->n : end;
            if (!above->comment.n) {
                above->comment = str_sub(*text, 0, end);
            }
            rest = str_from_offset(*text, end + 3);
            above->covered = true;
        } else if (is_mark(line)) {
            above->mark = line;
            above->indented = line.p != whole.p;
        } else if (line.n && !is_item(line) &&
                   !split_pair(skip_prefix(line), &key, &val) &&
                   is_cover(line, rest)) {
            if (is_underlined(rest)) {
                str_split(&rest, '\n', &whole);
                above->mark =
                    str_eq(str_trim(whole), STR("---")) ? whole : above->mark;
            }
            above->covered = true;
        } else if (line.n) {
            return;
        }
        *text = rest;
    }
}

static bool is_known(str key)
{
    return str_is_word_of(
        key, STR("title date draft tags categories layout slug published "
                 "description author summary permalink category updated "
                 "aliases publish publishDate pubDate expires expiryDate "
                 "pubDatetime"));
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
    str key;
    str val;
    str line = skip_unseen(whole);
    str pair = skip_prefix(line);
    bool item = is_item(line);
    if (!split_pair(pair, &key, &val)) {
        return item || whole.p != line.p || is_rule(line) ||
               str_starts(line, STR("#")) || str_starts(line, STR("["));
    }
    bool known = !item && key.p[0] >= 'a' && is_known(key);
    found->pair = known && !found->known ? pair : found->pair;
    found->known += known;
    if (is_held(key, val)) {
        bool own = visibility_key(key) < VISIBILITY_KEY_FOREIGN;
        found->own = own && !found->own.n ? pair : found->own;
        /* "**Status:** draft" is text in many a file */
        bool counts = own || !str_starts(line, STR("*"));
        found->held = counts && !found->held.n ? pair : found->held;
    }
    return true;
}

/* A comment is not text: of its lines only those count that hold back. */
static void read_comment(str comment, struct found *found)
{
    struct found inner = {0};
    str line;
    comment = str_from_offset(comment, strlen("<!--"));
    while (comment.n && str_split(&comment, '\n', &line) &&
           (!str_trim(line).n || read_line(str_trim(line), &inner))) {
    }
    found->held = inner.held;
}

static void read_block(str text, struct found *found)
{
    str line;
    while (text.n && str_split(&text, '\n', &line)) {
        if (!str_trim(line).n || !read_line(line, found)) {
            return;
        }
    }
}

static const char *cure(const struct above *above)
{
    if (above->covered) {
        return "the first line of the file must be ---: write below it what "
               "is above it now";
    }
    if (is_fence(above->mark)) {
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

static bool report(const struct source *source, str at, str shown,
                   const char *cure, struct diags *diags)
{
    struct diag *diag = diag_error(
        diags, span_of_str(source, at), "frontmatter-format",
        "this is not read as front matter: \"%.*s\" would be text of the post",
        STR_ARG(shown));
    diag_hint(diag, "%s", cure);
    return false;
}

static bool is_missed(str text, struct above *above, struct found *found)
{
    *above = (struct above){0};
    *found = (struct found){0};
    skip_above(&text, above);
    read_comment(above->comment, found);
    read_block(text, found);
    if (str_starts(text, STR("front_matter do"))) { /* Bridgetown's, in Ruby */
        found->held = str_sub(text, 0, str_find_char(text, '\n'));
    }
    return found->held.n ||
           (found->known > 1 && (above->mark.n || !above->covered));
}

bool frontmatter_check_missed(const struct source *source, size_t at,
                              struct diags *diags)
{
    struct above above;
    struct found found;
    if (!is_missed(str_from_offset(source->text, at), &above, &found)) {
        return true;
    }
    str shown = found.held.n ? found.held : found.pair;
    bool mark = above.mark.n && !above.covered;
    return report(source, mark ? above.mark : shown, shown, cure(&above),
                  diags);
}

bool frontmatter_looks_missed(str text)
{
    struct above above;
    struct found found;
    return is_missed(text, &above, &found) && above.mark.n && !above.covered;
}

bool frontmatter_check_second(const struct source *source, size_t at,
                              struct diags *diags)
{
    struct found found = {0};
    str text = str_from_offset(source->text, at);
    text = str_from_offset(text, str_skip_spaces(text, 0));
    str line = str_sub(text, 0, str_find_char(text, '\n'));
    bool marked = is_mark(line) && !is_fence(line);
    if (marked) {
        read_block(str_from_offset(text, line.n + 1), &found);
    } else if (is_alpha(str_at(line, 0))) {
        read_block(text, &found);
    }
    str shown = !marked        ? found.own
                : found.held.n ? found.held
                               : str_sub(found.pair, 0,
                                         found.known > 1 ? found.pair.n : 0);
    return !shown.n ||
           report(source, shown, shown,
                  "move it above the line that ends the front matter: a file "
                  "has one block of it",
                  diags);
}
