/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_ATTRIBUTES_H
#define CRUMB_MARKDOWN_ATTRIBUTES_H

/* Attribute lists in braces, in the spellings of Pandoc, Hugo and kramdown:
 *
 *     {#id .class key=value key="two words" flag}
 *     {: .class key='value'}
 *     {hl_lines=[2,"4-6"],linenos=table}
 *
 * Items are separated by white space or commas. A comma between two digits is
 * part of its item: {hl=2,4-6 linenos}. A list is on one line. */

#include "base/memory/vec.h"

enum attribute_kind {
    ATTRIBUTE_ID,    /* #name */
    ATTRIBUTE_CLASS, /* .name */
    ATTRIBUTE_FLAG,  /* name */
    ATTRIBUTE_PAIR,  /* name=value */
};

struct attribute {
    enum attribute_kind kind;
    str name;  /* a slice of the text that was read */
    str value; /* ATTRIBUTE_PAIR: without quotes or the brackets of a [list]. A
                  slice of the text or in the arena */
    bool quoted; /* the value was in quotes */
};

struct attributes {
    VEC(struct attribute) list;
};

/* The separator of items that are not in braces. */
enum attribute_separator {
    ATTRIBUTES_BY_SPACE, /* white space or commas, as in braces */
    ATTRIBUTES_BY_COMMA, /* commas alone, as Zola writes code options:
                            linenos,hl_lines=2 4-6,name=x.py */
};

/* Reads a list that starts with '{' at the start of the text, into an empty
 * struct. Returns its length, with both braces; 0: the text starts with no
 * list, as its brace or a quote is not closed, or an item is no attribute
 * (`{"x"}`, `{=y}`, `{#}`). "{}" and "{:}" are empty lists. */
size_t attributes_read(str text, struct arena *arena, struct attributes *out);
/* Reads items without braces, up to a '}' or the end of the text, and appends
 * them. Items that are no attributes are left out. Returns the number of bytes
 * before that end. */
size_t attributes_read_items(str text, enum attribute_separator separator,
                             struct arena *arena, struct attributes *out);

/* The value of the last pair of that name; p == NULL: the list, which may be
 * NULL, has none. */
str attributes_get(const struct attributes *attributes, str name);

#endif
