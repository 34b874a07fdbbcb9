/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_RELOAD_H
#define CRUMB_SITE_SITE_RELOAD_H

/* A post of a finished site whose file was saved again: if the site's order is
 * the same with the new file, the post is updated in its place. One thread,
 * and no other may read the site then. */

#include "site/site.h"

enum site_reload {
    RELOAD_SAME,  /* the file's bytes have not changed */
    RELOAD_BODY,  /* only the body has changed */
    RELOAD_WORDS, /* and words of its front matter: site_keeps_order */
    RELOAD_OTHER, /* more has changed, or the file can't be loaded: another site
                     must be made */
};

/* Whether the site's order is the same with the other version of that post's
 * file: at most words of its front matter differ, and the site has no copy of
 * these (post_copied). */
bool site_keeps_order(const struct post *post, const struct loaded_post *other);

struct reloaded_post {
    enum site_reload what;
    struct post *post;
    struct fs_stat stat;
    uint64_t hash;
    str record; /* of RELOAD_WORDS: site/content/post_record.h */
};

/* Reads the post's file, whose stat that is. Nothing is changed yet. The
 * result lives in the arena. */
struct reloaded_post site_read_again(const struct site *site, struct post *post,
                                     const struct fs_stat *stat,
                                     struct arena *arena);
/* Updates the post from its file; not RELOAD_OTHER. Drops the derived data
 * unless it is RELOAD_SAME: the body's record must then be made again even if
 * only words of the front matter have changed. */
void site_reload(struct site *site, const struct reloaded_post *again);

#endif
