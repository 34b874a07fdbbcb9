/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_STEPS_H
#define CRUMB_PUBLISH_PUBLISH_STEPS_H

/* The steps from the present output to the next one, and back. A commit takes
 * them all or undoes them; a run that follows a kill takes those that are
 * still to be taken: it can, as a step that was taken leaves nothing in the
 * stage to take it again. */

#include "publish/publish_state.h"

struct publish_unit {
    str path;
    bool replaces; /* a file: there was one, known to be ours to replace */
    bool placed;
    bool kept;     /* the old file is in the stage */
    bool disowned; /* something foreign is in its place */
};

struct publish_stale {
    const struct manifest_entry *entry;
    bool moved;
};

struct publish_steps {
    struct publish *publish;
    struct diags *diags; /* NULL: rolling forward, nobody is to be told */
    struct publish_unit *units;
    size_t nunits;
    struct publish_stale *stale; /* by path */
    size_t nstale;
    VEC(str) moved; /* paths of what was moved into the stage, in order */
    size_t removed;
};

/* What the old manifest has and the next one has not. */
void publish_steps_find_stale(struct publish_steps *steps,
                              const struct manifest *next);
/* Puts the units into place, removes what is stale. False: a step failed,
 * reported. Rolling forward it is left: what it would have done is made
 * again, or said, by the build that follows. */
bool publish_steps_take(struct publish_steps *steps);
/* What was taken, last first. False: something could not be given back,
 * reported; the next run has to go forward instead. */
bool publish_steps_undo(struct publish_steps *steps);

#endif
