/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_FRAGMENT_KEY_H
#define CRUMB_JINJA_VM_FRAGMENT_KEY_H

/* Fragments: includes and macro calls that the host may keep and put again
 * instead of rendering them twice.
 *
 * The output of a fragment depends on its free names: the names that it looks
 * up in its surroundings, as do the templates that it includes, imports or
 * extends and the macros that it calls. A macro's output depends on its
 * arguments, too. Two fragments of the same code for which all these have the
 * same values give the same output: the values are the fragment's key. There
 * is no key for a fragment that includes what an expression names, that runs
 * blocks, that calls a macro with captured variables, or with too many names;
 * it is rendered each time. */

#include "jinja/env.h"
#include "jinja/vm/vm.h"

/* Puts the template's output into st->out: what the host has kept for the same
 * key, or else rendered now. False: reported. */
bool fragment_include(struct jinja_state *st,
                      const struct jinja_template *template,
                      struct context *context);
/* The same for a macro; `locals` are the values of its parameters, and it has
 * no other locals yet. A macro without a loop or an include is always
 * rendered: that takes less time than making a key. */
bool fragment_macro(struct jinja_state *st, const struct function *macro,
                    const value *locals);

#endif
