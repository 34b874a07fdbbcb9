/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_FORMAT_FORMAT_H
#define CRUMB_JINJA_FORMAT_FORMAT_H

/* Python's three ways to format: %, str.format() and format(). */

#include "jinja/vm/ops.h"

/* "%s and %05.1f" % args: one value, a tuple of them, or a dict for
 * "%(name)s". Safe formats escape what they take in. */
bool format_percent(struct jinja_state *st, value format, value args,
                    value *out);
/* "{} and {x.y[0]!r:>{width}}".format(...). */
bool format_braces(struct jinja_call *call, value format, value *out);
/* Appends format(v, spec); a spec is "*>+12,.2f". */
bool format_spec(struct jinja_state *st, value v, str spec, struct buf *out);
/* Appends repr() with all characters escaped that are not ASCII. */
void value_ascii(value v, struct render_context *ctx, struct buf *out);

#endif
