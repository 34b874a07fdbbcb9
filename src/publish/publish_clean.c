/* SPDX-License-Identifier: MIT */
/* `crumb clean`: all that is ours goes. */
#include <errno.h>

#include "publish/publish.h"
#include "publish/publish_state.h"

static bool clean_one(struct publish *publish,
                      const struct manifest_entry *entry, struct diags *diags,
                      size_t *removed)
{
    bool may;
    if (!publish_may_remove(publish, entry, diags, &may)) {
        return false;
    }
    int error = may ? fs_at_unlink(publish->root, entry->path) : 0;
    if (error && error != ENOENT) {
        publish_error_system(publish, entry->path, diags, error);
        return false;
    }
    *removed += may;
    return true;
}

static int remove_folder(void *context, str dir)
{
    const struct publish *publish = context;
    return fs_at_rmdir(publish->root, dir);
}

bool publish_clean(str output, str state, struct arena *arena,
                   struct diags *diags, size_t *removed)
{
    *removed = 0;
    if (fs_kind(output, true) == FS_MISSING) {
        return true;
    }
    struct publish *publish = publish_open(
        &(struct publish_options){.output = output, .state = state}, arena,
        diags);
    if (!publish || !publish_read(publish, diags)) {
        publish_close(publish);
        return false;
    }
    bool done = true;
    const struct manifest *manifest = &publish->manifest;
    str *paths = ARENA_ARRAY(arena, str, manifest->n);
    for (size_t i = 0; i < manifest->n; i++) {
        paths[i] = manifest->entries[i].path;
        done =
            clean_one(publish, &manifest->entries[i], diags, removed) && done;
    }
    publish_empty_folders(publish, paths, manifest->n, remove_folder, publish);
    if (done) {
        fs_unlink(publish->manifest_path);
    }
    publish_close(publish);
    return done;
}
