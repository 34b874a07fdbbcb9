/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_LEDGER_H
#define CRUMB_BUILDER_LEDGER_H

/* The ledger: what the last build remembers, in one file that is mapped into
 * memory. A head, then records (base/pack.h) in this order:
 *
 *     summary     what the last line of a build says
 *     said        its warnings
 *     root        the path of the site's address
 *     stats       of all published files, in the order of the manifest
 *     posts       by path: the file's stat and hash, what loading and the body
 *                 made of it
 *     outputs     by path: what they were made of and read
 *     dep sets    by number (engine/trace.h)
 *     keys        by id: of objects the hashes of what was read of them, of
 *                 lists their members, of questions their answer's hash, of
 *                 fragments what they read
 *
 * It is only for the program that wrote it. Torn, foreign or of another
 * version, it counts as none, and everything is built; so it is for other
 * settings, which the key in its head stands for. What is ours in the output
 * stands in the manifest, not here.
 *
 * Its checksum is no secret: a .crumb/ that came with somebody's site may hold
 * whatever they liked. Every number in it is checked when it is read, against
 * the tables and texts that it leads into (builder/ledger_check.c, and where
 * records and traces are unpacked). What is promised of one that was made up:
 * the program does not crash, runs nothing, and reads and writes no other file
 * than it would without. What is not: that it tells the truth. It may say that
 * a page is as it should be, or what a text's summary is; `crumb build
 * --clean`, or removing .crumb/, makes everything anew.
 *
 * Hashes of facts have 64 bits. A fact is only ever compared with the same one
 * of the build before, so a change goes unseen with a chance of 2^-64 for each
 * fact that changed: with a million changes a day it takes fifty billion years.
 * XXH3 has no key: who writes both the old and the new bytes of a file can make
 * two of one hash, and so keep stale what shows their own text. What decides of
 * files being overwritten or removed, in the manifest, and the key have 128
 * bits. */

#include "base/pack.h"
#include "files/fs.h"
#include "files/replace.h"
#include "site/site_keys.h"

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
        watched;    /* hash of what was there to read: builder/source_stamp.h */
    uint64_t stamp; /* of what it tells of: publish_stamp */
    uint64_t order; /* organise_hash */
    uint64_t files; /* that are published */
    uint64_t posts, outputs, sets, keys;
};

struct ledger_post {
    str path;
    struct fs_stat stat;
    uint64_t hash;
    str record;     /* site/content/post_record.h */
    str warnings;   /* base/diag/diag_pack.h */
    str derived;    /* the same, of its body; p == NULL: nobody asked for it */
    uint64_t input; /* hash of what the body is made of */
    struct trace trace; /* of that */
};

/* What its class has, and nothing else. */
struct ledger_key {
    struct key key;
    uint64_t bits;       /* which attributes have a hash; DEP_WHOLE: its answer
                            has */
    const char *hash;    /* 8 bytes each, lowest bit first */
    size_t length;       /* of a list */
    const char *members; /* ids of 4 bytes each */
    struct trace trace;  /* of a fragment */
};

/* The last time that an output was made. */
struct ledger_making {
    str why;    /* in words: "title of content/a.md changed" */
    int64_t at; /* the instant of that build */
    bool kept;  /* the last build left it as it was */
};

struct ledger_output {
    str file;
    str from;       /* the file it is made from, if it is one */
    uint64_t spec;  /* of what it is: see refresh_specs */
    uint32_t place; /* among all published files */
    struct trace trace;
    str warnings;
    struct ledger_making made;
};

struct ledger {
    const struct ledger_head *head;
    str summary;       /* builder/build_report.h */
    str said;          /* all warnings: base/diag/diag_pack.h */
    str root;          /* "/blog" */
    const char *stats; /* of all published files, by path: struct fs_stat */
    struct unpack rest;
    struct ledger_post *posts;
    struct ledger_output *outputs;
    struct dep_set *sets;    /* by number, from 0 */
    struct ledger_key *keys; /* by id, from 0 */
};

/* Marks the ledger: a build that came later had nothing to do. */
void ledger_mark_idle(str path);
/* Reads up to the stats. False: nothing in it is to be believed. Slices point
 * into bytes. */
bool ledger_open(str bytes, struct arena *arena, struct ledger *out);
/* Reads the rest, and checks it. False: nothing in it is to be believed. */
bool ledger_read(struct ledger *ledger, struct arena *arena);
/* Its part of that: keys are such as a site has. Traces are looked at where
 * they are read (ledger_trace). */
bool ledger_check(const struct ledger *ledger, struct arena *arena);
/* A ledger being written: what is in `out` goes to the file by and by. */
struct ledger_file {
    struct buf out;
    struct fs_new file;
    uint64_t check; /* of what has gone */
    uint64_t bytes;
};

void ledger_begin(struct ledger_file *file, str path, struct arena *arena);
/* Often, between records. */
void ledger_flow(struct ledger_file *file);
/* Puts the head in front. Returns 0 or an errno value. */
int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync);

/* The hash of an attribute that is the i-th of those that have one. */
static inline uint64_t ledger_hash(const struct ledger_key *key, size_t i)
{
    uint64_t hash;
    memcpy(&hash, key->hash + i * sizeof hash, sizeof hash);
    return hash;
}

/* The id of the i-th in a list. */
static inline uint32_t ledger_member(const struct ledger_key *list, size_t i)
{
    uint32_t id;
    memcpy(&id, list->members + i * sizeof id, sizeof id);
    return id;
}

/* A trace of the ledger's, pair by pair: all name keys and dep sets of it. */
static inline struct trace_reader ledger_trace(const struct ledger *ledger,
                                               struct trace trace)
{
    return trace_open(trace, (size_t)ledger->head->keys,
                      (size_t)ledger->head->sets);
}

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

void ledger_pack_stat(struct buf *out, const struct fs_stat *stat);

#endif
