/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_CHANGE_H
#define CRUMB_SITE_SITE_CHANGE_H

/* A finished site gets one post more, or loses one. Only lists, neighbours and
 * what counts them change then: so it has to be a post as most are, in a site
 * in one language, in a section that has others, with terms that other posts
 * have. What would change more (a first post of a month, an alias, a draft, a
 * bundle, a post with a warning) takes another site. One thread, and no other
 * may look at the site while it changes. */

#include "site/organise/relist.h"

/* A file that is to be a post. */
struct new_post {
    str path; /* in content/ */
    struct fs_stat stat;
    uint64_t hash;          /* of its bytes */
    str record;             /* site/content/post_record.h */
    struct address address; /* of its page */
};

/* Reads the file at the path in content/, whose stat that is. Nothing is
 * changed yet. What is found lives in the site's arena. Returns false if it
 * takes another site. The caller must see to it that nothing else is published
 * at the address. */
bool site_may_add(struct site *site, str path, const struct fs_stat *stat,
                  struct new_post *out);
/* Adds the post, and returns it. It has no number yet. */
struct post *site_add(struct site *site, const struct new_post *new,
                      struct site_change *change);

/* Whether the site may lose that post without becoming another one. */
bool site_may_remove(const struct site *site, const struct post *post,
                     struct arena *arena);
/* Removes it from everything that lists it. It stays in site->all, HELD_GONE.
 */
void site_remove(struct site *site, struct post *post,
                 struct site_change *change);

#endif
