/* SPDX-License-Identifier: MIT */
/* Pictures and films: how large they are, where they were taken. */

#include "images/image.h"
#include "images/clean.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    str bytes = {(const char *)data, size};
    struct picture_look look;
    picture_look(bytes, &look);
    return 0;
}
