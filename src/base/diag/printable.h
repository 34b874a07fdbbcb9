/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_PRINTABLE_H
#define CRUMB_BASE_DIAG_PRINTABLE_H

/* Makes foreign text (file names, settings, lines of a source) safe for a
 * terminal. Each control character (C0, DEL, C1), including tabs and line
 * breaks, becomes one space, so that no text can control the terminal or pose
 * as a message of crumb. Invalid UTF-8 becomes U+FFFD. */

#include <stdarg.h>

#include "base/str.h"

struct buf;

bool printable_has_control(str text);
void printable_put(str text, struct buf *out);
/* The number of terminal columns that printable_put's output takes. */
size_t printable_width(str text);
/* Appends one line of a message, or a part of one. Only a line break at the end
 * of `format` is kept. */
void printable_printf(struct buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void printable_vprintf(struct buf *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
