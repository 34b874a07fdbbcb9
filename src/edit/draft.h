/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_DRAFT_H
#define CRUMB_EDIT_DRAFT_H

/* Turns a draft into a post: removes the front matter that holds it back
 * (draft: true, published: false and the like, see visibility.h) and sets its
 * date to now. The rest of the file does not change.
 *
 * A draft in a folder _drafts gets its date too; the caller must move it.
 *
 * A future date, in front matter or in the file's name, stays: the post is then
 * scheduled. A date without a time stays without one. */

#include "base/diag/diag.h"
#include "dates/date.h"

enum draft_status {
    DRAFT_RELEASED,
    DRAFT_NONE,   /* it is no draft */
    DRAFT_BROKEN, /* its front matter can't be read: reported */
    DRAFT_MANUAL, /* crumb can't edit its front matter safely: a person must */
};

struct draft {
    str text;         /* the file as a post */
    struct date date; /* the date of that post */
    bool scheduled;   /* the date is the draft's own, in the future */
    str other; /* a key that was removed and says more than "draft": password;
                  may be empty */
};

struct draft_when {
    bool folder;             /* it is a draft because of its folder */
    str day;                 /* the date in the file's name, or empty */
    struct date now;         /* in the site's zone */
    const struct zone *zone; /* the site's */
};

/* out->text is in the arena, or that of the source if it is no draft. Only
 * after DRAFT_RELEASED all of *out is set. */
enum draft_status draft_release(const struct source *source,
                                const struct draft_when *when,
                                struct arena *arena, struct diags *diags,
                                struct draft *out);

#endif
