/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_PUBLISH_HELP_H
#define CRUMB_TESTS_UNIT_PUBLISH_HELP_H

/* A temporary site for the tests of publish: its output is "public", its
 * state ".crumb", both relative, as in a build. */

#include <stdlib.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "files/path.h"
#include "publish/publish.h"
#include "tap.h"

struct bench {
    struct arena arena;
    struct diags diags;
    char dir[40];
    struct publish_counts counts;
};

/* shm: in memory, if the machine has such a place: no disk delays the test. */
static inline void bench_open_in(struct bench *bench, bool shm)
{
    *bench = (struct bench){.dir = "/tmp/crumb-publish-XXXXXX"};
    if (shm && access("/dev/shm", W_OK) == 0) {
        *bench = (struct bench){.dir = "/dev/shm/crumb-publish-XXXXXX"};
    }
    diags_init(&bench->diags, &bench->arena);
    if (!mkdtemp(bench->dir) || chdir(bench->dir) != 0) {
        puts("Bail out! no temporary folder");
        exit(1);
    }
}

static inline void bench_open(struct bench *bench)
{
    bench_open_in(bench, false);
}

static inline void bench_close(struct bench *bench)
{
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(bench->dir));
    }
    arena_free(&bench->arena);
}

static inline struct publish *
bench_publish(str output, str state, struct arena *arena, struct diags *diags)
{
    const struct publish_options options = {
        .output = output, .state = state, .jobs = 2};
    struct publish *publish = publish_open(&options, arena, diags);
    if (publish && !publish_read(publish, diags)) {
        publish_close(publish);
        return NULL;
    }
    return publish;
}

/* "path=bytes" pairs, ended by NULL, published in one build. */
static inline bool bench_build(struct bench *bench, const char *const *files)
{
    struct arena *arena = &bench->arena;
    diags_init(&bench->diags, arena);
    struct publish *publish =
        bench_publish(STR("public"), STR(".crumb"), arena, &bench->diags);
    if (!publish) {
        return false;
    }
    bool done = true;
    for (size_t i = 0; files[i]; i++) {
        str bytes = str_from(files[i]);
        str path;
        str_split(&bytes, '=', &path);
        done = publish_file(publish, i % 3, path, bytes, &bench->diags) && done;
    }
    done = publish_check(publish, &bench->diags) && done;
    done = done && publish_commit(publish, &bench->diags, &bench->counts);
    publish_close(publish);
    return done;
}

/* Compares the counts of the last build. */
static inline void check_counts(struct tap *tap, const struct bench *bench,
                                size_t written, size_t kept, size_t removed)
{
    CHECK(tap, bench->counts.written == written);
    CHECK(tap, bench->counts.kept == kept);
    CHECK(tap, bench->counts.removed == removed);
}

/* Everything below a folder: "path=bytes\n" by path, "path->target" for
 * links; folders that are empty as "path/". */
static inline void bench_show_dir(str dir, str below, struct arena *arena,
                                  struct buf *out)
{
    struct fs_list list = {0};
    fs_list_dir(path_join(arena, dir, below), arena, &list);
    if (list.n == 0 && below.n) {
        buf_put(out, below);
        buf_put(out, STR("/\n"));
    }
    for (size_t i = 0; i < list.n; i++) {
        str path = path_join(arena, below, list.entries[i].name);
        if (list.entries[i].stat.kind == FS_DIR && !list.entries[i].link) {
            bench_show_dir(dir, path, arena, out);
            continue;
        }
        str bytes = {NULL, 0};
        fs_read(path_join(arena, dir, path), arena, &bytes);
        buf_put(out, path);
        buf_put(out, list.entries[i].link ? STR("->") : STR("="));
        buf_put(out, bytes);
        buf_putc(out, '\n');
    }
}

static inline str bench_show(struct bench *bench, const char *dir)
{
    struct buf out = {0};
    bench_show_dir(str_from(dir), STR(""), &bench->arena, &out);
    str shown = arena_str(&bench->arena, buf_str(&out));
    buf_free(&out);
    return shown;
}

/* The codes of what was said, with a blank between. */
static inline str bench_codes(struct bench *bench)
{
    struct buf out = {0};
    for (size_t i = 0; i < bench->diags.list.n; i++) {
        if (i) {
            buf_putc(&out, ' ');
        }
        buf_put(&out, str_from(bench->diags.list.p[i]->code));
    }
    str codes = arena_str(&bench->arena, buf_str(&out));
    buf_free(&out);
    return codes;
}

#define FILES(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
