/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_SPLICE_H
#define CRUMB_TEXT_SPLICE_H

/* Changes to a text that leave all its other bytes as they are. Each change
 * replaces some bytes by a text. Changes may be added in any order; all offsets
 * are those of the unchanged text. Any thread. */

#include "base/memory/vec.h"

struct splice {
    size_t off;
    size_t len; /* 0: the text is inserted in front of off */
    str text;
};

struct splices {
    VEC(struct splice) list;
};

void splice_add(struct splices *splices, struct arena *arena, size_t off,
                size_t len, str text);
/* Makes the changed text, in the arena. Insertions at the same offset keep the
 * order in which they were added. Returns false if two changes overlap or
 * one is outside of the text; *out then lacks the later one. */
bool splice_apply(const struct splices *splices, str text, struct arena *arena,
                  str *out);

#endif
