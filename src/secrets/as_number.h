/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_AS_NUMBER_H
#define CRUMB_SECRETS_AS_NUMBER_H

/* AS numbers in a text: after words, in paths and in tables of routes. */

#include "secrets/place.h"

/* Reads the number that begins at `at`. False: it is none. Ask in ascending
 * order. */
bool as_number_read(struct public_search *search, str text, size_t at,
                    struct public_place *place);

#endif
