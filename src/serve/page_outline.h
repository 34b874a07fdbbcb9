/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGE_OUTLINE_H
#define CRUMB_SERVE_PAGE_OUTLINE_H

/* Of one page of the preview: the file and the templates that it is made from,
 * its words, its links, and what it has read. */

#include "base/str.h"

struct buf;

/* The inside of an HTML page. ledger: the path of the preview's; file: of the
 * page, "x/index.html"; html: what it is; p == NULL: that is not known. */
void outline_put(str ledger, str file, str html, struct buf *out);

#endif
