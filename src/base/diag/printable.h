/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_PRINTABLE_H
#define CRUMB_BASE_DIAG_PRINTABLE_H

/* Text that is not crumb's own (names of files, settings, lines of a source) as
 * a terminal may show it. Each control character (C0, DEL, C1), tabs and line
 * breaks among them, becomes one space: no text steers the terminal or passes
 * for a message of crumb's. What is not UTF-8 becomes U+FFFD. */

#include <stdarg.h>

#include "base/str.h"

struct buf;

bool printable_has_control(str text);
void printable_put(str text, struct buf *out);
/* Columns on a terminal that the text takes as printable_put writes it. */
size_t printable_width(str text);
/* One line of a message, or a part of one. A line break at the end of `format`
 * is crumb's own and stays. */
void printable_printf(struct buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void printable_vprintf(struct buf *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
