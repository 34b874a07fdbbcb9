/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_COMMANDS_EDIT_SESSION_H
#define CRUMB_CLI_COMMANDS_EDIT_SESSION_H

/* What the commands that change a writer's files share: the site as it is,
 * whatever is wrong with some of its posts, and files named on the command
 * line. */

#include "site/site.h"

struct fs_batch;
struct options;
struct plan;

/* Undoes what a command that was killed has left half done, and says so. */
void edit_session_recover(void);
/* Drafts and posts to come are in it. What is wrong with the rest is in diags,
 * and not said. NULL: there is no site, or its settings
 * can't be read: said on standard error. Freed with site_free. plan: its plan,
 * or NULL. */
struct site *edit_session_open(const struct options *options,
                               const struct site_options *site_options,
                               struct plan *plan, struct arena *arena,
                               struct diags *diags);
/* The path in content/ of a file or folder as people name it: from the site's
 * folder, from content/, or absolute; without a '/' at its end. p == NULL: it
 * is not in content/, said. */
str edit_session_path(const char *name, struct arena *arena);
/* The Markdown file that the path means, a bundle's for its folder; p == NULL:
 * there is none, said with the nearest name. */
str edit_session_post(const struct site *site, const char *name,
                      struct arena *arena);
/* Posts may be in that folder, which need not be there: no part of it is
 * hidden, a file, or a post with its files. False: said. name: as it was typed.
 */
bool edit_session_takes_posts(const char *name, str folder,
                              struct arena *arena);
/* Does what is in the batch, with a journal, if all that it would write is in
 * the site's folder, by its real path, and not in what is hidden there. False:
 * nothing is done, said; done: "moved", "written". */
bool edit_session_commit(struct fs_batch *batch, const char *done);
/* content/PATH */
str edit_session_file(str path, struct arena *arena);

#endif
