/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_ARITH_H
#define CRUMB_JINJA_VM_ARITH_H

/* The operators of templates. False: an error was reported. */

#include "jinja/code.h"

bool ops_unary(struct jinja_state *st, enum opcode op, value a, value *out);
/* Arithmetic and comparisons. */
bool ops_binary(struct jinja_state *st, enum opcode op, value a, value b,
                value *out);
/* a ~ b ~ ... */
bool ops_concat(struct jinja_state *st, const value *parts, size_t n,
                bool autoescape, value *out);

#endif
