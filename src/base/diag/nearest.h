/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_NEAREST_H
#define CRUMB_BASE_DIAG_NEAREST_H

/* Many names, in two orders: by how they begin and by how they end. A slip of a
 * name leaves one of the two nearly as it is, so what was meant stands near the
 * slip in one of the orders, and a site with thousands of wrong links need not
 * compare each with all its files. Case does not count in either order.
 * Frozen once it is made. */

#include "base/arena.h"

struct nearest {
    const str *names;
    size_t n;
    const str *by_start; /* NULL: they are few */
    const str *by_end;
};

/* The names and the arena outlive it. */
void nearest_make(struct nearest *nearest, const str *names, size_t n,
                  struct arena *arena);
/* As str_nearest. Of many names only some hundreds are compared, those that
 * begin or end most like it. */
str nearest_find(const struct nearest *nearest, str s);
/* How many names end so, byte for byte: none, one, which is *found, or 2 for
 * several. */
size_t nearest_ending(const struct nearest *nearest, str end, str *found);

#endif
