/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_BODY_H
#define CRUMB_SITE_VIEW_BODY_H

/* A post's body, from its file to HTML. Bodies are not kept: the file is read
 * again when its page is made, and what the page's neighbours and lists need
 * of it (struct derived) is kept when it is first made. Any thread may ask;
 * two that ask for the same post at once do the work twice, and the first
 * result stays. */

#include "base/diag/diag.h"
#include "site/site.h"

struct config;
struct markdown;
struct markdown_options;

/* The options by which Markdown is read; body.c adds those of the page. */
struct markdown_options body_options(const struct post *post,
                                     const struct config *config);
/* The body as HTML, valid until view_reset; empty if it could not be rendered,
 * or a body is being rendered (body_refuse), which was reported. */
str body_content(const struct post *post, struct render_context *ctx);
/* A hash of all data of the post itself that its body depends on. */
uint64_t body_input_hash(const struct post *post);
/* The derived data, if it was made before or is in the post's record; NULL: it
 * must be made. */
const struct derived *body_known(const struct post *post, struct arena *keep);
/* The derived data, made if necessary. Never NULL; while a body is rendered it
 * is refused (body_refuse) and empty. */
const struct derived *body_derive(const struct post *post,
                                  struct render_context *ctx);
/* For an attribute of the text that front matter decides: whoever reads it
 * shows the body all the same, so it is derived, with its warnings. */
void body_show(const struct post *post, struct render_context *ctx);
/* Derived data with headings, words and minutes at least, which depend only on
 * the post's own text. Never NULL. While a body is rendered, its shortcodes may
 * read these, but no other data from bodies: that is an error ("body-in-body").
 */
const struct derived *body_measure(const struct post *post,
                                   struct render_context *ctx);
/* The parts of a post's derived data; they may live in the arena. Never NULL:
 * they are empty if the record is invalid. site: of the post; NULL: the links
 * are not needed and may be missing. */
const struct derived_parts *body_parts(const struct site *site,
                                       const struct derived *derived,
                                       struct arena *arena);
/* As post_read_body. Returns false after reporting that the file can't be read;
 * or if it has changed since it was loaded: then nothing is reported, and the
 * build is marked as doubtful (view_doubts). */
bool body_read(const struct post *post, struct render_context *ctx,
               struct diags *diags, struct source *source, size_t *body);
/* Reports the error "body-in-body". */
void body_refuse(const struct post *post, struct render_context *ctx);

/* Checks of a body that was rendered; they add warnings. */

/* Posts from another generator may hold its template tags, which crumb shows as
 * text ("foreign-tag"). There is one warning for each language in a post, at
 * the first of its tags, and one for its comments. */
void foreign_tags_warn(const struct markdown *markdown, struct diags *diags);
/* Passwords, keys and tokens in the post's file ("secret"): errors, if they are
 * private keys or tokens of services, else warnings. Whether the text has
 * comments that allow some: these are not for readers. */
bool secrets_tell(const struct site *site, const struct source *source,
                  bool html, struct arena *arena, struct diags *diags);
/* [x](a file.md) is no link in Markdown: the address ends at the space. Warns
 * ("link-spaces") of each place in the body, of the first hundred that read so,
 * that came out as text in `html`, which was made of it. */
void link_spaces_check(const struct site *site, const struct source *source,
                       size_t body, str html, struct arena *arena,
                       struct diags *diags);
/* Warns of each link of the post to a part of a post that has no such part
 * ("broken-fragment"). Call it once all bodies are rendered; renders the bodies
 * of the targets if necessary. ctx->host is a struct view. */
void link_check(const struct post *from, struct render_context *ctx);

#endif
