/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SCAN_SOURCE_STAMP_H
#define CRUMB_BUILDER_SCAN_SOURCE_STAMP_H

/* Tells whether a file that a build may read has changed since the last build:
 * a hash of the names and stats of all files below the folders that it reads
 * (files/tree/tree.h). Files are not opened. */

#include "files/fs.h"

struct source_stamp {
    struct fs_list content;
    int error;        /* of the walk through content/; 0: none */
    uint64_t hash;    /* of all files */
    int64_t youngest; /* the latest time of a file */
    /* The same two, but of texts only the names count. */
    uint64_t hash_but_texts;
    int64_t youngest_but_texts;
    bool whole; /* the hash covers all: there are no links and nothing that
                   can't be read */
};

void source_stamp_take(struct source_stamp *stamp, struct arena *arena);
/* Whether a file of content/ is a text, which may be a post, by its name. */
bool source_stamp_is_text(const struct fs_entry *entry);

#endif
