/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_LEDGER_FILE_H
#define CRUMB_ENGINE_LEDGER_FILE_H

/* The files of a ledger (engine/ledger.h) as bytes: how they are written,
 * hashed and mapped. The format of the bytes is ledger.c's.
 *
 * A file is hashed in pieces of 256 kB, each by itself, so it need not be
 * in memory as a whole, and a file that is extended is hashed from its last
 * whole piece on. Another thread hashes and writes pieces while the caller
 * packs more. */

#include <stdatomic.h>

#include "base/memory/buf.h"
#include "base/pool.h"
#include "files/replace.h"
#include "files/text_store.h"

/* Memory that is given back while a ledger is written. */
struct ledger_memory {
    str mapped[2];            /* files of the last ledger, or p == NULL */
    struct text_store *texts; /* of the site */
    size_t ntexts;
};

/* A file that is being written: append bytes to `out`. The
 * struct must stay where it is until ledger_file_end. */
struct ledger_file {
    struct buf out;
    struct buf full;         /* pieces that another thread writes... */
    struct pool_aside aside; /* ...and these fields are its own meanwhile */
    struct replacement file;
    uint64_t check; /* hash of the bytes in the file... */
    uint64_t whole; /* ...and of its whole pieces */
    uint64_t bytes; /* that are in the file */
    size_t there;   /* bytes of `out` that are there too, but for `check` */
    const struct ledger_memory *memory; /* may be NULL */
    size_t flowed;                      /* bytes since memory was given back */
    const atomic_bool *cancel;          /* once true, the file stays as it was:
                                           ECANCELED; may be NULL */
};

/* Begins a file that replaces the one at that path. Its head is not hashed: its
 * bytes are left free. */
void ledger_file_begin(struct ledger_file *file, str path, size_t head,
                       struct arena *arena);
/* Begins to extend a file. `bytes` are all that it has, and `whole` is the hash
 * of their whole pieces. Returns false if the file is another one by now. */
bool ledger_file_extend(struct ledger_file *file, str path, str bytes,
                        uint64_t whole, const struct fs_stat *stat);
/* Call it after something was appended to `out`. */
void ledger_file_flow(struct ledger_file *file);
/* Gives the file up if error is not 0: ledger_file_end returns that error. */
void ledger_file_fail(struct ledger_file *file, int error);
bool ledger_file_is_cancelled(const struct ledger_file *file);
/* Writes all that is left. Then `check` and `bytes` are those of the file. */
void ledger_file_flush(struct ledger_file *file);
/* Replaces or extends the file. Returns 0 or an errno value. */
int ledger_file_end(struct ledger_file *file, bool sync);

/* Returns the hash of a mapped file from `head` on, which must be in it, and
 * sets *whole to that of its whole pieces. Gives its memory back. */
uint64_t ledger_file_check(str mapped, size_t head, uint64_t *whole);

#endif
