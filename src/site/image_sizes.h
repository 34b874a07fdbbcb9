/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_IMAGE_SIZES_H
#define CRUMB_SITE_IMAGE_SIZES_H

/* How large the site's pictures are. Each header is read once, whoever asks
 * and on whatever thread: all that is made of the site sees the same. */

#include "base/arena.h"
#include "images/image_size.h"

struct image_sizes;

struct image_look {
    int error;  /* why the file can't be read; 0: it could, or there is none */
    bool known; /* it is a picture, of that size */
    struct image_size size;
};

/* Freed with image_sizes_free. */
struct image_sizes *image_sizes_new(struct arena *arena);
/* file: content/life/pic.png. Valid until image_sizes_free. */
const struct image_look *image_sizes_at(struct image_sizes *sizes, str file);
void image_sizes_free(struct image_sizes *sizes);

#endif
