/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_LEDGER_H
#define CRUMB_ENGINE_LEDGER_H

/* The ledger: what the engine remembers between two runs, in one file that is
 * mapped into memory. Nothing else knows its format. A head, then records
 * (base/pack.h) in this order:
 *
 *     summary     what the last line of a build says
 *     said        its warnings
 *     root        the path of the site's address
 *     stats       of all published files, in the order of the manifest
 *     dep sets    by number
 *     keys        by id
 *     known       by id: the hashes of its facts, its members, its step, the
 *                 record of its file, as far as there are any
 *
 * An id or a number that is free has an empty place.
 *
 * It is only for the program that wrote it. Torn, foreign or of another
 * version, it counts as none, and everything is built; so it is for other
 * settings, which the key in its head stands for. What is ours in the output
 * stands in the manifest, not here.
 *
 * Its checksum is no secret: a stranger may send a .crumb/ along with a site,
 * and it may hold anything. Every number in it is checked when it is read,
 * against the tables and texts that it leads into: here, in
 * steps/key_check.c, and where traces and records are unpacked. What is
 * promised of a forged one: the program does not crash, runs nothing, and reads
 * and writes no other file than it would without. It may lie: say that a page
 * is as it should be, or what a text's summary is. `crumb build --clean`, or
 * removing .crumb/, makes everything anew.
 *
 * engine/fact.h says why hashes of facts have 64 bits. XXH3 has no key: whoever
 * writes both the old and the new bytes of a file can make two with one hash,
 * and so keep pages stale that show their own text. What decides whether files
 * are overwritten or removed, in the manifest, and the key have 128 bits. */

#include "base/pack.h"
#include "engine/engine.h"
#include "files/replace.h"

struct ledger_head {
    char magic[8];
    uint64_t idle;  /* a later build had nothing to do: set in place */
    uint64_t check; /* of all that follows this field */
    struct hash128 key;
    uint64_t bytes;   /* of the whole file */
    uint64_t program; /* which crumb wrote it */
    int64_t now;      /* the build instant */
    int64_t from;     /* from this instant... */
    int64_t until;    /* ...and before this one, no clock changes a thing */
    int64_t seen;     /* the file system's clock before anything was read */
    uint64_t
        watched; /* hash of what was there to read: builder/source_stamp.h */
    uint64_t but_texts; /* the same, but for what posts say */
    uint64_t stamp;     /* of what it tells of: publish_stamp */
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

/* Marks the ledger: a build that came later had nothing to do. */
void ledger_mark_idle(str path);
/* Reads up to the stats. False: nothing in it is to be believed. Slices point
 * into bytes. */
bool ledger_open(str bytes, struct arena *arena, struct ledger *out);
/* Reads the rest into an engine. NULL: nothing in it is to be believed. */
struct engine *ledger_read(struct ledger *ledger, struct arena *arena);
/* A ledger being written: what is in `out` goes to the file by and by. */
struct ledger_file {
    struct buf out;
    struct replacement file;
    uint64_t check; /* of what has gone */
    uint64_t bytes;
};

void ledger_begin(struct ledger_file *file, str path, struct arena *arena);
/* What stands before the keys. `stat` is called for each of head->files. */
struct ledger_rest {
    struct ledger_head head;
    str summary;
    str said;
    str root;
    struct fs_stat (*stat)(const void *published, size_t i);
    const void *published;
};

/* What of the engine lasts: what some trace reads, and what is there. */
struct ledger_live {
    const uint64_t *bits; /* by key: attributes that are read, DEP_WHOLE of a
                             question or fragment */
    const bool *keys;     /* by key: it stays */
    const bool *steps;    /* by key: its step does */
    const bool *sets;     /* by number: some trace names it */
};

/* Writes the ledger. Returns 0 or an errno value. */
int ledger_write(const struct engine *engine, const struct ledger_live *live,
                 const struct ledger_rest *rest, str path, bool sync);
/* Puts the head in front. Returns 0 or an errno value. */
int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync);

/* How the file of that place was published; false: there was no telling. */
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
