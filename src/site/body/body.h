/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_BODY_BODY_H
#define CRUMB_SITE_BODY_BODY_H

/* A post's body, from its file to HTML. Bodies are not kept: the file is read
 * again when its page is made, and what the page's neighbours and lists need
 * of it (struct derived) is kept when it is first made. Any thread may ask;
 * two that ask for the same post at once do the work twice, and the first
 * result stays. */

#include "base/diag/diag.h"
#include "site/site.h"

/* The body as HTML, in eval's arena; empty if it could not be rendered, which
 * was reported. */
str body_content(const struct post *post, struct eval *eval);
/* Of all that a body takes of its own post. */
uint64_t body_input_hash(const struct post *post);
/* What was derived before, or can be taken from the post's record; NULL: it has
 * to be made. */
const struct derived *body_known(const struct post *post, struct arena *keep);
/* Never NULL. */
const struct derived *body_derive(const struct post *post, struct eval *eval);
/* The same, for what hangs on the post's own text alone: its headings, words
 * and minutes. Never NULL. A shortcode may ask for these while the body that
 * it stands in is rendered, but for nothing else of a body: that is an error
 * ("body-in-body"). */
const struct derived *body_measure(const struct post *post, struct eval *eval);
/* post_read_body for what is made of bodies: a text that is not the one that
 * was loaded puts the build in doubt. */
bool body_read(const struct post *post, struct eval *eval, struct diags *diags,
               struct source *source, size_t *body);
/* Says that a shortcode can't see of that post what is made of bodies. */
void body_refuse(const struct post *post, struct eval *eval);

#endif
