/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_FRAGMENT_CACHE_H
#define CRUMB_STEPS_FRAGMENT_CACHE_H

/* A cache of fragments (jinja/vm/fragment_key.c), one per thread. A fragment
 * that is needed again, such as a sidebar, is copied instead of rendered; the
 * pages that use it share its trace.
 *
 * Two fragments are the same if the language and all values of their keys are,
 * undefined ones included. Objects are compared by identity: the trace records
 * what was read of them, and the site does not change while it is rendered. A
 * fragment that could change one of its values (a list made by the template, a
 * namespace, a loop) is not cached. */

#include "jinja/jinja.h"

/* For struct jinja_host; ctx->host is a struct template_host. */
bool fragment_cache_find(struct render_context *ctx, struct jinja_known *asked);
void fragment_cache_keep(struct render_context *ctx,
                         const struct jinja_known *made, bool good);

/* The cache of one thread: see template_host.h. */
struct memo;
struct memo *memo_new(struct arena *arena);

#endif
