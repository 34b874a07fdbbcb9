/* SPDX-License-Identifier: MIT */
/* Pictures and films: how large they are, where they were taken. */

#include "images/image.h"
#include "images/clean.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    str bytes = {(const char *)data, size};
    struct image_header look;
    image_header_read(bytes, &look);
    return 0;
}
