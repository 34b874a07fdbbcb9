/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_ORGANISE_WORD_LISTS_H
#define CRUMB_SITE_ORGANISE_WORD_LISTS_H

/* Finds terms that are probably several. Jekyll splits the text of `tags: bread
 * rye` at its spaces; crumb takes it for one tag, and this is a mistake if
 * another post has the tag `bread`. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Warns ("likely-list") of each such post, if the taxonomy is `tags` or
 * `categories`: there is none, unless a word of the taxonomy has a space. The
 * taxonomy has its terms already; place: of frontmatter_words_place. */
void word_lists_check(struct site *site, const struct taxonomy *taxonomy,
                      size_t place, struct diags *diags);

#endif
