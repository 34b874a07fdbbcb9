/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_INTEGRITY_H
#define CRUMB_RENDER_INTEGRITY_H

/* Subresource integrity (W3C): a hash in the page lets the browser refuse a
 * file with other bytes. */

#include "base/memory/arena.h"

/* "sha384-" and the SHA-384 of the bytes in base64. */
str integrity_of(str bytes, struct arena *arena);

#endif
