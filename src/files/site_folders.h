/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_SITE_FOLDERS_H
#define CRUMB_FILES_SITE_FOLDERS_H

/* The folders of a site in which nothing is published: they hold what people
 * write, or what is crumb's own. */

#include "base/str.h"

/* Their names, in the folder of the site. */
const str *site_folders(size_t *n);

#endif
