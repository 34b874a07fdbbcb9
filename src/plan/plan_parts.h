/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_PARTS_H
#define CRUMB_PLAN_PLAN_PARTS_H

/* The parts of the plan. plan.c adds posts and single files, and calls these
 * functions of plan_lists.c, plan_feeds.c, plan_files.c, plan_sitemap.c and
 * others. */

#include "plan/output.h"

/* Adds home, sections, taxonomies, terms, archives, and their feeds. */
void plan_lists(struct site *site, struct plan *plan);
/* The posts that page `number` of a list shows, if `pages` pages show all. */
struct posts plan_posts_of_page(const struct site *site, const struct posts *of,
                                size_t per_page, size_t number, size_t pages);
/* The number of pages of a list of `total` posts. */
size_t plan_count_pages(size_t total, size_t per_page);
/* Which posts a feed of that list shows, newest first. */
void plan_feed_posts(const struct site *site, const struct posts *of,
                     struct posts *out);
/* Connects the lists that exist in several languages. */
void plan_translations(struct site *site, struct plan *plan);

/* The data for the feeds of one list. */
struct feed_spec {
    unsigned formats; /* bits, as in struct config_feeds */
    str title;
    str description; /* empty: the site's */
    str path;        /* of the list's page below the root: networking/ */
    const struct posts *posts;
};
/* Adds one feed for each format. Never NULL. */
const struct feeds *plan_feeds(struct site *site, struct plan *plan,
                               const struct feed_spec *spec);

/* Adds sitemap.xml and, if there are too many addresses for one file, the files
 * that it refers to. Call it last: it lists the plan's pages. */
void plan_sitemap(struct site *site, struct plan *plan);
/* Adds the files that are copied: those beside posts, in static/ and of the
 * theme. */
void plan_files(struct site *site, struct plan *plan, struct diags *diags);

/* Returns the path of the page of an alias that counts from the site's root:
 * "old.html", but "old/" for /old and "old.php/" for /old.php. */
str plan_alias_path(str alias, struct arena *arena);
/* Adds the pages that lead from aliases to their posts. Of several posts with
 * one alias the one whose file comes first gets it, by the order of paths; the
 * others are reported as warnings ("duplicate-alias"). An alias at the address
 * of an output is left out ("alias-taken"). */
void plan_aliases(struct site *site, struct plan *plan, struct diags *diags);

/* After the aliases: adds the files with redirects for a server, if the
 * settings ask for them. */
void plan_redirects(struct site *site, struct plan *plan);

/* Reports menu entries that lead to no file of the plan. Reports nothing if a
 * post has errors: the entry may lead to its page. */
void plan_menus(struct site *site, const struct plan *plan,
                struct diags *diags);

/* Finds outputs that can't both be written, and reports them as errors: two of
 * one path; paths that differ only in case or Unicode form, which are the same
 * to some file systems and hosts; a file where another output needs a folder; a
 * path that leaves the output folder. The loser is marked `dropped`. The
 * author's own file or post wins without an error over a feed, the sitemap,
 * robots.txt and the 404 page. */
void address_conflicts_check(struct output *outputs, size_t n,
                             struct diags *diags);

#endif
