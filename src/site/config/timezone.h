/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_TIMEZONE_H
#define CRUMB_SITE_CONFIG_TIMEZONE_H

/* Names of time zones, beside those that site.yaml gives. */

#include "base/arena.h"

/* "Did you mean": the zone whose city is `name` ("London" -> Europe/London),
 * else the one spelled most like it; empty if none comes near. */
str timezone_nearest(str name, struct arena *arena);
/* The machine's time zone: TZ (`tz`, NULL: not set), else the target of
 * /etc/localtime, else the content of /etc/timezone; UTC if that is no zone. */
str timezone_of_machine(const char *tz, struct arena *arena);

#endif
