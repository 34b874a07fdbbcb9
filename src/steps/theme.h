/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_THEME_H
#define CRUMB_STEPS_THEME_H

/* The templates of a site, compiled: those that the plan names, and shortcodes.
 * They may be compiled anew while the site and its plan stay. */

#include "plan/plan.h"
#include "site/body/shortcode_table.h"
#include "site/config/theme_files.h"

struct theme {
    struct theme_files files;
    struct jinja *jinja;
    struct shortcode_table shortcodes;
    const struct jinja_template **compiled; /* by the output's number; NULL: it
                                               has none, or one with errors */
};

/* Opens the files; nothing is compiled. In the site's arena, where it stays:
 * compiled templates point to it. */
struct theme *theme_open(const struct site *site, struct diags *diags);
/* What is wrong with a template is reported. */
void theme_compile(struct theme *theme, const struct site *site,
                   const struct plan *plan, struct diags *diags);
/* The same shortcodes, made from a body or not: then no measure of a text is
 * another one. */
bool theme_has_same_shortcodes(const struct theme *theme,
                               const struct theme *other);
/* Frees what no arena holds. NULL is fine. */
void theme_free(struct theme *theme);

#endif
