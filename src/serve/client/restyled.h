/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_CLIENT_RESTYLED_H
#define CRUMB_SERVE_CLIENT_RESTYLED_H

/* A style sheet with a fingerprint in its name changes each page that names it.
 * Such a page need not be loaded again: its sheets are exchanged. */

#include "base/str.h"

/* Two versions of a page differ in nothing but fingerprints of style sheets
 * (render/asset_hash.h), and values of `integrity`. */
bool is_restyled(str before, str after);

#endif
