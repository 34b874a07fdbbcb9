/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_REPORT_H
#define CRUMB_CLI_REPORT_H

/* Prints diagnostics on standard error, and texts anywhere. */

#include <stdio.h>

#include "base/diag/diag.h"

struct options;

/* Whether what goes to standard error is coloured. */
bool report_colored(const struct options *options);
/* Sorts and prints; as JSON lines with --format json. Of many warnings of one
 * code only the first are shown, unless they are errors because of --strict. */
void report(struct diags *diags, const struct options *options);
/* The same, and shows them all. */
void report_all(struct diags *diags, const struct options *options);
/* The text may be empty, without a pointer that fwrite would take. */
void report_text(str text, FILE *to);
/* EXIT_ERRORS if there are errors (with --strict: or warnings). */
int report_status(const struct diags *diags, const struct options *options);

#endif
