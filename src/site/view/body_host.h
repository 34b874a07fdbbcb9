/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_HOST_H
#define CRUMB_SITE_VIEW_BODY_HOST_H

/* Answers from the site for Markdown while it renders the body of a post
 * (struct markdown_host): where links lead, how large pictures are, what
 * shortcodes become, what code is in. An unknown language is reported once in
 * a body, unless its name is that of plain text or of a drawing, and so is a
 * file of code that is missing, too long or no text. */

#include "markdown/markdown_host.h"
#include "site/view/links.h"

/* Shortcodes of posts: {{< name key="v" >}} is templates/shortcodes/name.html,
 * which sees its named arguments, `args` (those without a name), a word among
 * these as a name that is true, `body`, `raw`, `closed`, `page` and `site`; and
 * `width` and `height` of the picture `src`. Its src, image, poster, href and
 * link are addresses as Markdown has them. Two are ours: `ref` and `relref`
 * give a post's address, as Hugo has them. */
struct shortcodes {
    const struct links *links;
    struct render_context *ctx;
    VEC(str) unknown; /* names that were reported */
};

/* The kind of the shortcode of that name: a template that does not name `body`
 * is SHORTCODE_RAW and finds the text between the tags in `raw`. An unknown
 * name gets the warning "unknown-shortcode", with the nearest name, at its
 * first place, unless `at` is no place. */
enum shortcode_kind shortcodes_kind(struct shortcodes *shortcodes, str name,
                                    span at);
/* Renders the shortcode's template. Its errors are reported at the shortcode's
 * place in the post. p == NULL: the tag stays as text. */
str shortcodes_render(const struct shortcodes *shortcodes,
                      const struct shortcode_call *call, struct arena *arena);

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
/* Returns the functions for a text that the shortcode at hand shows, such as a
 * caption: its addresses are those of the body, and are reported at the call.
 * Shortcodes in it are text. */
struct markdown_host body_host_for_calls(struct body_host *body);

#endif
