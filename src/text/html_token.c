/* SPDX-License-Identifier: MIT */
#include "text/html_token.h"

void html_token_init(struct html_token *token, str html)
{
    token->html = html;
    token->at = 0;
    token->kind = HTML_TEXT;
    token->body = token->name = (str){NULL, 0};
    token->nattrs = 0;
    token->self_closing = token->foreign = token->names_only = false;
}

const struct html_attr *html_token_attr(const struct html_token *token,
                                        str name)
{
    for (size_t i = 0; i < token->nattrs; i++) {
        if (str_eq_nocase(token->attrs[i].name, name)) {
            return &token->attrs[i];
        }
    }
    return NULL;
}

str html_token_value(const struct html_token *token, str name)
{
    const struct html_attr *attr = html_token_attr(token, name);
    return attr ? attr->value : (str){NULL, 0};
}

/* --- tags --- */

static size_t skip_html_space_and_slashes(str html, size_t at)
{
    return str_skip(html, at, " \t\n\v\f\r/");
}

/* Letters are after '>' in ASCII. */
static bool ends_tag_name(char c)
{
    return (unsigned char)c <= '>' && is_any_of(c, " \t\n\v\f\r/>");
}

/* Returns the end of the value. A '/' in an unquoted one is part of it. */
static size_t read_attr_value(str html, size_t at, str *value)
{
    char quote = str_at(html, at);
    bool quoted = quote == '"' || quote == '\'';
    at += quoted;
    size_t end = quoted ? str_find_char_from(html, at, quote)
                        : str_find_any(html, at, " \t\n\v\f\r>");
    *value = str_sub(html, at, end - at);
    return end + (quoted && end < html.n);
}

static size_t read_html_attr(struct html_token *token, size_t at)
{
    str html = token->html;
    size_t start = at; /* an '=' in front is part of the name */
    at = str_find_any(html, start + 1, " \t\n\v\f\r/>=");
    struct html_attr attr = {.name = str_sub(html, start, at - start)};
    size_t equals = str_skip_spaces(html, at);
    if (equals < html.n && html.p[equals] == '=') {
        at = read_attr_value(html, str_skip_spaces(html, equals + 1),
                             &attr.value);
    }
    attr.whole = str_sub(html, start, at - start);
    if (token->nattrs < HTML_ATTRS && !html_token_attr(token, attr.name)) {
        token->attrs[token->nattrs++] = attr;
    }
    return at;
}

static uint32_t low_of(simd16 x)
{
    return simd16_mask((simd16)(x <= '>'));
}

/* Where a tag's name ends that starts at `at`. Letters are after '>' in
 * ASCII. */
static size_t name_end(str html, size_t at)
{
    do {
        at = simd16_find(html, at, low_of);
    } while (at < html.n && !ends_tag_name(html.p[at]) && ++at);
    return at;
}

static uint32_t part_of(simd16 x)
{
    return simd16_mask(simd16_is(x, '=') | simd16_is(x, '"') |
                       simd16_is(x, '\'') | simd16_is(x, '>') |
                       simd16_is(x, '/'));
}

/* After the tag whose name ends at `at`, if it has only names and values in
 * double quotes; else 0. */
static size_t skip_attrs(str html, size_t at)
{
    while (at < html.n) {
        at = simd16_find(html, at, part_of);
        if (at < html.n && html.p[at] == '>') {
            return at + 1;
        }
        if (at + 1 >= html.n || html.p[at] != '=' || html.p[at + 1] != '"' ||
            !is_alnum(html.p[at - 1])) {
            return 0;
        }
        at = str_find_char_from(html, at + 2, '"') + 1;
    }
    return 0;
}

/* The tag whose name starts at `at`. Returns its end. */
static size_t read_html_tag(struct html_token *token, size_t at)
{
    str html = token->html;
    size_t last = name_end(html, at);
    token->name = (str){html.p + at, last - at};
    if (last < html.n && html.p[last] == '>') {
        return last + 1;
    }
    at = token->names_only ? skip_attrs(html, last) : 0;
    if (at) {
        return at;
    }
    at = skip_html_space_and_slashes(html, last);
    while (at < html.n && html.p[at] != '>') {
        last = read_html_attr(token, at); /* after the last attribute */
        at = skip_html_space_and_slashes(html, last);
    }
    if (token->kind == HTML_START) {
        token->self_closing = at > last && html.p[at - 1] == '/';
    } else {
        token->nattrs = 0;
    }
    return at < html.n ? at + 1 : at;
}

void html_token_note_foreign(struct html_token *token)
{
    if (html_token_is(token, STR("svg")) || html_token_is(token, STR("math"))) {
        token->foreign = token->kind == HTML_START && !token->self_closing;
    }
}

/* --- elements that hold text alone --- */

/* The token is the start tag of one. */
static bool opens_raw(const struct html_token *token)
{
    static const str names[] = {
        STR_INIT("script"),  STR_INIT("style"),    STR_INIT("title"),
        STR_INIT("iframe"),  STR_INIT("xmp"),      STR_INIT("textarea"),
        STR_INIT("noembed"), STR_INIT("noframes"),
    };
    return html_token_may_open_raw(token) &&
           !(token->foreign && token->self_closing) &&
           str_is_one_of(token->name, names, sizeof names / sizeof *names);
}

/* Where the end tag of that name starts, or the end of the text. */
static size_t find_raw_end(str html, size_t at, str name)
{
    for (at = str_find_char_from(html, at, '<'); at < html.n;
         at = str_find_char_from(html, at + 1, '<')) {
        str rest = str_from_offset(html, at + 1);
        if (rest.n > name.n + 1 && rest.p[0] == '/' &&
            str_starts_nocase(str_from_offset(rest, 1), name) &&
            ends_tag_name(rest.p[name.n + 1])) {
            return at;
        }
    }
    return html.n;
}

bool html_token_is_shown(const struct html_token *token)
{
    return token->kind == HTML_TEXT ||
           (token->kind == HTML_RAW &&
            str_is_word_of(token->name, STR("title textarea xmp")));
}

/* --- comments --- */

/* After the comment that starts at `at` with "<!--". */
static size_t comment_end(str html, size_t at)
{
    str rest = str_from_offset(html, at + 4);
    if (str_starts(rest, STR(">"))) {
        return at + 5;
    }
    if (str_starts(rest, STR("->"))) {
        return at + 6;
    }
    for (size_t i = 0; i < rest.n; i++) {
        size_t dashes = str_find(str_from_offset(rest, i), STR("--"));
        if (dashes == STR_NONE) {
            break;
        }
        i += dashes;
        str after = str_from_offset(rest, i + 2);
        size_t n = str_starts(after, STR(">"))    ? 1
                   : str_starts(after, STR("!>")) ? 2
                                                  : 0;
        if (n) {
            return at + 4 + i + 2 + n;
        }
    }
    return html.n;
}

/* The end of a comment, or of a declaration, which ends at the next '>'. */
static size_t declaration_end(str html, size_t at)
{
    if (str_starts(str_from_offset(html, at), STR("<!--"))) {
        return comment_end(html, at);
    }
    size_t end = str_find_char_from(html, at, '>');
    return end + (end < html.n);
}

/* --- tokens --- */

/* The '<' at `at` starts something other than text. */
static bool starts_markup(str html, size_t at)
{
    char c = at + 1 < html.n ? html.p[at + 1] : '\0';
    return is_alpha(c) || c == '!' || c == '?' || (c == '/' && at + 2 < html.n);
}

static size_t text_end(str html, size_t at)
{
    do {
        at = simd16_find(html, at, html_less);
    } while (at < html.n && !starts_markup(html, at) && ++at);
    return at;
}

/* Tag or comment at token->at. Returns its end. */
static size_t read_markup(struct html_token *token)
{
    str html = token->html;
    bool closing = html.p[token->at + 1] == '/';
    size_t name = token->at + 1 + closing;
    token->name = (str){NULL, 0};
    if (!is_alpha(html.p[name])) {
        token->kind = HTML_COMMENT;
        return declaration_end(html, token->at);
    }
    token->kind = closing ? HTML_END : HTML_START;
    size_t end = read_html_tag(token, name);
    html_token_note_foreign(token);
    return end;
}

bool html_token_read(struct html_token *token)
{
    str html = token->html;
    size_t start = token->at;
    if (start >= html.n) {
        return false;
    }
    size_t raw_end =
        opens_raw(token) ? find_raw_end(html, start, token->name) : start;
    size_t end = raw_end;
    if (end == start && (html.p[start] != '<' || !starts_markup(html, start))) {
        end = text_end(html, start);
    }
    token->nattrs = 0;
    token->self_closing = false;
    if (raw_end > start) {
        token->kind = HTML_RAW;
    } else if (end > start) {
        token->kind = HTML_TEXT;
        token->name = (str){NULL, 0};
    } else {
        end = read_markup(token);
    }
    token->body = (str){html.p + start, end - start};
    token->at = end;
    return true;
}
