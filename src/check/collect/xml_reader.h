/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_XML_READER_H
#define CRUMB_CHECK_COLLECT_XML_READER_H

/* Reads XML 1.0 with namespaces (expat), and calls back for each tag and each
 * piece of text. Problems point at a slice of the document's text.
 *
 * The text is read as UTF-8; its declaration is ignored. A document type
 * ends the reading, so there are no entities but the five of XML. */

#include "base/str.h"

enum { XML_DEPTH = 200 }; /* elements in each other; more is an error */

/* Text as it reads, and where the document has it. */
struct xml_text {
    str text; /* until the callback returns */
    str raw;  /* a slice of the document: references are as they are written */
};

/* Valid until the callback returns, but for `tag`. */
struct xml_element {
    str space;    /* its namespace; empty: it has none */
    str name;     /* without a prefix */
    size_t depth; /* 1: the root */
    /* Of a start tag only: */
    str tag;                  /* <a href="x">, a slice of the document */
    const char *const *attrs; /* see xml_attr */
};

/* `<a/>` starts and ends. Text between two tags may come in several pieces; a
 * CDATA section comes without its brackets. None may be NULL. */
struct xml_handlers {
    void (*start)(void *context, const struct xml_element *element);
    void (*end)(void *context, const struct xml_element *element);
    void (*text)(void *context, struct xml_text piece);
};

enum xml_status {
    XML_WHOLE,       /* it was read up to its end, and is well-formed */
    XML_HAS_DOCTYPE, /* it was read up to its document type */
    XML_BAD          /* it was read up to its first error */
};

/* Why the reading ended before the document did. */
struct xml_problem {
    const char *what; /* a text of the program */
    str at;           /* a slice of the document */
    str root; /* XML_HAS_DOCTYPE: the name of the document's element, likewise
               */
};

/* *problem is set unless all was read. Any thread. */
enum xml_status xml_read(str text, const struct xml_handlers *handlers,
                         void *context, struct xml_problem *problem);
/* An attribute without a prefix. p == NULL in both: the tag has none. */
struct xml_text xml_attr(const struct xml_element *element, const char *name);

#endif
