/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_KEY_CHECK_H
#define CRUMB_BUILDER_KEY_CHECK_H

/* Whether the keys in a ledger are such as a site has. A checksum keeps out
 * what is torn, not what somebody made up: it is no secret how it is made.
 * Here, and where records and traces are unpacked, is all that stands between
 * such a ledger and the tables that its numbers lead into: who uses them later
 * does not look again. */

#include "site/site_keys.h"

bool keys_are_of_a_site(const struct engine *engine);

#endif
