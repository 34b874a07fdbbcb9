/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_LEDGER_H
#define CRUMB_ENGINE_LEDGER_H

/* The ledger keeps the engine between two runs, in two files that are mapped
 * into memory. The constraints:
 *
 *     - an edit of one post among 100,000 does not write 200 MB;
 *     - a run that is killed, or that finds the disk full, leaves a valid
 *       ledger, or one that is known to be invalid;
 *     - only the parts that are used are read.
 *
 * A post takes 2.2 kB with its pages and its share of the lists. Four fifths of
 * that are texts that stay the same until their own step is made again: names
 * of keys, hashes of facts, traces, records of files and of bodies. So there is
 * a file for them, NAME.texts, which is only ever extended: bytes that are in
 * it never change. NAME.ledger has the rest, and says where each text is. It is
 * replaced after NAME.texts has been extended. If NAME.texts is longer than the
 * ledger says, a run was killed in between. Then, and if more than a third of
 * it is not used any more, the next run writes a new NAME.texts.
 *
 * Only ledger.c knows the format of NAME.ledger: a head, then records
 * (base/pack.h) in this order:
 *
 *     summary     for the last line that a build prints
 *     said        its warnings
 *     root        the path of the site's address
 *     stats       of all published files, in the order of the manifest
 *     dep sets    by number
 *     keys        by id
 *     names       by id: the place of each name in NAME.texts
 *     known       by id: which facts have hashes, its members, its step, the
 *                 stat and warnings of its file, as far as there are any
 *     places      by id: those of hashes, then those of traces, of records of
 *                 files, of bodies, of their parts, and of their words. In a
 *                 new NAME.texts the texts are in this order too: each kind is
 *                 read at another time or not at all, and parts that are not
 *                 read take no memory
 *
 * A place is a length, and the distance from the end of the text before: most
 * take two bytes. A free id or number has an empty record.
 *
 * A ledger is valid only for the program that wrote it and for the settings
 * that the key in its head is a hash of. A damaged or other one is ignored, and
 * everything is built. The files that crumb has written into the output are in
 * the manifest, not here.
 *
 * The checksum is no protection against forgery: a site from a stranger may
 * come with a .crumb/ that holds anything. So every number is checked against
 * the tables and texts that it is an index of: here, in steps/key_check.c, and
 * where traces and records are unpacked. With a forged ledger the program does
 * not crash, runs nothing, and reads and writes no other file than without it.
 * But the ledger may lie, and say that a page is right or give a wrong summary.
 * `crumb build --clean`, or removing .crumb/, makes everything again.
 *
 * engine/fact.h says why hashes of facts have 64 bits. XXH3 has no key: an
 * author who writes both the old and the new bytes of a file can make two with
 * one hash, and so keep pages stale that show their own text. The manifest's
 * hashes, which decide whether files are overwritten or removed, and the key
 * have 128 bits. */

#include "base/pack.h"
#include "engine/engine.h"
#include "engine/ledger_file.h"
#include "engine/ledger_texts.h"

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
    uint64_t but_texts; /* as `watched`, without the texts of posts */
    uint64_t stamp;     /* publish_stamp of the files that belong to it */
    uint64_t order;     /* organise_hash and plan_hash */
    uint64_t files;     /* that are published */
    uint64_t sets, keys;
    struct texts_seal texts;
};

struct ledger {
    str mapped; /* NAME.ledger; p == NULL: there is none */
    struct ledger_texts texts;
    const struct ledger_head *head;
    str summary;       /* builder/build_report.h */
    str said;          /* all warnings: diags_pack */
    str root;          /* "/blog" */
    const char *stats; /* of all published files, by path: struct fs_stat */
    struct unpack rest;
};

/* Marks the ledger: a later build had nothing to do. Errors are ignored, as
 * that of a file with other names (EMLINK): then only `crumb why` is less
 * exact. */
void ledger_mark_idle(str path);
/* Maps the files of a ledger until ledger_unmap, which may be called in any
 * case. Returns 0, or an errno value; ENOENT: there is no NAME.ledger. Without
 * NAME.texts it returns 0, and ledger_open finds the ledger invalid unless it
 * has no texts. */
int ledger_map(struct ledger *ledger, str path);
/* Reads the head and the first records, up to the stats. Slices point into the
 * files. Returns false if the ledger is invalid. */
bool ledger_open(struct ledger *ledger, struct arena *arena);
/* Gives the memory of the mapped files back; later reads load it again. */
void ledger_release(const struct ledger *ledger);
void ledger_unmap(struct ledger *ledger);
/* Reads the other records into a new engine, after ledger_open and only once.
 * Returns NULL if the ledger is invalid. */
struct engine *ledger_read(struct ledger *ledger, struct arena *arena);

/* The ledger's content beside the engine. `stat` is called for each of
 * head->files. */
struct ledger_rest {
    struct ledger_head head;
    str summary;
    str said;
    str root;
    struct fs_stat (*stat)(const void *published, size_t i);
    const void *published;
    const struct ledger *last; /* the one that has texts of the engine; NULL:
                                  none */
    struct text_store *texts;  /* of the site: their memory is given back */
    size_t ntexts;
    const atomic_bool *cancel; /* once true, the ledger stays as it was:
                                  ECANCELED; may be NULL */
    struct ledger *follow;     /* for a run that goes on: once the ledger is
                                  written, texts of the engine are those in its
                                  file, and this is the `last` of the next
                                  call. Zeroed, or `last`; may be NULL */
};

/* Writes the ledger, and of the texts those that are not in the last ledger's
 * file. Only one process at a time may write it: the caller holds a lock.
 * Returns 0 or an errno value. */
int ledger_write(struct engine *engine, const struct ledger_selection *selected,
                 const struct ledger_rest *rest, str path, bool sync);
/* Begins and ends NAME.ledger alone, for tests. */
void ledger_begin(struct ledger_file *file, str path, struct arena *arena);
int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync);

/* Sets *stat to that of the published file in that place, after ledger_open.
 * Returns false if it is not known. */
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
