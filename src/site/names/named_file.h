/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_NAMES_NAMED_FILE_H
#define CRUMB_SITE_NAMES_NAMED_FILE_H

/* Finds a file that is no post by its name alone, as ![[picture.jpg]] has it.
 * Any thread. */

#include "base/memory/arena.h"

struct published_files;
struct site;

/* Returns the path of the file, from content/ or from the site's root, with a
 * '/' in front; p == NULL: there is none, or several. The first of these that
 * is a file counts: `name` from `folder` in content/ on; from content/ on; from
 * the site's root on; the end of the path of one file in all of these.
 * `published` may be NULL: then only content/ is searched. */
str named_file_find(const struct site *site,
                    const struct published_files *published, str folder,
                    str name, struct arena *arena);

/* A hash of the answer to the question ASK_WIKIFILE (site/view/question.h),
 * whose name post_names_question makes. */
uint64_t named_file_hash(const struct site *site,
                         const struct published_files *published, str question,
                         struct arena *work);

#endif
