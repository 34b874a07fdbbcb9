/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_TIMEZONE_H
#define CRUMB_SITE_CONFIG_TIMEZONE_H

/* Finds names of time zones: for a name in site.yaml that is wrong, and for a
 * new site. */

#include "base/memory/arena.h"

/* For "did you mean": the zone whose city is `name` ("London" ->
 * Europe/London), else the zone spelled most like it; empty if none is. */
str timezone_nearest(str name, struct arena *arena);
/* Returns the machine's time zone: the environment variable TZ (`tz`; NULL: not
 * set), else the target of the link /etc/localtime, else the content of
 * /etc/timezone, else UTC. */
str timezone_of_machine(const char *tz, struct arena *arena);

#endif
