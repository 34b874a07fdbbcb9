/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_XML_CHARS_H
#define CRUMB_TEXT_XML_CHARS_H

/* The characters of XML 1.0. */

#include "base/arena.h"

/* The text, which is UTF-8, without what XML 1.0 section 2.2 forbids even as a
 * reference: most control characters, U+FFFE and U+FFFF. The very same text if
 * there is nothing to drop. */
str xml_clean(struct arena *arena, str text);

#endif
