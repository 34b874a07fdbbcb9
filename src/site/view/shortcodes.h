/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_SHORTCODES_H
#define CRUMB_SITE_VIEW_SHORTCODES_H

/* Shortcodes of posts: {{< name key="v" >}} is templates/shortcodes/name.html,
 * which sees its named arguments, `args` (those without a name), `body`,
 * `page` and `site`. Its src, image, poster, href and link are addresses as
 * Markdown has them. Two are ours: `ref` and `relref` give a post's address,
 * as Hugo has them. */

#include "markdown/markdown_host.h"
#include "site/view/links.h"

/* The shortcodes of a post whose body is being rendered. */
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
 * place in the post. */
str shortcodes_render(const struct shortcodes *shortcodes,
                      const struct shortcode_call *call, struct arena *arena);

#endif
