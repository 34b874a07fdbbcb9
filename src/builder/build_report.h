/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILD_REPORT_H
#define CRUMB_BUILDER_BUILD_REPORT_H

/* The summary of a site that a build prints at its end. */

#include "base/pack.h"
#include "plan/output.h"

struct held_post {
    str name; /* content/life/soon.md */
    enum held why;
    struct date until; /* HELD_FUTURE: when it goes live; HELD_EXPIRED: when it
                          expired */
};

struct summary {
    size_t posts;
    size_t pages;
    size_t terms;
    struct held_post *held;
    size_t
        hidden; /* of these, posts that only `hidden` and the like hold back */
    size_t nheld;
    struct replaced_list *replaced;
    size_t nreplaced;
};

/* The lists that were replaced are those of the plan itself. */
struct summary summary_of(const struct site *site, const struct plan *plan,
                          struct arena *arena);
/* Writes a record for the ledger. */
void summary_pack(const struct summary *summary, struct buf *out);
/* Reads it; names are slices of the record. Returns false if it is invalid. */
bool summary_unpack(struct summary *summary, struct unpack *in,
                    struct arena *arena);

#endif
