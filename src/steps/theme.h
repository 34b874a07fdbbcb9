/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_THEME_H
#define CRUMB_STEPS_THEME_H

/* The compiled templates of a site: those that the plan names, and shortcodes.
 * They can be compiled again for the same site and plan. */

#include "plan/plan.h"
#include "site/config/theme_files.h"
#include "site/view/shortcode_table.h"

struct theme {
    struct theme_files files;
    struct jinja *jinja;
    struct shortcode_table shortcodes;
    const struct jinja_template **compiled; /* by the output's number; NULL: it
                                               has none, or one with errors */
    bool rechosen; /* an output has another template than before */
};

/* Opens the files, without compiling any. The theme lives in the site's arena.
 */
struct theme *theme_open(const struct site *site, struct diags *diags);
/* Compiles the templates; errors are reported. A template that a post chooses
 * and that does not exist is a warning ("template-missing"): its output gets
 * the default. So it does if the theme's template is that of other lists. */
void theme_compile(struct theme *theme, const struct site *site,
                   struct plan *plan, struct diags *diags);
/* Whether both have shortcodes of the same names and kinds. Then the headings
 * and words of all texts are the same (body_measure). */
bool theme_has_same_shortcodes(const struct theme *theme,
                               const struct theme *other);
/* Frees what no arena holds. NULL is harmless. */
void theme_free(struct theme *theme);

#endif
