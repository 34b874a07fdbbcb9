/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_FRONT_EDIT_H
#define CRUMB_EDIT_FRONT_EDIT_H

/* Changes to a file's front matter that leave every other byte of the file as
 * it is: comments, order, quotes, line ends, byte order mark. Each is a few
 * bytes in the place of a few others, and all of them are proved by reading the
 * result: a map whose other keys say what they said. Any thread. */

#include "data/value.h"
#include "site/frontmatter/frontmatter.h"
#include "text/splice.h"

struct front_edit {
    const struct source *source;
    struct arena *arena;
    struct frontmatter_place place;
    const struct dict *dict; /* as it is now; NULL: it has no keys */
    struct dict *wanted;     /* as it is to be read afterwards... */
    VEC(value) dropped;      /* ...but for keys that were there twice */
    bool flow;               /* {a: 1, b: 2} */
    bool header;             /* Pelican's: no YAML, a list is "a; b" */
    str eol;                 /* "\n" or "\r\n" */
    struct splices splices;
};

#define FRONT_EDIT_NONE ((size_t)-1)

/* False: it can't be read, reported. */
bool front_edit_open(struct front_edit *edit, const struct source *source,
                     struct arena *arena, struct diags *diags);
/* The number of the key, which stands for one entry in what follows;
 * FRONT_EDIT_NONE: it is not there. */
size_t front_edit_find(const struct front_edit *edit, str key);

/* Texts are put as the YAML they are: of one line, quoted where they must be.
 * An entry may be changed once. */

/* Takes the entry out, with its lines; a comment behind it stays. Of a key that
 * is there twice the one that counts goes, and the other one counts then. */
void front_edit_drop(struct front_edit *edit, size_t entry);
/* Another key and value in the place of the entry. FRONT_EDIT_NONE: a new one,
 * behind the title, else as the first; a file without front matter gets some.
 */
void front_edit_put(struct front_edit *edit, size_t entry, str key, str text);
/* Another value, the key stays as it is written. */
void front_edit_set(struct front_edit *edit, size_t entry, str text);
/* One more text at the end of a list; of an entry with one text, or none, it
 * makes a list. FRONT_EDIT_NONE: a new entry. */
void front_edit_append(struct front_edit *edit, size_t entry, str key,
                       str text);
/* Takes an item out of a list, or the entry, if that is all it holds. */
void front_edit_remove(struct front_edit *edit, size_t entry, size_t item);

/* The file with the changes. False: the front matter is written in a way that
 * they would break; a person has to do it. */
bool front_edit_finish(const struct front_edit *edit, str *out);

#endif
