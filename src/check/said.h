/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_SAID_H
#define CRUMB_CHECK_SAID_H

/* What a check reads in one file: its links, ids and mistakes. It depends on
 * the file's bytes, the site's address, and the titles that must not leak, and
 * on nothing else; so it is kept in a record, and a file that has not changed
 * need not be read again. */

#include "base/memory/vec.h"
#include "base/pack.h"
#include "check/findings.h"

struct said_counts {
    size_t pages;
    size_t links;
    size_t images;
    size_t feeds;
    size_t fragments; /* links within the page, which are checked with it */
};

struct said_link {
    uint32_t address; /* its number: addresses.h */
    uint32_t off;
    uint32_t len;
    bool page; /* readers can follow it: <a>, <area> */
};

struct said {
    struct said_counts counts;
    bool redirect;
    VEC(uint64_t) ids; /* their hashes */
    VEC(struct said_link) links;
    VEC(uint32_t) titles; /* of a source: the held posts whose titles it has */
    struct findings findings; /* with offsets in the file, and no names */
};

void said_pack(const struct said *said, struct buf *out);
/* The numbers in a record that may be forged are below these. */
struct said_limits {
    size_t addresses;
    size_t titles;
};

/* Reads a record into the arena. Texts of findings point into the record, which
 * must outlive them. False: the record is invalid. */
bool said_unpack(str record, struct said_limits limits, struct arena *arena,
                 struct said *out);

#endif
