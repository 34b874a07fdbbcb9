/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_HOST_H
#define CRUMB_SITE_VIEW_BODY_HOST_H

/* What Markdown asks while it renders the body of one post (struct
 * markdown_host), answered from the site: where its links lead, how large its
 * pictures are, what its shortcodes become. */

#include "site/view/body_code.h"
#include "site/view/links.h"
#include "site/view/shortcodes.h"

/* One rendering. It must stay where it is until Markdown is done. */
struct body_host {
    struct links links;
    struct shortcodes shortcodes; /* its `links` are those above */
    struct unknown_languages unknown_languages;
};

/* Returns the functions that answer. */
struct markdown_host body_host(struct body_host *body);
/* The same for a body whose headings and words alone are wanted: shortcodes
 * become nothing, and unknown ones are not reported. */
struct markdown_host body_host_for_measures(struct body_host *body);

#endif
