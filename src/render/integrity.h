/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_INTEGRITY_H
#define CRUMB_RENDER_INTEGRITY_H

/* Subresource integrity (W3C): what a page says of a file's bytes, so that a
 * browser takes no others. */

#include "base/arena.h"

/* "sha384-" and the SHA-384 of the bytes in base64. */
str integrity_of(str bytes, struct arena *arena);

#endif
