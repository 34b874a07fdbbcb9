/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SEARCH_SEARCH_H
#define CRUMB_SEARCH_SEARCH_H

/* Full-text search over static files: words of texts, an index that is a set of
 * small files, and ranked answers from it. Knows nothing of blogs.
 * docs/search.md describes the files and the ranking; static/search.js has the
 * same tokens and the same ranking for browsers (tests/run/search.t compares
 * the two).
 *
 *   search_words_*   (words.c)  a document -> its record: forms with weights
 *   search_build     (build.c)  all records -> the files of an index
 *   search_update    (update.c) changed records -> the files that change
 *   search_open      (root.c)   the root file of an index
 *   search_ask       (rank.c)   a question -> documents in order
 *
 * An index is a function of the documents and of their order alone: built
 * again or updated, it has the same bytes. Documents are numbered from 0 in an
 * order of the caller's; among equals the one with the higher number comes
 * first.
 *
 * A *form* is a word as it is typed, in lower case. Its *key* is its stem
 * without accents. Forms with one key find each other. A *shard* has a range of
 * keys with their postings. A *fragment* has the data that an
 * answer shows of a few documents. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "base/memory/vec.h"

/* --- the words of a document --- */

enum search_field {
    SEARCH_TITLE,
    SEARCH_TAG,
    SEARCH_HEADING,
    SEARCH_TEXT,
    SEARCH_CODE,
};

struct search_words;

/* Collects the words of one document after the other. One thread. Frees with
 * search_words_free. */
struct search_words *search_words_new(void);
void search_words_free(struct search_words *words);
/* Adds the words of plain text, the title's first; of HTML, by the elements
 * that they are in; and what a filter finds: "#tag:bgp", as no word begins. */
void search_words_text(struct search_words *words, str text,
                       enum search_field field);
void search_words_html(struct search_words *words, str html);
void search_words_term(struct search_words *words, str term);
/* Ends the document: appends its record, and begins the next. The language (en,
 * pt-BR) is that of its stems; others have none. */
void search_words_end(struct search_words *words, str language,
                      struct buf *record);

/* The text of HTML whose words are found, to look for a phrase in it. */
str search_html_text(str html, struct arena *arena);
/* Appends the text in lower case, no soft hyphens; and without accents, which
 * must be in lower case already. */
void search_lower(str text, struct buf *out);
void search_fold(str lower, struct buf *out);

/* --- the index --- */

enum { SEARCH_FRAGMENT = 32 }; /* documents of a fragment */

struct search_file {
    str name;
    str bytes; /* p == NULL: it is there already */
};

/* The root of an index: its file is read first. */
struct search_root {
    size_t documents;
    uint64_t tokens; /* of all documents */
    uint64_t order;  /* the caller's: a hash of the documents' names */
    str weak;        /* words that say little, with spaces between them */
    str *shards;     /* names of files, in the order of keys */
    size_t nshards;
    str *fragments; /* names of files */
    size_t nfragments;
};

/* Where the documents of a build come from. */
struct search_source {
    void *context;
    /* Returns the record of a document, which must outlive the build. */
    str (*record)(void *context, size_t document);
    /* Appends the data that an answer shows: a JSON value. */
    void (*show)(void *context, size_t document, struct buf *out);
    size_t documents;
    uint64_t order;
    str weak;
};

struct search_files {
    VEC(struct search_file) files; /* without the root */
    str root;                      /* the bytes of the root file */
};

/* A document whose record or show has changed. */
struct search_change {
    size_t document;
    str before; /* its record in the last index; p == NULL: it was not in it */
    str after;
};

/* Makes all files. They live in the arena. */
void search_build(const struct search_source *source, struct arena *arena,
                  struct search_files *out);

/* An index that is there. */
struct search_index {
    struct search_root root;
    /* Returns false if there is no such file, or if it is not intact. */
    bool (*load)(void *context, str name, struct arena *arena, str *bytes);
    void *context;
};

/* Makes the files that change, by changes in the order of documents. Those
 * after the last index's are new, and among the changes. Returns false if the
 * index must be built: a shard would be divided or joined, or a file is missing
 * or not of these documents. */
bool search_update(const struct search_source *source,
                   const struct search_index *last,
                   const struct search_change *changes, size_t n,
                   struct arena *arena, struct search_files *out);
/* Reads a root file. Returns false if it is none of this version. */
bool search_open(str bytes, struct arena *arena, struct search_root *out);
/* Whether the file of an index has the bytes that its name says. */
bool search_is_intact(str name, str bytes);

/* --- questions --- */

struct search_answer {
    uint32_t document;
    double score;
};

struct search_question {
    const struct search_index *index;
    /* Returns the text of a document, to find phrases in it; with the context
     * of the index. */
    str (*text)(void *context, size_t document, struct arena *arena);
    str words;
};

struct search_answers {
    VEC(struct search_answer) found; /* the best first */
    bool missing; /* a file of the index was not there, or damaged */
};

/* Answers a question. */
void search_ask(const struct search_question *question, struct arena *arena,
                struct search_answers *out);

#endif
