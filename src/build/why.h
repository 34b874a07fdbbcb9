/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILD_WHY_H
#define CRUMB_BUILD_WHY_H

/* What the ledger knows, in words: what was rendered and why, who reads what.
 * It is only looked at: no build, no lock. */

#include "build/ledger.h"

enum why_state {
    WHY_OPEN,
    WHY_NO_BUILD,
    WHY_UNREADABLE, /* another crumb made the last build, or it is damaged */
};

struct why {
    struct arena *arena;
    struct ledger ledger;
    str mapped;
};

/* Of the last build into that output folder. */
enum why_state why_open(struct why *why, str output, str state,
                        struct arena *arena);
void why_close(struct why *why);

/* What the last build rendered, by path: "index.html: it is new". */
void why_list(const struct why *why, struct buf *out);

#endif
