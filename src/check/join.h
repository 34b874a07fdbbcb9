/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_JOIN_H
#define CRUMB_CHECK_JOIN_H

/* The checks that need all files: whether links lead to a file and a part that
 * exist, and which pages and files have no link to them. */

#include "check/collect.h"

struct join_counts {
    size_t fragments;
};

/* Marks files as linked and used, and adds a finding for each dead link. One
 * thread. */
void join_links(struct catalog *catalog, struct findings *findings,
                struct join_counts *counts);
void join_orphans(const struct catalog *catalog, struct findings *findings);
/* Adds a finding for each of the author's files that no link refers to.
 * Searches all text files for their names first, as scripts may use them. */
void join_unused(const struct catalog *catalog, size_t jobs,
                 struct findings *findings);

#endif
