/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_FRONT_EDIT_H
#define CRUMB_EDIT_FRONT_EDIT_H

/* Edits a file's front matter and keeps every other byte of the file: comments,
 * order, quotes, line ends, byte order mark. Each edit replaces a few bytes.
 * front_edit_finish parses the result to check that the other keys have the
 * values that they had. Any thread. */

#include "data/value.h"
#include "site/frontmatter/frontmatter.h"
#include "text/splice.h"

struct front_edit {
    const struct source *source;
    struct arena *arena;
    struct frontmatter_place place;
    const struct dict *dict; /* before the edits; NULL: it has no keys */
    struct dict *wanted;     /* the expected entries after the edits */
    VEC(value) dropped;      /* removed keys; they may be there twice */
    bool flow;               /* {a: 1, b: 2}; JSON */
    bool toml;
    bool header; /* Pelican's: not YAML; a list is "a; b" */
    str eol;     /* "\n" or "\r\n" */
    struct splices splices;
};

#define FRONT_EDIT_NONE ((size_t)-1)

/* Reads the front matter. Returns false after reporting an error in it. */
bool front_edit_open(struct front_edit *edit, const struct source *source,
                     struct arena *arena, struct diags *diags);
/* The number of the key's entry, for the functions below; FRONT_EDIT_NONE:
 * there is no such key. */
size_t front_edit_find(const struct front_edit *edit, str key);

/* `text` is YAML of one line: the caller quotes it where necessary. These
 * functions write it as TOML, JSON or a header has it. It is borrowed until
 * front_edit_finish. An entry may be changed once. */

/* Removes the entry with its lines; a comment after it stays. If the key is
 * there twice, removes the one in force; then the other one is in force. */
void front_edit_drop(struct front_edit *edit, size_t entry);
/* Replaces the entry's key and value. FRONT_EDIT_NONE: adds an entry after the
 * title, else (and in {a: 1}) as the first; a file without front matter gets
 * some. */
void front_edit_put(struct front_edit *edit, size_t entry, str key, str text);
/* Replaces the value, and keeps the key as it is written unless the old value
 * has several lines. */
void front_edit_set(struct front_edit *edit, size_t entry, str text);
/* Appends a text to a list; turns an entry with one text, or none, into a list.
 * This text is plain: it is quoted here. FRONT_EDIT_NONE: adds an entry. */
void front_edit_append(struct front_edit *edit, size_t entry, str key,
                       str text);
/* Removes an item from a list; removes the entry if that is its only item. */
void front_edit_remove(struct front_edit *edit, size_t entry, size_t item);

/* The file with the changes. False: they would break the front matter, so a
 * person must make them; *out may then be anything. */
bool front_edit_finish(const struct front_edit *edit, str *out);

#endif
