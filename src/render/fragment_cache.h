/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_FRAGMENT_CACHE_H
#define CRUMB_RENDER_FRAGMENT_CACHE_H

/* Rendered once: an include or macro call that sees the same as another one
 * before it is not rendered again by the same thread; its text is taken, and
 * its trace, which all that took it share. So a sidebar costs as much as its
 * bytes.
 *
 * What it sees are a macro's arguments, the values of outer names, those that
 * are missing too, and the language at hand. Objects count by what they are:
 * what is read of them is in the trace, and nothing of the site changes while
 * it renders. One that is given something which it could change (a list of the
 * template's own, a namespace, a loop) is never taken. jinja/fragment_key.h
 * says which macros are asked for at all. */

#include "jinja/jinja.h"

/* For struct jinja_host: eval->host is a struct view that has a memo. */
bool fragment_cache_find(struct eval *eval, struct jinja_known *asked);
void fragment_cache_keep(struct eval *eval, const struct jinja_known *made,
                         bool good);

/* One thread's own. A zeroed one is ready. */
struct memo;
struct memo *memo_new(struct arena *arena);

#endif
