/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_MD_COMMENT_H
#define CRUMB_MARKDOWN_SHORTCODE_MD_COMMENT_H

/* Comments between two percent signs and the next two. They are tags in
 * md->shortcodes, whose text stays out of the page. */

#include "markdown/md.h"

/* Makes numbers `opener` and `closer` of md->shortcodes one, with what is
 * between as its body. */
void md_shortcodes_pair(struct md *md, size_t opener, size_t closer);

/* Pairs those that are not in code, from number `from` on. True: what is code
 * has to be found again, without what is in them. */
bool md_comments_pair(struct md *md, size_t from);
/* Makes tags again of what was paired from number `from` on; that one is in no
 * pair. */
void md_comments_split(struct md *md, size_t from);
/* Reports one without an end, as "shortcode-syntax". */
void md_comment_warn(struct md *md, const struct shortcode_tag *tag);

#endif
