/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_WATCH_CHANGED_PATHS_H
#define CRUMB_SERVE_WATCH_CHANGED_PATHS_H

/* Files of the site that may have changed, and how. An editor saves a file in
 * several steps: it truncates the file and writes it, or writes another file
 * and renames it, or renames the old one first. So the events of a file are
 * merged into one change, and changes_wait tells whether another step is likely
 * to follow. */

#include "base/memory/vec.h"

enum change_kind {
    CHANGE_WRITTEN, /* written and closed, or moved to this path */
    CHANGE_NEW,     /* written, and there was no such file before */
    CHANGE_BEGUN,   /* new and still open: not a change yet */
    CHANGE_GONE,    /* removed, or moved away */
    CHANGE_AGAIN,   /* removed, created and still open: not a change yet */
};

struct change {
    str path; /* content/a.md */
    enum change_kind kind;
};

/* If more files change, as when git switches a branch, they are not listed. */
enum { CHANGES_MOST = 1000 };

struct changes {
    VEC(struct change) list; /* each path once */
    bool whole;              /* any file may have changed: folders appeared or
                                went, events were lost, or more than
                                CHANGES_MOST files changed */
};

/* Whether a build may read a file of that name in that folder of the site; ""
 * is the site's own folder. */
bool changes_are_wanted(str dir, str name);
/* Adds a change, and merges it with an earlier one of the same path: a file
 * that was begun and then written is new; one that appeared and went is
 * dropped, as it was a temporary file of an editor. */
void changes_add(struct changes *changes, str dir, str name,
                 enum change_kind kind, struct arena *arena);
/* Whether the file of that path has a change, even one that is none yet. */
bool changes_have(const struct changes *changes, str path);
/* Returns how many milliseconds to wait for the next step of an editor; 0: all
 * files exist and are written, so no more steps are likely. A file that is open
 * or empty may be written next; a new one that is no post may be renamed; if
 * folders change, more changes follow. An editor that removes a file to write
 * it creates it at once, so the wait for a file that is gone is short. Reads
 * the stats of the files. */
unsigned changes_wait(const struct changes *changes);

#endif
