/* SPDX-License-Identifier: MIT */
/* Pictures are read, and made smaller. */

#include "images/picture.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    enum { MOST = 1000 * 1000 };
    str bytes = {(const char *)data, size};
    struct image_header look;
    struct picture_form form = {.format = FORMAT_WEBP, .width = 16};
    if (image_header_read(bytes, &look) &&
        (uint64_t)look.width * look.height < MOST) {
        struct picture_crop crop = picture_crop(&look, 3, 2, 40, 30);
        form.width = form.width < crop.width ? form.width : crop.width;
        struct picture_settings settings = {50, IMAGE_KEEP_CREDIT};
        struct arena work = {0};
        struct picture_job job = {crop, settings, &form, 1, &work};
        picture_make(bytes, &look, &job);
        arena_free(&work);
    }
    buf_free(&form.file);
    return 0;
}
