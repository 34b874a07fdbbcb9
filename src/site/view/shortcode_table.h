/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_SHORTCODE_TABLE_H
#define CRUMB_SITE_VIEW_SHORTCODE_TABLE_H

/* The templates below shortcodes/, the site's and the built-in ones, compiled
 * before the first body is rendered. Any thread may look one up. */

#include "jinja/jinja.h"
#include "markdown/markdown_host.h"

struct theme_files;

struct shortcode_template {
    str name;                              /* figure */
    const struct jinja_template *compiled; /* NULL: it has errors */
    bool raw;                              /* it does not name `body` */
};

struct shortcode_table {
    struct jinja *jinja;
    VEC(struct shortcode_template) entries;
    VEC(str) names; /* of the entries, and `highlight`, which needs none */
};

/* Compiles all of them; errors are reported. */
void shortcode_table_make(struct shortcode_table *table, struct jinja *jinja,
                          const struct theme_files *theme, struct arena *arena,
                          struct diags *diags);
/* NULL: there is none of that name. */
const struct shortcode_template *
shortcode_table_find(const struct shortcode_table *table, str name);
/* The kind of the shortcode of that name. */
enum shortcode_kind shortcode_table_kind(const struct shortcode_table *table,
                                         str name);
/* A hash of whether there is one of that name, and whether it is raw; of all
 * names, if the name is empty. */
uint64_t shortcode_table_hash(const struct shortcode_table *table, str name);

#endif
