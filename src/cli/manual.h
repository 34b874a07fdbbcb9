/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_MANUAL_H
#define CRUMB_CLI_MANUAL_H

/* Lists what templates may use, from the program's own tables, for `crumb help
 * filters` and the like. tests/run/manual.t compares docs/templates.md with it.
 */

#include <stdbool.h>
#include <stdio.h>

/* Prints the list of a topic: filters, tests, functions or objects. Prints
 * nothing and returns false if there is no such topic. */
bool manual_print(const char *topic, FILE *to);

#endif
