/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_MENU_H
#define CRUMB_SITE_ORGANISE_MENU_H

/* The site's menus: what `menu` of site.yaml holds (a list, which is the menu
 * `main`, or a map of lists), and the pages whose front matter says `menu:`.
 *
 * An entry is a dict: name, url (as a link of a page has it), weight (0 if not
 * given), children (a list), external, and page where it is known; other keys
 * are as they were written. Entries with a weight come first, the smaller
 * before the greater, the rest in the order of site.yaml, then of the pages'
 * paths. Entries that lead to a post that is held back are left out. */

#include "site/site.h"

/* Fills site->menus once all addresses are known. */
void menu_make(struct site *site, struct diags *diags);

/* Where an entry leads. */
struct menu_link {
    str url;
    str title;                 /* of the page; else empty */
    const struct object *page; /* or NULL */
    bool external;
    bool held; /* to a post that is not published */
};

/* Resolves `url` of an entry: a file of content/, a path from the site's root
 * or an address elsewhere. What leads nowhere is told, or noted in targets. */
struct menu_link menu_resolve(struct site *site, str url, span at,
                              struct diags *diags);
/* To the page of that Markdown file: its section's or term's for an _index.md.
 */
struct menu_link menu_to_post(const struct site *site, const struct post *post);

#endif
