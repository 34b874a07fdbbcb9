/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_SPLICE_H
#define CRUMB_TEXT_SPLICE_H

/* Changes to a text that leave every other byte of it as it is. Each one puts
 * a text in the place of some bytes; they may be collected in any order, and
 * all places are those of the text before. Any thread. */

#include "base/vec.h"

struct splice {
    size_t off;
    size_t len; /* 0: what is put stands before off */
    str text;
};

struct splices {
    VEC(struct splice) list;
};

void splice_add(struct splices *splices, struct arena *arena, size_t off,
                size_t len, str text);
/* The text with all of them, in the arena. Those of one place stay in the
 * order in which they were added; of two that overlap the later one is dropped:
 * false. */
bool splice_apply(const struct splices *splices, str text, struct arena *arena,
                  str *out);

#endif
