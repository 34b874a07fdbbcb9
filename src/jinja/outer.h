/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_OUTER_H
#define CRUMB_JINJA_OUTER_H

/* What an included template may see of where it is included: the names in it
 * and in all that it includes, imports or extends. Two includes of a template
 * for which these have the same values come out the same. */

#include "jinja/env.h"
#include "jinja/vm.h"

/* NULL: that can't be told before it renders, or they are too many. */
const struct outer_names *outer_names(struct jinja *env,
                                      const struct jinja_template *template);

/* Renders the template, or takes what an include of it gave that saw the
 * same, if the host remembers. */
bool outer_include(struct jinja_state *st,
                   const struct jinja_template *template,
                   struct context *context);

#endif
