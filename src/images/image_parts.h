/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_PARTS_H
#define CRUMB_IMAGES_IMAGE_PARTS_H

/* The files of pictures as rows of parts, each with its kind and length. What
 * is cut short has what is there of its last part. */

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
    IMAGE_HEIC, /* which browsers but Safari don't show */
    IMAGE_FILM, /* MP4 or QuickTime, made of boxes as the two above */
};

/* By what the bytes are, not by the file's name. */
enum image_kind image_kind(str bytes);

struct image_part {
    str kind; /* four bytes; of JPEG one */
    str data;
};

/* The part at *off, which becomes that of the next; false: there is none.
 * PNG: chunks, from 8 on; WebP: chunks, from 12 on; JPEG: segments before the
 * picture itself, from 2 on. */
bool image_png_next(str bytes, size_t *off, struct image_part *part);
bool image_webp_next(str bytes, size_t *off, struct image_part *part);
bool image_jpeg_next(str bytes, size_t *off, struct image_part *part);

#endif
