/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_LINKS_H
#define CRUMB_CHECK_LINKS_H

/* The checks that need all files: whether links lead to a file and a part that
 * exist, and which pages and files nothing leads to. Findings are added to
 * `findings`. */

#include "check/collect/collect.h"

/* Checks the links that could not be judged when their files were read. The
 * collector is left as it is. */
void links_check(const struct collector *collector, struct catalog *catalog,
                 struct findings *findings);
/* Adds a warning for each page that no other page links to. */
void links_check_orphans(const struct catalog *catalog,
                         struct findings *findings);
/* Adds a warning for each of the author's files that nothing refers to. Scripts
 * may use a file that no link leads to, so the names of such files are searched
 * for in all texts of the output, on `jobs` threads. */
void links_check_unused(const struct catalog *catalog, size_t jobs,
                        struct findings *findings);

#endif
