/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_KEY_CHECK_H
#define CRUMB_STEPS_KEY_CHECK_H

/* Whether the keys in a ledger are such as a site has. The checksum
 * keeps out a torn ledger, but not a forged one. This check, and those where
 * records and traces are unpacked, keep its numbers within the tables that they
 * lead into; later code relies on them. */

#include "site/site_keys.h"

bool keys_are_of_a_site(const struct engine *engine);

#endif
