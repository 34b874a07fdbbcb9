/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_WIKILINKS_H
#define CRUMB_SITE_VIEW_WIKILINKS_H

/* The targets of [[name#heading]] and ![[picture.jpg]]. */

#include "site/view/links.h"

/* Returns the destination of a wikilink as a Markdown link would have it,
 * "/networking/evpn.md#part", or p == NULL: it is text, as nothing has that
 * name, or several posts do. The latter is reported at `at`, if that is a
 * place. `target` is the text in the brackets before a '|'; embed: "!" is in
 * front of them, so a file counts before a post. */
str wikilinks_find(const struct links *links, str target, bool embed, span at,
                   struct arena *arena);
/* The path in content/ that wikilinks_find would find; p == NULL: no file of
 * content/. Reports nothing; links->view may be NULL. */
str wikilinks_target(const struct links *links, str target, bool embed,
                     struct arena *arena);

#endif
