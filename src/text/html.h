/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_H
#define CRUMB_TEXT_HTML_H

/* HTML as text: escaping, plain text, addresses in it. No document tree. */

#include "base/arena.h"
#include "base/buf.h"

/* & < > " as &amp; &lt; &gt; &quot; (cmark's way, for Markdown output). */
void html_escape(str text, struct buf *out);
/* & < > ' " as &amp; &lt; &gt; &#39; &#34; (Jinja's way, for templates). */
void html_escape_jinja(str text, struct buf *out);
/* The text of a fragment: tags and comments off, entities decoded, runs of
 * white space one space, none at the ends. script and style content goes. */
str html_plain(struct arena *arena, str html);
/* An element of that name does not part the words it stands in. */
bool html_is_inline(str name);
/* It has an element that ends the paragraph it stands in. */
bool html_has_block(str html);
/* The start tag of an element of that name ends a paragraph. */
bool html_ends_paragraph(str name);
/* The fragment, with an end tag for each element that it leaves open, and
 * without end tags of what it did not open: raw HTML that was cut. Always a
 * copy. */
str html_balance(struct arena *arena, str html);
/* Every href, src, srcset, poster, cite, action and the like of the fragment
 * resolved against base, an absolute address (feeds). Links within the page
 * ("#x") become base#x. */
str html_absolute(struct arena *arena, str html, str base);

#endif
