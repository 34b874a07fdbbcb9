/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_PICTURE_HTML_H
#define CRUMB_SITE_VIEW_PICTURE_HTML_H

/* Makes each <img> of a picture of this site a <picture>, whose browser takes
 * the file that it needs. Where the HTML comes from does not matter: Markdown,
 * an author's own HTML, a shortcode, a template. An <img> stays as it is in a
 * <picture>, with a `srcset` or the attribute `original`, and where other sizes
 * can't be made or are not needed.
 *
 *     <img src="lake.jpg" alt="A lake" width="300" crop="1:1" focus="40%,30%">
 *
 * `width` is that at which it is shown; `crop` are the proportions of the part
 * that is shown, around `focus`. */

#include "site/pictures.h"
#include "site/view/view.h"

/* The length of a picture's ending ("jpg") after the '.' at `at`; 0: it is
 * none of those that have other forms. */
size_t picture_ending(str text, size_t at);

/* An address of this site without its beginning, "https://a.test/blog" or
 * "/blog"; another address as it is. */
str picture_below_root(const struct site *site, str address);

/* Returns the HTML; reads are recorded. page: it is a whole page, whose first
 * picture is loaded at once and all others when they come into view; else all
 * are. */
str picture_html(const struct view *view, const struct site *site, str html,
                 bool page, struct arena *arena);

/* Finds the forms of the picture with that address, or path below the root, and
 * records the question. Returns false: there is none. */
bool picture_find(const struct view *view, str address,
                  const struct picture_options *options, struct arena *arena,
                  struct picture_set *set);
/* The forms of WebP, as the attribute has them. */
str picture_srcset(const struct site *site, const struct picture_set *set,
                   struct arena *arena);
/* Records which pictures the text names by their own files, whose originals are
 * then published (ASK_ORIGINAL). `file` is that of the text, below the root. */
void picture_uses(const struct view *view, const struct site *site, str file,
                  str text, struct arena *arena);

#endif
