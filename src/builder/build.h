/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILD_H
#define CRUMB_BUILDER_BUILD_H

/* One build, from the site's folder to its output folder: load, plan, compile
 * the templates, render, commit. */

#include "builder/build_report.h"
#include "publish/publish.h"
#include "site/site.h"
#include "steps/last_build.h"

struct build_options {
    struct site_options site;
    str output;     /* overrides the configuration; p == NULL: not given */
    bool clean;     /* ignore the last build: make everything */
    bool hash_all;  /* read every file, even if its stat has not changed */
    bool strict;    /* warnings are errors */
    bool no_sync;   /* don't wait for the disk */
    bool need_site; /* load the site even if nothing has changed */
    bool look;      /* change no file. If the output is not as a build would
                       leave it, the result is not `done`, without a message */
    bool book;    /* after a build that is done and has loaded the site: compare
                     with urls.txt, and add new addresses */
    bool compare; /* publish nothing: compare with the output folder */
};

struct build_result {
    bool done;         /* the output is up to date; else it is unchanged */
    struct site *site; /* NULL: it could not be read, or was not needed */
    struct generation *built; /* with `site`; else NULL */
    const struct manifest
        *published; /* the published files; in the site's arena. NULL: there is
                       no site, or the output can't be opened */
    const struct derived_file *derived; /* with need_site */
    size_t nderived;
    struct math *math; /* renders its formulas */
    struct picture_store *pictures;
    struct summary summary;
    struct publish_counts counts;
    struct last_build last; /* its ledger holds texts of the site */
};

/* Builds the site in the working directory. If a file changes during the build,
 * the build starts again; at the third time that is an error. It also starts
 * again if a template turns out to read backlinks. */
void build_run(const struct build_options *options, struct arena *arena,
               struct diags *diags, struct build_result *result);
/* Makes a clean build and compares it byte by byte with the output folder;
 * files that differ are staged, never published. If all are equal,
 * result->counts.kept is their number. Returns false after reporting that files
 * differ or that the build failed. Warnings are not reported: the last build
 * has reported them. */
bool build_verify(const struct build_options *options, struct arena *arena,
                  struct diags *diags, struct build_result *result);
/* Frees what the arena does not hold, the site included. Diagnostics about its
 * posts are invalid afterwards. */
void build_free(struct build_result *result);

#endif
