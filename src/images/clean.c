/* SPDX-License-Identifier: MIT */
#include "images/clean.h"

#include "images/image_parts.h"

str image_clean(str bytes, enum image_keep keep, struct arena *arena)
{
    struct buf out = {0};
    if (keep == IMAGE_KEEP_ALL) {
        return bytes;
    }
    switch (image_kind(bytes)) {
    case IMAGE_JPEG: clean_jpeg(bytes, keep, &out); break;
    case IMAGE_PNG: clean_png(bytes, keep, &out); break;
    case IMAGE_WEBP: clean_webp(bytes, keep, &out); break;
    case IMAGE_GIF: clean_gif(bytes, &out); break;
    case IMAGE_AVIF:
    case IMAGE_HEIC: return clean_heif(bytes, arena);
    case IMAGE_JXL: clean_jxl(bytes, &out); break;
    case IMAGE_TIFF:
    case IMAGE_FILM: return bytes;
    case IMAGE_NONE:
        return svg_is(bytes) ? clean_svg(bytes, keep, arena) : bytes;
    }
    return buf_move(&out, arena);
}
