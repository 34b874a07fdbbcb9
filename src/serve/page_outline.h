/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PAGE_OUTLINE_H
#define CRUMB_SERVE_PAGE_OUTLINE_H

/* Of one page of the preview: the file and the templates that it is made from,
 * its words, its links, and what it has read. */

#include "base/str.h"

struct buf;

/* The inside of an HTML page. output: the preview's folder; url: of the page,
 * as a browser has it; root: see serve/url_file.h. */
void outline_put(str output, str url, str root, struct buf *out);

#endif
