/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_SCHEMA_H
#define CRUMB_SITE_CONFIG_SCHEMA_H

/* Reading a map by a table of the keys that are wanted: each has a name, a
 * type, and a place in a struct where its value goes. Types decide how a text
 * is read, not how it looks: `title: 1.10` is the text 1.10, and `draft: yes`
 * is a boolean, with a warning.
 *
 *     static const struct schema_key keys[] = {
 *         {.name = STR_INIT("title"),
 *          .type = SCHEMA_TEXT,
 *          .to = offsetof(struct thing, title),
 *          .at = offsetof(struct thing, title_at)},
 *     };
 *
 * A key with null, an empty text, list or map behind it is as if it were not
 * there. */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "data/value.h"

struct zone;

/* A text and where it stands. */
struct text_item {
    str text;
    span at;
};

struct text_list {
    struct text_item *p;
    size_t n;
    size_t cap;
};

enum schema_type {
    SCHEMA_TEXT,  /* str: any scalar, as it was typed */
    SCHEMA_BOOL,  /* bool: true, false; yes, no, on, off with a warning */
    SCHEMA_INT,   /* int64_t: */
    SCHEMA_DATE,  /* struct date: whatever date_parse reads */
    SCHEMA_WORDS, /* struct text_list: a list, or a text with commas */
    SCHEMA_TEXTS, /* struct text_list: a list, or one text */
    SCHEMA_DICT,  /* value: a map */
    SCHEMA_ANY,   /* value */
};

struct schema_key {
    str name;
    enum schema_type type;
    size_t to;  /* offset of the field */
    size_t at;  /* offset of a span: where the value stands; 0: none */
    size_t has; /* offset of a bool: it was given; 0: none */
    str means;  /* another spelling of this key, which wins over it */
};

/* What reading needs to know. */
struct schema {
    const struct schema_key *keys;
    size_t nkeys;
    const struct zone *zone; /* of dates without an offset */
    struct arena *arena;
    struct diags *diags;
};

/* The key of that name, or NULL. */
const struct schema_key *schema_find(const struct schema *schema, str name);
/* The name nearest to it, for "did you mean"; may be empty. */
str schema_nearest(const struct schema *schema, str name);
/* Reads entry i of the dict, which is `key`, into the struct at `out`. False:
 * it is of another type or says nothing; reported, and the field untouched. */
bool schema_read(const struct schema *schema, const struct schema_key *key,
                 const struct dict *dict, size_t i, void *out);
/* Reads every entry; one that is in no key is an error ("unknown-key"), as
 * `where` ("in site.yaml") does not know it. */
bool schema_read_all(const struct schema *schema, const struct dict *dict,
                     const char *where, void *out);

/* Whether entry i says something: not null, not an empty text. */
bool schema_is_given(const struct dict *dict, size_t i);
/* A scalar as it was typed: the text 1.10 of a float. */
str schema_text(value v, span at);
/* How people spell booleans outside of YAML 1.2: yes, "true", off. False: it is
 * no such word. */
bool schema_bool_word(str s, bool *out);
/* value_kind_name in a blogger's words: "a text". */
const char *schema_kind_name(value v);
/* "wrong-type": what stands at the place is not `wanted` ("a text"). */
struct diag *schema_wrong_type(const struct schema *schema, str name, value v,
                               span at, const char *wanted);

#endif
