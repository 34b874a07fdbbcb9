/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_MANUAL_H
#define CRUMB_CLI_MANUAL_H

/* What templates may use, printed from the program's own tables, for `crumb
 * help filters` and for docs/templates.md, which tests/run/manual.t compares
 * with it. */

#include <stdbool.h>
#include <stdio.h>

/* The listing of that topic: filters, tests, functions or objects. False:
 * there is no such topic, and nothing is printed. */
bool manual_print(const char *topic, FILE *to);

#endif
