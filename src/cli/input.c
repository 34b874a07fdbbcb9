/* SPDX-License-Identifier: MIT */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fd.h"
#include "files/fs.h"
#include "files/source_file.h"

/* What the user names may be a pipe: <(program). */
static int read_stream(int fd, struct arena *arena, str *out)
{
    struct buf text = {0};
    int error = 0;
    for (size_t got = 1; !error && got; text.n += got) {
        buf_reserve(&text, 65536);
        error = text.n > UINT32_MAX ? EFBIG
                                    : fd_read(fd, text.p + text.n, 65536, &got);
    }
    *out = arena_str(arena, error ? STR("") : buf_str(&text));
    buf_free(&text);
    return error;
}

static int read_pipe(const char *path, struct arena *arena, str *out)
{
    int fd;
    int error = fd_open(AT_FDCWD, str_from(path), O_RDONLY, &fd);
    if (!error) {
        error = read_stream(fd, arena, out);
        close(fd);
    }
    return error;
}

const struct source *input_read(const char *path, struct arena *arena,
                                struct diags *diags)
{
    struct source *source = ARENA_NEW(arena, struct source);
    bool named = path && strcmp(path, "-") != 0;
    source->name = named ? str_from(path) : STR("<stdin>");
    if (named && fs_kind(source->name, true) != FS_OTHER) {
        return source_file_read(source, arena, diags) ? source : NULL;
    }
    int error = named ? read_pipe(path, arena, &source->text)
                      : read_stream(STDIN_FILENO, arena, &source->text);
    if (error) {
        source->text = (str){NULL, 0};
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
    }
    source_index(source, arena);
    return error ? NULL : source;
}
