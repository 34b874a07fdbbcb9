/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_REPORT_H
#define CRUMB_CLI_REPORT_H

/* Prints diagnostics on standard error. */

#include "base/diag.h"

struct options;

/* Sorts and prints; as JSON lines with --format json. */
void report(struct diags *diags, const struct options *options);
/* EXIT_ERRORS if there are errors (with --strict: or warnings). */
int report_status(const struct diags *diags, const struct options *options);

#endif
