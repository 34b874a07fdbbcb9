/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_MV_H
#define CRUMB_CLI_COMMANDS_MV_H

/* Moves a post with its files and the links to it, for `crumb mv` and `crumb
 * publish`. */

#include "edit/move.h"

struct options;

/* The source and the target of a move; paths in content/. */
struct mv {
    const struct options *options;
    struct arena *arena;
    struct move *move; /* `before` is the site of edit_session_open */
    str post;          /* the post's file */
    bool whole;        /* its whole folder moves */
    str stem;          /* whole: the post's new name without its extension;
                          empty: the old one */
    str from;          /* the file or the folder */
    str to;            /* must not exist */
};

/* Plans the move, and prints its errors and warnings. Returns false if the post
 * can't be moved. The caller may change the texts of the plan before mv_commit.
 */
bool mv_plan(const struct mv *mv);
/* Moves the files and changes the links. Returns false, with nothing changed,
 * after printing why. */
bool mv_commit(const struct mv *mv);
/* Prints what was done. */
void mv_report(const struct mv *mv);

#endif
