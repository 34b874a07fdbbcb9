/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_LEDGER_SAY_H
#define CRUMB_BUILDER_LEDGER_SAY_H

/* What stands in the ledger, in words: for people who ask why. */

#include "builder/ledger.h"

/* "content/a.md", "the posts of tags/x" */
str ledger_say_object(const struct ledger *ledger, uint32_t number,
                      struct arena *arena);
/* "the template base.html" */
str ledger_say_ask(str ask, struct arena *arena);
/* "title, url"; p == NULL: the class has no such attributes. */
str ledger_say_bits(const struct object_class *class, uint64_t bits,
                    struct arena *arena);

#endif
