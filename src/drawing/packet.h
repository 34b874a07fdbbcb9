/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_PACKET_H
#define CRUMB_DRAWING_PACKET_H

/* Packets: headers of fields, which packet_read.c reads and packet.c draws. */

#include "base/builtin.h"
#include "base/memory/vec.h"

struct script;

/* packets.txt, built into the program: packets that a fence needs only name.
 *
 *     [udp] UDP (RFC 768)
 *     16: Source port
 *
 * Each starts with its name and its title; its lines are those of a fence. */
extern const struct builtin packets_files[];
extern const size_t packets_count;

enum field_kind {
    FIELD_NUMBER, /* a length or, beside ranges, a place */
    FIELD_LENGTH,
    FIELD_RANGE,
    FIELD_VARIABLE,
};

struct field {
    enum field_kind kind;
    str name;
    str at;      /* its numbers in the line, for mistakes */
    size_t from; /* as written, then as placed */
    size_t n;
};

/* One header: its fields, and what it is called. */
struct header {
    str title;
    VEC(struct field) fields;
    bool ranges;  /* numbers before colons are places */
    size_t total; /* the bits of fields that do not vary */
};

struct packet {
    struct script *script;
    struct arena *arena;
    VEC(struct header) headers;
    size_t fields;
    size_t width; /* 0: not given */
    bool bytes;
    bool descending;
};

/* The word for one of the packet's numbers. */
static inline const char *packet_unit(const struct packet *packet)
{
    return packet->bytes ? "bytes" : "bits";
}

/* Reads the lines of packet->script, which is set as the arena is; fields get
 * their places from 0 on. Returns false after reporting mistakes to the script,
 * or if there is no field. */
bool packet_read(struct packet *packet);

#endif
