/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILT_H
#define CRUMB_BUILDER_BUILT_H

/* What a build was made with, in memory until build_free. */

#include "builder/build.h"
#include "plan/plan.h"
#include "site/body/shortcode_table.h"
#include "site/config/theme_files.h"

struct built {
    struct site *site;
    struct plan plan;
    struct theme_files theme;
    struct jinja *jinja;
    struct shortcode_table shortcodes;
};

/* publish_commit, with whoever reads what is published kept away. */
bool build_commit(const struct build_hooks *hooks, struct publish *publish,
                  struct diags *diags, struct publish_counts *counts);

#endif
