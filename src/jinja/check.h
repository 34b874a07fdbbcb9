/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_CHECK_H
#define CRUMB_JINJA_CHECK_H

/* Mistakes that are found before rendering, once a template and those that it
 * names are compiled: a macro is called with arguments that it does not take,
 * or super() stands in a block that no parent has. Names that the template
 * binds more than once are not checked: what they mean depends on what runs.
 */

#include "jinja/env.h"
#include "jinja/syntax/ast.h"

/* Reports these mistakes. False: there are some. */
bool check_calls(struct jinja *env, const struct jinja_template *template,
                 const struct stmts *stmts, struct diags *diags);

#endif
