/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_IMAGE_SIZES_H
#define CRUMB_SITE_IMAGE_SIZES_H

/* The sizes of the site's images. Each file is read once in a build, so that
 * all pages see the same size. Any thread. */

#include "base/memory/arena.h"
#include "images/image.h"

struct image_sizes;
struct site;

struct image_look {
    int error;  /* why the file can't be read; 0: it was read, or is missing */
    bool known; /* it is an image of that size */
    struct image_size size;
};

/* Freed with image_sizes_free. */
struct image_sizes *image_sizes_new(struct arena *arena);
/* Looks at the image at that path in content/; with a '/' in front, in content/
 * or static/. *file is its path from the site's folder; p == NULL: there can be
 * no such file. */
struct image_look image_sizes_find(struct image_sizes *sizes,
                                   const struct site *site, str name, str *file,
                                   struct arena *work);
uint64_t image_look_hash(struct image_look look);
void image_sizes_free(struct image_sizes *sizes);

#endif
