/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_EXTERNAL_H
#define CRUMB_CHECK_EXTERNAL_H

/* Links that lead out of the site: each address is asked for once, hosts one
 * beside the other, the addresses of a host one after the other with a pause
 * between. What answered well within the last week is not asked again.
 * Addresses that are not public are not asked at all, unless `include_private`.
 */

#include "check/catalog.h"

struct external_counts {
    size_t links;    /* each once */
    size_t asked;    /* of them, those that were not known yet */
    size_t unclear;  /* and those that could not be asked */
    bool no_libcurl; /* none was asked */
};

/* Adds warnings to diags. */
struct external_counts external_check(const struct catalog *catalog,
                                      bool include_private,
                                      struct diags *diags);

#endif
