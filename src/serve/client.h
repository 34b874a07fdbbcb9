/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_CLIENT_H
#define CRUMB_SERVE_CLIENT_H

/* The script that pages of the preview carry, client.js: put into the program
 * by client.sh. */

#include "base/str.h"

struct buf;

extern const str client_script;

/* The page with the script before its </body>, or at its end. version: what
 * the page's stream is to be compared with, see http_file_version; also: the
 * address of the file that is shown instead of the page asked for. Both may be
 * empty. */
void client_inject(str html, str version, str also, struct buf *out);

#endif
