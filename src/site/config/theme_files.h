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

struct templates {
    str dir; /* the site's templates/ as the process opens it */
    struct tree_site site;
    struct tree_links links;
    bool alone; /* without the theme: what is not in dir is missing */
    struct arena *arena;
    struct map known;     /* name -> what was found */
    bool names_backlinks; /* one that was loaded does */
};

/* Those of the site that the process stands in. *templates must stay where it
 * is. */
void templates_of_site(struct templates *templates, const struct config *config,
                       struct arena *arena);
/* What is in the folder, and no theme. */
void templates_of_folder(struct templates *templates, str dir,
                         struct arena *arena);
/* Reports the folders in dir that can't be read: without that, what they hold
 * would count as missing. A dir that is not there is fine. */
void templates_check(const struct templates *templates, struct diags *diags);
/* The templates must stay where they are while the loader is used. */
struct jinja_loader templates_loader(struct templates *templates);

#endif
