/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_RELIST_H
#define CRUMB_SITE_ORGANISE_RELIST_H

/* Puts one post more into the lists of an organised site in one language, or
 * takes one out of them. The lists come out as organise() would make them of
 * all posts. site/site_change.h says which posts this is for. One thread. */

#include "site/site.h"

/* What has changed, in an arena of the caller. */
struct site_change {
    struct arena *arena;
    VEC(struct posts *) lists;          /* they have other members */
    VEC(const struct listing *) counts; /* sections and terms that do */
    VEC(struct post *) beside;          /* the post's neighbours */
    bool weights; /* the largest term of a taxonomy has another size */
    bool scale;   /* so has related_scale */
};

/* The post has its address, section and terms. */
void relist_add(struct site *site, struct post *post,
                struct site_change *change);
void relist_remove(struct site *site, struct post *post,
                   struct site_change *change);

/* Whether the section of the post, or one above it, lists its posts in another
 * order than by date. */
bool relist_is_sorted_otherwise(const struct post *post);
/* The posts of a month, or with month 0 of a year; NULL: there are none. */
struct posts *relist_period(const struct site *site, int year, int month);

#endif
