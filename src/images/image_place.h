/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_IMAGE_PLACE_H
#define CRUMB_IMAGES_IMAGE_PLACE_H

/* Phones record in photos and films where they were taken: as Exif, as XMP
 * (Adobe's XML), or in a box of a film. */

#include "base/str.h"

/* Whether the file holds such a place. `bytes` is the whole file, of any kind.
 */
bool image_has_place(str bytes);

#endif
