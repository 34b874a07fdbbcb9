/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGES_H
#define CRUMB_SERVE_PAGES_H

/* The preview's own pages, below /__crumb/. */

#include "serve/outcome.h"

/* "drafts": posts that readers would not see; "outline": of ?path=/x/, where
 * the page comes from and what it has read; "": both, in short. site: an
 * outcome that knows of drafts, or NULL. output: the folder it was built into.
 * False: there is no such page. */
bool pages_put(const struct outcome *site, str output, str path, str query,
               struct buf *out);
/* Shown until the first build that is good. */
void pages_no_site(struct buf *out);
/* The event `hello`: see http.h. bad: errors that stand, or NULL. */
void pages_hello(const struct outcome *site, const struct outcome *bad,
                 uint64_t build, struct buf *out);

#endif
