/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_POST_H
#define CRUMB_SITE_CONTENT_POST_H

/* Loads one Markdown file: its front matter, and the slug and date in its name,
 * which are used if front matter has none. Several threads may load files, each
 * its own. */

#include "base/diag/diag.h"
#include "site/site.h"

/* Reads the text of a post's file. Returns false after reporting that it can't
 * be read, or that it is not the `listed` one (NULL: any); the text's p is then
 * NULL. */
bool post_read(const struct content_file *file, const struct fs_stat *listed,
               struct arena *arena, struct diags *diags, struct source *text);

/* Loads the text that post_read has read into *post, whose `file` is set. The
 * results live in `keep`, the source's name at least as long; `work` is for
 * temporary data. Returns false after reporting why: the file is not UTF-8, has
 * mistakes in its front matter, or a name that gives no date or slug. Of a file
 * that could not be read (text.p == NULL), post_read has reported it. */
bool post_load(const struct site *site, struct loaded_post *post,
               const struct source *file, struct arena *keep,
               struct arena *work, struct diags *diags);

enum post_body {
    POST_BODY_READ,
    POST_BODY_UNREADABLE, /* reported */
    POST_BODY_CHANGED,    /* the file has changed since it was loaded */
};

/* Reads the file's text into *source; *body is where its body starts: after
 * the front matter, and after a title at the start of the text if that gives
 * the post its title. */
enum post_body post_read_body(const struct post *post, struct arena *arena,
                              struct diags *diags, struct source *source,
                              size_t *body);

/* The words of recipes in the post's language: the site's, if it has one. */
const struct lexicon *post_lexicon(const struct post *post,
                                   struct arena *arena);

/* Returns the kind of the file's page, if it has one. */
enum page_kind post_kind(const struct content_file *file);
/* Returns the post's language: that of front matter, else that of the file. */
str post_language(const struct site *site, const struct frontmatter *front,
                  const struct content_file *file);

/* Returns the place for diagnostics about the whole post: its title, else its
 * first line. */
span post_span(const struct post *post);
/* Returns the date from which the post is public: `publish` of front matter,
 * else its date; NULL: it has none. */
const struct date *post_live(const struct post *post);

/* Puts the date from which the post is public off to `live`, if that is later.
 */
void post_put_off(struct post *post, struct date live, struct arena *arena);

/* Returns the post, and marks that organise or the plan copies words of it: its
 * title, summary, description or texts of its cover. They read these only
 * through this function (tests/lint/copied.sh): words that the site has no copy
 * of may change without another site. Any thread, but one at a time for a post.
 */
const struct post *post_copied(const struct post *post);

/* Returns the post's front matter for changes. It is a copy (own_front), so
 * that loaded data stays as it is. */
struct frontmatter *post_change_front(struct post *post, struct arena *arena);

/* Returns why the post is held back, if it is, by its front matter with
 * inherited keys. */
enum held post_held(const struct site *site, const struct post *post);

#endif
