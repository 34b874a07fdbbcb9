/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SOURCE_STAMP_H
#define CRUMB_BUILDER_SOURCE_STAMP_H

/* Whether any file that a build may read has changed since the last one: a
 * hash of the names and stats of all that is below content/, static/, data/
 * and templates/. Files are not opened. */

#include "files/fs.h"

struct watch {
    struct fs_list content;
    int error;        /* of walking content/ */
    uint64_t hash;    /* of all four */
    int64_t youngest; /* of all times */
    bool whole;       /* nothing was met that is to be looked into elsewhere:
                         links, what can't be read */
};

void watch_look(struct watch *watch, struct arena *arena);

#endif
