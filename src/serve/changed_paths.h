/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_CHANGED_PATHS_H
#define CRUMB_SERVE_CHANGED_PATHS_H

/* Files of the site that may have changed, and how. An editor saves in several
 * steps: it cuts a file before it writes it, writes one beside it and renames
 * that, or renames the old one first. So what several events say of one file is
 * folded into one change, and changes_are_settled tells whether a step is
 * likely to follow. */

#include "base/vec.h"

enum change_kind {
    CHANGE_WRITTEN, /* closed by who wrote it, or moved there */
    CHANGE_NEW,     /* the same, and there was no such file before */
    CHANGE_BEGUN,   /* new, and still open: not a change yet */
    CHANGE_GONE,    /* removed, or moved away */
};

struct change {
    str path; /* content/a.md */
    enum change_kind kind;
};

/* Where a branch is checked out, say, more than that need no names. */
enum { CHANGES_MOST = 1000 };

struct changes {
    VEC(struct change) list; /* each path once */
    bool whole;              /* folders came or went, or events were lost:
                                anything may have changed */
};

/* The folders below the site's in which something may change. */
enum { CHANGES_ROOTS = 5 };
extern const str changes_roots[CHANGES_ROOTS];

/* A build may look at what has that name in that folder of the site; "" is the
 * site's own. */
bool changes_are_wanted(str dir, str name);
/* Of a path that is there already the two changes become one: what is begun and
 * then written is new; what came and went is a step of some editor's, and
 * dropped. */
void changes_add(struct changes *changes, str dir, str name,
                 enum change_kind kind, struct arena *arena);
/* Every file is there and has been written: nobody has to wait for more. A file
 * that is open, gone or empty may be about to be written; a new one that is no
 * post may be about to be renamed; where folders change, more changes follow.
 * Looks at the files. */
bool changes_are_settled(const struct changes *changes);

#endif
