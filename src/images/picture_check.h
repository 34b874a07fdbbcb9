/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_IMAGES_PICTURE_CHECK_H
#define CRUMB_IMAGES_PICTURE_CHECK_H

/* What people don't mean to publish with a picture as their telephone made it:
 * the place where it was taken, a format that most browsers don't show, and
 * megabytes. */

#include "base/diag/diag.h"

/* Warns of a file that is published as it is; files of other kinds are fine.
 * file: its name in the site. */
void picture_check(str file, str bytes, struct diags *diags);

#endif
