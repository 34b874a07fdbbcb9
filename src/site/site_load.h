/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_LOAD_H
#define CRUMB_SITE_SITE_LOAD_H

/* Makes the site from the files below the working directory, in four steps,
 * called one after the other. Errors in single files are reported, and loading
 * goes on without them, so that one run finds all errors. */

#include "site/site.h"

/* Reads the settings. NULL: site.yaml can't be read, reported. */
struct site *site_open(const struct site_options *options, struct arena *arena,
                       struct diags *diags);

/* Lists the files of content/. `walked` is the list of an earlier fs_walk;
 * NULL: walks now. Returns false after reporting that this failed. Needs no
 * more than the settings and the first worker's arena, so that it may run
 * beside what does not use these. */
bool site_scan(struct site *site, const struct fs_list *walked,
               struct diags *diags);

/* The results of an earlier build for a file that has not changed since. */
struct known_post {
    uint64_t hash;
    str record;   /* site/content/post_record.h; p == NULL: there is none */
    str warnings; /* diags_pack */
};

/* Loads posts and data files. `known` has an entry for each of
 * site->content.files, or is NULL. Posts with a record are loaded from it; the
 * records must outlive the site. */
void site_load(struct site *site, const struct known_post *known,
               struct diags *diags);

/* Makes inherited front matter, addresses, sections, terms, lists and menus of
 * the loaded files. Afterwards the site is frozen (site.h), except for what the
 * plan adds. */
void site_organise(struct site *site, struct diags *diags);

/* Frees what the arena does not hold. */
void site_free(struct site *site);

/* For site_organise: sets `updated: git`, the date of the last commit that
 * changed a post's file. git runs once for all of content/, and only if a post
 * needs it. Posts that are in no commit, or whose last one is not after their
 * own date, get none. Without git, a repository or its full history, or if
 * authors are not trusted, no post gets one, and one warning ("git-history")
 * says why. It is an error if git can't be run for another reason, such as a
 * lack of memory. */
void git_dates_set(struct site *site, struct diags *diags);
/* Whether a post or the settings ask for such dates. */
bool git_dates_asked(const struct site *site);

#endif
