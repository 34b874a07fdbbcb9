/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_PACKETS_H
#define CRUMB_DRAWING_PACKETS_H

/* packets.txt, built into the program: packets that a fence needs only name.
 *
 *     [udp] UDP (RFC 768)
 *     16: Source port
 *
 * Each starts with its name and its title; its lines are those of a fence. */

#include "base/builtin.h"

extern const struct builtin packets_files[];
extern const size_t packets_count;

#endif
