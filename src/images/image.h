/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_H
#define CRUMB_IMAGES_IMAGE_H

/* Files of images and films. Their bytes decide their kind, not their names. */

#include "base/diag/diag.h"
#include "images/pixels.h"

/* --- image_size.c --- */

struct image_size {
    uint32_t width; /* in CSS pixels, as browsers show it */
    uint32_t height;
};

/* The size that this part of a picture says; zeros: none. Not turned. */
struct image_size image_part_size(const struct image_part *part);
/* Returns false: the text is no SVG, as its first element says. *size is zeros
 * if the drawing has no fixed one. */
bool svg_size(str text, struct image_size *size);
/* A parser (expat's) of the text, with names "namespace\nname\nprefix". In
 * encodings that are not Unicode, bytes that are not ASCII are characters from
 * SVG_BYTES + 0x80 on, which no drawing has; *bytes is set then. */
struct XML_ParserStruct *svg_parser(str text, bool *bytes);
enum { SVG_SEPARATOR = '\n', SVG_BYTES = 0xA100 };

/* --- picture_check.c: photos and films published as the phone made them --- */

/* Warns of a file as a whole; `file` is its name in the site. */
struct diag *image_warn(str file, struct diags *diags, const char *code,
                        str says, const char *cure);

/* Checks the published bytes of a file; `file` is its name in the site. Warns
 * of an image that is broken, that tells its place, that most browsers don't
 * show, or that is megabytes large. problem: the one that its pixels are known
 * to have. resized: readers get smaller forms of it, if this program can make
 * them. */
void picture_check(str file, str bytes, enum image_problem problem,
                   bool resized, struct diags *diags);

/* --- document_check.c --- */

/* Warns of a PDF, a document of an office, a sound or a film that names its
 * author, or a folder of their computer. */
void document_check(str file, str bytes, struct diags *diags);

#endif
