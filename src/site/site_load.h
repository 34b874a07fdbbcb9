/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_LOAD_H
#define CRUMB_SITE_SITE_LOAD_H

/* From the folder that the process stands in to the site, in four steps, one
 * after the other. Errors in single files are reported, and the site is what
 * could be read, so that all of them are found in one run. */

#include "site/site.h"

/* Reads the settings. NULL: site.yaml can't be read, reported. */
struct site *site_open(const struct site_options *options, struct arena *arena,
                       struct diags *diags);

/* Lists the files of content/. walked: what fs_walk has found there; NULL: it
 * is walked now. False: it can't be, reported. */
bool site_scan(struct site *site, const struct fs_list *walked,
               struct diags *diags);

/* What an earlier build made of a file that has not changed since. */
struct known_post {
    uint64_t hash;
    str record;   /* site/content/post_record.h; p == NULL: it is not known */
    str warnings; /* base/diag/diag_pack.h */
};

/* Loads posts and data files. known: one for each of site->content.files, or
 * NULL; those posts are taken from their records, which outlive the site. */
void site_load(struct site *site, const struct known_post *known,
               struct diags *diags);

/* Joins what was loaded: what is inherited, addresses, sections, terms, lists,
 * menus. The site is frozen after that, but for what the plan adds. */
void site_organise(struct site *site, struct diags *diags);

/* Frees what the arena does not hold. */
void site_free(struct site *site);

enum site_reload {
    RELOAD_SAME,  /* the file's bytes are as they were */
    RELOAD_BODY,  /* only the text is not, and is to be made anew */
    RELOAD_OTHER, /* more than that: the post is left as it was */
};

/* Looks at a post's file once more, whose stat is that. One thread. */
enum site_reload site_reload(struct site *site, struct post *post,
                             const struct fs_stat *stat);

#endif
