/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SIGNATURE_H
#define CRUMB_JINJA_SIGNATURE_H

/* The parameters of a built-in, as its signature has them:
 * "f(a, b='x', *rest)". */

#include "jinja/jinja.h"

/* As many parameters as a built-in may have. */
enum { BUILTIN_PARAMS = 16 };

/* Writes the names of its parameters, "*rest" and "**others" too; returns how
 * many. */
size_t builtin_params(const struct jinja_builtin *builtin,
                      str names[BUILTIN_PARAMS]);
/* Is one of these parameters of that name, or, if the name is empty, at that
 * position? */
bool params_take(const str *params, size_t n, size_t position, str name);
/* The same for a built-in's. */
bool builtin_takes(const struct jinja_builtin *builtin, size_t position,
                   str name);
/* The first parameter without a default that a call with these arguments
 * leaves out; empty: none. */
str builtin_lacks(const struct jinja_builtin *builtin, size_t positional,
                  const str *names, size_t nnames);
#endif
