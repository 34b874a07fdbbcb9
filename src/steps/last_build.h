/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_LAST_BUILD_H
#define CRUMB_STEPS_LAST_BUILD_H

/* The last build: its ledger, and the engine that goes on from it. */

#include "engine/ledger.h"
#include "site/site_keys.h"
#include "site/site_load.h"

struct publish;

struct last_build {
    struct arena *arena;
    bool known;     /* there is one */
    str none;       /* why there is none, if not `known` */
    uint64_t order; /* organise_hash and plan_hash of its site */
    int64_t seen;   /* time by the file system's clock before it read files */
    bool hash_all;  /* all files count as changed */
    bool borrows;   /* as its engine does */
    struct ledger ledger;
    bool read;             /* the ledger has texts of the engine */
    struct engine *engine; /* at revision 1 when it is read; never NULL after
                              last_build_read */
};

/* Returns a hash of the settings and options of a site: if they change,
 * everything is made again. */
struct hash128 last_build_key(const struct site *site);
/* Opens the ledger. last->known says whether there is one with that key that
 * belongs to the published files (`stamp`: publish_stamp); a build that was
 * killed between its commit and its ledger leaves an older one. The caller sets
 * arena, borrows and hash_all. */
void last_build_open(struct last_build *last, str path, struct hash128 key,
                     uint64_t stamp);
/* Opens the ledger, even if other files are published now: records of source
 * files do not depend on the output. */
void last_build_open_any(struct last_build *last, str path, struct hash128 key);
/* Reads the ledger into a new engine, which is empty if there was no last
 * build. If the ledger is invalid, there is none: last->known becomes false.
 * Does nothing if it has been read. */
void last_build_read(struct last_build *last);
/* Returns the ledger that has texts of the engine; NULL: none. */
static inline const struct ledger *
last_build_ledger(const struct last_build *last)
{
    return last->read ? &last->ledger : NULL;
}
/* The place of a published file among those of the last build; UINT32_MAX: it
 * was none. */
uint32_t last_build_place(const struct last_build *last, str file);
/* publish_keep of a file that had that place in the last build. If its stat is
 * not believed, its bytes are compared. */
bool last_build_keeps(const struct last_build *last, struct publish *publish,
                      size_t worker, str file, uint32_t place);
/* Makes it as if there were no last build, for that reason. */
void last_build_forget(struct last_build *last, str reason);
/* Frees what it knows of pages, once the site is loaded and if none is going to
 * be made: the engine is empty then. Texts of the site stay. */
void last_build_release(struct last_build *last);
/* Frees what the arena does not hold. */
void last_build_close(struct last_build *last);
/* Whether a file is unchanged since a build read it: `then` is its stat and
 * `clock` the time of that build. A file whose time is not before `clock`
 * counts as changed, as it may have been written again within the clock's tick.
 */
bool last_build_is_same(const struct last_build *last,
                        const struct fs_stat *now, const struct fs_stat *then,
                        int64_t clock);
/* Returns what the last build loaded from that file of content/; NULL: nothing
 * is known of it. The engine must have been read. */
struct file_record *last_build_file(const struct last_build *last, str path);
/* Returns what the last build loaded from files that are unchanged, for
 * site_load; it lives in the arena. NULL: there is no last build. */
struct known_post *last_build_posts(const struct last_build *last,
                                    const struct site *site,
                                    struct arena *arena);

/* Keeps what was loaded from a file for the next build. `seen`: the time by the
 * file system's clock before it was read. */
void file_learn(struct engine *engine, const struct post *post, int64_t seen);
/* Keeps what was loaded from all files of the site; files that it no longer has
 * are forgotten. */
void files_learn(struct engine *engine, const struct site *site, int64_t seen);

#endif
