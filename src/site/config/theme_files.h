/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_THEME_FILES_H
#define CRUMB_SITE_CONFIG_THEME_FILES_H

/* Where a site's templates come from: its own templates/ first, then the
 * built-in theme. theme/NAME is always the built-in one, so a site's
 * base.html may extend theme/base.html. Files are UTF-8 and, if they are
 * links, lead to what is public in the site (files/tree_link.h) or a template;
 * anything else is an error. Each is read once. */

#include "base/map.h"
#include "files/tree_link.h"
#include "jinja/jinja.h"

struct config;

struct theme_files {
    str dir; /* the site's templates/ as the process opens it */
    struct tree_site site;
    struct tree_links links;
    bool alone; /* without the theme: what is not in dir is missing */
    struct arena *arena;
    struct map known;     /* name -> what was found */
    bool names_backlinks; /* one that was loaded does */
};

/* Those of the site that the process stands in. */
void theme_files_of_site(struct theme_files *files, const struct config *config,
                         struct arena *arena);
/* What is in the folder, and no theme. */
void theme_files_of_folder(struct theme_files *files, str dir,
                           struct arena *arena);
/* Reports the folders in dir that can't be read: without that, what they hold
 * would count as missing. A dir that is not there is fine. */
void theme_files_check(const struct theme_files *files, struct diags *diags);
/* The file of that name. NULL: there is none, or it can't be read, reported.
 * One thread at a time; the source lives in the arena. */
const struct source *theme_files_load(struct theme_files *files, str name,
                                      struct diags *diags);
/* The names of all files, the theme's among them; one may come twice. */
void theme_files_names(const struct theme_files *files, struct arena *arena,
                       const str **names, size_t *n);
/* A host of templates that loads these files and offers nothing else. *files
 * must stay where it is while the host is used. */
struct jinja_host theme_files_host(struct theme_files *files);

/* A hash of its name and its text; 0: there is none. */
uint64_t theme_files_hash(const struct source *source);

#endif
