/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VALUE_HASH_H
#define CRUMB_SITE_VIEW_VALUE_HASH_H

/* Hashes of values, to compare facts. A plain value is hashed with all that is
 * in it. An object of the site is hashed by its key alone, as each of its
 * attributes is a fact of its own. */

#include "site/site_keys.h"

/* objects may be NULL if no object is in the value. */
uint64_t value_hash(value v, const struct objects *objects);
/* Returns the hash of the attribute with that bit. The menus have one fact: the
 * hash of all menus. */
uint64_t value_hash_attribute(const struct object *object, size_t bit,
                              struct render_context *ctx);

#endif
