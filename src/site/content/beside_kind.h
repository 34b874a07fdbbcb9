/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_BESIDE_KIND_H
#define CRUMB_SITE_CONTENT_BESIDE_KIND_H

/* Tells which files of content/ hold front matter that other generators keep
 * beside their posts. beside.h reads these files. */

#include "base/memory/vec.h"
#include "files/fs.h"

enum beside_kind {
    BESIDE_NOT,
    BESIDE_NIKOLA,
    BESIDE_ELEVENTY,
    BESIDE_PROGRAM,
};

struct beside_file {
    str path; /* in content/ */
    enum beside_kind kind;
};

struct beside_files {
    VEC(struct beside_file) list;
};

/* Returns the kind of a file, by its name and by the names of the files beside
 * it. `all` lists the files of content/, sorted. */
enum beside_kind beside_kind(const struct fs_list *all, str path);

#endif
