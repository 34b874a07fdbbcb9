/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_NAMES_KNOWN_NAMES_H
#define CRUMB_SITE_NAMES_KNOWN_NAMES_H

/* Finds the file of a site whose name is most like a wrong one, or has a given
 * end. The names are sorted at the first search, as most sites have no wrong
 * links. Any thread. */

#include "base/diag/nearest.h"

struct file_names;
struct published_files;
struct site;

enum file_names_of {
    NAMES_CONTENT,   /* all files of content/ */
    NAMES_ASSETS,    /* of these, those that are no Markdown */
    NAMES_POSTS,     /* files of posts and pages that could be read */
    NAMES_PUBLISHED, /* of file_names_published */
};

/* Freed with file_names_free. */
struct file_names *file_names_new(struct arena *arena);
/* The names of one group. The site must be organised, and the same in all
 * calls. Valid until file_names_free. */
const struct nearest *file_names_of(struct file_names *names,
                                    const struct site *site,
                                    enum file_names_of which);
/* The names of the plan's files, which must be the same in all calls. */
const struct nearest *file_names_published(struct file_names *names,
                                           const struct published_files *files);
void file_names_free(struct file_names *names);

#endif
