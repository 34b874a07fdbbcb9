/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_NAMES_FILE_NAMES_H
#define CRUMB_SITE_NAMES_FILE_NAMES_H

/* Finds files of a site by their names: at a path, by the end of a path, or the
 * one whose name is most like a wrong one. Any thread. */

#include "base/diag/nearest.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"

struct fs_stat;
struct site;

/* The files that are published unchanged (from static/, the theme and content/)
 * by their paths below the site's root. The plan adds them, on one thread,
 * before others read. */
struct published_files {
    VEC(str) list; /* in the order of the plan */
    struct map by_path;
    size_t optional; /* the number of these */
};

struct published_file {
    str from;                   /* the file that it is copied from */
    const struct fs_stat *stat; /* of that; NULL: it is in the program */
    bool optional; /* a picture of content/: its forms may be enough */
};

/* Adds a path, which must outlive the list. */
void published_files_add(struct published_files *files, struct arena *arena,
                         str path, struct published_file file);
/* NULL: none has that path. */
const struct published_file *
published_files_find(const struct published_files *files, str path);
/* Mixes a hash of all paths into `hash`. */
uint64_t published_files_hash(const struct published_files *files,
                              uint64_t hash);

/* Names in an order for searches. They are sorted at the first search, as most
 * sites have no wrong links. */
struct file_names;

enum file_names_of {
    NAMES_CONTENT,   /* all files of content/ */
    NAMES_ASSETS,    /* of these, the ones that are published as they are */
    NAMES_POSTS,     /* files of posts and pages that could be read */
    NAMES_PUBLISHED, /* the plan's files */
};

/* Freed with file_names_free. */
struct file_names *file_names_new(struct arena *arena);
void file_names_free(struct file_names *names);
/* The names of one group. `published` is needed for NAMES_PUBLISHED alone. The
 * site must be organised, and both the same in all calls. Valid until
 * file_names_free. */
const struct nearest *file_names_of(const struct site *site,
                                    enum file_names_of which,
                                    const struct published_files *published);

/* Finds a file that is no post by its name alone, as ![[picture.jpg]] has it.
 * Returns its path, from content/ or from the site's root, with a '/' in front;
 * p == NULL: there is none, or several. The first of these that is a file
 * counts: `name` from `folder` in content/ on; from content/ on; from the
 * site's root on; the end of the path of one file in all of these. `published`
 * may be NULL: then only content/ is searched. */
str named_file_find(const struct site *site,
                    const struct published_files *published, str folder,
                    str name, struct arena *arena);

#endif
