/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_DEPLOY_TARGET_H
#define CRUMB_CLI_COMMANDS_DEPLOY_TARGET_H

/* Where a site may be copied to. A destination is what rsync takes for one: a
 * folder of this machine, or of another, "me@host:www/". */

#include "base/arena.h"

/* False: it is none, or a folder that holds other things (a home folder, a
 * whole disk, what the site is made from); said on standard error. */
bool deploy_target_check(str target, struct arena *arena);

#endif
