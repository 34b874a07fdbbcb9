/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_ADDRESS_CONFLICTS_H
#define CRUMB_PLAN_ADDRESS_CONFLICTS_H

/* Who writes which file. Two claims on one file are an error; so are names
 * that differ in case or Unicode form alone, which some file systems and
 * hosts take for one, a file where another claim needs a folder, and a path
 * that leaves the output folder. What loses is marked `dropped`. No error:
 * the author's own file where crumb would have put a feed, the sitemap or
 * robots.txt, and file or page where the 404 page; it wins. */

#include <stddef.h>

struct diags;
struct output;

void address_conflicts_check(struct output *outputs, size_t n,
                             struct diags *diags);

#endif
