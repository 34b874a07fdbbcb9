/* SPDX-License-Identifier: MIT */
#include "base/source_file.h"

#include <errno.h>

#include "base/fs.h"

/* "No such file" of a file that is listed is a link that leads nowhere. */
static const char *what_is_wrong(str path, int error)
{
    bool dangling = error == ENOENT && fs_kind(path, false) != FS_MISSING;
    return dangling ? "the link leads to nothing" : strerror(error);
}

bool source_file_read(struct source *source, struct arena *arena,
                      struct diags *diags)
{
    int error = fs_read(source->name, arena, &source->text);
    if (error) {
        source->text = STR(""); /* it has a first line, though not to show */
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   what_is_wrong(source->name, error));
    }
    return error == 0;
}
