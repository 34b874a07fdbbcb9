/* SPDX-License-Identifier: MIT */
#include "text/html_tag.h"

static size_t html_comment_end(str html, size_t from, str mark)
{
    size_t at = str_find(str_from_offset(html, from), mark);
    return at == STR_NONE ? html.n : from + at + mark.n;
}

/* Behind the '>' that is in no quoted value. */
static size_t html_tag_end(str html, size_t i)
{
    char quote = '\0';
    for (; i < html.n; i++) {
        char c = html.p[i];
        if (quote) {
            quote = (char)(c == quote ? '\0' : quote);
        } else if (c == '>') {
            return i + 1;
        } else if ((c == '"' || c == '\'') && html.p[i - 1] == '=') {
            quote = c;
        }
    }
    return html.n;
}

bool html_tag_read(str html, size_t from, struct html_tag *tag)
{
    *tag = (struct html_tag){.from = from};
    str rest = str_from_offset(html, from);
    if (str_starts(rest, STR("<!--"))) {
        tag->end = html_comment_end(html, from + 4, STR("-->"));
        return true;
    }
    if (rest.n > 1 && (rest.p[1] == '!' || rest.p[1] == '?')) {
        tag->end = html_comment_end(html, from, STR(">"));
        return true;
    }
    size_t i = 1;
    if (i < rest.n && rest.p[i] == '/') {
        tag->closing = true;
        i++;
    }
    size_t start = i;
    if (i >= rest.n || !is_alpha(rest.p[i])) {
        return false;
    }
    while (i < rest.n && (is_alnum(rest.p[i]) || rest.p[i] == '-')) {
        i++;
    }
    tag->name = str_sub(rest, start, i - start);
    tag->attributes = from + i;
    tag->end = html_tag_end(html, from + i);
    return true;
}

bool html_needs_end(str name)
{
    static const str names[] = {
        STR_INIT("area"),     STR_INIT("base"),    STR_INIT("br"),
        STR_INIT("col"),      STR_INIT("embed"),   STR_INIT("hr"),
        STR_INIT("img"),      STR_INIT("input"),   STR_INIT("link"),
        STR_INIT("meta"),     STR_INIT("source"),  STR_INIT("track"),
        STR_INIT("wbr"),      STR_INIT("dt"),      STR_INIT("dd"),
        STR_INIT("option"),   STR_INIT("tr"),      STR_INIT("td"),
        STR_INIT("th"),       STR_INIT("thead"),   STR_INIT("tbody"),
        STR_INIT("tfoot"),    STR_INIT("rt"),      STR_INIT("rp"),
        STR_INIT("optgroup"), STR_INIT("caption"), STR_INIT("colgroup"),
    };
    return !str_is_one_of(name, names, sizeof names / sizeof *names);
}

/* Behind the end tag of an element whose content is no text. */
static size_t skip_content(str html, const struct html_tag *tag)
{
    static const str names[] = {STR_INIT("script"), STR_INIT("style")};
    if (tag->closing || !str_is_one_of(tag->name, names, 2)) {
        return tag->end;
    }
    for (size_t i = tag->end; i + 1 < html.n; i++) {
        struct html_tag end;
        if (html.p[i] == '<' && html.p[i + 1] == '/' &&
            html_tag_read(html, i, &end) &&
            str_eq_nocase(end.name, tag->name)) {
            return end.end;
        }
    }
    return html.n;
}

bool html_tag_next(str html, size_t *at, struct html_tag *tag)
{
    size_t i = *at;
    while (i < html.n) {
        size_t less = str_find_char(str_from_offset(html, i), '<');
        if (less == STR_NONE) {
            return false;
        }
        i += less;
        if (html_tag_read(html, i, tag)) {
            *at = skip_content(html, tag);
            return true;
        }
        i++;
    }
    return false;
}

bool html_attribute_read(str html, size_t *off, size_t end,
                         struct html_attribute *attribute)
{
    size_t i = *off;
    while (i < end && (is_space(html.p[i]) || html.p[i] == '/')) {
        i++;
    }
    size_t start = i;
    while (i < end && !is_space(html.p[i]) && html.p[i] != '=' &&
           html.p[i] != '>') {
        i++;
    }
    *attribute = (struct html_attribute){
        .name = str_sub(html, start, i - start), .from = i, .to = i};
    while (i < end && is_space(html.p[i])) {
        i++;
    }
    if (i < end && html.p[i] == '=') {
        attribute->has_value = true;
        i++;
        while (i < end && is_space(html.p[i])) {
            i++;
        }
        char quote = (char)(i < end ? html.p[i] : '\0');
        bool quoted = quote == '"' || quote == '\'';
        i += quoted;
        attribute->from = i;
        while (i < end && (quoted ? html.p[i] != quote
                                  : !is_space(html.p[i]) && html.p[i] != '>')) {
            i++;
        }
        attribute->to = i;
        i += quoted && i < end;
    }
    *off = i > start ? i : i + 1;
    return attribute->name.n > 0;
}

str html_tag_attribute(str html, const struct html_tag *tag, str name)
{
    struct html_attribute attribute;
    size_t off = tag->attributes;
    while (html_attribute_read(html, &off, tag->end, &attribute)) {
        if (str_eq_nocase(attribute.name, name)) {
            return str_sub(html, attribute.from, attribute.to - attribute.from);
        }
    }
    return (str){NULL, 0};
}
