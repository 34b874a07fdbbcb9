/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_ZONE_H
#define CRUMB_DATES_ZONE_H

/* Time zones of the system's tz database (TZif files, RFC 8536). A zone never
 * changes once it is loaded, so any thread may use it. NULL is UTC.
 *
 * Offsets are whole minutes. Those of the times before standard time (Madrid:
 * -0:14:44) are rounded: no date format of the web can express them. */

#include "base/memory/arena.h"

struct zone;

/* Loads a zone by its IANA name ("Europe/Madrid", "UTC") into the arena. NULL
 * if the system has no zone of that name. A name that leads out of the database
 * is not looked up, nor is "localtime", which differs between machines. UTC
 * needs no database. */
const struct zone *zone_load(str name, struct arena *arena);
/* Makes a zone of the bytes of a TZif file. NULL if they are none, or count
 * leap seconds. The bytes are not kept. */
const struct zone *zone_parse(str tzif, struct arena *arena);
/* Minutes east of UTC at an instant. */
int16_t zone_offset(const struct zone *zone, int64_t instant);
/* The instant of a local time, in seconds since 1970-01-01T00:00:00 local.
 * Where a clock change skips the local time, the old offset is used; where it
 * repeats it, the earlier instant is meant. */
int64_t zone_instant(const struct zone *zone, int64_t local);

/* Identifies the data that the zone was made of; 0 for UTC. */
uint64_t zone_hash(const struct zone *zone);

#endif
