/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_SIZE_H
#define CRUMB_IMAGES_IMAGE_SIZE_H

/* The size at which browsers show an image, from the first bytes of its file:
 * PNG, JPEG, GIF, WebP, AVIF, HEIC and SVG. The bytes decide which of these it
 * is, not the file's name. */

#include "base/str.h"

struct image_size {
    uint32_t width; /* in CSS pixels, never 0 */
    uint32_t height;
};

/* The number of bytes that a caller should read: in a JPEG a thumbnail and a
 * colour profile may come before the size. */
enum { IMAGE_SIZE_BYTES = 256 * 1024 };

/* False: no such image, cut off, or an SVG without a fixed size. If browsers
 * turn a JPEG or AVIF by 90 degrees, width and height are swapped. */
bool image_size_read(str bytes, struct image_size *out);

#endif
