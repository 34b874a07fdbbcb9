/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_PARTS_H
#define CRUMB_IMAGES_IMAGE_PARTS_H

/* Splits image files into their parts (chunks, segments), each with a kind and
 * a length. If a file is cut off, its last part is as long as what is left. */

#include "base/str.h"

enum image_kind {
    IMAGE_NONE,
    IMAGE_PNG,
    IMAGE_JPEG,
    IMAGE_GIF,
    IMAGE_WEBP,
    IMAGE_TIFF,
    IMAGE_JXL,
    IMAGE_AVIF,
    IMAGE_HEIC, /* only Safari shows it */
    IMAGE_FILM, /* MP4 or QuickTime, made of boxes as the two above */
};

/* The kind of an image file by its first bytes. */
enum image_kind image_kind(str bytes);

struct image_part {
    str kind; /* four bytes; of JPEG one */
    str data;
};

/* Read the part at *off and move *off to the next one. False: there is none.
 * Start with *off = 8 for PNG (chunks), 12 for WebP (chunks), 2 for JPEG
 * (segments before the image data). */
bool image_png_next(str bytes, size_t *off, struct image_part *part);
bool image_webp_next(str bytes, size_t *off, struct image_part *part);
bool image_jpeg_next(str bytes, size_t *off, struct image_part *part);

#endif
