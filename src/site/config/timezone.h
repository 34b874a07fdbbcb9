/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_TIMEZONE_H
#define CRUMB_SITE_CONFIG_TIMEZONE_H

/* Names of time zones, beside those that site.yaml gives. */

#include "base/arena.h"

/* "Did you mean": the zone whose city is `name` ("London" -> Europe/London),
 * else the one spelled most like it; empty if none comes near. */
str timezone_nearest(str name, struct arena *arena);
/* The machine's own: TZ (`tz`, NULL: not set), else where /etc/localtime leads,
 * else what /etc/timezone says; UTC if that is no name of a zone. */
str timezone_of_machine(const char *tz, struct arena *arena);

#endif
