/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_SHARED_H
#define CRUMB_SITE_VIEW_VIEW_SHARED_H

/* Data that all views of a build share and that is not in struct site: data of
 * the plan, caches, and doubts about the pages of the build. Any thread. */

#include <stdatomic.h>

#include "base/memory/arena.h"

struct feeds;
struct image_sizes;
struct published_files;
struct shortcode_table;
struct site;

/* Reasons to make the pages of this build again. */
struct view_doubts {
    /* The name of a file that changed while pages were made; NULL: none. */
    _Atomic(const str *) input_changed;
    bool has_backlinks;          /* backlinks are filled in before rendering */
    bool names_backlinks;        /* a template has the word "backlinks" */
    atomic_bool wants_backlinks; /* a template asked for them in vain */
};

struct view_shared {
    const struct published_files *files; /* the plan's */
    const struct feeds *const *feeds;    /* of home pages, by language */
    const struct shortcode_table *shortcodes;
    struct image_sizes *images;
    struct view_doubts doubts;
};

/* Sets up the caches for an organised site. The caller sets the data of the
 * plan, and frees it all with view_shared_free. */
void view_shared_init(struct view_shared *shared, const struct site *site);
void view_shared_free(struct view_shared *shared);

static inline bool view_is_doubtful(struct view_doubts *doubts)
{
    return atomic_load(&doubts->input_changed) ||
           atomic_load(&doubts->wants_backlinks);
}

#endif
