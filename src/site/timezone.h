/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_TIMEZONE_H
#define CRUMB_SITE_TIMEZONE_H

/* "Did you mean" for time zones: the system's names are read only when one is
 * wrong. */

#include "base/arena.h"

/* The zone whose city is `name` ("London" -> Europe/London), else the one
 * spelled most like it; empty if none comes near. */
str timezone_nearest(str name, struct arena *arena);

#endif
