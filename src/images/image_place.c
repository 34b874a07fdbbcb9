/* SPDX-License-Identifier: MIT */
#include "images/image_place.h"

#include "images/image_bytes.h"
#include "images/image_exif.h"
#include "images/image_parts.h"

/* exif:GPSLatitude="36,43.2N", or an element of that name. */
static bool xmp_has_place(str text)
{
    str name = STR("GPSLatitude");
    for (size_t at = str_find(text, name); at != STR_NONE;
         at = str_find(text, name)) {
        text = str_from_offset(text, at + name.n);
        size_t i = 0;
        while (i < text.n && i < 8 && strchr(" \t\r\n=>\"'", text.p[i])) {
            i++;
        }
        if (i > 0 && i < text.n && is_digit(text.p[i])) {
            return true;
        }
    }
    return false;
}

static bool png_has_place(str bytes)
{
    struct image_part part;
    for (size_t off = 8; image_png_next(bytes, &off, &part);) {
        if ((str_eq(part.kind, STR("eXIf")) && exif_has_place(part.data)) ||
            (str_eq(part.kind, STR("iTXt")) && xmp_has_place(part.data))) {
            return true;
        }
    }
    return false;
}

static bool webp_has_place(str bytes)
{
    struct image_part part;
    for (size_t off = 12; image_webp_next(bytes, &off, &part);) {
        if ((str_eq(part.kind, STR("EXIF")) &&
             exif_has_place(exif_tiff(part.data))) ||
            (str_eq(part.kind, STR("XMP ")) && xmp_has_place(part.data))) {
            return true;
        }
    }
    return false;
}

static bool jpeg_has_place(str bytes)
{
    struct image_part part;
    for (size_t off = 2; image_jpeg_next(bytes, &off, &part);) {
        if (str_eq(part.kind, STR("\xE1")) &&
            (exif_has_place(exif_tiff(part.data)) ||
             xmp_has_place(part.data))) {
            return true;
        }
    }
    return false;
}

/* Which bytes of the file are its Exif stands in tables of three kinds. It is
 * simpler to look at whatever begins as such, and as sure. */
static bool any_exif_has_place(str bytes, str head)
{
    enum { MOST = 1000 };
    size_t n = 0;
    for (size_t at = str_find(bytes, head); at != STR_NONE && n < MOST; n++) {
        bytes = str_from_offset(bytes, at);
        if (exif_has_place(bytes)) {
            return true;
        }
        bytes = str_from_offset(bytes, head.n);
        at = str_find(bytes, head);
    }
    return false;
}

/* "+36.7201-004.4203/", of ISO 6709: behind a length and a language, and in
 * Apple's way elsewhere. */
static bool film_has_place(str bytes)
{
    size_t at = str_find(bytes, STR("\xA9xyz"));
    uint32_t sign = at == STR_NONE ? 0 : byte_at(bytes, at + 8);
    return sign == '+' || sign == '-' ||
           str_find(bytes, STR("com.apple.quicktime.location.ISO6709")) !=
               STR_NONE;
}

bool image_has_place(str bytes)
{
    switch (image_kind(bytes)) {
    case IMAGE_PNG: return png_has_place(bytes);
    case IMAGE_JPEG: return jpeg_has_place(bytes);
    case IMAGE_WEBP: return webp_has_place(bytes);
    case IMAGE_TIFF: return exif_has_place(bytes) || xmp_has_place(bytes);
    case IMAGE_FILM: return film_has_place(bytes);
    case IMAGE_JXL:
    case IMAGE_AVIF:
    case IMAGE_HEIC:
        return any_exif_has_place(bytes, STR("II*\0")) ||
               any_exif_has_place(bytes, STR("MM\0*")) || xmp_has_place(bytes);
    case IMAGE_GIF: return xmp_has_place(bytes);
    case IMAGE_NONE: break;
    }
    return false;
}
