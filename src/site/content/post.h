/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_POST_H
#define CRUMB_SITE_CONTENT_POST_H

/* Loads one Markdown file: its front matter, and the slug and date in its name,
 * which count if front matter has none. Several threads, one file each. */

#include "base/diag/diag.h"
#include "site/site.h"

/* The text of a post's file. False: it can't be read, reported; the text's p
 * is NULL. */
bool post_read(const struct content_file *file, struct arena *arena,
               struct diags *diags, struct source *text);

/* Loads what post_read has read into *post, whose `file` is set. What is kept
 * goes to `keep`; the text only passes through `work`. False: unreadable, not
 * UTF-8, or its front matter is wrong; reported. */
bool post_load(const struct site *site, struct loaded_post *post,
               const struct source *file, struct arena *keep,
               struct arena *work, struct diags *diags);

enum post_body {
    POST_BODY_READ,
    POST_BODY_UNREADABLE, /* reported */
    POST_BODY_CHANGED,    /* it is not the text that was loaded */
};

/* The file's text, and where its body starts. */
enum post_body post_read_body(const struct post *post, struct arena *arena,
                              struct diags *diags, struct source *source,
                              size_t *body);

/* The file's name in messages: content/networking/evpn.md. */
str post_file_name(const struct content_file *file, struct arena *arena);
/* The kind of its page, if it has one. */
enum page_kind post_kind(const struct content_file *file);
/* Its language: front matter's, else that of its file. */
str post_language(const struct site *site, const struct frontmatter *front,
                  const struct content_file *file);

/* The place for diagnostics about the whole post: its title, else its first
 * line. */
span post_span(const struct post *post);
/* When it is published: front matter's `publish`, else its date; NULL: it has
 * none. */
const struct date *post_live(const struct post *post);

/* The post's front matter, to be changed: copies it first (own_front). */
struct frontmatter *post_change_front(struct post *post, struct arena *arena);

/* Whether and why the post is held back, by its front matter, inherited keys
 * included. */
enum held post_held(const struct site *site, const struct post *post);

#endif
