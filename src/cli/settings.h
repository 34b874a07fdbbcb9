/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SETTINGS_H
#define CRUMB_CLI_SETTINGS_H

/* Turns the command line into the options of a build, and reads the files that
 * it names. Errors in it are reported on standard error. */

#include "builder/build.h"
#include "cli/options.h"

/* Sets all of *build except its output. Returns false after reporting an
 * error. */
bool settings_read(const struct options *options, struct build_options *build);
/* Returns the output folder: --output, else that of site.yaml. If site.yaml is
 * missing or has errors, the default. */
str settings_output(const struct options *options, struct arena *arena);
/* Returns whether crumb may write into the folder that --output names, if it is
 * given. It must not be, with links resolved, the site's folder or one in it
 * with the author's files; then that is reported. */
bool settings_check_output(const struct options *options);
/* Reads the file as a source; standard input if path is "-" or NULL. Returns
 * NULL after reporting why it can't be read. */
const struct source *settings_file(const char *path, struct arena *arena,
                                   struct diags *diags);
/* Sets *out to the path from the working directory on, as path_normal. A name
 * from the root may lead there through links. Returns false, with *out as it
 * was, if it leads elsewhere. */
bool settings_path(str name, struct arena *arena, str *out);
/* Returns the real path of the path, or of the nearest folder above it that
 * exists. *rest: the part below that; rest may be NULL. */
str settings_nearest(str path, struct arena *arena, str *rest);

#endif
