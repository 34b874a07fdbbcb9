/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_PARTS_H
#define CRUMB_IMAGES_IMAGE_PARTS_H

/* Image files, which may be broken or hostile: their kind, their numbers, their
 * parts (chunks, segments) and their Exif. */

#include "base/str.h"

struct arena;
struct buf;

/* --- numbers: every read is checked, and bytes beyond the end are 0 --- */

static inline uint32_t byte_at(str s, size_t off)
{
    return off < s.n ? (unsigned char)s.p[off] : 0;
}

static inline uint32_t big16(str s, size_t off)
{
    return byte_at(s, off) << 8 | byte_at(s, off + 1);
}

static inline uint32_t big32(str s, size_t off)
{
    return big16(s, off) << 16 | big16(s, off + 2);
}

static inline uint32_t little16(str s, size_t off)
{
    return byte_at(s, off + 1) << 8 | byte_at(s, off);
}

static inline uint32_t little24(str s, size_t off)
{
    return byte_at(s, off + 2) << 16 | little16(s, off);
}

static inline uint32_t little32(str s, size_t off)
{
    return little16(s, off + 2) << 16 | little16(s, off);
}

/* --- parts: the last one of a file that was cut off is shorter than it says */

enum image_kind {
    IMAGE_NONE,
    IMAGE_PNG,
    IMAGE_JPEG,
    IMAGE_GIF,
    IMAGE_WEBP,
    IMAGE_TIFF,
    IMAGE_JXL, /* and JPEG 2000, of boxes that are cleaned alike */
    IMAGE_AVIF,
    IMAGE_HEIC, /* only Safari shows it */
    IMAGE_FILM, /* MP4, QuickTime, or Matroska */
};

/* The kind of an image file by its first bytes. */
enum image_kind image_kind(str bytes);

struct image_part {
    str kind; /* four bytes; of JPEG one */
    str data;
    str whole; /* with the pixels that follow the head of a JPEG's scan */
};

/* Kinds of a JPEG's segments. */
enum {
    SEGMENT_FRAME = 0xC0, /* pixels and their tables, up to APP0 */
    SEGMENT_RESTART = 0xD0,
    SEGMENT_START = 0xD8,
    SEGMENT_END = 0xD9,
    SEGMENT_SCAN = 0xDA,
    SEGMENT_APP0 = 0xE0, /* to 0xEF: data of programs */
};

/* Read the part at *off and move *off to the next one. False: there is none.
 * Start with *off = 8 for PNG (chunks), 12 for WebP (chunks), 2 for JPEG
 * (segments that are whole; bytes between them are skipped). */
bool image_png_next(str bytes, size_t *off, struct image_part *part);
bool image_webp_next(str bytes, size_t *off, struct image_part *part);
bool image_jpeg_next(str bytes, size_t *off, struct image_part *part);
/* Boxes of AVIF, HEIC, JPEG XL and films:  length(4) kind(4) data  that hold
 * boxes. */
bool image_box_next(str boxes, size_t *off, struct image_part *box);
/* The first one of that kind; empty: there is none. */
struct image_part image_box_find(str boxes, str kind);
/* Appends the text that was compressed, until `out` has `most` bytes; as far as
 * it can be read if it is broken. */
enum packing { PACKED_ZLIB_OR_GZIP, PACKED_BARE /* as in a ZIP file */ };
void image_inflate(str bytes, enum packing packing, size_t most,
                   struct buf *out);

/* --- writing --- */

/* Append a number of so many bytes. */
void put_big(struct buf *out, size_t n, size_t bytes);
void put_little(struct buf *out, size_t n, size_t bytes);
/* Writes a number over so many bytes. */
void set_big(char *to, size_t n, size_t bytes);

/* --- Exif: data that cameras write, a TIFF file of directories, without an
 * image (image_exif.c) --- */

/* The TIFF file in a JPEG segment: the slice after its "Exif" header, if any.
 */
str exif_tiff(str segment);
/* The orientation in a TIFF file, 1 to 8; 0: there is none. */
uint32_t exif_orientation(str bytes);
/* The text with that tag in a TIFF file, up to its NUL; empty: there is none.
 * exif_detail searches the directory of the exposure. */
str exif_text(str bytes, uint32_t tag);
str exif_detail(str bytes, uint32_t tag);
/* Degrees, negative in the south and in the west. */
struct image_place {
    double latitude;
    double longitude;
};

/* Returns false: the TIFF file does not say where the photo was taken. */
bool exif_place(str bytes, struct image_place *place);

#endif
