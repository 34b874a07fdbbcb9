/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_PUBLISH_STEPS_H
#define CRUMB_PUBLISH_PUBLISH_STEPS_H

/* The steps of a commit, from the present output to the next one, and back. A
 * commit takes all steps or undoes them. After a kill the next run takes the
 * steps that are left: those that were taken left nothing in the stage, or the
 * old file, which is not what the journal has there. */

#include "publish/publish_state.h"

struct publish_unit {
    str path;
    bool replaces; /* it replaces a file of the old manifest */
    bool placed;
    bool
        swapped; /* the old file is in the stage, at the place of the new one */
    bool kept;   /* the old file is in the stage, in old/ */
    bool foreign; /* a foreign file is in its place */
};

struct publish_stale {
    const struct manifest_entry *entry;
    bool moved;
};

struct publish_steps {
    struct publish *publish;
    struct diags *diags;
    bool forward; /* after a kill: goes on after a step that failed */
    struct publish_unit *units;
    size_t nunits;
    const struct manifest *next;
    struct publish_stale *stale; /* by path */
    size_t nstale;
    str clears; /* the place of a unit that is being cleared: the folders around
                   it stay, though nothing else is in them */
    VEC(str) moved; /* paths of the files moved into the stage, in order */
    size_t removed;
};

/* Finds the files that the old manifest has and the next one lacks. */
void publish_steps_find_stale(struct publish_steps *steps,
                              const struct manifest *next);
/* Moves the units into place and removes stale files. Returns false after
 * reporting that a step failed. When rolling forward, skips a failed step: the
 * build that follows does it again, or reports it. */
bool publish_steps_take(struct publish_steps *steps);
/* Undoes the steps, the last one first. Returns false after reporting that an
 * old file could not be moved back; the next run must roll forward then. */
bool publish_steps_undo(struct publish_steps *steps);

#endif
