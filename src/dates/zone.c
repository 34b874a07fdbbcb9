/* SPDX-License-Identifier: MIT */
/* A TZif file is a list of the instants at which the offset changed, and a
 * rule (a POSIX TZ string) for all time after the last of them:
 *
 *     | header | 32-bit data | header | 64-bit data | \n rule \n |
 *                             `--- version 2 and later ---'
 *
 * The 32-bit half is skipped when there is a second one. */
#include "dates/zone.h"

#include "base/hash.h"
#include "dates/zone_rule.h"
#include "files/fs.h"
#include "files/path.h"

struct zone {
    size_t n;
    const int64_t *at;   /* sorted: from here on... */
    const int32_t *then; /* ...this offset holds, in seconds */
    int32_t first;       /* before at[0] */
    bool has_rule;       /* from at[n - 1] on */
    struct zone_rule rule;
    uint64_t hash; /* of the file */
};

/* --- reading --- */

enum { HEADER = 44, TYPE = 6 };

struct header {
    char version;
    size_t is_ut;
    size_t is_std;
    size_t leaps;
    size_t times;
    size_t types;
    size_t chars;
};

/* All numbers of the file are big-endian. */
static uint32_t tzif_int32(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           b[3];
}

static int64_t tzif_int64(const char *p)
{
    return (int64_t)((uint64_t)tzif_int32(p) << 32 | tzif_int32(p + 4));
}

static bool read_tzif_header(str bytes, struct header *h)
{
    if (bytes.n < HEADER || !str_starts(bytes, STR("TZif"))) {
        return false;
    }
    h->version = bytes.p[4];
    h->is_ut = tzif_int32(bytes.p + 20);
    h->is_std = tzif_int32(bytes.p + 24);
    h->leaps = tzif_int32(bytes.p + 28);
    h->times = tzif_int32(bytes.p + 32);
    h->types = tzif_int32(bytes.p + 36);
    h->chars = tzif_int32(bytes.p + 40);
    return h->types > 0 && h->types <= 256;
}

/* Bytes after the header. The counts have 32 bits: no overflow. */
static size_t tzif_data_size(const struct header *h, size_t time_size)
{
    return h->times * (time_size + 1) + h->types * TYPE + h->chars +
           h->leaps * (time_size + 4) + h->is_std + h->is_ut;
}

static bool plausible_offset(int32_t seconds)
{
    /* RFC 8536: -24:59:59 to 25:59:59. */
    return seconds > -25 * 3600 && seconds < 26 * 3600;
}

/* data starts after the header and is as long as the header says. */
static bool read_tzif_data(struct zone *zone, const struct header *h, str data,
                           size_t time_size, struct arena *arena)
{
    const char *indexes = data.p + h->times * time_size;
    const char *types = indexes + h->times;
    int64_t *at = ARENA_ARRAY(arena, int64_t, h->times);
    int32_t *then = ARENA_ARRAY(arena, int32_t, h->times);
    for (size_t i = 0; i < h->times; i++) {
        const char *p = data.p + i * time_size;
        at[i] = time_size == 8 ? tzif_int64(p) : (int32_t)tzif_int32(p);
        size_t type = (unsigned char)indexes[i];
        if (type >= h->types || (i > 0 && at[i] <= at[i - 1])) {
            return false;
        }
        then[i] = (int32_t)tzif_int32(types + type * TYPE);
        if (!plausible_offset(then[i])) {
            return false;
        }
    }
    zone->n = h->times;
    zone->at = at;
    zone->then = then;
    zone->first = (int32_t)tzif_int32(types);
    return plausible_offset(zone->first);
}

const struct zone *zone_parse(str tzif, struct arena *arena)
{
    struct header h;
    size_t time_size = 4;
    str rest = tzif;
    if (!read_tzif_header(rest, &h)) {
        return NULL;
    }
    if (h.version >= '2') {
        rest = str_from_offset(rest, HEADER + tzif_data_size(&h, time_size));
        time_size = 8;
        if (!read_tzif_header(rest, &h)) {
            return NULL;
        }
    }
    rest = str_from_offset(rest, HEADER);
    /* With leap seconds (right/...) the times are not POSIX ones. */
    if (tzif_data_size(&h, time_size) > rest.n || h.leaps) {
        return NULL;
    }
    struct zone *zone = ARENA_NEW(arena, struct zone);
    if (!read_tzif_data(zone, &h, rest, time_size, arena)) {
        return NULL;
    }
    zone->hash = hash64(tzif);
    rest = str_from_offset(rest, tzif_data_size(&h, time_size));
    if (h.version >= '2' && str_starts(rest, STR("\n"))) {
        str rule = str_from_offset(rest, 1);
        size_t end = str_find_char(rule, '\n');
        zone->has_rule = end != STR_NONE &&
                         zone_rule_parse(str_sub(rule, 0, end), &zone->rule);
    }
    return zone;
}

/* Letters, digits, _ + - and single slashes: with no dots there is no way
 * up, and no zone.tab. */
static bool is_zone_name(str name)
{
    str part;
    if (name.n == 0 || str_eq(name, STR("localtime"))) {
        return false;
    }
    for (str rest = name; str_split(&rest, '/', &part);) {
        if (part.n == 0) {
            return false;
        }
        for (size_t i = 0; i < part.n; i++) {
            if (!is_alnum(part.p[i]) && part.p[i] != '_' && part.p[i] != '+' &&
                part.p[i] != '-') {
                return false;
            }
        }
    }
    return true;
}

const struct zone *zone_load(str name, struct arena *arena)
{
    static const str folders[] = {
        STR_INIT("/usr/share/zoneinfo"),
        STR_INIT("/usr/lib/zoneinfo"),
        STR_INIT("/usr/share/lib/zoneinfo"),
    };
    static const struct zone utc = {0};

    if (str_eq(name, STR("UTC")) || str_eq(name, STR("Etc/UTC"))) {
        return &utc;
    }
    if (!is_zone_name(name)) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        str bytes;
        if (fs_read(path_join(arena, folders[i], name), arena, &bytes) == 0) {
            return zone_parse(bytes, arena);
        }
    }
    return NULL;
}

/* --- asking --- */

/* Rounded, away from zero at the half. */
static int16_t to_minutes(int32_t seconds)
{
    int32_t half = seconds < 0 ? -30 : 30;
    return (int16_t)((seconds + half) / 60);
}

/* How many changes are not after the instant. */
static size_t zone_changes_until(const struct zone *zone, int64_t instant)
{
    size_t low = 0;
    size_t high = zone->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (zone->at[middle] <= instant) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

int16_t zone_offset(const struct zone *zone, int64_t instant)
{
    if (!zone) {
        return 0;
    }
    size_t past = zone_changes_until(zone, instant);
    if (past == zone->n && zone->has_rule) {
        return to_minutes(zone_rule_offset(&zone->rule, instant));
    }
    return to_minutes(past ? zone->then[past - 1] : zone->first);
}

/* The next change after the instant; false if there is none. */
static bool next_zone_change(const struct zone *zone, int64_t instant,
                             int64_t *at)
{
    size_t past = zone_changes_until(zone, instant);
    if (past < zone->n) {
        *at = zone->at[past];
        return true;
    }
    return zone->has_rule && zone_rule_next(&zone->rule, instant, at);
}

int64_t zone_instant(const struct zone *zone, int64_t local)
{
    /* No offset is further than this from UTC, so the answer is in the
     * window around `local`: go through its stretches of one offset. */
    enum { WINDOW = 26 * 3600 };
    if (!zone) {
        return local;
    }
    int64_t start = local - WINDOW;
    for (;;) {
        int64_t instant = local - zone_offset(zone, start) * 60L;
        int64_t end;
        if (!next_zone_change(zone, start, &end) || instant < end) {
            return instant;
        }
        /* Not before the next stretch begins: past a gap, the old offset
         * is the one to count with. */
        if (local - zone_offset(zone, end) * 60L < end) {
            return instant;
        }
        start = end;
    }
}

uint64_t zone_hash(const struct zone *zone)
{
    return zone ? zone->hash : 0;
}
