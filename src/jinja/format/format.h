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

/* --- between the files of this folder --- */

/* How to put a value: [[fill]align][sign][#][0][width][,_][.precision][type] */
struct format {
    str fill;
    char align; /* '\0': as the kind of value has it */
    char sign;
    bool alternate;
    char group;
    int64_t width;
    int64_t precision; /* -1: none */
    char type;         /* '\0': none */
};

/* Appends head (the sign), then text, in the width. `align` is that of the kind
 * of value. */
void format_aligned(struct buf *out, const struct format *format, char align,
                    str head, str text);
str format_sign(const struct format *format, bool negative);
/* Prints f as type, precision and `#` have it, to text[0..n). */
void format_real(char *text, size_t n, const struct format *format, double f);
/* Reports an error of a format. Returns false. */
bool format_fail(struct jinja_state *st, const char *what);

#endif
