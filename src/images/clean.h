/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_CLEAN_H
#define CRUMB_IMAGES_CLEAN_H

/* Pictures without what their authors did not mean to publish. A cleaner walks
 * through the structure of a file and writes what readers see: pixels, frames,
 * colours, the way up. All else stays out, whether or not this program knows
 * it: Exif, XMP, IPTC, comments, thumbnails, gain maps, and bytes after
 * the picture's end. Credit can stay: it is written by itself. */

#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "images/image_parts.h"

/* The setting images.keep: with IMAGE_KEEP_ALL the file stays as it is. */
enum image_keep {
    IMAGE_KEEP_CREDIT, /* the names of author and owner, and the licence */
    IMAGE_KEEP_NONE,
    IMAGE_KEEP_ALL,
};

/* Returns a JPEG, PNG, WebP, GIF, AVIF, HEIC, JPEG XL, JPEG 2000, SVG, or a
 * file of XMP beside a picture, cleaned; other bytes, and those of an SVG that
 * is no XML, as they are. Of a truncated picture the part that is there is
 * kept. The result is in the arena, or is `bytes`. */
str image_clean(str bytes, enum image_keep keep, struct arena *arena);
/* Cleans a picture embedded in a text. `deep`: how many more levels are
 * searched. */
str image_clean_nested(str bytes, enum image_keep keep, int deep,
                       struct arena *arena);

/* --- data_urls.c --- */

/* How deep pictures in texts in pictures are searched. */
enum { IMAGE_DEEPEST = 3 };

/* Returns a text (HTML, CSS, JSON, SVG, a script) whose pictures in `data:`
 * addresses are clean; the text itself if they are. */
str clean_data_urls(str text, enum image_keep keep, int deep,
                    struct arena *arena);
/* Returns the HTML of a body with clean drawings, and clean pictures in its
 * tags, style sheets and scripts. Addresses in its text, which readers see,
 * stay, and are written so that clean_data_urls does not find them in a page,
 * feed or JSON around it. */
str clean_html(str html, enum image_keep keep, struct arena *arena);

/* --- notes.c: facts about a picture, without its pixels --- */

struct image_header {
    enum image_kind kind;
    uint32_t width; /* as browsers show it, turned; 0: it is no picture */
    uint32_t height;
    uint32_t orientation; /* how its pixels are to be turned: Exif's, or 0 */
    bool moves;           /* it is an animation */
};

/* Texts of XMP, by the names that they have there. */
enum image_term {
    TERM_CREATOR,
    TERM_RIGHTS,
    TERM_CREDIT,
    TERM_USAGE,
    TERM_STATEMENT,
    TERM_LICENSOR,
    TERM_LICENSE,
    IMAGE_TERMS,
};

struct image_notes {
    struct image_header header;
    str exif;             /* the first TIFF file that notes were taken from */
    uint32_t orientation; /* Exif's, 1 to 8; 0: none */
    str artist;           /* Exif's */
    str copyright;
    str terms[IMAGE_TERMS];
    str profile; /* of the colours; nothing in it is checked */
    bool place;  /* the file, or film, tells where it was taken */
};

/* Sets a note that has no text yet, if the text is one for people. */
void notes_take(str *note, str text);
/* Takes the notes of XMP. Those that are there already stay. */
void notes_from_xmp(struct image_notes *notes, str xmp, struct arena *arena);
/* Of HEIF and JPEG XL: a TIFF file after its offset. */
void notes_from_exif_item(struct image_notes *notes, str item);
/* Takes the notes of an image of any kind, all in one walk. Texts are slices of
 * `bytes`, or in the arena. */
void image_notes_read(str bytes, struct image_notes *notes,
                      struct arena *arena);
/* Reads the header alone. Returns false: it is no picture, is cut off before
 * its size, or is an SVG without a fixed size. */
bool image_header_read(str bytes, struct image_header *header);
/* Swaps the sides. */
void image_header_turn(struct image_header *header);

/* Data beside the pixels of a file that is written; empty: none. */
struct image_extras {
    str exif; /* a TIFF file with credit and the way up */
    str xmp;  /* with credit */
    str profile;
};

/* The notes that stay, in the arena. */
struct image_extras notes_extras(const struct image_notes *notes,
                                 enum image_keep keep, struct arena *arena);

/* Returns the image with these extras and no other (clean.c). */
str image_with_extras(str bytes, const struct image_extras *extras,
                      struct arena *arena);

/* --- icc.c --- */

/* Returns a colour profile of the same length with the data that colours are
 * made from; names of displays and the like become zeros. Empty: `profile` is
 * no profile. */
str icc_clean(str profile, struct arena *arena);
/* Returns a clean profile for the same colours as red, green and blue: the
 * profile itself, or one with the curve of a grey one for each. Empty: it is
 * one of other colours. */
str icc_for_rgb(str profile, struct arena *arena);

/* --- by kind --- */

void notes_from_boxes(struct image_notes *notes, str bytes,
                      struct arena *arena);
/* Append the file with these extras and no other. */
void clean_jpeg(str bytes, const struct image_extras *extras, struct buf *out);
void clean_png(str bytes, const struct image_extras *extras, struct buf *out);
void clean_webp(str bytes, const struct image_extras *extras, struct buf *out);
void clean_gif(str bytes, const struct image_extras *extras, struct buf *out);
/* AVIF, HEIC and JPEG XL. The result has the length of `bytes`, or less. */
str clean_boxes(str bytes, const struct image_extras *extras,
                struct arena *arena);
/* In Unicode it becomes UTF-8; `bytes` if all of it stays. In a page, style
 * sheets may count its elements, and HTML reads no namespaces. Returns false:
 * it is no SVG, or no XML. */
bool clean_svg(str bytes, bool page, str *clean, struct arena *arena);

#endif
