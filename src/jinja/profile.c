/* SPDX-License-Identifier: MIT */
#include "jinja/profile.h"

#include "base/clock.h"

struct profile_row *profile_row(struct profile *profile, const void *key,
                                enum profile_kind kind)
{
    str bytes = {(const char *)&key, sizeof key};
    struct profile_row *row = map_get(&profile->by_key, bytes);
    if (!row) {
        row = ARENA_NEW(profile->arena, struct profile_row);
        row->kind = kind;
        *map_put(&profile->by_key, profile->arena,
                 arena_str(profile->arena, bytes)) = row;
        *VEC_PUSH(&profile->rows, profile->arena) = row;
        *VEC_PUSH(&profile->keys, profile->arena) = key;
    }
    return row;
}

void profile_name(struct profile *profile, struct profile_row *row, str name,
                  span at)
{
    row->name = arena_str(profile->arena, name);
    if (at.source) {
        row->file = arena_str(profile->arena, at.source->name);
        row->line = source_position(at.source, at.off).line;
    }
}

/* --- runs --- */

/* Adds the time since the clock was last read to the row that runs. */
static void charge(struct profile *profile, int64_t time)
{
    if (profile->inside) {
        profile->inside->self += time - profile->clock;
    }
    profile->clock = time;
}

void profile_enter(struct profile *profile, struct profile_row *row,
                   struct profile_run *run)
{
    int64_t time = clock_nanoseconds();
    charge(profile, time);
    *run = (struct profile_run){.row = row,
                                .outside = profile->inside,
                                .outer_loop = profile->loop,
                                .start = time};
    row->count++;
    row->depth++;
    profile->inside = row;
    profile->loop = NULL;
}

static void end_profile_run(const struct profile_run *run, int64_t time)
{
    struct profile_row *row = run->row;
    row->depth--;
    row->total += row->depth ? 0 : time - run->start;
}

/* Loops down to `outer`, which goes on. */
static void end_loops(struct profile *profile, struct profile_run *outer)
{
    while (profile->loop != outer) {
        end_profile_run(profile->loop, profile->loop->last);
        profile->loop = profile->loop->outer_loop;
    }
}

void profile_leave(struct profile *profile, const struct profile_run *run)
{
    int64_t time = clock_nanoseconds();
    charge(profile, time);
    end_loops(profile, NULL);
    end_profile_run(run, time);
    profile->inside = run->outside;
    profile->loop = run->outer_loop;
}

/* --- loops --- */

void profile_loop_begin(struct profile *profile, struct profile_row *row,
                        struct profile_run *run)
{
    int64_t time = clock_nanoseconds();
    *run = (struct profile_run){
        .row = row, .outer_loop = profile->loop, .start = time, .last = time};
    row->count++;
    row->depth++;
    profile->loop = run;
}

void profile_loop_round(struct profile *profile, struct profile_run *run)
{
    end_loops(profile, run);
    run->row->rounds++;
    run->last = clock_nanoseconds();
}

void profile_loop_end(struct profile *profile, struct profile_run *run)
{
    end_loops(profile, run);
    end_profile_run(run, clock_nanoseconds());
    profile->loop = run->outer_loop;
}

/* --- several --- */

void profile_merge(struct profile *into, const struct profile *from)
{
    for (size_t i = 0; i < from->rows.n; i++) {
        const struct profile_row *row = from->rows.p[i];
        struct profile_row *sum = profile_row(into, from->keys.p[i], row->kind);
        sum->name = arena_str(into->arena, row->name);
        sum->file = row->file.p ? arena_str(into->arena, row->file) : row->file;
        sum->line = row->line;
        sum->count += row->count;
        sum->reused += row->reused;
        sum->rounds += row->rounds;
        sum->self += row->self;
        sum->total += row->total;
    }
}
