/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_KNOWN_NAMES_H
#define CRUMB_SITE_KNOWN_NAMES_H

/* The names of a site's files, to be asked for one that is nearly so, or ends
 * so. Put in order when somebody first asks: on most sites all links are good.
 * Any thread. */

#include "base/diag/nearest.h"

struct file_names;
struct published_files;
struct site;

enum file_names_of {
    NAMES_CONTENT,   /* all of content/ */
    NAMES_ASSETS,    /* of these what is no Markdown */
    NAMES_POSTS,     /* files of posts and pages that were read */
    NAMES_PUBLISHED, /* of file_names_published */
};

/* Freed with file_names_free. */
struct file_names *file_names_new(struct arena *arena);
/* Of a site that is organised, always the same. Valid until file_names_free. */
const struct nearest *file_names_of(struct file_names *names,
                                    const struct site *site,
                                    enum file_names_of which);
/* Of the plan's files, always the same ones. */
const struct nearest *file_names_published(struct file_names *names,
                                           const struct published_files *files);
void file_names_free(struct file_names *names);

#endif
