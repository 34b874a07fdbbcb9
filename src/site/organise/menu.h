/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_MENU_H
#define CRUMB_SITE_ORGANISE_MENU_H

/* The site's menus. Their entries are in the setting `menu` of site.yaml (a
 * list, which is the menu `main`, or a map of lists) and in the front matter of
 * pages, below `menu`.
 *
 * An entry is a dict: name, url (as a link of a page has it), weight (0: none),
 * children (a list), external, and page if it leads to one; other keys are as
 * written. Entries with a weight come first, by weight; the others follow in
 * the order of site.yaml, then of the paths of pages. Entries that lead to a
 * post that is held back are left out. */

#include "site/site.h"

/* Makes site->menus. Call it when all addresses are known. */
void menu_make(struct site *site, struct diags *diags);

/* Where an entry leads. */
struct menu_link {
    str url;
    str title;                 /* of the page; empty: no page */
    const struct object *page; /* or NULL */
    bool external;
    bool held; /* it leads to a post that is not published */
};

/* Resolves the url of an entry: a file of content/, a path from the site's root
 * or an address elsewhere. An entry that leads nowhere is reported; a path that
 * only the plan can check is added to site->menus.targets. */
struct menu_link menu_resolve(struct site *site, str url, span at,
                              struct diags *diags);
/* Returns the link to a post's page; for an _index.md, to the page of its
 * section or term. */
struct menu_link menu_to_post(const struct site *site, const struct post *post);

#endif
