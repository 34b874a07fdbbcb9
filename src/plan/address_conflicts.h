/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_ADDRESS_CONFLICTS_H
#define CRUMB_PLAN_ADDRESS_CONFLICTS_H

/* Finds outputs that can't both be written, and reports them as errors: two of
 * one path; paths that differ only in case or Unicode form, which are the same
 * to some file systems and hosts; a file where another output needs a folder; a
 * path that leaves the output folder. The loser is marked `dropped`. The
 * author's own file wins without an error over a feed, the sitemap, robots.txt
 * and the 404 page; so does a page over the 404 page. */

#include <stddef.h>

#include "base/memory/arena.h"

struct diags;
struct output;

void address_conflicts_check(struct output *outputs, size_t n,
                             struct diags *diags);

/* Returns the file's name as file systems have it that ignore case and know
 * only one form of accents. */
str address_fold(struct arena *arena, str file);

#endif
