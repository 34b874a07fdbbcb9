/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_XML_H
#define CRUMB_CHECK_XML_H

/* Whether a text is well-formed XML 1.0, and its elements on the way. A
 * document type is passed over, not read: no entities but the five of XML.
 * Names are taken loosely (any character that can't end one). */

#include "base/arena.h"
#include "base/vec.h"

enum { XML_ATTRS = 32, XML_DEPTH = 200 };

enum xml_kind {
    XML_START, /* <a> and the first half of <a/> */
    XML_END,
    XML_TEXT,
    XML_CDATA, /* body: what is between the brackets */
    XML_DONE,
    XML_BAD, /* problem says why, body where */
};

struct xml_attr {
    str name;
    str text; /* as it is written */
};

struct xml {
    str text;
    size_t at;
    enum xml_kind kind;
    str name;
    str body;
    struct xml_attr attrs[XML_ATTRS];
    size_t nattrs;
    size_t depth; /* of open elements; an XML_END is outside of its own */
    str open[XML_DEPTH];
    bool closes; /* <a/>: an XML_END comes next */
    bool rooted; /* the one element at the top was there */
    const char *problem;
};

void xml_init(struct xml *xml, str text);
/* Moves on. After XML_DONE and XML_BAD it stays there. */
enum xml_kind xml_next(struct xml *xml);
/* The attribute as it is written; p == NULL: the tag has none. */
str xml_attr(const struct xml *xml, str name);

#endif
