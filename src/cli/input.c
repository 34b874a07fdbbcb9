/* SPDX-License-Identifier: MIT */
#include "cli/input.h"

#include <errno.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/source_file.h"

static int read_standard_input(struct arena *arena, str *out)
{
    struct buf text = {0};
    ssize_t n;
    do {
        buf_reserve(&text, 65536);
        n = read(STDIN_FILENO, text.p + text.n, 65536);
        text.n += n > 0 ? (size_t)n : 0;
    } while (n > 0 || (n < 0 && errno == EINTR));
    int error = n < 0 ? errno : 0;
    *out = arena_str(arena, buf_str(&text));
    buf_free(&text);
    return error;
}

const struct source *input_read(const char *path, struct arena *arena,
                                struct diags *diags)
{
    struct source *source = ARENA_NEW(arena, struct source);
    if (path && strcmp(path, "-") != 0) {
        source->name = str_from(path);
        return source_file_read(source, arena, diags) ? source : NULL;
    }
    source->name = STR("<stdin>");
    int error = read_standard_input(arena, &source->text);
    if (error) {
        source->text = (str){NULL, 0};
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
    }
    return error ? NULL : source;
}
