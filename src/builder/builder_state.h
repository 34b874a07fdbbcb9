/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BUILDER_BUILDER_STATE_H
#define CRUMB_BUILDER_BUILDER_STATE_H

/* The builder as its parts see it, and nobody else: opened, saved and closed
 * here, updated by builder_site.h and builder_in_place.h, asked by
 * builder_pages.c. */

#include <pthread.h>

#include "builder/builder.h"
#include "builder/render.h"
#include "steps/generation.h"
#include "steps/live.h"

/* What is known of the site from before, for one set of settings. */
struct past {
    struct arena arena;
    size_t size; /* of the engine when it was new */
    struct last_build last;
    struct hash128 key;
};

struct builder {
    struct builder_options options;
    const atomic_bool *cancel;
    int clock; /* options.clock, or -1 */
    struct past *past;
    struct arena arenas[2]; /* of the good generation, and of the next one */
    size_t current;         /* which is the former's */
    struct generation *good;
    struct fs_list walked; /* content/, as it was for that; in its arena */
    bool is_walked;        /* but for what is named since */
    bool behind;           /* what was saved last is not in it: it had errors */
    struct rendering *rendering;
    struct site_facts *facts;
    bool *noted; /* by number in site->all: the engine has a step of the body */
    size_t size; /* of the generation's arenas when it was new */
    int64_t until; /* see builder_until */
    size_t next;   /* number of the output that builder_idle looks at next */
    uint32_t revision;
    bool unsaved;
    bool backlinks; /* some template asked for them */
    struct builder_changes changes;
    struct arena changes_arena;
    struct arena results; /* of the last call */
    struct arena idle;    /* of the last call of builder_idle */
    pthread_mutex_t lock; /* of what follows, and of `good` */
    struct map outputs;   /* by their files */
    struct arena finding; /* fingerprints that builder_find has computed */
};

static inline struct engine *builder_engine(const struct builder *builder)
{
    return builder->past->last.engine;
}

static inline bool builder_is_cancelled(const struct builder *builder)
{
    return atomic_load(builder->cancel);
}

/* The file system's clock; 0: it can't be told. */
int64_t builder_clock(const struct builder *builder);
/* Bytes in the arenas of the generation. */
size_t builder_held(const struct builder *builder);
/* What edits left behind, of a generation or an engine, is worth collecting. */
bool builder_is_worn(const struct builder *builder, size_t now, size_t then);
void builder_clear_changes(struct builder *builder);
void builder_add_change(struct builder *builder, str file);
/* A style sheet that a template makes changes pages without being asked for by
 * its own address. */
void builder_add_stale_sheets(struct builder *builder, struct plan *plan,
                              const struct past *past);
/* The site is another one from now on. */
void builder_next_revision(struct builder *builder);
/* Bodies that were made since the last time are steps from now on, and facts
 * that these or the steps in `live` are the first to read are hashed. */
void builder_learn(struct builder *builder, struct live *live);

/* What is known of a site with settings of that key. */
struct past *past_open(const struct builder *builder, struct hash128 key);
/* NULL is fine. */
void past_close(struct past *past);
/* With its site, and all that was rendered of it. NULL is fine. */
void builder_free_generation(struct generation *generation,
                             struct rendering *rendering, struct arena *arena);

#endif
