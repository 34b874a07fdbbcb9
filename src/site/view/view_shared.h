/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_SHARED_H
#define CRUMB_SITE_VIEW_VIEW_SHARED_H

/* Data beside the site that all views of one build share: data of the plan,
 * caches, and doubts that arise while pages are made. Any thread. */

#include <stdatomic.h>

#include "base/arena.h"

struct feeds;
struct image_sizes;
struct published_files;
struct shortcode_table;
struct site;

/* Reasons to distrust the pages of this build, and to make them again. */
struct view_doubts {
    /* A file was read twice and had other bytes the second time: its name. */
    _Atomic(const str *) torn;
    bool has_backlinks;   /* posts' are filled in; set before rendering */
    bool names_backlinks; /* because a template names them, read or not */
    atomic_bool wants_backlinks; /* they are not, and a template asked */
};

struct view_shared {
    const struct published_files *files;      /* the plan's */
    const struct feeds *const *feeds;         /* of home pages, by language */
    const struct shortcode_table *shortcodes; /* that posts call by name */
    struct image_sizes *images;
    struct view_doubts doubts;
};

/* The site must be organised. The caller sets the plan's data, and frees with
 * view_shared_free. */
void view_shared_init(struct view_shared *shared, const struct site *site);
void view_shared_free(struct view_shared *shared);

static inline bool view_is_doubtful(struct view_doubts *doubts)
{
    return atomic_load(&doubts->torn) || atomic_load(&doubts->wants_backlinks);
}

#endif
