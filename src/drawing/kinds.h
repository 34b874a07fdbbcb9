/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_KINDS_H
#define CRUMB_DRAWING_KINDS_H

/* The kinds of drawings behind drawing.h. Each reads its lines from the script,
 * reports mistakes to it, and appends the drawing. False: there is none. */

#include <stdbool.h>

struct buf;
struct drawing;
struct script;

bool ascii_draw(const struct drawing *drawing, struct script *script,
                struct buf *out);
bool packet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out);
bool sequence_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out);
bool subnet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out);
bool topology_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out);

#endif
