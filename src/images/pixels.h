/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PIXELS_H
#define CRUMB_IMAGES_PIXELS_H

/* Pixels: read from files of strangers, made fewer, written to new files. Any
 * thread. A program built without the libraries (CRUMB_PICTURES) reads none. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "images/image_parts.h"

/* Four bytes a pixel: red, green, blue, and how far it is opaque. */
struct pixels {
    unsigned char *p;
    uint32_t width;
    uint32_t height;
    bool alpha; /* some may be see-through */
};

enum image_problem {
    IMAGE_OK,
    IMAGE_BROKEN,      /* or cut off */
    IMAGE_TOO_LARGE,   /* it has more pixels than are read */
    IMAGE_CMYK,        /* its numbers are those of inks: CMYK */
    IMAGE_UNSUPPORTED, /* of a kind or with colours that this program can't read
                        */
};

/* --- codec.c: JPEG, PNG and WebP are read and written by their libraries ---
 */

/* The receiver of a picture's rows, from the top. */
struct image_rows {
    void *self;
    void (*begin)(void *self, uint32_t width, uint32_t height, bool alpha);
    void (*row)(void *self, const unsigned char *row);
};

/* Pixels of a picture that are read row by row, and of one that a library only
 * reads as a whole: 300 MB in the worst case, as are rows of so many pixels. */
enum {
    MOST_PIXELS = 200 * 1000 * 1000,
    MOST_WHOLE = 75 * 1000 * 1000,
    LONGEST_SIDE = 500 * 1000
};

static inline enum image_problem image_count_pixels(uint64_t width,
                                                    uint64_t height, bool whole)
{
    uint64_t most = whole ? MOST_WHOLE : MOST_PIXELS;
    bool long_side = width > LONGEST_SIDE || height > LONGEST_SIDE;
    return !width || !height                    ? IMAGE_BROKEN
           : long_side || width * height > most ? IMAGE_TOO_LARGE
                                                : IMAGE_OK;
}

/* Whether this program can read pictures of that kind. */
bool image_can_decode(enum image_kind kind);
/* Reads a JPEG, PNG, WebP, HEIC or AVIF, not turned. A JPEG may come out
 * smaller, but not below that width. Pixels are counted before any is read. */
enum image_problem image_decode(str bytes, uint32_t least_width,
                                const struct image_rows *rows);

/* decode_heif.c: the two functions above for HEIC and AVIF. */
bool heif_can_decode(enum image_kind kind);
enum image_problem heif_decode(str bytes, const struct image_rows *rows);

/* --- resize.c: Lanczos's filter over three lobes, on light, not on the numbers
 * of sRGB --- */

struct resizer;

/* Makes smaller pictures of one whose rows arrive. `in` has its sides, and
 * whether some of it may be see-through; outs[0..n) have theirs, at least 1 and
 * at most those of `in`, and get their pixels in the arena. */
struct resizer *resizer_new(const struct pixels *in, struct pixels *outs,
                            size_t n, struct arena *arena);
void resizer_row(struct resizer *resizer, const unsigned char *row);

/* A part of a picture, in its own pixels. */
struct picture_crop {
    uint32_t left;
    uint32_t top;
    uint32_t width;
    uint32_t height;
};

/* Returns a part of the picture that is upright by Exif's orientation (0 to 8).
 */
struct pixels pixels_upright(struct pixels pixels, uint32_t orientation,
                             const struct picture_crop *part,
                             struct arena *arena);

/* --- codec.c --- */

enum image_format { FORMAT_WEBP, FORMAT_JPEG, FORMAT_PNG };

/* Appends the picture as a file of mere pixels; quality: 1 to 100. Returns
 * false if the library can't. */
bool image_encode(struct pixels pixels, enum image_format format, int quality,
                  struct buf *out);

#endif
