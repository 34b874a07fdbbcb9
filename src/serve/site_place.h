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
    int lock;   /* of its preview; -1: none, or files can't be locked */
};

enum place_state {
    PLACE_SAME,
    PLACE_GONE, /* there is no folder at the path */
    PLACE_OTHER,
};

/* Takes the lock of the working directory. False: reported; another preview
 * shows the site. */
bool site_place_open(struct site_place *place, struct arena *arena,
                     struct diags *diags);
enum place_state site_place_look(const struct site_place *place);
/* The folder that is at the path now becomes the working directory, with its
 * lock. False: reported. */
bool site_place_enter(struct site_place *place, struct arena *arena,
                      struct diags *diags);
/* The working directory was moved, and is shown where it is. */
void site_place_follow(struct site_place *place, struct arena *arena);
/* A file to be sent as it is, by its real path in the working directory, for
 * links in the site may lead to others in it. Whether this one may is asked at
 * each update; it may be another one since. p == NULL: it leads out of the
 * site, or to a file that no build reads. */
str site_place_file(const struct site_place *place, str path,
                    struct arena *arena);
void site_place_close(struct site_place *place);

#endif
