/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_SAFE_KINDS_H
#define CRUMB_SITE_CONTENT_SAFE_KINDS_H

/* Files that authors who are not trusted may put beside a post. They are of
 * kinds that browsers do not run as part of the site, servers neither run nor
 * read as settings, and crawlers do not take for instructions. Unknown kinds
 * are not harmless. */

#include "base/str.h"

/* Of a path in content/, by its name and place alone. */
bool harmless_file(str path);
/* Of a picture (not SVG), sound or film. */
bool harmless_media(str path);

#endif
