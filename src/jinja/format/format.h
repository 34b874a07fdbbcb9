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
/* Put a number. The precision of a whole number is its least number of
 * digits; both have at most 500. */
void format_whole(struct jinja_state *st, struct buf *out,
                  struct format *format, int64_t i);
void format_float(struct jinja_state *st, struct buf *out,
                  struct format *format, double f);
/* Makes *v a string, as !s (str()), !r (repr()) and !a (repr() with all
 * characters escaped that are not ASCII) have it. */
bool format_convert(struct jinja_state *st, char how, value *v);
/* Reports an error of a format. Returns false. */
bool format_fail(struct jinja_state *st, const char *what);

#endif
