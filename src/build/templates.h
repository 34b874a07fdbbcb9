/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_TEMPLATES_H
#define CRUMB_BUILD_TEMPLATES_H

/* Where a site's templates come from: its own templates/ first, then the
 * built-in theme. theme/NAME is always the built-in one, so a site's
 * base.html may extend theme/base.html. */

#include "base/arena.h"
#include "jinja/jinja.h"

struct templates {
    str dir; /* the site's templates/ as the process opens it */
    struct arena *arena;
};

/* The templates must stay where they are while the loader is used. */
struct jinja_loader templates_loader(struct templates *templates);

#endif
