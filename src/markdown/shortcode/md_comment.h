/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_MD_COMMENT_H
#define CRUMB_MARKDOWN_SHORTCODE_MD_COMMENT_H

/* Comments between two percent signs and the next two. They are tags in
 * md->shortcodes, whose text stays out of the page. */

#include "markdown/md.h"

/* Makes numbers `opener` and `closer` of md->shortcodes one, with what is
 * between as its body. */
void md_shortcodes_pair(struct md *md, size_t opener, size_t closer);

/* Pairs those that are not in code, from number `from` on, up to one that may
 * have made code of what follows: the number to go on from, once it is known
 * what is code without it. STR_NONE: all are paired. */
size_t md_comments_pair(struct md *md, size_t from);
/* Reports one without an end, as "shortcode-syntax". */
void md_comment_warn(struct md *md, const struct shortcode_tag *tag);

#endif
