/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_TAG_H
#define CRUMB_TEXT_HTML_TAG_H

/* One tag at a time, for html.c and html_balance.c. */

#include "base/str.h"

/* A tag or comment, html[from..end). */
struct html_tag {
    str name; /* empty: a comment, a declaration, an instruction */
    bool closing;
    size_t attributes; /* where they start */
    size_t end;
};

/* The tag at html[from] == '<'; false if that is only a less-than sign. */
bool html_tag_read(str html, size_t from, struct html_tag *tag);

#endif
