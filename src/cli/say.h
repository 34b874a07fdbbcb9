/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SAY_H
#define CRUMB_CLI_SAY_H

/* What commands print. Nothing else in cli/ calls printf (tests/lint/say.sh):
 * names and settings come from others, and may hold what a terminal takes for
 * commands. */

#include <stdio.h>

/* A line, or a part of one, as base/diag/printable.h has it. Returns its length
 * in bytes. */
size_t say(FILE *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
