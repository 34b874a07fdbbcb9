/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_NAME_DATE_H
#define CRUMB_SITE_CONTENT_NAME_DATE_H

/* Days in the names of files and folders. */

#include "base/str.h"

/* Returns the length of "2024-03-05-" or "2024-3-5-" at the start of a name
 * that goes on behind it; 0: there is none. */
size_t name_date_length(str name);
/* Whether the whole name is a day, 2024-03-05, as in a diary. */
bool name_is_day(str name);

#endif
