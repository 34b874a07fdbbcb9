/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_SAFE_KINDS_H
#define CRUMB_SITE_CONTENT_SAFE_KINDS_H

/* What a stranger may put beside a post: kinds of files that no browser runs
 * in the page's name, no server runs or reads as its settings, and no crawler
 * takes for the site's word. Kinds that are not known are not harmless. */

#include "base/str.h"

/* Of a path in content/, by its name and place alone. */
bool harmless_file(str path);
/* Of a picture (not SVG), sound or film. */
bool harmless_media(str path);

#endif
