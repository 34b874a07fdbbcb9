/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_EXIF_H
#define CRUMB_IMAGES_IMAGE_EXIF_H

/* Exif, the data that cameras write into images. It has the form of a TIFF file
 * that holds directories but no image. */

#include "base/str.h"

/* The TIFF file in a JPEG segment: the slice behind its "Exif" header, if any.
 */
str exif_tiff(str segment);
/* The orientation in a TIFF file, 1 to 8; 0: there is none. */
uint32_t exif_orientation(str bytes);
/* Whether a TIFF file holds the place where the photo was taken. */
bool exif_has_place(str bytes);

#endif
