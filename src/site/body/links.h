/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_LINKS_H
#define CRUMB_SITE_BODY_LINKS_H

/* Links as authors write them, to addresses: [x](other.md#heading) and files
 * beside the post, relative to the post's file or from content/ (a leading
 * '/'). What leads nowhere is a warning with the nearest name. */

#include "base/diag/diag.h"
#include "images/image_size.h"
#include "site/site.h"

struct view;

/* The links met while a body is rendered, for what can be told only when all
 * are: whether the heading is there, and who links to whom. */
struct link_log {
    struct arena *arena;
    VEC(struct link_use) uses;
};

struct links {
    const struct site *site;
    const struct post *post; /* whose body it is */
    struct diags *diags;
    struct link_log *log;    /* NULL: none is kept */
    const struct view *view; /* NULL: for links_target and the like alone */
};

/* The content path most like the one that is missing, as a file of that folder
 * of content/ would write it; may be empty. image: no post will do. */
str links_nearest(const struct site *site, str path, str folder, bool image,
                  struct arena *arena);

/* It holds a tag of another template language, of which the post is told as a
 * whole ("foreign-tag"): nothing more need be said of it. */
bool links_has_tag(const struct site *site, str dest);
/* Of an address that holds a template's tag, as other generators fill in, says
 * so; false: it holds none. */
bool links_hint_at_tag(struct diag *diag, str dest);

/* A post that is there and has errors of its own: no link to it is wrong. */
bool links_is_broken(const struct site *site, str path);

/* A markdown_resolver's link; host is a struct links. A link to a post that
 * is held back is none until it is live. Other relative addresses are taken
 * from the post's own, so that they work wherever its text is shown. */
str links_resolve(void *host, str dest, bool image, span at,
                  struct arena *arena);

/* The path in content/ of what links_resolve would find, without a word; p ==
 * NULL: no file of content/. Of `links` the site and the post are looked at. */
str links_target(const struct links *links, str dest, struct arena *arena);
/* What it takes for an address, if it finds no file: not a missing one. */
bool links_is_address(str dest, struct arena *arena);
/* The same as links_target for links_reference. */
str links_reference_target(const struct links *links, str dest,
                           struct arena *arena);

/* A markdown_resolver's html: relative addresses from the post's own, so that
 * they work wherever its text is shown. HTML that links within the page stays
 * as it is. */
str links_html(void *host, str html, struct arena *arena);

/* A markdown_resolver's image_size, of files in content/ and static/. */
bool links_image_size(void *host, str dest, struct image_size *size);

/* As Hugo's `ref` finds a post: also without .md, and by the end of its path
 * where only one post has it. Empty: there is none, warned of, or it is held
 * back. */
str links_reference(const struct links *links, str dest, span at,
                    struct arena *arena);

#endif
