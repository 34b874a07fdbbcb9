/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_LEDGER_TEXTS_H
#define CRUMB_ENGINE_LEDGER_TEXTS_H

/* NAME.texts, the ledger's file of texts, for ledger.c alone. engine/ledger.h
 * says why there is one, and the order of its texts. */

#include "base/pack.h"
#include "engine/engine.h"
#include "engine/ledger_file.h"

/* NAME.texts as it was left by the run that wrote the ledger. */
struct texts_seal {
    uint64_t bytes; /* as far as it is used... */
    uint64_t live;  /* ...and how many of them are of texts that are used */
    uint64_t check; /* hash of these bytes... */
    uint64_t whole; /* ...and of their whole pieces */
    uint64_t inode;
    int64_t modified; /* 0: a power cut might have lost bytes */
};

/* NAME.texts, mapped. */
struct ledger_texts {
    str mapped;          /* p == NULL: there is none */
    bool room;           /* it has addresses for more */
    str bytes;           /* as far as it is used */
    struct fs_stat stat; /* of the file */
    uint64_t whole;      /* hash of the whole pieces of `bytes` */
    uint64_t live;       /* bytes of texts that the ledger refers to */
    VEC(str)
    before;             /* files that were mapped before; they may still have
                           texts of the engine */
    struct arena arena; /* of `before` */
};

/* The part of the engine that is written: keys of the site, and those that
 * traces name. */
struct ledger_selection {
    const uint64_t *bits; /* by key: attributes that are read; DEP_WHOLE of a
                             question or fragment */
    const bool *keys;     /* by key: it is written */
    const bool *steps;    /* by key: its step is written */
    const bool *sets;     /* by number: a trace names it */
};

/* Returns the path of NAME.texts. */
str ledger_texts_path(str path, struct arena *arena);

/* Writes NAME.texts, and notes the place of each text. */
struct text_writer {
    const struct engine *engine;
    const struct ledger_selection *selected;
    struct ledger_file file;
    str last;          /* texts that are in it already, mapped */
    uint64_t end;      /* of the file */
    uint64_t expected; /* place of the next text */
    uint64_t live;
    struct buf names;  /* places of names... */
    struct buf places; /* ...and of other texts */
    bool sync;
    int error;
};

/* Begins NAME.texts: extends the last ledger's (NULL: there is none), or writes
 * a new one if much of that is not used any more. writer->file.memory and
 * .cancel may be set then. */
void text_writer_begin(struct text_writer *writer,
                       const struct ledger_texts *last, str path,
                       struct arena *arena);
/* Writes the names of keys. They come first. */
void text_writer_put_names(struct text_writer *writer);
/* Writes all other texts and ends the file; writer->error is 0 or an errno
 * value. `context` is the writer: it may run beside the writing of records. */
void text_writer_put_others(void *context);
/* After the file has ended. */
struct texts_seal text_writer_seal(const struct text_writer *writer);
/* Makes the engine's texts those of the file that was written, for a run that
 * goes on. If the file can't be mapped, the next save writes a new one. */
void ledger_texts_follow(struct ledger_texts *texts,
                         const struct text_writer *writer, str path);

/* Takes the bytes of the mapped file that are used. Returns false if it is
 * shorter, or if they have another hash; a file that is as the last run left it
 * is not read for that. */
bool ledger_texts_open(struct ledger_texts *texts,
                       const struct texts_seal *seal);

/* A place counts from the end of the text before. */
struct text_cursor {
    str texts;
    uint64_t expected;
};

/* Gives the engine's keys their names by the places in `in`. The texts are not
 * read. A place outside of the file fails `in`. */
void texts_find_names(struct unpack *in, const struct engine *engine,
                      struct text_cursor *cursor);
/* Does the same for all other texts: hashes of facts first. */
void texts_find_others(struct unpack *in, const struct engine *engine,
                       struct text_cursor *cursor);

#endif
