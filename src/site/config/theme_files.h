/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_THEME_FILES_H
#define CRUMB_SITE_CONFIG_THEME_FILES_H

/* Finds the templates of a site: first in its own templates/, then in those of
 * the theme that it has chosen, themes/THEME/templates/, then in the built-in
 * theme. theme/NAME is always the built-in one, and themes/THEME/NAME that of
 * the chosen theme, so that a base.html may extend either. Files must be UTF-8;
 * symbolic links
 * must lead to a template or to what the site publishes
 * (files/tree/tree_link.h). Each file without mistakes is read once. */

#include "base/memory/map.h"
#include "files/tree/tree_link.h"
#include "jinja/jinja.h"

struct config;

enum { TEMPLATE_DIRS = 2 };

struct template_dir {
    str path; /* for open(); the site's own is the first */
    str name; /* of its files for templates: "themes/THEME/"; or empty */
    struct tree_links links;
};

struct theme_files {
    struct template_dir dirs[TEMPLATE_DIRS];
    size_t ndirs;
    struct tree_site site;
    bool alone; /* without a theme: only the files of one folder */
    struct arena *arena;
    struct map known;     /* name -> what was found */
    bool names_backlinks; /* a file that was loaded has the word "backlinks" */
};

/* Sets up the templates of the site in the working directory. */
void theme_files_of_site(struct theme_files *files, const struct config *config,
                         struct arena *arena);
/* Sets up the templates of a folder, without the theme. */
void theme_files_of_folder(struct theme_files *files, str dir,
                           struct arena *arena);
/* Reports folders that can't be read, whose templates would otherwise count as
 * missing. That the site has no templates/ is no error, but a
 * warning if there is Hugo's layouts/ in its place. */
void theme_files_check(const struct theme_files *files, struct diags *diags);
/* Returns the file of that name; it lives in the arena. NULL: there is none, or
 * it can't be read, which is reported. One thread at a time. */
const struct source *theme_files_load(struct theme_files *files, str name,
                                      struct diags *diags);
/* Lists the names of all files, those of the theme included. A name may come
 * twice. */
void theme_files_names(const struct theme_files *files, struct arena *arena,
                       const str **names, size_t *n);
/* Returns a host that loads and lists these files; its other functions are
 * NULL. *files must not move while the host is in use. */
struct jinja_host theme_files_host(struct theme_files *files);

/* Returns a hash of the file's name and text; 0 for NULL. */
uint64_t theme_files_hash(const struct source *source);

#endif
