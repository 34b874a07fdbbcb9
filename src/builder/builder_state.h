/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_STATE_H
#define CRUMB_BUILDER_BUILDER_STATE_H

/* The state of a builder, for its own files only: builder_state.c opens, saves
 * and closes it, builder_site.c and builder_in_place.c update it,
 * builder_pages.c makes pages. */

#include <pthread.h>

#include "builder/builder.h"
#include "builder/render.h"
#include "engine/readers.h"
#include "steps/generation.h"

/* Bytes of published files that an update reads at most, and of one that is
 * read while it is quiet. */
enum { BUILDER_MOST_READ = 32 << 20 };

/* The last build and its engine, for one set of settings. */
struct previous_build {
    struct arena arena;
    size_t size; /* bytes of the engine when it was new */
    struct last_build last;
    struct hash128 key;
    struct readers *readers; /* of bodies; NULL: see builder_readers */
};

struct builder {
    struct builder_options options;
    const atomic_bool *cancel;
    int clock; /* descriptor of options.clock, or -1 */
    struct previous_build *previous;
    struct arena arenas[2]; /* of the current generation, and of the next one */
    size_t arena_index;     /* of the current generation's arena */
    struct generation *current;
    struct fs_list walked; /* the files of content/ that `current` was made
                              from; in its arena */
    bool is_walked;        /* `walked` is up to date, except for files that the
                              next update names */
    bool outdated;         /* the last update had errors: the files are newer */
    struct rendering *rendering;
    struct site_facts *facts;
    bool *
        learned; /* by number in site->all: the engine has a step of the body */
    size_t size; /* bytes of the generation's arenas when it was new */
    int64_t until; /* builder_until */
    size_t next;   /* number of the output that builder_idle checks next */
    uint32_t revision;
    bool unsaved;
    bool backlinks; /* a template asked for them */
    struct builder_changes changes;
    struct arena changes_arena;
    struct arena results;      /* of the last call */
    struct arena idle;         /* of the last call of builder_idle */
    pthread_mutex_t lock;      /* for the fields below, and for `current` */
    struct map outputs;        /* by their files */
    struct arena lookup_arena; /* of `outputs` */
};

static inline struct engine *builder_engine(const struct builder *builder)
{
    return builder->previous->last.engine;
}

static inline bool builder_is_cancelled(const struct builder *builder)
{
    return atomic_load(builder->cancel);
}

/* Returns the time by the file system's clock; 0: it can't be read. */
int64_t builder_clock(const struct builder *builder);
/* Returns the number of bytes in the arenas of the generation. */
size_t builder_memory(const struct builder *builder);
/* Whether so much memory is unused after edits, of the generation or of the
 * engine, that it should be collected when it is quiet. */
bool builder_is_fragmented(const struct builder *builder);
/* Whether it can't wait until then: the generation has so much of it. */
bool builder_must_compact(const struct builder *builder);
void builder_clear_changes(struct builder *builder);
void builder_add_change(struct builder *builder, str file);
/* Adds the style sheets that templates make and that are stale to the changes:
 * browsers reload them without a change of the page. */
void builder_add_stale_sheets(struct builder *builder, struct plan *plan,
                              const struct previous_build *previous);
/* Begins the next revision: the site has changed. */
void builder_next_revision(struct builder *builder);
/* Adds bodies that were made since the last call to the engine as steps, and
 * hashes facts that these, or the n pages, are the first to read. */
void builder_add_bodies(struct builder *builder, const struct rendered *pages,
                        size_t n);
/* Returns the readers of each key among the bodies. The first call lists all of
 * them. */
struct readers *builder_readers(struct builder *builder);

/* Makes the next generation from memory and the files that changed:
 * scan, load, organise, plan, compile, compare. It replaces the current one if
 * it has no errors; after errors the builder is outdated. Returns UPDATE_DONE,
 * UPDATE_BAD or UPDATE_CANCELLED; mistakes are reported. */
enum update_result builder_update_site(struct builder *builder,
                                       const struct changed_files *changed,
                                       struct diags *diags);
/* Updates the current generation if the changes leave the site's order as it
 * is: bodies of posts, words of their front matter (site/site_reload.h),
 * templates. For posts the cost does not grow with the site. Sets *result.
 * Returns false if a new generation is needed: for these changes, or because a
 * file changed while it was read. */
bool builder_update_in_place(struct builder *builder,
                             const struct changed_files *changed,
                             struct diags *diags, enum update_result *result);

/* Opens the last build of a site with settings of that key. */
struct previous_build *previous_open(const struct builder *builder,
                                     struct hash128 key);
/* Closes it. NULL is harmless. */
void previous_close(struct previous_build *previous);
/* Frees a generation with its site and its rendering, and recycles its arena:
 * the generation after the next one is made there. NULL is harmless. */
void builder_free_generation(struct generation *generation,
                             struct rendering *rendering, struct arena *arena);

#endif
