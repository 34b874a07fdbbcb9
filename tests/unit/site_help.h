/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_SITE_HELP_H
#define CRUMB_TESTS_UNIT_SITE_HELP_H

/* The site in the working directory, loaded and organised. NULL: it can't be
 * read, reported. */
#include "site/site_load.h"

static inline struct site *load_whole_site(const struct site_options *options,
                                           struct arena *arena,
                                           struct diags *diags)
{
    struct site *site = site_open(options, arena, diags);
    if (site && !site_scan(site, NULL, diags)) {
        site_free(site);
        return NULL;
    }
    if (site) {
        site_load(site, NULL, diags);
        site_organise(site, diags);
    }
    return site;
}

#endif
