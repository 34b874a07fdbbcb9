/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PICTURE_CHECK_H
#define CRUMB_IMAGES_PICTURE_CHECK_H

/* Warns of photos and films published as the phone made them: with the place
 * where they were taken, in a format that most browsers don't show, or
 * megabytes large. */

#include "base/diag/diag.h"

/* Whether the file holds the place where it was taken: as Exif, as XMP (Adobe's
 * XML), or in a box of a film. `bytes` is the whole file, of any kind. */
bool image_has_place(str bytes);
/* Checks a file that is published unchanged. Files other than images are fine.
 * `file` is its name in the site. */
void picture_check(str file, str bytes, struct diags *diags);

#endif
