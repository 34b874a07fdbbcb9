/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_INPUT_H
#define CRUMB_CLI_INPUT_H

/* Files named on the command line. */

#include "base/diag/diag.h"

/* The file as a source, or standard input for "-" and NULL. NULL: reported. */
const struct source *input_read(const char *path, struct arena *arena,
                                struct diags *diags);

#endif
