/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_SITE_PLACE_H
#define CRUMB_SERVE_SITE_PLACE_H

/* The folder of the site that the preview shows: the working directory. Another
 * folder may take its place (mv site old; mv new site); the working directory
 * is then still the one that was moved. */

#include "base/diag/diag.h"
#include "base/memory/arena.h"

struct site_place {
    str path;   /* where it is to be: absolute, without links */
    str folder; /* the working directory, likewise */
    int lock;   /* of its preview, an open file; -1: none */
};

enum place_state {
    PLACE_SAME,
    PLACE_GONE, /* there is no folder at the path */
    PLACE_OTHER,
};

/* Takes the lock of the working directory, and removes .crumb/preview/ if an
 * older crumb has published its preview there. Where files can't be locked it
 * goes on without. Returns false after reporting why not: another preview shows
 * the site, or .crumb/ is not to be used. Call site_place_close in any case. */
bool site_place_open(struct site_place *place, struct arena *arena,
                     struct diags *diags);
enum place_state site_place_look(const struct site_place *place);
/* Makes the folder that is at the path now the working directory, with its
 * lock. Returns false after reporting why not; the old lock is released in any
 * case. */
bool site_place_enter(struct site_place *place, struct arena *arena,
                      struct diags *diags);
/* Reads where the working directory is: it was moved, and is shown there. */
void site_place_follow(struct site_place *place, struct arena *arena);
/* A file to be sent as it is, by its real path in the working directory, for
 * links in the site may lead to others in it. Whether this one may is asked at
 * each update; it may be another one since. p == NULL: it is missing, or
 * leads out of the site or to a file that no build reads. */
str site_place_file(const struct site_place *place, str path,
                    struct arena *arena);
/* Releases the lock. */
void site_place_close(struct site_place *place);

#endif
