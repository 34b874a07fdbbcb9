/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_CHECK_H
#define CRUMB_JINJA_CHECK_H

/* What can be told of a template once it and those it names are compiled, and
 * before any of them renders: calls of macros with arguments that they do not
 * take, and super() where no template above has the block. Only names that the
 * template binds once are looked at, for the others depend on the way. */

#include "jinja/ast.h"
#include "jinja/env.h"

/* Reports; false: there are errors. */
bool check_calls(struct jinja *env, const struct jinja_template *template,
                 const struct stmts *stmts, struct diags *diags);

#endif
