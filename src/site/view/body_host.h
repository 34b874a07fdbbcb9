/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_HOST_H
#define CRUMB_SITE_VIEW_BODY_HOST_H

/* Answers from the site for Markdown while it renders the body of a post
 * (struct markdown_host): where links lead, how large pictures are, what
 * shortcodes become, what code is in. An unknown language is reported if its
 * name looks like a typo, and so is a file of code that is missing, too long or
 * no text. */

#include "site/view/links.h"
#include "site/view/shortcodes.h"

/* One rendering. It must stay where it is until Markdown is done. */
struct body_host {
    struct links links;
    struct shortcodes shortcodes; /* its `links` are those above */
    VEC(str) unknown_languages;   /* names that were reported */
};

/* Returns the functions that answer. */
struct markdown_host body_host(struct body_host *body);
/* Returns the functions for a body whose headings and words alone are needed:
 * shortcodes become nothing, and unknown ones are not reported. */
struct markdown_host body_host_for_measures(struct body_host *body);

#endif
