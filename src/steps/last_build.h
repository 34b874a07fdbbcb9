/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_LAST_BUILD_H
#define CRUMB_STEPS_LAST_BUILD_H

/* What the last build left behind: its ledger, and the engine that goes on from
 * what stands in it. */

#include "engine/ledger.h"
#include "site/site_keys.h"
#include "site/site_load.h"

struct last_build {
    struct arena *arena;
    bool known;     /* there is one... */
    str none;       /* ...or there is not, for that reason */
    uint64_t order; /* organise_hash of its site */
    int64_t seen;   /* the file system's clock before it read anything */
    bool hash_all;  /* no stat says that a file is as it was */
    struct ledger ledger;
    str mapped;
    struct engine *engine; /* at revision 1; once it is read, never NULL */
};

/* Of what is coarse: any change of it makes all anew. */
struct hash128 last_build_key(const struct site *site);
/* last->known: there is a ledger, it is for that key and tells of what is
 * published (publish_stamp): a build that is killed between its commit and its
 * ledger leaves an older one. hash_all and arena are the caller's. */
void last_build_open(struct last_build *last, str path, struct hash128 key,
                     uint64_t stamp);
/* Reads all of it into an engine, which is empty if there was no last build. */
void last_build_read(struct last_build *last);
/* It is not to be believed after all, for that reason. */
void last_build_forget(struct last_build *last, str reason);
/* Frees what the arena does not hold. */
void last_build_close(struct last_build *last);
/* The file is as it was when it was read. A time that is not before the clock
 * of then says nothing: it may have been written once more. */
bool last_build_is_same(const struct last_build *last,
                        const struct fs_stat *now, const struct fs_stat *then,
                        int64_t clock);
/* What it made of those files that are the same, for site_load, in the arena;
 * NULL: there is no last build. */
struct known_post *last_build_posts(const struct last_build *last,
                                    const struct content *content,
                                    struct arena *arena);

/* What loading made of the file, for the next build. seen: the file system's
 * clock before it was read. */
void file_learn(struct engine *engine, const struct post *post, int64_t seen);
/* Of all that were read; those that the site has not are forgotten. */
void files_learn(struct engine *engine, const struct site *site, int64_t seen);

#endif
