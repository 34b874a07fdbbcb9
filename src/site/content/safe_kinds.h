/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_SAFE_KINDS_H
#define CRUMB_SITE_CONTENT_SAFE_KINDS_H

/* Which files authors who are not trusted may publish beside a post. Browsers
 * do not run these files as a part of the site, servers neither run them nor
 * read settings from them, and crawlers do not read instructions from them.
 * Files of unknown kinds are not allowed. */

#include "base/str.h"

/* Whether the file of content/ is allowed, by its name and folder. */
bool harmless_file(str path);
/* Whether it is a picture (other than SVG), sound or film. */
bool harmless_media(str path);

#endif
