/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_NAMES_H
#define CRUMB_CHECK_NAMES_H

/* Which of the author's files nothing refers to. Scripts may use a file that no
 * link leads to, so the names of such files are looked for in all texts of the
 * output. */

#include "check/join.h"
#include "check/last_check.h"

/* What was looked for. */
struct names {
    str *list;
    size_t n;
    bool again; /* in texts that the last check had looked through, too */
};

/* Adds a finding for each file, once links are joined. Sets `named` of all text
 * files: the indexes of the names that the file has, packed. */
struct names names_check(const struct joining *with, struct catalog *catalog,
                         const struct last_check *last,
                         struct findings *findings);

#endif
