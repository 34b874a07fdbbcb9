/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_CHANGED_PATHS_H
#define CRUMB_SERVE_CHANGED_PATHS_H

/* Files of the site that may have changed. */

#include "base/vec.h"

struct changes {
    VEC(str) paths; /* content/a.md, each once */
    bool whole;     /* folders came or went, or events were lost: anything may
                       have changed */
};

/* The folders below the site's in which something may change. */
enum { CHANGES_ROOTS = 4 };
extern const str changes_roots[CHANGES_ROOTS];

/* A build may look at what has that name in that folder of the site; "" is the
 * site's own. */
bool changes_are_wanted(str dir, str name);
void changes_add(struct changes *changes, str dir, str name,
                 struct arena *arena);
/* What came and went is a step of some editor's. False: it was not there. */
bool changes_drop(struct changes *changes, str dir, str name,
                  struct arena *arena);

#endif
