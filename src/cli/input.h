/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_INPUT_H
#define CRUMB_CLI_INPUT_H

/* Files named on the command line. */

#include "base/diag/diag.h"

/* Reads the file as a source; standard input if path is "-" or NULL. Returns
 * NULL after reporting why it can't be read. */
const struct source *input_read(const char *path, struct arena *arena,
                                struct diags *diags);

#endif
