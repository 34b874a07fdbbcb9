/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_SCHEMA_H
#define CRUMB_SITE_CONFIG_SCHEMA_H

/* Reads a map of YAML into a struct, by a table that gives the name, the type
 * and the field of each key. The type of the key decides how a text is read,
 * not its form: `title: 1.10` is the text 1.10, and `draft: yes` is a boolean,
 * with a warning.
 *
 *     static const struct schema_key keys[] = {
 *         {.name = STR_INIT("title"),
 *          .type = SCHEMA_TEXT,
 *          .to = offsetof(struct thing, title),
 *          .at = offsetof(struct thing, title_at)},
 *     };
 *
 * A key whose value is null or an empty text or map counts as missing, as does
 * an empty list where none is wanted. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"
#include "data/value.h"

struct zone;

/* A text and its place. */
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
    SCHEMA_INT,   /* int64_t */
    SCHEMA_DATE,  /* struct date: the formats of date_parse */
    SCHEMA_WORDS, /* struct text_list: a list, or a text with commas */
    SCHEMA_TEXTS, /* struct text_list: a list, or one text */
    SCHEMA_DICT,  /* value: a map */
    SCHEMA_ANY,   /* value */
};

struct schema_setting;

struct schema_key {
    str name;
    enum schema_type type;
    size_t to;  /* offset of the field for the value */
    size_t at;  /* offset of a span for the value's place; 0: none */
    size_t has; /* offset of a bool that says that the key is there; 0: none */
    str means;  /* this is another spelling of that key, which counts if both
                   are there; empty: of none */
    /* Takes the value over into the struct; to, at and has are not used.
     * Returns false after reporting a mistake. NULL: any value of the type is
     * right. Only for the types in struct schema_setting. */
    bool (*take)(const struct schema_setting *setting, void *out);
};

struct schema {
    const struct schema_key *keys;
    size_t nkeys;
    const struct zone *zone; /* of dates without an offset */
    struct arena *arena;
    struct diags *diags;
};

/* A value for the function `take` of its key. */
struct schema_setting {
    const struct schema *schema;
    span at;
    union {
        str text;              /* SCHEMA_TEXT */
        int64_t number;        /* SCHEMA_INT */
        struct text_list list; /* SCHEMA_WORDS */
        value any;             /* SCHEMA_ANY, SCHEMA_DICT */
    } as;
};

/* Returns the key of that name, or NULL. */
const struct schema_key *schema_find(const struct schema *schema, str name);
/* Reads entry i of the dict, which has the name of `key`, into the struct at
 * `out`. Returns true, having read nothing, if it counts as missing or
 * key->means is there. Returns false after reporting a mistake: the field is
 * then unchanged, but for a list, which may lack items. */
bool schema_read(const struct schema *schema, const struct schema_key *key,
                 const struct dict *dict, size_t i, void *out);
/* Reads all entries by these keys instead of those of the schema. An entry that
 * is none of them is an error ("unknown-key"), whose message ends in `where`:
 * "in site.yaml". Returns false after reporting mistakes. */
bool schema_read_all(const struct schema *schema, const struct schema_key *keys,
                     size_t nkeys, const struct dict *dict, const char *where,
                     void *out);

/* Whether entry i has a value: not null, and no text that is empty or blank. */
bool schema_is_given(const struct dict *dict, size_t i);
/* Whether entry i is written in TOML, as its cures then are. */
bool schema_is_toml(const struct dict *dict, size_t i);
/* Returns a scalar as it was typed: a text without its quotes, of a float the
 * text 1.10. p == NULL: it is null. */
str schema_text(value v, span at);
/* Returns the key of entry i as it was typed. */
str schema_key_text(const struct dict *dict, size_t i);
/* Reads a boolean as people write it though YAML 1.2 does not: yes, "true",
 * off, 1, oui. Returns false if it is another word; *out is then unchanged. */
bool schema_bool_word(str s, bool *out);
/* Returns the kind of a value in a blogger's words: "a text". */
const char *schema_kind_name(value v);
/* Reports the error "wrong-type": the value at that place is not `wanted` ("a
 * text"). hint: the cure; NULL: none. Returns false. */
bool schema_wrong_type(const struct schema *schema, str name, value v, span at,
                       const char *wanted, const char *hint);

/* Whether it is a key of another generator. Such a key is no typo, however
 * similar it is to one of crumb's. */
bool key_is_foreign(str name);
/* Whether the key is probably a typo of the known one. Case is ignored. */
bool key_is_typo(str name, str known);
/* The setting of crumb that does what this setting of another generator does;
 * empty: there is none. */
str key_foreign_setting(str name);

#endif
