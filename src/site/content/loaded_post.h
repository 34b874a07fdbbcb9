/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONTENT_LOADED_POST_H
#define CRUMB_SITE_CONTENT_LOADED_POST_H

/* What one Markdown file says by itself: its front matter, and its name where
 * front matter gives no date or slug. post.h loads it, post_record.h keeps it
 * from build to build. What depends on other files is in struct post
 * (site/site.h). */

#include "base/diag/diag.h"
#include "dates/date.h"
#include "site/content/content_file.h"
#include "site/frontmatter/frontmatter.h"

struct loaded_post {
    const struct content_file *file;
    const struct source *source; /* the file up to the body's start */
    struct frontmatter front;
    struct date date; /* of front matter, else of the file's name */
    str title;
    str slug;           /* empty: an _index.md has none */
    uint64_t file_hash; /* of the file's bytes */
    str record;         /* for the ledger; p == NULL: the file has errors */
    const struct diags *warnings; /* and errors; never NULL */
    bool has_date;
    bool recalled; /* the engine has the record of the file as it is now */
    bool failed;   /* the file has errors */
    bool copied;   /* the site has copies of its words: post_copied */
};

#endif
