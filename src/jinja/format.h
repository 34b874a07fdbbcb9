/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_FORMAT_H
#define CRUMB_JINJA_FORMAT_H

#include "jinja/ops.h"

/* "%s and %05.1f" % args: one value, a tuple of them, or a dict for
 * "%(name)s". Safe formats escape what they take in. */
bool format_percent(struct jinja_state *st, value format, value args,
                    value *out);
/* "{} and {name}".format(...), without nested fields. */
bool format_braces(struct jinja_state *st, value format,
                   const struct jinja_call *call, value *out);

#endif
