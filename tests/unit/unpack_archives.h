/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_UNPACK_ARCHIVES_H
#define CRUMB_TESTS_UNIT_UNPACK_ARCHIVES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Unpacks archives of the repository, the working directory, into a folder that
 * exists: tests/bad/x.txt into tests/bad/x/ below it. `archives` are patterns
 * of the shell. */
static inline bool unpack_archives(const char *dir, const char *archives)
{
    char command[256];
    snprintf(command, sizeof command, "perl tests/run/unpack.pl %s %s", dir,
             archives);
    return system(command) == 0; /* NOLINT(cert-env33-c) */
}

#endif
