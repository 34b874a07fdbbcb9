/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SIGNATURE_H
#define CRUMB_JINJA_SIGNATURE_H

/* The parameters of a built-in, as its signature has them:
 * "f(a, b='x', *rest)". */

#include "jinja/jinja.h"

/* Has the built-in a parameter of that name, or, if the name is empty, at that
 * position? */
bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name);
/* The first parameter without a default that a call with these arguments
 * leaves out; empty: none. */
str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames);
/* Writes the names of at most `max` parameters; returns how many. */
size_t builtin_params(const struct jinja_builtin *builtin, str *names,
                      size_t max);

#endif
