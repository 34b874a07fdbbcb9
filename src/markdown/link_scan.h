/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_LINK_SCAN_H
#define CRUMB_MARKDOWN_LINK_SCAN_H

/* Finds the addresses of all links in the source of a body, so that one can be
 * changed without changing another byte: [a](here), ![a](<here>), [a]: here,
 * <https://here>, href="here" of raw HTML, {{< figure src="here" >}}, [[here]].
 *
 * Only the Markdown parser can tell links from code. So the search has two
 * steps: destinations_scan collects each place that looks like an address;
 * destinations_classify puts a mark into each place, renders the marked text,
 * and sees which marks come out in addresses. Any thread. */

#include "markdown/markdown.h"

enum destination_kind {
    DESTINATION_NONE,      /* text or code */
    DESTINATION_LINK,      /* of Markdown, or an argument of a shortcode that
                              is an address */
    DESTINATION_REFERENCE, /* argument of the shortcodes ref or relref */
    DESTINATION_HTML,      /* attribute in raw HTML: relative to the page */
    DESTINATION_WIKI,      /* name in a wikilink, [[here#part|text]] */
    DESTINATION_EMBED,     /* name in an embedded one, ![[here]] */
};

struct destination {
    enum destination_kind kind;
    bool image;
    bool attribute; /* href="here" */
    bool argument;  /* of a shortcode */
    bool wiki;      /* in [[ ]] */
    bool bare;      /* https://here without brackets around it */
    size_t off;     /* in the source */
    size_t len;
    size_t mark; /* where destinations_classify puts its mark */
    str label;   /* of a definition, [a]: here; else p == NULL */
    str dest; /* as written; after destinations_classify as Markdown reads it */
};

struct destinations {
    VEC(struct destination) list; /* in the order of the source */
};

/* Appends all places that may be a link's address, with kind NONE. `origin` is
 * the start of absolute links to the site, or empty. */
void destinations_scan(const struct source *source, size_t body, str origin,
                       struct arena *arena, struct destinations *out);
/* Sets kind, image, dest and len of each place. `options` are those that the
 * body is rendered with; of its host only shortcode_kind and wikilink are
 * called. Returns false if the body cannot be rendered, which is not reported.
 */
bool destinations_classify(const struct source *source, size_t body,
                           const struct markdown_options *options,
                           struct arena *arena, struct destinations *all);

#endif
