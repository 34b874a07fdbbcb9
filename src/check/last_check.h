/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_LAST_CHECK_H
#define CRUMB_CHECK_LAST_CHECK_H

/* What the last check read, in .crumb/check.record: the records (said.h) of all
 * files, with hashes of their bytes. A file with the same hash is not read
 * again.
 *
 * The file is for the program that wrote it, and for one configuration: else it
 * counts as missing, as does a damaged one. It may come from a stranger with
 * the site, like the ledger (engine/ledger.h), and the same holds: its numbers
 * are checked, it may lie about what pages say, and `crumb check --clean` does
 * not read it. */

#include "base/hash.h"
#include "base/memory/map.h"
#include "check/addresses.h"

/* A file of the output, or a source. */
struct kept_file {
    str path;
    struct hash128 hash;
    str said;
    str named; /* of a file of the output: indexes of names, packed */
};

struct last_check {
    str mapped;
    bool known;
    uint64_t titles; /* hash of those that were searched for in the output */
    struct link_address *addresses;
    size_t naddresses;
    str *names; /* that were searched for, see names.h */
    size_t nnames;
    size_t nfiles;
    size_t nsources;
    struct map files;   /* path -> struct kept_file */
    struct map sources; /* the same */
};

/* Reads the record of the last check with that key; last->known: there is one.
 * Slices point into it until last_check_close. */
void last_check_read(struct last_check *last, struct hash128 key,
                     struct arena *arena);
void last_check_close(struct last_check *last);

/* One being written. */
struct check_writer;

struct check_writer *last_check_begin(struct hash128 key, uint64_t titles,
                                      struct arena *arena);
/* In this order: all addresses by number, names, files and sources, each after
 * their number. */
void last_check_count(struct check_writer *writer, size_t n);
void last_check_address(struct check_writer *writer,
                        const struct link_address *address);
void last_check_name(struct check_writer *writer, str name);
void last_check_file(struct check_writer *writer, const struct kept_file *file);
/* A record that can't be written costs the next check time, and nothing else.
 */
void last_check_end(struct check_writer *writer);

#endif
