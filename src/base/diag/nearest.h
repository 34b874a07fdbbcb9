/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_NEAREST_H
#define CRUMB_BASE_DIAG_NEAREST_H

/* Finds the name that a typo was meant to be, among many. The names are sorted
 * twice: by their starts and by their ends. A typo leaves the start or the end
 * of a name intact, so the name is near the typo in one of the two orders. A
 * site with thousands of wrong links thus need not compare each with all its
 * files. Case is ignored. Any thread. */

#include "base/memory/arena.h"

struct nearest {
    const str *names;
    size_t n;
    const str *by_start; /* NULL: there are few names */
    const str *by_end;
};

/* Sorts the names. They and the arena must outlive it. */
void nearest_make(struct nearest *nearest, const str *names, size_t n,
                  struct arena *arena);
/* As str_nearest, for paths: the parts that differ must be near, without the
 * folders and the ending that both have, and _index is near no other name. Of
 * many names, compares only the few hundred whose starts or ends are most like
 * those of s. */
str nearest_find(const struct nearest *nearest, str s);
/* The number of names with this end, byte for byte: 0, 1 (then *found is the
 * name), or 2 for several. */
size_t nearest_ending(const struct nearest *nearest, str end, str *found);

#endif
