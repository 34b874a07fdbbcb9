/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_LEDGER_SAY_H
#define CRUMB_BUILDER_LEDGER_SAY_H

/* What stands in the ledger, in words: for people who ask why. */

#include "builder/ledger.h"

/* "content/a.md", "the posts of tags/x", "the template base.html"; nothing of a
 * fragment. */
str ledger_say_key(const struct ledger *ledger, uint32_t id,
                   struct arena *arena);
/* "title, url"; p == NULL: the class has no such attributes. */
str ledger_say_bits(const struct object_class *class, uint64_t bits,
                    struct arena *arena);

#endif
