/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_LOADED_POST_H
#define CRUMB_SITE_CONTENT_LOADED_POST_H

/* What one Markdown file says by itself: its front matter, and its name where
 * that is silent. post.h loads it, post_record.h keeps it from build to build.
 * Nothing that is learnt of other files is written into it: struct post in
 * site/site.h has that. */

#include "base/diag/diag.h"
#include "dates/date.h"
#include "site/content/content_file.h"
#include "site/frontmatter/frontmatter.h"

struct loaded_post {
    const struct content_file *file;
    const struct source *source; /* the file up to the body's start */
    struct frontmatter front;
    bool has_date;
    struct date date; /* front matter's, else the file name's */
    str title;
    str slug;           /* empty: of an _index.md */
    uint64_t file_hash; /* of the file's bytes */
    str record;         /* what loading made of it; p == NULL: errors */
    bool recalled;      /* the engine's record of the file is of the same */
    bool failed;        /* the file has errors */
    struct diags warnings;
};

#endif
