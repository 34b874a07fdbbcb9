/* SPDX-License-Identifier: MIT */
#include "markdown/attributes.h"

#include "base/memory/buf.h"

struct reader {
    str text;
    size_t at;
    enum attribute_separator separator;
    struct arena *arena;
};

static char peek(const struct reader *reader)
{
    return str_at(reader->text, reader->at);
}

/* Whether an item ends in front of text[i]. */
static bool ends_item(const struct reader *reader, size_t i)
{
    str text = reader->text;
    char c = text.p[i];
    if (c == ',') {
        bool in_numbers = i > 0 &&
                          (is_digit(text.p[i - 1]) || text.p[i - 1] == '%') &&
                          is_digit(str_at(text, i + 1));
        return !in_numbers || reader->separator == ATTRIBUTES_BY_COMMA;
    }
    return c == '}' || c == '\n' || c == '\r' ||
           (is_space(c) && reader->separator == ATTRIBUTES_BY_SPACE);
}

static bool ends_name(char c)
{
    return c == '=' || c == '{' || c == '"' || c == '\'';
}

static str read_name(struct reader *reader)
{
    size_t start = reader->at;
    while (reader->at < reader->text.n && !ends_item(reader, reader->at) &&
           !ends_name(peek(reader))) {
        reader->at++;
    }
    return str_trim(str_sub(reader->text, start, reader->at - start));
}

/* Takes the text up to the end of the item. */
static str take_to_end(struct reader *reader)
{
    size_t start = reader->at;
    while (reader->at < reader->text.n && !ends_item(reader, reader->at)) {
        reader->at++;
    }
    return str_trim(str_sub(reader->text, start, reader->at - start));
}

static str without_escapes(struct reader *reader, str text)
{
    if (str_find_char(text, '\\') == STR_NONE) {
        return text;
    }
    struct buf out = {0};
    for (size_t i = 0; i < text.n; i++) {
        i += text.p[i] == '\\' && i + 1 < text.n;
        buf_putc(&out, text.p[i]);
    }
    return buf_move(&out, reader->arena);
}

/* The end of what starts with a quote or a bracket at text[i], after its last
 * character; STR_NONE: it is not closed on this line. */
static size_t end_of_group(str text, size_t i)
{
    char close = text.p[i] == '[' ? ']' : text.p[i];
    for (i++; i < text.n && text.p[i] != '\n'; i++) {
        char c = text.p[i];
        if (c == close) {
            return i + 1;
        }
        if (c == '\\' && close != ']') {
            i++;
        } else if (close == ']' && (c == '"' || c == '\'')) {
            i = end_of_group(text, i);
            if (i == STR_NONE) {
                return i;
            }
            i--;
        }
    }
    return STR_NONE;
}

static bool read_value(struct reader *reader, struct attribute *attribute)
{
    char c = peek(reader);
    if (c == '"' || c == '\'' || c == '[') {
        size_t start = reader->at + 1;
        size_t end = end_of_group(reader->text, reader->at);
        if (end == STR_NONE) {
            reader->at = reader->text.n; /* looked for once, not once an item */
            return false;
        }
        reader->at = end;
        str inside = str_sub(reader->text, start, end - start - 1);
        attribute->quoted = c != '[';
        attribute->value = c == '[' ? inside : without_escapes(reader, inside);
        return end == reader->text.n || ends_item(reader, end) ||
               is_space(reader->text.p[end]);
    }
    attribute->value = take_to_end(reader);
    return true;
}

/* Reads an item. Returns false if it is no attribute; the reader may then be
 * anywhere in it. */
static bool read_item(struct reader *reader, struct attribute *attribute)
{
    char first = peek(reader);
    *attribute = (struct attribute){.kind = ATTRIBUTE_FLAG};
    if (first == '#' || first == '.') {
        attribute->kind = first == '#' ? ATTRIBUTE_ID : ATTRIBUTE_CLASS;
        reader->at++;
    }
    attribute->name = read_name(reader);
    char next = peek(reader);
    if (attribute->name.n == 0 || (next != '=' && ends_name(next))) {
        return false;
    }
    if (next == '=') {
        reader->at++;
        bool plain = attribute->kind == ATTRIBUTE_FLAG;
        attribute->kind = ATTRIBUTE_PAIR;
        return read_value(reader, attribute) && plain;
    }
    return true;
}

/* Reads items up to a '}' or the end. Returns false if one is no attribute and
 * `strict` is set. */
static bool read_items(struct reader *reader, bool strict,
                       struct attributes *out)
{
    while (reader->at < reader->text.n && peek(reader) != '}') {
        char c = peek(reader);
        if (c == ',' || is_space(c)) {
            if (strict && c == '\n') {
                return false;
            }
            reader->at++;
            continue;
        }
        size_t start = reader->at;
        struct attribute attribute;
        if (read_item(reader, &attribute)) {
            *VEC_PUSH(&out->list, reader->arena) = attribute;
        } else if (strict) {
            return false;
        } else {
            reader->at += reader->at == start;
            take_to_end(reader);
        }
    }
    return true;
}

size_t attributes_read_items(str text, enum attribute_separator separator,
                             struct arena *arena, struct attributes *out)
{
    struct reader reader = {text, 0, separator, arena};
    read_items(&reader, false, out);
    return reader.at;
}

size_t attributes_read(str text, struct arena *arena, struct attributes *out)
{
    struct reader reader = {text, 1, ATTRIBUTES_BY_SPACE, arena};
    *out = (struct attributes){0};
    if (!str_starts(text, STR("{"))) {
        return 0;
    }
    reader.at += peek(&reader) == ':';
    if (!read_items(&reader, true, out) || peek(&reader) != '}') {
        *out = (struct attributes){0};
        return 0;
    }
    return reader.at + 1;
}

str attributes_get(const struct attributes *attributes, str name)
{
    for (size_t i = attributes ? attributes->list.n : 0; i > 0; i--) {
        const struct attribute *attribute = &attributes->list.p[i - 1];
        if (attribute->kind == ATTRIBUTE_PAIR &&
            str_eq(attribute->name, name)) {
            return attribute->value;
        }
    }
    return (str){NULL, 0};
}
