/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_HTML_TAG_H
#define CRUMB_TEXT_HTML_TAG_H

/* One tag at a time, and one attribute at a time. */

#include "base/str.h"

/* A tag or comment, html[from..end). */
struct html_tag {
    size_t from;
    str name; /* empty: a comment, a declaration, an instruction */
    bool closing;
    size_t attributes; /* where they start */
    size_t end;
};

/* The tag at html[from] == '<'; false if that is only a less-than sign. */
bool html_tag_read(str html, size_t from, struct html_tag *tag);

/* The next one from *at on, which becomes the place behind it; behind its
 * content, if that is a script or style. False: there is none. */
bool html_tag_next(str html, size_t *at, struct html_tag *tag);

/* Not one of HTML section 13.1.2: elements without an end tag, and those whose
 * end tag may be left out, which nothing has to close. */
bool html_needs_end(str name);

/* The value of a tag's attribute, as it is written; p == NULL: it has none. */
str html_tag_attribute(str html, const struct html_tag *tag, str name);

struct html_attribute {
    str name;
    bool has_value;
    size_t from; /* of the value, without its quotes */
    size_t to;
};

/* The next attribute of a tag from *off on; false at `end`, the tag's. */
bool html_attribute_read(str html, size_t *off, size_t end,
                         struct html_attribute *attribute);

#endif
