/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_LINKS_H
#define CRUMB_SITE_VIEW_LINKS_H

/* Turns links as authors write them into addresses: [x](other.md#heading) and
 * files beside the post, relative to the post's file, or to content/ with a '/'
 * in front. A link that leads nowhere gets a warning with the nearest name. */

#include "base/diag/diag.h"
#include "images/image.h"
#include "site/site.h"

struct view;

/* The links of a rendered body, for checks that need all bodies: whether the
 * heading exists, and which posts link to which. */
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

/* The file of content/ most like a missing one, written as a link from `folder`
 * in content/; may be empty. image: leaves out posts. */
str links_nearest(const struct site *site, str path, str folder, bool image,
                  struct arena *arena);

/* Whether no template makes files with that ending: then there must be one. */
bool links_is_download(str path);
/* Warns of an address `dest` if the file `path` below the site's root is
 * neither in content/ nor published. links->post may be NULL. */
void links_check_file(const struct links *links, str dest, str path, bool image,
                      span at, struct arena *arena);

/* Whether the address holds a tag of another template language, unless these
 * are text on this site. The warning "foreign-tag" covers such links, so they
 * get no other. */
bool links_has_tag(const struct site *site, str dest);
/* Adds a hint if the address holds a template's tag. False: it holds none. */
bool links_hint_at_tag(struct diag *diag, str dest);
/* Adds the path to write instead of an address as Zola and Pelican have it, or
 * of the file on the disk: static/a.jpg. False: it is none of these. */
bool links_hint_at_path(struct diag *diag, str dest);

/* The path in content/ that an address names, whether there is a file or not:
 * relative to the post's file, or to content/ with a '/' in front. A file
 * beside a post may be in another language's folder of it, or in the post's
 * own. Not normal if it leads out of content/. */
str links_content_path(const struct links *links, str path,
                       struct arena *arena);

/* Whether the path has no address yet: a post with errors, or, if `file`, a
 * file beside a post that is held back. Records the question. */
bool links_is_held(const struct links *links, str path, bool file);
/* Whether the path is a post with errors. Links to it get no warning. */
bool links_is_broken(const struct site *site, str path);

/* Returns the address that a link or image shows. p == NULL: the post, or that
 * of the file, is held back or has errors, so the link becomes text. A file
 * that is missing is reported, and stays as it is written. Other relative
 * addresses are resolved against the post's address, so that they work wherever
 * its text is shown. */
str links_resolve(const struct links *links, str dest, bool image, span at,
                  struct arena *arena);

/* The path in content/ that links_resolve would find; p == NULL: no file of
 * content/. Reports nothing; links->view may be NULL. */
str links_target(const struct links *links, str dest, struct arena *arena);
/* Whether links_resolve takes `dest` for an address rather than for a file that
 * is missing. */
bool links_is_address(str dest, struct arena *arena);
/* The path in content/ that links_reference would find, as links_target. */
str links_reference_target(const struct links *links, str dest,
                           struct arena *arena);

/* Returns the "?query#fragment" of a link to the post, with the id of a heading
 * as the heading has it: "#SHA-1" is #sha-1, unless the post's text may have
 * such an id. */
str links_tail(const struct links *links, const struct post *to, str tail,
               struct arena *arena);

/* Returns raw HTML with relative addresses resolved against the post's address.
 * A piece without src= and href=, or with a link within the page, stays as it
 * is, with all its addresses. */
str links_html(const struct links *links, str html, struct arena *arena);

/* Sets the size of an image in content/ or static/. Returns false if it is not
 * known; a file that can't be read is reported. */
bool links_image_size(const struct links *links, str dest,
                      struct image_size *size);

/* Returns the address of a post or file, which it finds as Hugo's `ref` does:
 * also without .md, and a post by the end of its path if that is unique. Empty:
 * it is held back; p == NULL: there is none, which is reported as a warning. */
str links_reference(const struct links *links, str dest, span at,
                    struct arena *arena);

/* --- [[name#heading]] and ![[picture.jpg]] --- */

/* Returns the destination of a wikilink as a Markdown link would have it,
 * "/networking/evpn.md#part", or p == NULL: it is text, as nothing has that
 * name, or several posts do, which is reported at `at`, if that is a place.
 * `target` is the text in the brackets before a '|'; embed: "!" is in front of
 * them, so a file counts before a post. */
str wikilinks_find(const struct links *links, str target, bool embed, span at,
                   struct arena *arena);
/* The path in content/ that wikilinks_find would find; p == NULL: no file of
 * content/. Reports nothing; links->view may be NULL. */
str wikilinks_target(const struct links *links, str target, bool embed,
                     struct arena *arena);

#endif
