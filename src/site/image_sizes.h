/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_IMAGE_SIZES_H
#define CRUMB_SITE_IMAGE_SIZES_H

/* How large the site's pictures are. Each header is read once, whoever asks
 * and on whatever thread: all that is made of the site sees the same. */

#include "base/arena.h"
#include "images/image_size.h"

struct image_sizes;
struct site;

struct image_look {
    int error;  /* why the file can't be read; 0: it could, or there is none */
    bool known; /* it is a picture, of that size */
    struct image_size size;
};

/* Freed with image_sizes_free. */
struct image_sizes *image_sizes_new(struct arena *arena);
/* Of the picture at that path of content/; '/' first: or of static/. *file is
 * its name from the site's folder, p == NULL: there can be none. Valid until
 * image_sizes_free. */
const struct image_look *image_sizes_find(struct image_sizes *sizes,
                                          const struct site *site, str name,
                                          str *file, struct arena *work);
uint64_t image_look_hash(const struct image_look *look);
void image_sizes_free(struct image_sizes *sizes);

#endif
