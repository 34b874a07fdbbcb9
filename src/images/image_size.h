/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_SIZE_H
#define CRUMB_IMAGES_IMAGE_SIZE_H

/* How large a picture is shown, from the first bytes of its file: PNG, JPEG,
 * GIF, WebP, AVIF, HEIC and SVG. What the bytes are decides, not the file's
 * name. */

#include "base/str.h"

struct image_size {
    uint32_t width; /* in CSS pixels, never 0 */
    uint32_t height;
};

/* As many bytes as a caller does well to read: a JPEG may carry a thumbnail
 * and a colour profile in front of its size. */
enum { IMAGE_SIZE_BYTES = 256 * 1024 };

/* False: none of these, or cut short, or (SVG) of no certain size. JPEG and
 * AVIF that are to be turned by a quarter are measured as they are shown. */
bool image_size_read(str bytes, struct image_size *out);

#endif
