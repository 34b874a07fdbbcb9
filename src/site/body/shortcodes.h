/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_SHORTCODES_H
#define CRUMB_SITE_BODY_SHORTCODES_H

/* Shortcodes of posts: {{< name key="v" >}} is templates/shortcodes/name.html,
 * which sees its named arguments, `args` (those without a name), `body`,
 * `page` and `site`. Its src, image, poster, href and link are addresses as
 * Markdown has them. Two are ours: `ref` and `relref` give a post's address,
 * as Hugo has them. */

#include "markdown/shortcode.h"
#include "site/body/links.h"

/* The host of a struct shortcode_host: a post whose body is being rendered. */
struct shortcodes {
    struct links *links;
    struct eval *eval;
    VEC(str) unknown; /* names told of */
};

/* "unknown-shortcode": a warning, with the nearest name, at the first place. */
bool shortcodes_known(void *host, str name, span at);
/* A template that does not name `body` gets what stands between the tags as it
 * is, in `raw`. */
bool shortcodes_raw(void *host, str name);
/* Renders the shortcode's template. Its errors are reported at the shortcode's
 * place in the post. */
str shortcodes_render(void *host, const struct shortcode_call *call,
                      struct arena *arena);

#endif
