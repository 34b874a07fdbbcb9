/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_PROFILE_TABLE_H
#define CRUMB_CLI_PROFILE_TABLE_H

/* Prints the table of `build --profile`: how long templates and the like took,
 * the slowest first. */

#include "jinja/profile.h"

/* Sorts the rows. */
void profile_table_print(struct profile *profile);

#endif
