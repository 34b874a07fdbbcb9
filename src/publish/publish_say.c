/* SPDX-License-Identifier: MIT */
/* The messages of publishing: a place in the output and a cure. */
#include <errno.h>
#include <string.h>

#include "files/path.h"
#include "publish/publish_state.h"

struct diag *publish_error(const struct publish *publish, str path,
                           struct diags *diags, const char *code,
                           const char *what)
{
    struct source place = {.name =
                               path_join(diags->arena, publish->output, path)};
    return diag_error(diags, span_of(&place, 0, 0), code, "%s", what);
}

void publish_error_foreign(const struct publish *publish, str path,
                           struct diags *diags)
{
    diag_hint(publish_error(publish, path, diags, "foreign-file",
                            "is in the way, and not of crumb's making"),
              "move it away or delete it, then build again");
}

void publish_error_link(const struct publish *publish, str path,
                        struct diags *diags)
{
    diag_hint(publish_error(publish, path, diags, "output-link",
                            "is a symbolic link: files below it would "
                            "land elsewhere"),
              "remove the link");
}

void publish_hint(struct diag *diag, str folder, int error, size_t needed)
{
    folder = folder.n ? folder : STR(".");
    switch (error) {
    case EACCES:
    case EPERM:
        diag_hint(diag, "give yourself the right to write in the folder %.*s",
                  STR_ARG(folder));
        break;
    case EROFS:
        diag_hint(diag,
                  "%.*s is mounted read-only: mount it for writing, or choose "
                  "another folder with --output",
                  STR_ARG(folder));
        break;
    case ENOSPC:
    case EDQUOT:
        if (needed) {
            diag_hint(diag, "free at least %zu bytes on the disk of %.*s",
                      needed, STR_ARG(folder));
        } else {
            diag_hint(diag, "make room on the disk of %.*s", STR_ARG(folder));
        }
        break;
    case EIO:
        diag_hint(diag,
                  "the disk of %.*s may be failing: look into the system's log",
                  STR_ARG(folder));
        break;
    default: break;
    }
}

void publish_error_system(const struct publish *publish, str path,
                          struct diags *diags, int error)
{
    struct diag *diag =
        publish_error(publish, path, diags, "output-file", strerror(error));
    publish_hint(diag, path_join(diags->arena, publish->output, path_dir(path)),
                 error, 0);
}
