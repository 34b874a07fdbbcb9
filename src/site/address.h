/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ADDRESS_H
#define CRUMB_SITE_ADDRESS_H

/* The address of a published page or file, in three forms. */

#include "base/memory/arena.h"

struct config;

struct address {
    str file;      /* in the output folder: networking/evpn/index.html */
    str url;       /* from the host's root, encoded: /blog/networking/evpn/ */
    str permalink; /* absolute; the same as url if the site has no url */
};

/* Makes the address of a path below the site's root, not encoded and without a
 * '/' in front: "networking/evpn/", "feed.xml", "" for the home page. */
struct address address_make(struct arena *arena, const struct config *config,
                            str path);
/* Makes the address of a post's path, which may lack the '/' at its end: for
 * /a/b servers send the file a/b.html. */
struct address address_make_page(struct arena *arena,
                                 const struct config *config, str path);
/* The page for missing addresses, below the root of its language. */
#define ADDRESS_MISSING STR("404.html")
/* Whether the path ends in a file's extension, as in old/post.html; not in
 * notes/v1.10. */
bool address_is_file(str path);
/* Whether the output file is a page for readers: not robots.txt or a feed, the
 * page for missing addresses, or one below .well-known. */
bool address_is_readers(str file);
/* The file's path as in its address: "a/index.html" -> "a/". */
str address_shown(str file);
/* The output folder, with '/' at its end, for the files beside a page: the
 * folder of its index.html, a folder with the name of another .html file, else
 * the folder that the file is in; empty for the root. */
str address_beside(struct arena *arena, const struct address *page);
/* The path of a folder's page; each part becomes a slug: "Life/Big trips" ->
 * "life/big-trips/". */
str address_folder(struct arena *arena, str folder);
/* Returns the path, or the URL, of page `number` of a list with `pages` pages
 * from that of its first page, which is the list's own; later ones are at
 * LIST/page/N/. With the setting stable_pages N counts from the last page, so
 * that a post stays on its page. */
str address_of_page(struct arena *arena, const struct config *config, str first,
                    size_t number, size_t pages);
/* Removes slashes in front, and makes each run of slashes one. */
str address_collapse(struct arena *arena, str path);
/* Returns the file's name as file systems have it that ignore case and know
 * only one form of accents. */
str address_fold(struct arena *arena, str file);

#endif
