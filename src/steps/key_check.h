/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_KEY_CHECK_H
#define CRUMB_STEPS_KEY_CHECK_H

/* Checks the keys of a ledger. Its checksum finds damaged ledgers, but not
 * forged ones. This check, and those that unpack records and traces, make sure
 * that all numbers are valid indices; later code relies on that. */

#include "site/site_keys.h"

/* Whether the engine's keys are of the kinds that a site has. */
bool keys_are_of_a_site(const struct engine *engine);

#endif
