/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_PROFILE_TABLE_H
#define CRUMB_CLI_PROFILE_TABLE_H

/* What `build --profile` prints: where rendering took its time, the slowest
 * first. */

#include "base/profile.h"

/* Sorts the rows. */
void profile_table_print(struct profile *profile);

#endif
