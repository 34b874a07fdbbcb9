/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATES_ZONE_H
#define CRUMB_DATES_ZONE_H

/* Time zones of the system's tz database (TZif files, RFC 8536). A zone is
 * immutable once loaded. Offsets are whole minutes: those of the times before
 * standard time (Madrid: -0:14:44) are rounded, as no date format of the web
 * can say them. */

#include "base/arena.h"

struct zone;

/* An IANA name ("Europe/Madrid", "UTC"); NULL if the system has none of that
 * name. Names that climb out of the database are not looked up, nor is
 * "localtime", which is the machine's. UTC needs no database. */
const struct zone *zone_load(str name, struct arena *arena);
/* A zone from the bytes of a TZif file; NULL if they are none. */
const struct zone *zone_parse(str tzif, struct arena *arena);
/* Minutes east of UTC at an instant; zone NULL is UTC. */
int16_t zone_offset(const struct zone *zone, int64_t instant);
/* The instant of a local time given as seconds since 1970-01-01T00:00:00
 * local. In the gap of a clock change: as if the old offset still held; in
 * the overlap: the earlier instant. */
int64_t zone_instant(const struct zone *zone, int64_t local);

/* Of the file that it was read from; 0 for UTC. */
uint64_t zone_hash(const struct zone *zone);

#endif
