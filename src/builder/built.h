/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILT_H
#define CRUMB_BUILDER_BUILT_H

/* What a build was made with, in memory until build_free. */

#include "plan/plan.h"
#include "site/body/shortcode_table.h"
#include "site/config/theme_files.h"
#include "site/view/view_shared.h"

struct fingerprints;

struct built {
    struct site *site;
    struct plan plan;
    struct theme_files theme;
    struct jinja *jinja;
    struct shortcode_table shortcodes;
    struct fingerprints *fingerprints;
    struct view_shared shared;
};

#endif
