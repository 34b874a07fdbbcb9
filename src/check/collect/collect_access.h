/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_COLLECT_ACCESS_H
#define CRUMB_CHECK_COLLECT_COLLECT_ACCESS_H

/* Mistakes that make a page hard to use without a mouse or without eyes, as far
 * as its tags alone show them: headings that leave out a level, links and
 * frames without names, tables without heads, a language that the text is not
 * in. Parts that are hidden from all readers don't count. The rules are those
 * of WCAG 2.2 that have no exceptions which need a person's judgement: a
 * finding is a mistake. */

#include "check/collect/collect.h"
#include "text/html_token.h"

/* A table around the place; tables are nested in old layouts. */
struct access_table {
    str start; /* its tag */
    str text;  /* the first text in it */
    size_t rows;
    size_t cells;
    bool has_heads; /* or needs none, as it is there for the layout */
};

enum { ACCESS_TABLES = 8 };

/* An element whose content is passed over, up to its end. */
struct access_part {
    str name;     /* empty: there is none */
    size_t depth; /* of elements of that name */
};

/* The state within one page, zero at its start. Strings are slices of the page.
 */
struct access {
    struct access_part hidden;
    struct access_part quoted;  /* in a language of its own, or code */
    struct access_part picture; /* by its role */
    str untitled;               /* its tag, while nothing names it */
    int heading;  /* the level of the last one; 0: there was none */
    str skipping; /* the tag of a heading that leaves out a level */
    int skipped_from;
    str link;      /* the open <a href>, or empty */
    str link_href; /* not decoded */
    bool link_named;
    struct access_table tables[ACCESS_TABLES];
    size_t ntables; /* deeper ones are not looked at */
    str lang;       /* of <html>; its value */
    size_t letters;
    size_t latin; /* of these */
    bool has_lang;
    str strange; /* the last tag, if it has a language that none knows */
    str strange_tag;
};

/* Takes the next token of the page. */
void access_take(struct access *access, struct collector *collector,
                 const struct html_token *token);
/* Whether the picture that was just taken is hidden, named in another way, or
 * said to be decoration by its role. */
bool access_needs_no_alt(const struct access *access,
                         const struct html_token *token);
/* At the end of the page. */
void access_end(struct access *access, struct collector *collector);

#endif
