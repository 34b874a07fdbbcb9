/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_TOUCH_H
#define CRUMB_BUILDER_TOUCH_H

/* What a change in the texts of some posts makes of a build that is still in
 * memory, for a preview: no walk, no order, no plan, and no ledger written.
 * What is stale is found as always (engine/dirty.h); those Outputs are
 * rendered, and patched into the output folder. Any other change takes a whole
 * build, and a whole build should follow when there is time: it is the one that
 * knows. */

#include "builder/build.h"

enum touch_state {
    TOUCH_WHOLE,  /* it takes a whole build */
    TOUCH_SAME,   /* all files have the bytes that they had */
    TOUCH_DONE,   /* what shows them is published */
    TOUCH_FAILED, /* errors; nothing was published */
};

struct touch;

struct touched {
    const str *written; /* files that were put in place, as long as the touch */
    size_t nwritten;
};

/* For a build with need_site that is done. It takes from the build's arena, and
 * what stays of each change stays until build_free: after some megabytes it
 * says TOUCH_WHOLE. */
struct touch *touch_new(const struct build_options *options,
                        struct build_result *result, struct arena *arena);
/* paths: files of the site that may have changed, as content/a.md. */
enum touch_state touch_posts(struct touch *touch, const str *paths, size_t n,
                             struct diags *diags, struct touched *out);

#endif
