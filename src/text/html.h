/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_H
#define CRUMB_TEXT_HTML_H

/* Operations on fragments of HTML: plain text, mending, absolute
 * addresses. Tags are found by text/html_token; there is no tree. Results are
 * copies in the arena. */

#include "base/memory/arena.h"

/* The text that a reader sees: no tags, comments, scripts and style sheets;
 * entities decoded; each run of white space one space, none at the ends. */
str html_plain(struct arena *arena, str html);
/* Whether elements of that name may be inside a word: <b>, <a>. True for the
 * empty name. */
bool html_is_inline(str name);
/* Whether the start tag of an element of that name ends an open <p> (HTML
 * standard, section 13.1.2.4). */
bool html_ends_paragraph(str name);
/* Whether the fragment has such a start tag. */
bool html_has_block(str html);
/* Whether an element of that name must have an end tag. False for void elements
 * (<br>) and those whose end tag may be omitted (section 13.1.2). */
bool html_needs_end(str name);
/* Mends HTML that was cut: adds end tags for the elements that it leaves open,
 * and leaves out end tags without a start tag. */
str html_balance(struct arena *arena, str html);
/* Resolves every href, src, srcset, poster, cite, action and the like against
 * base. Links within the page ("#x") become base#x. */
str html_absolute(struct arena *arena, str html, str base);
/* Moves *url to the next address of a srcset ("a.jpg 1x, b.jpg 2x"), and *rest
 * after it. Returns false if there is none. */
bool html_srcset_next(str *rest, str *url);
/* The number of a width or height, "300" or "300px"; 0: another text. */
uint32_t html_pixels(str text);
/* Puts a link to the heading at the end of each h2, h3 and h4 that has an id
 * and no such link yet:
 *
 *     <a class="permalink" href="#ID" aria-label="LABEL: the heading">#</a>
 *
 * Returns the slice itself if there is no such heading. */
str html_link_headings(struct arena *arena, str html, str label);

#endif
