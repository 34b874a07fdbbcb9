/* SPDX-License-Identifier: MIT */
#include "text/html_token.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "text/html_entity.h"

/* Elements whose content is text up to their own end tag. */
static const str raw_elements[] = {
    STR_INIT("script"),  STR_INIT("style"),    STR_INIT("title"),
    STR_INIT("iframe"),  STR_INIT("xmp"),      STR_INIT("textarea"),
    STR_INIT("noembed"), STR_INIT("noframes"),
};

void markup_init(struct markup *markup, str text)
{
    markup->text = text;
    markup->at = 0;
    markup->kind = MARKUP_TEXT;
    markup->name = (str){NULL, 0};
}

const struct markup_attr *markup_attr(const struct markup *markup, str name)
{
    for (size_t i = 0; i < markup->nattrs; i++) {
        if (str_eq_nocase(markup->attrs[i].name, name)) {
            return &markup->attrs[i];
        }
    }
    return NULL;
}

static size_t skip_html_space(str text, size_t at)
{
    while (at < text.n && (is_space(text.p[at]) || text.p[at] == '/')) {
        at++;
    }
    return at;
}

/* Unquoted values end at white space or '>', a '/' is part of them. */
static size_t read_attr_value(str text, size_t at, str *value)
{
    char quote = at < text.n ? text.p[at] : '\0';
    if (quote == '"' || quote == '\'') {
        str rest = str_from_offset(text, at + 1);
        size_t end = str_find_char(rest, quote);
        end = end == STR_NONE ? rest.n : end;
        *value = str_sub(rest, 0, end);
        return at + 1 + end + (end < rest.n);
    }
    size_t start = at;
    while (at < text.n && !is_space(text.p[at]) && text.p[at] != '>') {
        at++;
    }
    *value = str_sub(text, start, at - start);
    return at;
}

static size_t skip_html_blank(str text, size_t at)
{
    while (at < text.n && is_space(text.p[at])) {
        at++;
    }
    return at;
}

static bool ends_html_name(char c)
{
    return is_space(c) || c == '/' || c == '>' || c == '=';
}

static size_t read_html_attr(struct markup *markup, size_t at)
{
    str text = markup->text;
    size_t start = at++; /* an '=' in front is part of the name */
    while (at < text.n && !ends_html_name(text.p[at])) {
        at++;
    }
    struct markup_attr attr = {.name = str_sub(text, start, at - start)};
    size_t equals = skip_html_blank(text, at);
    if (equals < text.n && text.p[equals] == '=') {
        at = read_attr_value(text, skip_html_blank(text, equals + 1),
                             &attr.value);
    }
    if (markup->nattrs < MARKUP_ATTRS && !markup_attr(markup, attr.name)) {
        markup->attrs[markup->nattrs++] = attr;
    }
    return at;
}

static void read_html_tag(struct markup *markup, size_t name)
{
    str text = markup->text;
    size_t at = name;
    while (at < text.n && !is_space(text.p[at]) && text.p[at] != '/' &&
           text.p[at] != '>') {
        at++;
    }
    markup->name = str_sub(text, name, at - name);
    markup->nattrs = 0;
    for (at = skip_html_space(text, at); at < text.n && text.p[at] != '>';
         at = skip_html_space(text, at)) {
        at = read_html_attr(markup, at);
    }
    size_t start = markup->at;
    markup->at = at < text.n ? at + 1 : at;
    markup->body = str_sub(text, start, markup->at - start);
}

/* Behind a comment that starts at "<!--". */
static size_t skip_comment(str text, size_t at)
{
    str rest = str_from_offset(text, at + 4);
    if (str_starts(rest, STR(">"))) {
        return at + 5;
    }
    if (str_starts(rest, STR("->"))) {
        return at + 6;
    }
    for (size_t i = 0; i + 2 < rest.n; i++) {
        bool plain = memcmp(rest.p + i, "-->", 3) == 0;
        if (plain || (i + 3 < rest.n && memcmp(rest.p + i, "--!>", 4) == 0)) {
            return at + 4 + i + (plain ? 3 : 4);
        }
    }
    return text.n;
}

/* <!doctype>, <?x?>, </ x>: up to the next '>'. */
static size_t skip_declaration(str text, size_t at)
{
    if (str_starts(str_from_offset(text, at), STR("<!--"))) {
        return skip_comment(text, at);
    }
    size_t end = str_find_char(str_from_offset(text, at), '>');
    return end == STR_NONE ? text.n : at + end + 1;
}

/* Where the end tag of that name starts, or the end of the text. */
static size_t find_raw_end(str text, size_t at, str name)
{
    for (; at < text.n; at++) {
        str rest = str_from_offset(text, at);
        size_t open = str_find_char(rest, '<');
        if (open == STR_NONE) {
            return text.n;
        }
        at += open;
        rest = str_from_offset(text, at + 1);
        if (rest.n > name.n + 1 && rest.p[0] == '/' &&
            str_eq_nocase(str_sub(rest, 1, name.n), name) &&
            ends_html_name(rest.p[name.n + 1])) {
            return at;
        }
    }
    return text.n;
}

static bool opens_raw(const struct markup *markup)
{
    if (markup->kind != MARKUP_START) {
        return false;
    }
    for (size_t i = 0; i < sizeof raw_elements / sizeof *raw_elements; i++) {
        if (markup_is(markup, raw_elements[i])) {
            return true;
        }
    }
    return false;
}

static bool starts_markup(str text, size_t at)
{
    char c = at + 1 < text.n ? text.p[at + 1] : '\0';
    return is_alpha(c) || c == '!' || c == '?' || (c == '/' && at + 2 < text.n);
}

/* The end of the text that starts at `at`: where a tag does. */
static size_t text_end(str text, size_t at)
{
    while (at < text.n) {
        size_t open = str_find_char(str_from_offset(text, at), '<');
        if (open == STR_NONE) {
            return text.n;
        }
        at += open;
        if (starts_markup(text, at)) {
            return at;
        }
        at++;
    }
    return at;
}

static bool take_token(struct markup *markup, enum markup_kind kind, size_t end)
{
    markup->kind = kind;
    markup->body = str_sub(markup->text, markup->at, end - markup->at);
    markup->at = end;
    markup->nattrs = 0;
    return true;
}

bool markup_next(struct markup *markup)
{
    str text = markup->text;
    if (opens_raw(markup)) {
        size_t end = find_raw_end(text, markup->at, markup->name);
        return take_token(markup, MARKUP_RAW, end);
    }
    while (markup->at < text.n) {
        size_t end = text_end(text, markup->at);
        if (end > markup->at) {
            return take_token(markup, MARKUP_TEXT, end);
        }
        char c = text.p[markup->at + 1];
        size_t name = markup->at + 1 + (c == '/');
        if (is_alpha(text.p[name])) {
            markup->kind = c == '/' ? MARKUP_END : MARKUP_START;
            read_html_tag(markup, name);
            return true;
        }
        markup->at = skip_declaration(text, markup->at);
    }
    return false;
}

/* --- character references --- */

static size_t decode_number(str text, uint32_t *c)
{
    bool hex = text.n > 2 && to_lower(text.p[2]) == 'x';
    size_t at = hex ? 3 : 2;
    size_t start = at;
    uint32_t n = 0;
    for (; at < text.n; at++) {
        char digit = to_lower(text.p[at]);
        bool letter = hex && digit >= 'a' && digit <= 'f';
        if (!is_digit(digit) && !letter) {
            break;
        }
        uint32_t add = (uint32_t)(letter ? digit - 'a' + 10 : digit - '0');
        n = n > 0x10FFFF ? n : n * (hex ? 16 : 10) + add;
    }
    if (at == start) {
        return 0;
    }
    *c = n;
    return at + (at < text.n && text.p[at] == ';');
}

/* In an attribute "&copy=1" is no reference: addresses are full of those. */
static size_t decode_named(str text, bool in_text, uint32_t *c)
{
    size_t at = 1;
    while (at < text.n && is_alnum(text.p[at])) {
        at++;
    }
    bool closed = at < text.n && text.p[at] == ';';
    if (!closed && (!in_text || at == text.n) && at < text.n &&
        text.p[at] == '=') {
        return 0;
    }
    *c = html_entity(str_sub(text, 1, at - 1));
    return *c ? at + closed : 0;
}

str markup_decode(struct arena *arena, str raw, bool in_text)
{
    if (str_find_char(raw, '&') == STR_NONE) {
        return raw;
    }
    struct buf out = {0};
    size_t at = 0;
    while (at < raw.n) {
        str rest = str_from_offset(raw, at);
        uint32_t c = 0;
        size_t n = 0;
        if (rest.p[0] == '&') {
            n = rest.n > 1 && rest.p[1] == '#'
                    ? decode_number(rest, &c)
                    : decode_named(rest, in_text, &c);
        }
        if (n) {
            utf8_put(&out, c);
        } else {
            buf_putc(&out, rest.p[0]);
            n = 1;
        }
        at += n;
    }
    str result = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return result;
}
