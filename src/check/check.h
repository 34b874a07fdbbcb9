/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_CHECK_H
#define CRUMB_CHECK_CHECK_H

/* Checks the output of the site, as a build would make it now: links and their
 * fragments, ids, images, feeds, pages without a link to them, leaked
 * drafts, addresses of the author's machine, secrets, recipes.
 *
 *   catalog.c       the files of the output
 *   target.c        the addresses that pages have, and where they lead
 *   collect/        one file: its links, ids, texts (pool); feeds by expat
 *   multi_search.c  many words in one pass over a text
 *   secrets.c       passwords and keys in sources (pool)
 *   recipe.c        recipes whose parts are missing (pool)
 *   links.c         links against files and ids, once all are read
 *   unused.c        pages and files that nothing refers to
 *   findings.c      what was found, each mistake once, with its source
 *   external/       outside links
 *
 * Memory grows with the addresses and ids of the site, and not with its pages'
 * bytes. */

#include "builder/build.h"
#include "check/checks.h"

/* The folder that the site is built into for a check, unless the published
 * output is up to date. A check does not change the published output. */
#define CHECK_FOLDER STR(".crumb/check")

struct check_options {
    struct build_options build; /* its output is not used */
    bool external;
    bool include_private; /* external links to addresses that are not public */
};

struct check_result {
    bool done;                 /* the site could be built, and was checked */
    struct build_result build; /* holds the texts of diagnostics */
    struct check_counts counts;
    struct external_counts external; /* if they are checked */
    struct diags leaks; /* drafts and secrets that readers would see */
};

/* Checks the site in the working directory. Diagnostics about external links,
 * which are never a reason to fail, go to `external` (NULL if these are not
 * checked); those about leaks go to result->leaks, all others to `diags`. All
 * are valid until check_free, which must be called in any case. */
void check_run(const struct check_options *options, struct arena *arena,
               struct diags *diags, struct diags *external,
               struct check_result *result);
/* Frees what the arena does not hold. */
void check_free(struct check_result *result);

#endif
