/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_ENTITY_H
#define CRUMB_TEXT_HTML_ENTITY_H

/* Character references: &eacute; &#233; &#xE9; */

#include "base/memory/arena.h"

/* The character of a named entity ("eacute"); 0: there is none of that name. */
uint32_t html_entity(str name);
/* Reads the reference that the text begins with: "&eacute;", or "&#65;" and
 * "&#x41;" with or without the ';'. Returns its length, 0 if there is none. The
 * character may be 0 or above U+10FFFF; UINT32_MAX: far above. */
size_t html_reference(str text, uint32_t *c);

/* The value of an attribute with its references replaced by their characters,
 * as a browser reads it. Without an '&' it is the slice itself, else a copy in
 * the arena. */
str html_decode(struct arena *arena, str raw);

#endif
