/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_PLACE_H
#define CRUMB_IMAGES_IMAGE_PLACE_H

/* Telephones write into pictures and films where they were taken: as Exif, as
 * XMP (Adobe's XML), or in a box of a film. */

#include "base/str.h"

/* The file's bytes, all of them, say where; files of any kind. */
bool image_has_place(str bytes);

#endif
