/* SPDX-License-Identifier: MIT */
#include "cli/input.h"

#include <errno.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"

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
    bool standard = !path || strcmp(path, "-") == 0;
    struct source *source = ARENA_NEW(arena, struct source);
    source->name = standard ? STR("<stdin>") : str_from(path);
    int error = standard ? read_standard_input(arena, &source->text)
                         : fs_read(source->name, arena, &source->text);
    if (error) {
        source->text = (str){NULL, 0};
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
        return NULL;
    }
    return source;
}
