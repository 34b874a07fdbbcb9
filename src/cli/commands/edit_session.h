/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_EDIT_SESSION_H
#define CRUMB_CLI_COMMANDS_EDIT_SESSION_H

/* Shared by the commands that change a writer's files (new, publish, mv): they
 * load the site even if some of its posts have errors, and find the files that
 * the command line names. All of them say on standard error why they fail. */

#include "site/site.h"

struct fs_batch;
struct move;
struct options;
struct plan;

/* Undoes the changes of a command that was killed, and says so. */
void edit_session_recover(void);
/* Loads the site in the working directory, with drafts and future posts.
 * Mistakes in single files are added to diags and not printed. Returns NULL if
 * there is no site or its settings can't be read. Free the site with site_free.
 * plan == NULL: none is made, nor are its mistakes found. */
struct site *edit_session_open(const struct options *options,
                               const struct site_options *site_options,
                               struct plan *plan, struct arena *arena,
                               struct diags *diags);
/* Returns the path in content/, without a '/' at its end, of a file or folder
 * named from the site's folder, from content/ or from the root. p == NULL: it
 * is not in content/. */
str edit_session_path(const char *name, struct arena *arena);
/* Whether the file is rye/index.md or, as a bundle, rye/rye.md: not one of its
 * translations. */
bool edit_session_is_bundle(const struct content_file *file);
/* Returns the path of the post that the name means; the folder of a bundle
 * means its post. p == NULL: there is none; the message has the nearest name.
 */
str edit_session_post(const struct site *site, const char *name,
                      struct arena *arena);
/* Whether posts may be in that folder of content/, which need not exist: no
 * part of its path is hidden, closed, a file, or the folder of a bundle. */
bool edit_session_takes_posts(const struct site *site, str folder,
                              struct arena *arena);
/* Whether nothing is at that path yet. `done` is for the message. */
bool edit_session_is_free(str file, const char *done);
/* Commits the batch with a journal. Returns false, with no file changed, if a
 * file that it would write is outside the site's folder by its real path or in
 * a hidden folder, or if a write failed. `done` is for the message: "moved",
 * "written". */
bool edit_session_commit(struct fs_batch *batch, const char *done);
/* Returns content/PATH. */
str edit_session_file(str path, struct arena *arena);

/* --- mv.c: moves a post with its files and the links to it, for `crumb mv` and
 * `crumb publish` --- */

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
    str to;            /* its new place */
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
