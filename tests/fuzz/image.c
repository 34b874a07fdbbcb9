/* SPDX-License-Identifier: MIT */
/* Pictures and films: how large they are, where they were taken. */

#include "images/image.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    str bytes = {(const char *)data, size};
    struct image_size image;
    image_size_read(bytes, &image);
    image_has_place(bytes);
    return 0;
}
