/* SPDX-License-Identifier: MIT */
#include "cli/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/diag/printable.h"
#include "base/memory/buf.h"
#include "base/pool.h"
#include "cli/report.h"
#include "files/fd.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/config/config.h"
#include "text/url.h"

/* --now, else SOURCE_DATE_EPOCH (reproducible-builds.org), else the clock. */
static bool build_instant(const struct options *options, int64_t *now)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    struct date date;
    if (options->now) {
        if (date_parse(str_from(options->now), NULL, &date) != DATE_OK) {
            say_error("--now: not an instant: %s: write 2026-11-21T09:30:00Z",
                      options->now);
            return false;
        }
        *now = date.instant;
    } else if (epoch && epoch[0]) {
        char *end;
        errno = 0;
        *now = strtoll(epoch, &end, 10);
        if (*end || errno) {
            say_error("SOURCE_DATE_EPOCH: not a number of seconds: %s", epoch);
            return false;
        }
    } else {
        *now = time(NULL);
    }
    return true;
}

bool settings_read(const struct options *options, struct build_options *build)
{
    const char *url = options->base_url;
    *build = (struct build_options){
        .site = {.drafts = options->drafts,
                 .future = options->future,
                 .untrusted = options->untrusted,
                 .jobs = options->jobs ? options->jobs : pool_default_jobs(),
                 .base_url = str_from(url)},
        .clean = options->clean,
        .strict = options->strict,
    };
    if (url && !url_is_base(str_from(url))) {
        say_error("--base-url: not a site's address: \"%s\": write "
                  "https://example.org/blog",
                  url);
        return false;
    }
    return build_instant(options, &build->site.now);
}

/* --- the output --- */

str settings_output(const struct options *options, struct arena *arena)
{
    struct config config;
    return options->output               ? str_from(options->output)
           : config_peek(arena, &config) ? config.output
                                         : STR("public");
}

bool settings_path(str name, struct arena *arena, str *out)
{
    str dir = str_starts(name, STR("/")) ? path_dir(name) : STR("");
    while (dir.n && !fs_is_same(dir, STR("."))) {
        dir = path_dir(dir);
    }
    if (dir.n) {
        name = path_rootless(str_from_offset(name, dir.n));
    }
    return path_normal(arena, name, out);
}

str settings_nearest(str path, struct arena *arena, str *rest)
{
    str real;
    str below = {NULL, 0};
    bool rooted = str_starts(path, STR("/"));
    for (; path.n; path = path_dir(path)) {
        if (fs_real(path, arena, &real) == 0) {
            break;
        }
        below = path_join(arena, path_base(path), below);
    }
    if (!path.n && (rooted || fs_real(STR("."), arena, &real) != 0)) {
        real = rooted ? STR("/") : STR("");
    }
    if (rest) {
        *rest = below;
    }
    return real;
}

/* Returns why the folder can't be the output; NULL: it can. */
static const char *output_fault(str output, struct arena *arena)
{
    str site;
    str normal;
    str rest;
    if (output.n == 0) {
        return "wants a folder";
    }
    if (path_normal(arena, output, &normal) && str_starts(normal, STR("-"))) {
        return "begins with \"-\" and looks like an option to other programs: "
               "write --output public";
    }
    if (printable_has_control(output)) {
        return "has a control character in its name: write --output public";
    }
    if (fs_real(STR("."), arena, &site) != 0) {
        return NULL; /* publishing reports it */
    }
    str real = settings_nearest(output, arena, &rest);
    str place = path_join(arena, real, rest);
    str below = path_below(place, site);
    if (!below.p || !path_normal(arena, path_bare(below), &normal)) {
        return NULL;
    }
    if (normal.n == 0) {
        return "is the site's own folder: write --output public";
    }
    return config_is_taken(normal)
               ? "holds what you write: write --output public"
               : NULL;
}

bool settings_check_output(const struct options *options)
{
    struct arena arena = {0};
    const char *output = options->output;
    const char *fault = output ? output_fault(str_from(output), &arena) : NULL;
    if (fault) {
        say_error("--output: %s%s%s", output, output[0] ? " " : "", fault);
    }
    arena_free(&arena);
    return !fault;
}

/* --- files --- */

const struct source *settings_file(const char *path, struct arena *arena,
                                   struct diags *diags)
{
    struct source *source = ARENA_NEW(arena, struct source);
    bool named = path && strcmp(path, "-") != 0;
    int fd = STDIN_FILENO;
    source->name = named ? str_from(path) : STR("<stdin>");
    if (named && fs_kind(source->name, true) != FS_OTHER) {
        return source_file_read(source, arena, diags) ? source : NULL;
    }
    /* A name may be a pipe: <(program). */
    int error = named ? fd_open(AT_FDCWD, source->name, O_RDONLY, &fd) : 0;
    struct buf text = {0};
    if (!error) {
        error = fd_read_stream(fd, &text);
        if (named) {
            close(fd);
        }
    }
    source->text = buf_move(&text, arena);
    if (error) {
        source->text = (str){NULL, 0};
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
    }
    source_index(source, arena);
    return error ? NULL : source;
}
