/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PICTURE_CHECK_H
#define CRUMB_IMAGES_PICTURE_CHECK_H

/* Warns of photos and films published as the phone made them: with the place
 * where they were taken, in a format that most browsers don't show, or
 * megabytes large. */

#include "base/diag/diag.h"

/* Checks a file that is published unchanged. Files other than images are fine.
 * `file` is its name in the site. */
void picture_check(str file, str bytes, struct diags *diags);

#endif
