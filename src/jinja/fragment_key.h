/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_FRAGMENT_KEY_H
#define CRUMB_JINJA_FRAGMENT_KEY_H

/* What an included template or a macro may see of its surroundings: the names
 * in it, and in all that it includes, imports, extends or calls. Two includes
 * or calls of it for which these have the same values, and its parameters too,
 * come out the same. */

#include "jinja/env.h"
#include "jinja/vm/vm.h"

/* Renders the template, or takes what an include of it gave that saw the
 * same, if the host remembers. */
bool outer_include(struct jinja_state *st,
                   const struct jinja_template *template,
                   struct context *context);
/* The same for a call of a macro whose output stays where it is; `locals` are
 * its parameters and nothing else. The host is asked for macros with a loop or
 * an include in them: others are done sooner than a key. */
bool outer_macro(struct jinja_state *st, const struct function *macro,
                 const value *locals);

#endif
