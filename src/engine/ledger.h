/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_LEDGER_H
#define CRUMB_ENGINE_LEDGER_H

/* The ledger keeps the engine between two runs, in one file that is mapped into
 * memory. Only ledger.c knows its format: a head, then records (base/pack.h) in
 * this order:
 *
 *     summary     for the last line that a build prints
 *     said        its warnings
 *     root        the path of the site's address
 *     stats       of all published files, in the order of the manifest
 *     dep sets    by number
 *     keys        by id
 *     known       by id: the hashes of its facts, its members, its step, the
 *                 record of its file, as far as there are any
 *     texts       by id: all traces, then all records of files, then those of
 *                 bodies, then their parts. They stand apart, as each is read
 *                 at another time or not at all, and what is not read takes no
 *                 memory
 *
 * A free id or number has an empty record.
 *
 * A ledger is valid only for the program that wrote it and for the settings
 * that the key in its head stands for. A damaged or other one is ignored, and
 * everything is built. Which files of the output crumb has written is in the
 * manifest, not here.
 *
 * The checksum is no protection against forgery: a site from a stranger may
 * come with a .crumb/ that holds anything. So every number is checked against
 * the tables and texts that it is an index of: here, in steps/key_check.c, and
 * where traces and records are unpacked. With a forged ledger the program does
 * not crash, runs nothing, and reads and writes no other file than without it.
 * But the ledger may lie, and say that a page is right or give a wrong summary.
 * `crumb build --clean`, or removing .crumb/, makes everything again.
 *
 * engine/fact.h says why hashes of facts have 64 bits. XXH3 has no key: whoever
 * writes both the old and the new bytes of a file can make two with one hash,
 * and so keep pages stale that show their own text. What decides whether files
 * are overwritten or removed, in the manifest, and the key have 128 bits. */

#include <stdatomic.h>

#include "base/pack.h"
#include "base/pool.h"
#include "engine/engine.h"
#include "files/replace.h"

struct ledger_head {
    char magic[8];
    uint64_t idle;  /* set in place by a later build that had nothing to do */
    uint64_t check; /* hash of all that follows this field */
    struct hash128 key;
    uint64_t bytes;   /* of the whole file */
    uint64_t program; /* identity of the crumb that wrote it */
    int64_t now;      /* the instant of the build */
    int64_t from;     /* from this instant... */
    int64_t until;    /* ...until before this one the clock changes nothing */
    int64_t seen;     /* time by the file system's clock before files were read
                       */
    uint64_t
        watched; /* hash of the source files: builder/scan/source_stamp.h */
    uint64_t but_texts; /* the same without the texts of posts */
    uint64_t stamp;     /* publish_stamp of the files that belong to it */
    uint64_t order;     /* organise_hash */
    uint64_t files;     /* that are published */
    uint64_t sets, keys;
};

struct ledger {
    const struct ledger_head *head;
    str summary;       /* builder/build_report.h */
    str said;          /* all warnings: base/diag/diag_pack.h */
    str root;          /* "/blog" */
    const char *stats; /* of all published files, by path: struct fs_stat */
    struct unpack rest;
};

/* Marks the ledger: a later build had nothing to do. */
void ledger_mark_idle(str path);
/* Reads the head and the first records, up to the stats. `bytes` are a file
 * that state_file_map has mapped; slices point into them. Returns false if the
 * ledger is invalid. */
bool ledger_open(str bytes, struct arena *arena, struct ledger *out);
/* Reads the other records into a new engine. Returns NULL if the ledger is
 * invalid. */
struct engine *ledger_read(struct ledger *ledger, struct arena *arena);

/* A ledger that is being written; `out` is a buffer for the file. The struct
 * must stay where it is until ledger_end. */
struct ledger_file {
    struct buf out;
    struct buf full;         /* pieces that another thread writes... */
    struct pool_aside aside; /* ...and these fields are its own meanwhile */
    struct replacement file;
    uint64_t check; /* hash of what is in the file */
    uint64_t bytes;
    const struct ledger_rest *rest; /* NULL: no memory is given back */
};

void ledger_begin(struct ledger_file *file, str path, struct arena *arena);

/* What the ledger holds beside the engine. `stat` is called for each of
 * head->files. */
struct ledger_rest {
    struct ledger_head head;
    str summary;
    str said;
    str root;
    struct fs_stat (*stat)(const void *published, size_t i);
    const void *published;
    /* Their memory is given back while the ledger is written: */
    str mapped;               /* the last ledger; p == NULL: none */
    struct text_store *texts; /* of the site */
    size_t ntexts;
    const atomic_bool *cancel; /* once true, nothing is written: ECANCELED; may
                                  be NULL */
};

/* The part of the engine that is written: keys of the site, and those that
 * traces name. */
struct ledger_live {
    const uint64_t *bits; /* by key: attributes that are read; DEP_WHOLE of a
                             question or fragment */
    const bool *keys;     /* by key: it is written */
    const bool *steps;    /* by key: its step is written */
    const bool *sets;     /* by number: a trace names it */
};

/* Writes the ledger. Returns 0 or an errno value. */
int ledger_write(const struct engine *engine, const struct ledger_live *live,
                 const struct ledger_rest *rest, str path, bool sync);
/* Writes the head and replaces the ledger at the path of ledger_begin. Returns
 * 0 or an errno value. */
int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync);

/* Sets *stat to that of the published file in that place. Returns false if it
 * is not known. */
static inline bool ledger_stat(const struct ledger *ledger, uint32_t place,
                               struct fs_stat *stat)
{
    if (place >= ledger->head->files) {
        return false;
    }
    memcpy(stat, ledger->stats + place * sizeof *stat, sizeof *stat);
    return stat->kind == FS_FILE;
}

#endif
