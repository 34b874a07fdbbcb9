/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_SYNTAX_PARSE_H
#define CRUMB_JINJA_SYNTAX_PARSE_H

/* Tokens to a syntax tree, by recursive descent. The parser reports a mistake,
 * skips the rest of its tag and goes on behind it. */

#include "jinja/syntax/ast.h"

struct jinja_options;

/* Makes the tree in the arena. Returns false if errors were reported; *out is
 * then what could be read. */
bool parse(const struct source *source, const struct jinja_options *options,
           struct arena *arena, struct diags *diags, struct stmts *out);

#endif
