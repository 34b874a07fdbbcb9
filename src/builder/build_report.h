/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILD_REPORT_H
#define CRUMB_BUILDER_BUILD_REPORT_H

/* What a build says of the site when it is done. */

#include "base/pack.h"
#include "site/site.h"

struct held_post {
    str name; /* content/life/soon.md */
    enum held why;
    struct date until; /* when it goes live, or when it expired */
};

struct summary {
    size_t posts;
    size_t pages;
    size_t terms;
    struct held_post *held;
    size_t nheld;
};

struct summary summary_of(const struct site *site, struct arena *arena);
void summary_pack(const struct summary *summary, struct buf *out);
/* Names point into the record. */
bool summary_unpack(struct summary *summary, struct unpack *in,
                    struct arena *arena);

#endif
