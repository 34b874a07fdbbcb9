/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VALUE_HASH_H
#define CRUMB_SITE_VIEW_VALUE_HASH_H

/* A hash of a value as facts are compared: plain values by what they hold,
 * objects of the site by what they are, not by what is in them (each of their
 * attributes is a fact of its own). */

#include "site/site_keys.h"

/* objects may be NULL where there are none among the values. */
uint64_t value_hash(value v, const struct objects *objects);
/* An attribute, by the number of its bit; all of them are 0 for a list. */
uint64_t value_hash_attribute(const struct object *object, size_t bit,
                              struct eval *eval);

#endif
