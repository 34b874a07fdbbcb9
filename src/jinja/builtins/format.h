/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_FORMAT_H
#define CRUMB_JINJA_BUILTINS_FORMAT_H

#include "jinja/vm/ops.h"

/* "%s and %05.1f" % args: one value, a tuple of them, or a dict for
 * "%(name)s". Safe formats escape what they take in. */
bool format_percent(struct jinja_state *st, value format, value args,
                    value *out);
/* "{} and {x.y[0]!r:>{width}}".format(...). */
bool format_braces(struct jinja_state *st, value format,
                   const struct jinja_call *call, value *out);
/* Appends v as Python's format(v, spec) has it: "*>+12,.2f". */
bool format_spec(struct jinja_state *st, value v, str spec, struct buf *out);
/* repr() with all but ASCII escaped. */
void value_ascii(value v, struct eval *eval, struct buf *out);

#endif
