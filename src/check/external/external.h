/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_EXTERNAL_EXTERNAL_H
#define CRUMB_CHECK_EXTERNAL_EXTERNAL_H

/* Checks links that lead out of the site. Each address is requested once; hosts
 * in parallel, the addresses of one host in turn, with a pause between them.
 * Addresses that answered well within the last week are not requested again.
 * Those that are not public are requested only with `include_private`. */

#include "check/catalog.h"

struct external_counts {
    size_t links;    /* different addresses */
    size_t asked;    /* of them, those requested now */
    size_t unclear;  /* of them, those that could not be requested */
    bool no_libcurl; /* none was requested: the library is missing */
};

/* Checks the links that the files of the catalog have kept. Adds warnings to
 * diags. */
struct external_counts external_check(const struct catalog *catalog,
                                      bool include_private,
                                      struct diags *diags);

#endif
