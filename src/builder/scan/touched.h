/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_SCAN_TOUCHED_H
#define CRUMB_BUILDER_SCAN_TOUCHED_H

/* Finds posts with new stats and old bytes (touch, git checkout): there is
 * nothing to build. */

#include "builder/scan/source_stamp.h"
#include "files/fs.h"
#include "steps/last_build.h"

/* Whether every post has the bytes that the last build read. Only those that
 * may have others are read. The names are those of the last build. Reads the
 * last build's engine, in which files with the same bytes get their new stats,
 * even if the result is false. */
bool touched_are_same(struct last_build *last,
                      const struct source_stamp *stamp);
/* Writes that ledger again, with the files' new stats. head: all but
 * its counts. Returns 0 or an errno value. */
int touched_save(const struct last_build *last, struct ledger_head head,
                 str path, bool sync);

#endif
