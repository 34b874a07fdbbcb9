/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_JOIN_H
#define CRUMB_CHECK_JOIN_H

/* What can be told only when every file was read: where links lead, which
 * pages and files nothing leads to. */

#include "check/collect.h"

struct join_counts {
    size_t fragments;
};

/* Marks what is linked and used; adds what leads nowhere. One thread. */
void join_links(struct catalog *catalog, struct findings *findings,
                struct join_counts *counts);
void join_orphans(const struct catalog *catalog, struct findings *findings);
/* Files that people put into the site and nothing refers to. Reads the text
 * files again if there are any, as scripts may name them. */
void join_unused(const struct catalog *catalog, size_t jobs,
                 struct findings *findings);

#endif
