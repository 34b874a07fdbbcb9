/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SAY_H
#define CRUMB_CLI_SAY_H

/* Prints safely: names and settings may hold control characters, which could
 * control the terminal. No other code in cli/ calls printf (tests/lint/say.sh).
 */

#include <stdio.h>

/* Prints a line, or a part of one, made safe by base/diag/printable.h. Returns
 * its length in bytes. */
size_t say(FILE *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a line to standard error, made safe, with "crumb: " in front. */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Two arguments for "%zu page%s". */
#define PLURAL_ARG(n) (n), (n) == 1 ? "" : "s"

#endif
