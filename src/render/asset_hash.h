/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_RENDER_ASSET_HASH_H
#define CRUMB_RENDER_ASSET_HASH_H

/* Addresses that change with what they lead to: css/main.css is also
 * css/main.1a2b3c4d.css, the digits being of its bytes, so that browsers may
 * keep it for ever. Only files that a template asks for get one. Which these
 * are is known when all pages are rendered: their copies are published then,
 * the files stay under their own names too. */

#include "base/diag/diag.h"
#include "plan/plan.h"

struct fingerprints;
struct publish;
struct view_doubts;

/* For the files of the plan, which is complete. Lives in site->arena. */
struct fingerprints *fingerprints_new(const struct site *site,
                                      const struct plan *plan,
                                      struct view_doubts *doubts);
struct fingerprinted {
    struct address address; /* css/main.1a2b3c4d.css */
    str integrity;          /* for the attribute of that name: sha384-... */
};

/* Of the file published at that path below the root. Any thread; `keep` is
 * its own memory and lives as long as the site. NULL: there is no such file,
 * *near is the nearest one, or it is empty; or the file can't be read,
 * reported. */
const struct fingerprinted *
fingerprint_of(const struct fingerprints *fingerprints, str path,
               struct arena *keep, struct diags *diags, str *near);
/* css/main.css of css/main.1a2b3c4d.css; p == NULL: it is no such name. */
str fingerprint_original(str path, struct arena *arena);
/* After rendering, one thread: publishes the file under the name that it was
 * asked for by, which is returned; kept: it was there. p == NULL: it has no
 * such name. */
str fingerprint_publish(const struct fingerprints *fingerprints, str path,
                        struct publish *publish, struct diags *diags,
                        bool *kept);

#endif
