/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_SPECIAL_H
#define CRUMB_TEXT_HTML_SPECIAL_H

/* Where the characters stand that have to be escaped in HTML. */

#include "base/sixteen.h"

/* & < > ' " of sixteen bytes. Pairs of them differ in one bit: & and ', < and
 * >. */
static inline uint32_t html_where_special(sixteen x)
{
    return sixteen_where(sixteen_is(x | ('&' ^ '\''), '\'') |
                         sixteen_is(x | ('<' ^ '>'), '>') | sixteen_is(x, '"'));
}

#endif
