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

void source_file_changes(str name, struct diags *diags)
{
    struct source source = {.name = name, .text = STR("")};
    diag_hint(diag_error(diags, span_of(&source, 0, 0), "unreadable",
                         "the file changes while the site is built"),
              "build again once it is saved");
    diags->moving = true;
}

bool source_file_read_listed(struct source *source,
                             const struct fs_stat *listed, struct arena *arena,
                             struct diags *diags)
{
    int error = fs_read_listed(source->name, listed, arena, &source->text);
    if (error) {
        source->text = STR(""); /* it has a first line, though not to show */
    }
    if (error == ESTALE) {
        source_file_changes(source->name, diags);
    } else if (error) {
        struct diag *diag =
            diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                       source_file_problem(source->name, error));
        if (fs_is_missing(error) && fs_kind(source->name, false) == FS_LINK) {
            diag_hint(diag, "delete it, or put the file there");
        }
    }
    source_index(source, arena);
    return error == 0;
}

bool source_file_read(struct source *source, struct arena *arena,
                      struct diags *diags)
{
    return source_file_read_listed(source, NULL, arena, diags);
}
