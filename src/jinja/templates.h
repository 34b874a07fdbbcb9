/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_TEMPLATES_H
#define CRUMB_JINJA_TEMPLATES_H

/* The templates of an environment: each is parsed, compiled and checked when it
 * is first asked for. A template may name others: the compiler asks for those,
 * and a render for what an expression names. */

#include "jinja/env.h"

/* The compiled template of that name, for a render: takes the mutex. NULL: it
 * is missing, which is reported unless `optional`, or it has errors, which is
 * always reported. */
const struct jinja_template *env_get(struct jinja *env, str name, span from,
                                     bool optional, struct diags *diags);
/* The same for the compiler: the caller holds the mutex. The template may have
 * errors (template->ok is false), or be incomplete because one that it names
 * is being compiled. */
struct jinja_template *env_require(struct jinja *env, str name, span from,
                                   bool optional, struct diags *diags);

#endif
