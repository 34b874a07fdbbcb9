/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_DRAFT_H
#define CRUMB_EDIT_DRAFT_H

/* A draft becomes a post: what holds it back (draft: true, published: false
 * and the like, see holding.h) goes, and its date is now; nothing else of the
 * file changes.
 *
 * One that is a draft by its folder gets its date, and is to be moved.
 *
 * A date to come stays, in front matter or in the file's name: the post is
 * scheduled. A date without a time stays one. */

#include "base/diag/diag.h"
#include "dates/date.h"

enum draft_status {
    DRAFT_RELEASED,
    DRAFT_NONE,   /* it is no draft */
    DRAFT_BROKEN, /* its front matter can't be read: reported */
    DRAFT_MANUAL, /* nor changed without changing what it says */
};

struct draft {
    str text;         /* the file as a post */
    struct date date; /* its date then */
    bool scheduled;   /* which was there, and is to come */
};

struct draft_when {
    bool folder;             /* its folder holds it back, whatever it says */
    str day;                 /* the date in the file's name, or empty */
    struct date now;         /* in the site's zone... */
    const struct zone *zone; /* ...which is this */
};

enum draft_status draft_release(const struct source *source,
                                const struct draft_when *when,
                                struct arena *arena, struct diags *diags,
                                struct draft *out);

#endif
