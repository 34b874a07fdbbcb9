/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_TREE_IGNORED_NAMES_H
#define CRUMB_FILES_TREE_IGNORED_NAMES_H

/* Names of files and folders that crumb never publishes, nor anything in a
 * folder of such a name:
 *
 * - hidden: a dot in front, but for .well-known (RFC 8615), .htaccess and
 *   .nojekyll; x~ and #x#, which editors leave behind, Windows' Thumbs.db
 *   and desktop.ini;
 * - backup: x.bak, x.orig, x.swp in any case. */

#include "base/str.h"

/* Whether any part of the path, which may be a single name, is hidden or a
 * backup. */
bool path_is_ignored(str path);
bool path_is_hidden(str path);
bool path_is_backup(str path);

#endif
