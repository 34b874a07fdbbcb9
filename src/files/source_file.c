/* SPDX-License-Identifier: MIT */
#include "files/source_file.h"

#include <errno.h>

#include "files/fs.h"

const char *source_file_problem(str path, int error)
{
    if (error == ENOENT && fs_kind(path, false) != FS_MISSING) {
        return "the link leads to nothing";
    }
    return fs_kind(path, true) == FS_OTHER ? "this is no regular file"
                                           : strerror(error);
}

bool source_file_read(struct source *source, struct arena *arena,
                      struct diags *diags)
{
    int error = fs_read(source->name, arena, &source->text);
    if (error) {
        source->text = STR(""); /* it has a first line, though not to show */
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   source_file_problem(source->name, error));
    }
    source_index(source, arena);
    return error == 0;
}
