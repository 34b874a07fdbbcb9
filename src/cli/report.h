/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_REPORT_H
#define CRUMB_CLI_REPORT_H

/* Prints diagnostics on standard error, and texts to any stream. */

#include <stdio.h>

#include "base/diag/diag.h"

struct options;

/* Whether output to standard error is coloured. */
bool report_colored(const struct options *options);
/* Sorts and prints the diagnostics, as JSON lines with --format json. Of each
 * code only the first warnings are shown, unless --strict makes them errors. */
void report(struct diags *diags, const struct options *options);
/* The same, but shows all warnings. */
void report_all(struct diags *diags, const struct options *options);
/* Prints the text. Unlike fwrite it takes an empty one with p == NULL. */
void report_text(str text, FILE *to);
/* EXIT_ERRORS if there are errors (with --strict: or warnings). */
int report_status(const struct diags *diags, const struct options *options);

#endif
