/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_EXIF_H
#define CRUMB_IMAGES_IMAGE_EXIF_H

/* What cameras write into pictures: Exif, which is a TIFF file of directories
 * without a picture. */

#include "base/str.h"

/* The TIFF file in JPEG's segment, or the text itself. */
str exif_tiff(str segment);
/* Of a TIFF file. How the picture is to be turned: 1 to 8; 0: it does not say.
 */
uint32_t exif_orientation(str bytes);
/* Where on earth it was taken stands in it. */
bool exif_has_place(str bytes);

#endif
