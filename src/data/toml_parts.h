/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_TOML_PARTS_H
#define CRUMB_DATA_TOML_PARTS_H

/* Shared by the files behind data/toml.h. Each function reads at p->at and
 * moves it past the part that was read. A function that returns false has
 * reported the error. */

#include "data/scan.h"

/* Bounds every recursion over values that come from here; YAML's has it too. */
enum { TOML_MAX_DEPTH = 64 };

/* Control characters other than tab, which no text and no comment may have. */
static inline bool toml_is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7F;
}

/* Reports a control character at the place, or a carriage return alone. */
bool toml_fail_control(struct scan *p);

/* --- toml_string.c --- */

/* A text in quotes, of one line or, in three quotes, of several. */
bool toml_string(struct scan *p, str *out);
/* A text of one line in quotes: as a key, too. */
bool toml_line_string(struct scan *p, str *out);

/* --- toml_scalar.c --- */

/* A number, a date, true or false. */
bool toml_scalar(struct scan *p, value *out);
/* For toml_scalar: a date, a time or both. */
bool toml_is_date(str token);
bool toml_date(struct scan *p, str token, value *out);

/* --- toml_table.c --- */

/* The definition of a table decides which others may add to it. */
enum toml_origin {
    TOML_IMPLIED, /* not defined yet: [a.b] needs an `a` */
    TOML_HEADER,  /* [a], or the last of [[a]] */
    TOML_DOTTED,  /* a.b = 1 */
    TOML_INLINE,  /* {b = 1}: complete */
};

/* A table, while its document is being read. */
struct toml_table {
    struct dict *dict;
    enum toml_origin origin;
    size_t depth;
    VEC(struct toml_below) below; /* one per entry */
};

/* The table below an entry that may grow, or the array of tables whose last one
 * it is. */
struct toml_below {
    struct toml_table *table; /* NULL: a value that is complete */
    struct list *array;       /* NULL: it is no array of tables */
};

/* One part of a dotted key. */
struct toml_key {
    str name;
    uint32_t off; /* as it is written, with quotes */
    uint32_t len;
};

struct toml_path {
    struct toml_key *p;
    size_t n;
    size_t cap;
};

/* NULL: reported, it would be nested too deep. */
struct toml_table *toml_table_new(struct scan *p, enum toml_origin origin,
                                  size_t depth, span at);
/* Adds the value that was read from `start` on below the path. */
bool toml_table_put(struct scan *p, struct toml_table *table,
                    const struct toml_path *path, value v, size_t start);
/* The table that the header from `start` on opens; array: [[path]]. NULL:
 * reported. */
struct toml_table *toml_table_open(struct scan *p, struct toml_table *root,
                                   const struct toml_path *path, bool array,
                                   size_t start);

/* --- toml_value.c --- */

/* Blanks and tabs. */
void toml_skip_blanks(struct scan *p);
/* Blanks, and a comment after them. */
bool toml_skip_comment(struct scan *p);
/* A line break, "\n" or "\r\n", if one is there. */
bool toml_skip_break(struct scan *p);
bool toml_path(struct scan *p, struct toml_path *out);
/* Reads "path = value" into the table. */
bool toml_pair(struct scan *p, struct toml_table *table);

#endif
