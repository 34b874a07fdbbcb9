/* SPDX-License-Identifier: MIT */
#include "publish/publish.h"
#include "publish/publish_state.h"

/* Its stat is another one now, and its folder known to be there: to the commit
 * it is a file that was kept. */
static bool place_ahead(struct publish *publish, struct publish_item *item)
{
    str path = item->entry.path;
    if (!item->replaces ||
        publish_open_stage(publish, STR("new"), &publish->fresh) != 0) {
        return false;
    }
    struct publish_name name = publish_stage_name(path);
    str staged = {name.hex, sizeof name.hex};
    if (fs_at_rename(publish->fresh, staged, publish->root, path) != 0) {
        return false; /* the commit will meet it again, and say so */
    }
    item->unit = 0;
    item->stat = (struct fs_stat){.kind = FS_MISSING};
    return true;
}

const str *publish_ahead(struct publish *publish, size_t *n)
{
    VEC(str) placed = {0};
    for (size_t i = 0; i < PUBLISH_WORKERS; i++) {
        struct publish_worker *worker = &publish->workers[i];
        for (size_t j = 0; j < worker->items.n; j++) {
            struct publish_item *item = worker->items.p[j];
            if (item->unit && place_ahead(publish, item)) {
                *VEC_PUSH(&placed, publish->arena) = item->entry.path;
            }
        }
    }
    publish->ahead += placed.n;
    *n = placed.n;
    return placed.p;
}
