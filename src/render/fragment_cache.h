/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_FRAGMENT_CACHE_H
#define CRUMB_RENDER_FRAGMENT_CACHE_H

/* Fragments (jinja/vm/fragment_key.h) that are rendered once: a thread that
 * needs the same fragment again takes its text, and its trace, which all that
 * took it share. So a sidebar costs as much as its bytes.
 *
 * Two fragments are the same if the values in their keys are, undefined ones
 * too, and the language at hand. Objects count by what they are: what is read
 * of them is in the trace, and nothing of the site changes while it renders. A
 * fragment with a value that it could change (a list of the template's own, a
 * namespace, a loop) is never kept. */

#include "jinja/jinja.h"

/* For struct jinja_host: eval->host is a struct view that has a memo. */
bool fragment_cache_find(struct eval *eval, struct jinja_known *asked);
void fragment_cache_keep(struct eval *eval, const struct jinja_known *made,
                         bool good);

/* One thread's own: template_host.h. */
struct memo;
struct memo *memo_new(struct arena *arena);

#endif
