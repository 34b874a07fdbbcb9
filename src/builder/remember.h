/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_REMEMBER_H
#define CRUMB_BUILDER_REMEMBER_H

/* What the next build will know of this one: the ledger's bytes.
 *
 * Traces of this build go into it beside those of the last one that still hold,
 * which are copied; of every object only what some trace reads is hashed. */

#include "builder/build_report.h"
#include "builder/recall.h"
#include "publish/publish.h"

struct remember;

/* Once all is rendered. The recorders are those of the threads. */
struct remember *remember_new(struct recall *recall, struct facts *facts,
                              const struct plan *plan,
                              const struct recall_work *work);
/* An Output shows what was made of site->all[i]'s body. What other bodies may
 * ask of it, its measures, a clean build takes without making it. */
bool remember_shows_body(const struct remember *remember, size_t i);
/* Something that was made shows that attribute of some post. */
bool remember_reads(const struct remember *remember, str attribute);
/* The files whose fingerprint an Output or a body took: they are published
 * under that name, and stay while it is so. Each once. */
size_t remember_assets(const struct remember *remember, const str **paths);
/* A copy that is published under another name; kept: it was there. */
void remember_copy(struct remember *remember, str file, str path, bool kept);
/* Between which instants nothing of it changes by itself. */
void remember_clock(const struct remember *remember, struct ledger_head *head);

/* What else goes into the ledger. */
struct remember_rest {
    struct ledger_head head;
    const struct summary *summary;
    str said; /* a record of warnings */
    str root; /* the path of the site's address */
    const struct publish *publish;
    size_t nfiles; /* publish_list */
    bool sync;     /* wait for the disk */
};

/* Writes the ledger. Outputs have their places. Returns 0 or an errno value. */
int remember_write(struct remember *remember, const struct remember_rest *rest,
                   str path);

#endif
