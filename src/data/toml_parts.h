/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_TOML_PARTS_H
#define CRUMB_DATA_TOML_PARTS_H

/* Shared by the files behind data/toml.h. Each reads at parser->at and moves it
 * behind what was read. What returns false has reported the error. */

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "data/value.h"

/* Bounds every recursion over values that come from here; YAML's has it too. */
enum { TOML_MAX_DEPTH = 64 };

struct toml_parser {
    const struct source *source;
    str text; /* ends where the document ends; offsets are the source's */
    size_t at;
    size_t depth;    /* of the table or array that is being filled */
    size_t brackets; /* of arrays and inline tables that are open */
    struct arena *arena;
    struct diags *diags;
    struct buf scratch; /* what is not a slice is put together here */
};

/* The byte to be read next; NUL at the end, and NUL is valid nowhere. */
static inline char toml_peek(const struct toml_parser *p)
{
    return p->at < p->text.n ? p->text.p[p->at] : '\0';
}

static inline str toml_rest(const struct toml_parser *p)
{
    return str_from_offset(p->text, p->at);
}

/* Control characters other than tab, which no text and no comment may have. */
static inline bool toml_is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7F;
}

/* Reports text[from, to). The hint may be NULL. Returns false. */
bool toml_fail(struct toml_parser *p, size_t from, size_t to,
               const char *message, const char *hint);
/* A control character at the place, or a carriage return alone. */
bool toml_fail_control(struct toml_parser *p);

/* --- toml_string.c --- */

/* A text in quotes, of one line or, in three quotes, of several. */
bool toml_string(struct toml_parser *p, str *out);
/* The same, of one line: a key. */
bool toml_line_string(struct toml_parser *p, str *out);

/* --- toml_scalar.c --- */

/* A number, a date, true or false. */
bool toml_scalar(struct toml_parser *p, value *out);
/* For toml_scalar: a date, a time or both. */
bool toml_is_date(str token);
bool toml_date(struct toml_parser *p, str token, value *out);

/* --- toml_table.c --- */

/* Who defined a table decides who may add to it. */
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
    VEC(struct locus) loci;       /* one per entry */
    VEC(struct toml_below) below; /* one per entry */
};

/* What is below an entry: a table that may grow, or the array of tables whose
 * last one it is. */
struct toml_below {
    struct toml_table *table; /* NULL: a value that is complete */
    struct toml_array *array; /* NULL: it is no array of tables */
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
struct toml_table *toml_table_new(struct toml_parser *p,
                                  enum toml_origin origin, size_t depth,
                                  span at);
/* Adds a value that stands at `at` below the path. */
bool toml_table_put(struct toml_parser *p, struct toml_table *table,
                    const struct toml_path *path, value v, span at);
/* The table that a header opens; array: [[path]]. NULL: reported. */
struct toml_table *toml_table_open(struct toml_parser *p,
                                   struct toml_table *root,
                                   const struct toml_path *path, bool array,
                                   span header);

/* --- toml_value.c --- */

/* Blanks and tabs. */
void toml_skip_blanks(struct toml_parser *p);
/* Blanks, and a comment behind them. */
bool toml_skip_comment(struct toml_parser *p);
/* A line break, "\n" or "\r\n", if one is there. */
bool toml_skip_break(struct toml_parser *p);
bool toml_path(struct toml_parser *p, struct toml_path *out);
/* Reads "path = value" into the table. */
bool toml_pair(struct toml_parser *p, struct toml_table *table);

#endif
