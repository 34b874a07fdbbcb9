/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_EDIT_MOVE_TARGET_H
#define CRUMB_EDIT_MOVE_TARGET_H

/* Where the links of a post lead, in the site before or after a move. Texts are
 * in the move's arena. */

#include "edit/move.h"
#include "markdown/link_scan.h"

/* The target of a link, by its path or its address; neither: it can't move. */
struct link_target {
    str path;    /* in content/ */
    str address; /* from the host's root, without query and fragment */
};

/* A post's links, in the site before or after the move. */
struct link_reader {
    struct links links;
    const struct move *move;
};

/* Reads the links of the post at that path of content/ in that site. */
struct link_reader link_reader_of(const struct move *move,
                                  const struct site *site, str path);
/* The target of a link as it is written; its query and fragment do not count.
 */
struct link_target link_target_of(const struct link_reader *reader,
                                  enum destination_kind kind, str dest);
/* Where that target is after the move. */
struct link_target link_target_moved(const struct move *move,
                                     const struct site *after,
                                     struct link_target target);
/* Whether both lead to the same page or file. */
bool link_target_same(struct link_target a, struct link_target b,
                      struct arena *arena);
bool link_is_wikilink(enum destination_kind kind);

#endif
