/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_ARCHETYPE_H
#define CRUMB_EDIT_ARCHETYPE_H

/* What a new post begins with: templates/archetypes/SECTION.md, else that of a
 * section around it, else archetypes/default.md; the site's, else the built-in
 * one. It is a template like any other that sees `title slug date section
 * site`, the first two and `section` as texts.
 *
 * A title is any text, and front matter is YAML: where the title has to be
 * quoted there, it is, whatever the archetype does (title: {{ title }} as well
 * as title: "{{ title }}"). */

#include "plan/plan.h"

struct archetype {
    struct site *site;
    const struct plan *plan; /* of that site */
    str section;             /* its folder in content/; empty: a page */
    str title;
    str slug;
    struct date date;
    str file; /* what the text is for, for messages: content/a/b.md */
};

/* The text, in the arena. False: the template has errors, or what comes of it
 * is no post of that title; reported. *name: the template, also then. */
bool archetype_render(const struct archetype *archetype, struct arena *arena,
                      struct diags *diags, str *name, str *text);

#endif
