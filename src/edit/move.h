/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_MOVE_H
#define CRUMB_EDIT_MOVE_H

/* Moving a post: its files to their new place, an alias for the address that it
 * had, and every link of the site that would lead elsewhere afterwards written
 * anew, the rest of those files byte by byte as it was.
 *
 * One idea decides which links these are: a link has a target, a file of
 * content/ or an address; the target it is to have is the one it has now, moved
 * along; and where the site as it will be (edit/dry_run.h) gives it another
 * one, it is written so that it has the right one. The same question, asked
 * again of what was written, proves it.
 *
 *   move.c         the plan and its proof
 *   move_links.c   the links of one post */

#include "edit/dry_run.h"
#include "files/fs_batch.h"
#include "site/body/links.h"
#include "site/body/shortcode_table.h"

/* A file that is written anew. */
struct move_text {
    const struct post *post; /* as it is before */
    str text;
    size_t links; /* mended in it */
};

/* A page that has moved. */
struct move_address {
    str from; /* url */
    str to;
    bool alias; /* from leads to it */
};

struct move {
    struct arena *arena;
    struct diags *diags; /* what is wrong, and what is new to warn of */
    const struct site_options *options;
    struct site *before;
    const struct diags *said; /* of before */
    VEC(struct content_change) files;
    struct site *after; /* with the files moved... */
    struct site *final; /* ...and with the new texts */
    struct shortcode_table shortcodes;
    VEC(struct move_text) texts;
    VEC(struct move_address) addresses;
};

/* Finds out what is to be written; files, before and what stands above them are
 * given. False: it can't be done, reported. Nothing is written. */
bool move_plan(struct move *move);
/* What of the plan is to be done before the files themselves move. */
void move_write(const struct move *move, struct fs_batch *batch);
void move_free(struct move *move);

/* move_links.c */

/* Where the file of content/ will be. */
str move_path(const struct move *move, str path);
/* The post's text, front matter included, with its links mended; *links: how
 * many. False: its body can't be rendered, and so its links are unknown. */
bool move_mend(const struct move *move, const struct post *post,
               struct move_text *out);
/* Every link of that text leads to where the old text's link led, moved along;
 * *at: the first that does not. */
bool move_is_mended(const struct move *move, const struct site *after,
                    const struct move_text *text, span *at);

#endif
