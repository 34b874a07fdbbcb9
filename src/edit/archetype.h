/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_ARCHETYPE_H
#define CRUMB_EDIT_ARCHETYPE_H

/* The initial text of a new post, from a template:
 * templates/archetypes/SECTION.md, else that of a section around it, else
 * archetypes/default.md; of the site, else built in. The template sees `title`,
 * `slug` and `section` (texts), `date`, `site` and `data`.
 *
 * Front matter is YAML, and a title is any text. crumb quotes the title where
 * YAML needs it, for title: {{ title }} as well as title: "{{ title }}". */

#include "plan/plan.h"

struct archetype {
    struct site *site;
    const struct plan *plan; /* of that site */
    str section;             /* its folder in content/; empty: a page */
    str title;
    str slug;
    struct date date;
    str file; /* the new post, for messages: content/a/b.md */
};

/* Renders the text, in the arena. Returns false after reporting an error: the
 * template is broken, or its output is no post, or one of another title that is
 * not quoted. *name is set to the template in any case. */
bool archetype_render(const struct archetype *archetype, struct arena *arena,
                      struct diags *diags, str *name, str *text);

#endif
