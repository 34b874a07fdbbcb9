/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_REPORT_H
#define CRUMB_CLI_REPORT_H

/* Prints texts and diagnostics, and lines by cli/say.h. */

#include "base/diag/diag.h"
#include "cli/say.h"

struct options;

/* Prints the text as it is; it may be empty with p == NULL. */
void report_text(str text, FILE *to);

/* Diagnostics go to standard error. With --format json they go to standard
 * output, which has nothing else then: all other text goes to standard error.
 * Call it once, first. Returns false after reporting that there is no
 * descriptor left. */
bool report_begin(struct options *options);

/* Whether diagnostics are coloured. */
bool report_colored(const struct options *options);
/* Whether --format asks for JSON. */
bool report_is_json(const struct options *options);
/* Sorts, folds and prints the diagnostics, as JSON lines with --format json. */
void report(struct diags *diags, const struct options *options);
/* EXIT_ERRORS if there are errors (with --strict: or warnings). */
int report_status(const struct diags *diags, const struct options *options);

#endif
