/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_MOVE_H
#define CRUMB_EDIT_MOVE_H

/* Moves a post: moves its files, adds an alias for its old address, and
 * rewrites every link of the site that would lead elsewhere afterwards. All
 * other bytes of those files stay.
 *
 * Each link has a target: a file of content/ or an address. After the move it
 * must have the same target, which may have moved too. If a dry run of the new
 * site (edit/dry_run.h) finds another target, the link is rewritten. A second
 * dry run, with the new texts, checks all links.
 *
 *   move.c          the plan and its check
 *   move_links.c    the links of one post
 *   move_target.h   where links lead */

#include "edit/dry_run.h"
#include "files/fs_batch.h"
#include "site/view/links.h"
#include "site/view/shortcode_table.h"

/* A rewritten file. */
struct move_text {
    const struct post *post; /* of move->before */
    str text;
    size_t links; /* the number of links rewritten */
};

/* A page that has moved. */
struct move_address {
    str from; /* url */
    str to;
    bool alias; /* from leads to it */
};

struct move {
    struct arena *arena;
    struct arena work;   /* for one text at a time */
    struct arena room;   /* of `after` */
    struct diags *diags; /* errors, and new warnings */
    const struct site_options *options;
    struct site *before;
    struct diags *said; /* the diagnostics of `before` */
    VEC(struct content_change) files;
    struct site *after; /* with the files moved; NULL again once that is done */
    struct site *final; /* with the new texts, too */
    struct shortcode_table shortcodes;
    VEC(struct move_text) texts;
    VEC(struct move_address) addresses;
};

/* Plans all changes; writes nothing. The caller sets `files`, `before` and the
 * fields above them. Returns false after reporting why it can't be done. */
bool move_plan(struct move *move);
/* Adds the rewritten files to the batch. The caller adds the moves after them.
 */
void move_write(const struct move *move, struct fs_batch *batch);
/* Frees all but `before`. */
void move_free(struct move *move);

/* move_links.c */

/* The path of a file of content/ after the move. */
str move_path(const struct move *move, str path);
/* Makes the post's text, front matter included, with its links rewritten for
 * move->after. False: its links are unknown, as its file can't be read
 * (reported) or its body can't be rendered (not reported). */
bool move_rewrite(const struct move *move, const struct post *post,
                  struct move_text *out);
/* Whether every link of the text has the right target in `after`. If not, *at
 * is the first that has not, or the start of the post if its links are unknown.
 */
bool move_links_hold(const struct move *move, const struct site *after,
                     const struct move_text *text, span *at);

#endif
