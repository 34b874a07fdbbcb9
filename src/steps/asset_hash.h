/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_ASSET_HASH_H
#define CRUMB_STEPS_ASSET_HASH_H

/* Fingerprints in file names: css/main.css is also published as
 * css/main.1a2b3c4d.css, where the digits are a hash of its bytes, so that
 * browsers may cache it for ever. Only files that a template asks for get such
 * a copy. It is published when all pages are rendered; the file keeps its own
 * name too. */

#include "base/diag/diag.h"
#include "plan/plan.h"

struct fingerprints;
struct publish;
struct view_doubts;

/* For the files of the plan, which must be complete. Lives in site->arena. */
struct fingerprints *fingerprints_new(const struct site *site,
                                      const struct plan *plan,
                                      struct view_doubts *doubts);
/* Whether the file is a text that may name pictures, or have some in it. */
bool asset_is_text(str file);
/* The bytes that are published of a file: pictures are cleaned, also those in
 * texts. */
str asset_clean(str file, str bytes, enum image_keep keep, struct arena *arena);
/* The bytes that are published for an output of a file on disk, or of known
 * bytes. Returns false after reporting that the file can't be read. */
bool asset_bytes(const struct output *output, struct arena *arena,
                 struct diags *diags, str *bytes);

struct fingerprinted {
    struct address address; /* css/main.1a2b3c4d.css */
    str integrity;          /* for the attribute of that name: sha384-... */
};

/* The fingerprint of the file published at that path below the root. Any
 * thread; `keep` is the thread's arena and lives as long as the site. NULL:
 * there is no such file; or it can't be read, which is reported. */
const struct fingerprinted *
fingerprint_of(const struct fingerprints *fingerprints, str path,
               struct arena *keep, struct diags *diags);
/* The fingerprint if a page asked for it, now or in the last build; reads no
 * file. */
const struct fingerprinted *
fingerprint_known(const struct fingerprints *fingerprints, str path);
/* The name of a file that is most like the path; or empty. */
str fingerprint_nearest(const struct fingerprints *all, str path,
                        struct arena *arena);
/* "css/main.1a2b3c4d.css" -> "css/main.css", "a.1a2b3c4d" -> "a"; p == NULL: it
 * has no fingerprint. */
str fingerprint_original(str path, struct arena *arena);
/* After rendering, one thread: publishes the copy and returns its name. *kept:
 * it was published already. p == NULL: no template asked for one. */
str fingerprint_publish(const struct fingerprints *fingerprints, str path,
                        struct publish *publish, struct diags *diags,
                        bool *kept);

#endif
