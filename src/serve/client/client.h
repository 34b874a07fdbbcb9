/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_CLIENT_CLIENT_H
#define CRUMB_SERVE_CLIENT_CLIENT_H

/* The script of the preview's pages, client.js, which client.sh builds into the
 * program. */

#include "base/str.h"

struct buf;

extern const str client_script;

/* Appends the page with the script before its </body>, or at its end. `version`
 * is a hash of the page, which its stream of events sends back to be compared.
 * `also` is the address of the file that is shown instead of the page. Both may
 * be empty. */
void client_inject(str html, str version, str also, struct buf *out);

/* A style sheet with a fingerprint in its name changes each page that names it.
 * Such a page need not be loaded again: the script exchanges its sheets.
 *
 * Whether two versions of a page differ only in fingerprints of style sheets
 * (steps/asset_hash.h) and in values of `integrity`. */
bool client_is_restyled(str before, str after);

#endif
