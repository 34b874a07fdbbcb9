/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_SITE_FOLDERS_H
#define CRUMB_FILES_SITE_FOLDERS_H

/* The folders of a site that the output must not be in: they hold the writer's
 * files, or crumb's own. */

#include "base/str.h"

/* Their names below the site's folder; a constant table of *n. */
const str *site_folders(size_t *n);

#endif
