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
    str output;     /* instead of the configuration's; p == NULL: not given */
    bool clean;     /* whatever the last build remembers */
    bool hash_all;  /* read every file: no stat is believed */
    bool strict;    /* warnings are errors */
    bool no_sync;   /* don't wait for the disk */
    bool need_site; /* in the result, also if nothing changed */
    bool look;      /* change nothing in the output or its state: unless the
                       output is as a build would leave it, the build is not
                       done, and says nothing */
    bool book;      /* compare with urls.txt, and add what is new */
    bool compare;   /* publish nothing: is all as a clean build makes it? */
};

struct build_result {
    bool done;         /* published, or the same; else the output is as it
                          was */
    struct site *site; /* NULL: it could not be read, or need not */
    struct generation *built; /* what it was made with; NULL: the same */
    const struct manifest *published; /* what is published, if there is a site;
                                         in the site's arena */
    struct math *math;                /* renders its formulas */
    struct summary summary;
    struct publish_counts counts;
    struct last_build last; /* with the engine that went on from it; texts of
                               the site stand in its ledger */
};

/* Builds the site in the working directory. If a file is saved while it is read
 * the build begins anew; one that never comes to rest is an error. */
void build_run(const struct build_options *options, struct arena *arena,
               struct diags *diags, struct build_result *result);
/* Makes the clean build and compares it with what is published, byte for byte;
 * result->counts.kept: so many files. False: they differ, or it fails, and
 * diags say how; of what else it has to say, the build before has told. */
bool build_verify(const struct build_options *options, struct arena *arena,
                  struct diags *diags, struct build_result *result);
/* Frees what the arena does not hold: the site is gone, and what was said of
 * its posts. */
void build_free(struct build_result *result);

#endif
