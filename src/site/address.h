/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ADDRESS_H
#define CRUMB_SITE_ADDRESS_H

/* Where a thing is published, in the three forms that are needed. */

#include "base/arena.h"

struct config;

struct address {
    str file;      /* in the output folder: networking/evpn/index.html */
    str url;       /* from the host's root, encoded: /blog/networking/evpn/ */
    str permalink; /* absolute; the same as url if the site has no url */
};

/* path: below the site's root, as text, no '/' in front:
 * "networking/evpn/", "feed.xml", "" for the home page. */
struct address address_make(struct arena *arena, const struct config *config,
                            str path);
/* The same of a post's path, which need not end in '/': servers answer at
 * /a/b with the file a/b.html. */
struct address address_make_page(struct arena *arena,
                                 const struct config *config, str path);
/* What servers show where there is nothing, below the root of its language. */
#define ADDRESS_MISSING STR("404.html")
/* The path names a file by its ending, as addresses have it: old/post.html,
 * and not notes/v1.10. */
bool address_is_file(str path);
/* The folder that the files beside the page go to, with '/' at its end: that
 * of index.html, else one of the page's own name. */
str address_beside(struct arena *arena, const struct address *page);
/* The path of a folder's page, each part as a slug: "Life/Big trips" ->
 * "life/big-trips/". */
str address_folder(struct arena *arena, str folder);
/* Page `number` of the `pages` of a list: page 1 is the list's own address,
 * later ones LIST/page/N/; with the site's stable_pages they count from the
 * last one, so that posts stay on the page they are on. */
struct address address_of_page(struct arena *arena, const struct config *config,
                               str list, size_t number, size_t pages);
/* The path without slashes in front, and one where several stand. */
str address_collapse(struct arena *arena, str path);

#endif
