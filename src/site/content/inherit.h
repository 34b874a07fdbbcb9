/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_INHERIT_H
#define CRUMB_SITE_CONTENT_INHERIT_H

/* What a page has from the _index.md files of the folders that it is in:
 *
 * - their `cascade`, front matter for themselves and for all below them. What a
 *   page says itself counts before what the nearest _index.md says, and that
 *   before those above. An entry with a `target` is for some of the pages.
 * - that they are held back: a section that is a draft, or not live yet, or
 *   expired, is so with all that is in it. content/_index.md stands for the
 *   home page alone.
 *
 * Where there is none in the page's language that of the site's own counts.
 *
 * It is worked out anew in each build, and is no part of a page's record
 * (site/content/post_record.h): an edit of _index.md changes what the pages
 * below it say, and that is what pages that show it are compared by. */

#include "site/site.h"

/* After loading, before anything is made of front matter: sets what of it is
 * inherited, and what follows from that: `draft`, `unlisted`, the language, the
 * date. One thread. */
void inherit(struct site *site, struct diags *diags);

/* Whether a file of content/ that is not a page is in a section that is held
 * back. */
bool inherit_holds_file(const struct site *site,
                        const struct content_file *file);

#endif
