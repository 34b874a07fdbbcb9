/* SPDX-License-Identifier: MIT */
#include "publish/publish_state.h"

#include <errno.h>
#include <string.h>

#include "files/fs.h"

/* --- the stage --- */

str publish_stage_name(str path, struct arena *arena)
{
    char *hex = ARENA_ARRAY(arena, char, HASH128_HEX);
    hash128_hex(hash128(path), hex);
    return (str){hex, HASH128_HEX};
}

str publish_staged_path(str path, size_t unit, struct arena *arena)
{
    return arena_concat(arena,
                        publish_stage_name(str_sub(path, 0, unit), arena),
                        str_from_offset(path, unit));
}

int publish_open_stage(struct publish *publish, str part, int *fd)
{
    /* Another worker may have been first. */
    int stage;
    int opened;
    if (*fd >= 0) {
        return 0;
    }
    int error = fs_at_mkdir(publish->stage_root, publish->stage_name);
    if (error && error != EEXIST) {
        return error;
    }
    error = fs_at_open_dir(publish->stage_root, publish->stage_name, &stage);
    if (error) {
        return error;
    }
    error = fs_at_mkdir(stage, part);
    if (!error || error == EEXIST) {
        error = fs_at_open_dir(stage, part, &opened);
    }
    if (!error) {
        *fd = opened;
    }
    fs_at_close(stage);
    return error;
}

void publish_close_stage(struct publish *publish)
{
    if (publish->fresh >= 0) {
        fs_at_close(publish->fresh);
    }
    if (publish->old >= 0) {
        fs_at_close(publish->old);
    }
    publish->fresh = -1;
    publish->old = -1;
}

void publish_drop_stage(struct publish *publish)
{
    /* Asked first: most runs never have one. */
    if (fs_at_kind(publish->stage_root, publish->stage_name) != FS_MISSING) {
        fs_remove_tree(publish->stage_path);
    }
}

static void sweep(void *context)
{
    publish_drop_stage(context);
}

void publish_sweep(struct publish *publish)
{
    if (publish->jobs > 1 && !publish->keep_stage) {
        pool_start(&publish->sweeper, sweep, publish);
    }
}

/* --- the clock --- */

int64_t publish_clock(const struct publish *publish)
{
    int64_t now;
    bool same = fs_at_same_device(publish->lock, publish->root);
    return same && fs_at_clock(publish->lock, &now) == 0 ? now : 0;
}

struct fs_stat publish_sure(struct fs_stat stat, int64_t clock)
{
    bool older = stat.modified < clock && stat.changed < clock;
    return older ? stat : (struct fs_stat){.kind = FS_MISSING};
}
