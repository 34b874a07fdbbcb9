/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_LINK_PLACES_H
#define CRUMB_MARKDOWN_LINK_PLACES_H

/* Where in a body the addresses of its links stand, byte by byte, so that one
 * can be changed and nothing else: [a](here), ![a](<here>), [a]: here,
 * <https://here>, href="here" of raw HTML, {{< figure src="here" >}}.
 *
 * Only Markdown knows what is a link and what is code. So places that look
 * like an address are marked, the marked text is rendered, and the marks that
 * come out as addresses tell which of the places are. Any thread. */

#include "markdown/markdown.h"

enum destination_kind {
    DESTINATION_NONE,      /* text or code */
    DESTINATION_LINK,      /* as Markdown has it, or an argument of a shortcode
                              that is an address */
    DESTINATION_REFERENCE, /* of ref or relref */
    DESTINATION_HTML,      /* relative to the page */
};

struct destination {
    enum destination_kind kind;
    bool image;
    bool attribute; /* href="here" */
    bool argument;  /* of a shortcode */
    bool bare;      /* an address that may be a link by itself */
    size_t off;     /* in the source */
    size_t len;
    size_t mark; /* where its mark goes */
    str label;   /* of a definition, [a]: here; else p == NULL */
    str dest;    /* once it is known: as it is understood */
};

struct destinations {
    VEC(struct destination) list; /* by place */
};

/* All places that may be one, their kind NONE and dest the bytes themselves.
 * origin: the address that links to the whole site start with, or empty. */
void destinations_scan(const struct source *source, size_t body, str origin,
                       struct arena *arena, struct destinations *out);
/* Tells what they are; options are those that the body is rendered with, its
 * callbacks aside: of shortcodes `known` and `raw` are asked. False: the body
 * can't be rendered. */
bool destinations_tell(const struct source *source, size_t body,
                       const struct markdown_options *options,
                       struct arena *arena, struct destinations *all);

#endif
