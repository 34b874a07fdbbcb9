/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_JOIN_H
#define CRUMB_CHECK_JOIN_H

/* The checks that need all files: whether links lead to a file and a part that
 * exist, and which pages have no link to them. */

#include "check/collect/collect.h"

enum lead_kind {
    LEAD_NONE,    /* nothing to check */
    LEAD_OUTSIDE, /* an address of the web that can be requested */
    LEAD_FILE,
    LEAD_DEAD,   /* nothing is published there */
    LEAD_BESIDE, /* not below the site's address, but a page of it is meant */
};

/* What an address leads to. */
struct lead {
    struct check_file *file; /* LEAD_FILE */
    enum lead_kind kind;
    bool fragment; /* it names a part of the page */
    bool broken;   /* which the page lacks */
    bool stands;   /* some file has the address */
};

/* What has been read. */
struct joining {
    size_t jobs;
    struct collector *collectors; /* one per job */
    const struct addresses *addresses;
    struct said_limits limits;
    str last; /* the last check's record, mapped */
};

/* After so many files joining_release is called. */
enum { JOINING_RELEASE = 1024 };
/* Gives back the memory of what files say: it is read from files. Any
 * thread. */
void joining_release(const struct joining *with);

struct joined {
    struct lead *leads; /* by the address's number */
    size_t n;
    struct said_counts counts;
};

/* Marks files as linked and used, adds up what all files say, and adds their
 * findings, and one for each dead link. */
void join_links(const struct joining *with, struct catalog *catalog,
                struct findings *findings, struct joined *out);
void join_orphans(const struct catalog *catalog, struct findings *findings);

#endif
