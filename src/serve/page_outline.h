/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGE_OUTLINE_H
#define CRUMB_SERVE_PAGE_OUTLINE_H

/* The outline of a page of the preview: the file and the templates that it is
 * made from, its words, its links, and what it has read. */

#include "base/str.h"

struct buf;

/* Appends the outline as the inside of an HTML page. `ledger` is the path of
 * the preview's ledger, `file` the page ("x/index.html"), `html` its bytes; p
 * == NULL: they are not known. */
void outline_put(str ledger, str file, str html, struct buf *out);

#endif
