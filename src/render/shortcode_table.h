/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_SHORTCODE_TABLE_H
#define CRUMB_RENDER_SHORTCODE_TABLE_H

/* The templates below shortcodes/, the site's and the built-in ones, compiled
 * before the first body is rendered, for site/body/shortcodes to call by name.
 */

#include "jinja/jinja.h"
#include "site/view/view.h"

struct shortcode_entry {
    str name;                              /* figure */
    const struct jinja_template *compiled; /* NULL: it has errors */
    bool raw;                              /* it does not name `body` */
};

struct shortcode_table {
    struct jinja *jinja;
    VEC(struct shortcode_entry) entries;
    VEC(str) names; /* of the entries, for "did you mean" */
};

/* Compiles all of them; errors are reported. The table must outlive what
 * shortcode_templates makes of it. */
void shortcode_table_make(struct shortcode_table *table, struct jinja *jinja,
                          const struct jinja_loader *loader,
                          struct arena *arena, struct diags *diags);
struct shortcode_templates shortcode_templates(struct shortcode_table *table);

#endif
