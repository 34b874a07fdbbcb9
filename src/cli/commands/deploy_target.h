/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_DEPLOY_TARGET_H
#define CRUMB_CLI_COMMANDS_DEPLOY_TARGET_H

/* Checks the destination of `crumb deploy`: a folder on this machine, or on
 * another one as rsync writes it ("me@host:www/"). */

#include "base/memory/arena.h"

/* Returns false after saying on standard error why the site must not be copied
 * there: it is no destination, or a folder with other things in it (a home
 * folder, a whole disk, the sources of the site). */
bool deploy_target_check(str target, struct arena *arena);

#endif
