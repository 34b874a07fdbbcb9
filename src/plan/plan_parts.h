/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_PARTS_H
#define CRUMB_PLAN_PLAN_PARTS_H

/* Between plan.c, which has the posts and single files, plan_lists.c,
 * plan_feeds.c, plan_files.c and plan_sitemap.c. */

#include "plan/output.h"

/* Home, sections, taxonomies, terms, archives, and their feeds. */
void plan_lists(struct site *site, struct plan *plan);
/* Joins the lists that are the same in several languages. */
void plan_translations(struct site *site, struct plan *plan);

/* What the feeds of one list are made of. */
struct feed_spec {
    unsigned formats; /* bits, as in struct config_feeds */
    str title;
    str description; /* empty: the site's */
    str path;        /* of the list's page below the root: networking/ */
    const struct posts *posts;
};
/* Never NULL; one feed for each format. */
const struct feeds *plan_feeds(struct site *site, struct plan *plan,
                               const struct feed_spec *spec);

/* sitemap.xml and, where one file may not hold all addresses, those that it
 * names then. After all others: it lists what is planned. */
void plan_sitemap(struct site *site, struct plan *plan);
/* What is published as it is: beside posts, static/, the theme's. */
void plan_files(struct site *site, struct plan *plan, str statics,
                struct diags *diags);

/* After the aliases: the files that tell a server of them, if asked for. */
void plan_redirects(struct site *site, struct plan *plan);

/* Entries of menus that lead to no file of the plan are told of. */
void plan_menus(struct site *site, const struct plan *plan,
                struct diags *diags);

#endif
