/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_XML_CHARS_H
#define CRUMB_TEXT_XML_CHARS_H

/* The characters of XML 1.0, section 2.2. */

#include "base/memory/arena.h"

/* A document may hold the character. It may not hold, even as a reference, most
 * control characters, U+FFFE and U+FFFF. c is not a surrogate. */
bool xml_is_char(uint32_t c);
/* The text, which is UTF-8, without the characters that XML forbids: `text`
 * itself if it has none, else a copy in the arena. */
str xml_clean(struct arena *arena, str text);

#endif
