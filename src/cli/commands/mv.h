/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_MV_H
#define CRUMB_CLI_COMMANDS_MV_H

/* Moving a post with its files and the links to it: what `crumb mv` and `crumb
 * publish` have in common. */

#include "edit/move.h"

struct options;

/* What moves, and to where; paths in content/. */
struct mv {
    const struct options *options;
    struct arena *arena;
    struct move *move; /* with `before`, as edit_session_open has it */
    str post;          /* the file */
    bool whole;        /* its folder moves, with all that is in it */
    str from;          /* the file or the folder */
    str to;            /* where nothing is */
};

/* Plans it and shows what is wrong. False: nothing is to be moved. The texts of
 * the plan may still be changed. */
bool mv_plan(const struct mv *mv);
/* Does it; false: nothing was done, as is told. */
bool mv_commit(const struct mv *mv);
/* What was done. */
void mv_tell(const struct mv *mv);

#endif
