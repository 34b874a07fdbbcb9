/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_BUILDER_FIXTURE_H
#define CRUMB_TESTS_UNIT_BUILDER_FIXTURE_H

/* A small site in memory for tests that edit it: each edit is written and
 * reported to the builder, and all addresses are compared with those of a clean
 * build. */

#include "builder/builder.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/memory/buf.h"
#include "builder/build.h"
#include "files/fs.h"
#include "plan/plan.h"
#include "site/content/post.h"
#include "tap.h"
#include "write_file.h"

enum { MOST = 128 };

/* The pages that a browser's side of the preview holds. */
struct copy {
    char file[128];
    char *bytes;
    size_t n;
};

struct fixture {
    struct tap tap;
    struct builder_options options;
    struct builder *builder;
    struct copy held[MOST];
    size_t nheld;
    atomic_bool cancel;
    size_t errors; /* of the last call */
    size_t warnings;
    size_t made; /* by look */
};

static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"site.yaml", "title: Memory\nurl: https://rye.example\n"},
    {"content/a/one.md", "---\ntitle: One\ndate: 2026-01-01\n---\nOne.\n"},
    {"content/a/two.md", "---\ntitle: Two\ndate: 2026-01-02\n---\n"
                         "[One](one.md) {{< words >}}\n"},
    {"content/b/three.md",
     "---\ntitle: Three\ndate: 2026-01-03\n---\nThree.\n"},
    {"content/about.md", "# About\n"},
    {"templates/shortcodes/words.html",
     "{{ get_page('a/one.md').word_count }} words"},
    {"templates/post.html",
     "{{ page.title }}{{ page.content }}{{ page.prev.summary if page.prev }}"},
    {"static/plain.css", "p { color: black }\n"},
};

static inline struct copy *find(struct fixture *f, str file)
{
    for (size_t i = 0; i < f->nheld; i++) {
        if (str_eq(str_from(f->held[i].file), file)) {
            return &f->held[i];
        }
    }
    return NULL;
}

static inline void hold(struct fixture *f, str file, str bytes)
{
    struct copy *held = find(f, file);
    if (!held) {
        if (f->nheld == MOST || file.n >= sizeof held->file) {
            exit(1);
        }
        held = &f->held[f->nheld++];
        memcpy(held->file, file.p, file.n);
        held->file[file.n] = '\0';
    }
    free(held->bytes);
    held->bytes = malloc(bytes.n + 1);
    if (!held->bytes) {
        exit(1);
    }
    memcpy(held->bytes, bytes.p, bytes.n);
    held->n = bytes.n;
}

static inline void say(const struct diags *diags)
{
    struct buf out = {0};
    for (size_t i = 0; i < diags->list.n; i++) {
        diag_print(diags->list.p[i], false, &out);
    }
    for (size_t i = 0; i < out.n; i++) {
        if (i == 0 || out.p[i - 1] == '\n') {
            printf("# ");
        }
        putchar(out.p[i]);
    }
    buf_free(&out);
}

static inline void let_go(struct fixture *f)
{
    while (f->nheld) {
        free(f->held[--f->nheld].bytes);
        f->held[f->nheld].bytes = NULL;
    }
}

static inline enum update_result update_files(struct fixture *f,
                                              const str *names, size_t n)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    enum update_result result = builder_update(
        f->builder, &(struct changed_files){names, n, false}, &diags);
    f->errors = diags.errors;
    f->warnings = diags.warnings;
    say(&diags);
    arena_free(&arena);
    if (result == UPDATE_DONE && builder_changes(f->builder)->other) {
        let_go(f);
    }
    return result;
}

static inline enum update_result update_file(struct fixture *f, str name)
{
    return update_files(f, &name, 1);
}

static inline enum update_result update(struct fixture *f, const char *path,
                                        const char *text)
{
    str name = str_from(path);
    if (text) {
        write_file(name, str_from(text));
    } else {
        fs_unlink(name);
    }
    return update_file(f, name);
}

/* Holds a file that is sent from the disk. */
static inline bool hold_source(struct fixture *f, str file, struct arena *arena)
{
    struct served_file served = builder_find(f->builder, file, arena);
    str bytes = {NULL, 0};
    if (served.kind == SERVED_SOURCE) {
        fs_read(served.source, arena, &bytes);
        hold(f, file, bytes);
    }
    return served.kind == SERVED_SOURCE;
}

/* Asks for one file, and holds what comes. */
static inline enum page_result ask(struct fixture *f, str file)
{
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page page = {.file = file, .have = find(f, file) != NULL};
    diags_init(&diags, &arena);
    if (hold_source(f, file, &arena)) {
        arena_free(&arena);
        return PAGE_SAME;
    }
    builder_make(f->builder, &page, 1, &diags);
    if (!hold_source(f, file, &arena) && page.result == PAGE_MADE) {
        hold(f, file, page.bytes);
        f->made++;
    }
    f->errors = diags.errors;
    f->warnings = diags.warnings;
    say(&diags);
    arena_free(&arena);
    return page.result;
}

/* Bytes that the program holds; 0: unknown. Which thread makes a page is
 * chance, and each has its own memory. */
static inline size_t memory_held(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static inline bool has_grown(size_t held)
{
    return memory_held() > held + 128 * 1024;
}

static inline size_t count_outputs(const struct plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        n += !plan->outputs.p[i].dropped;
    }
    return n;
}

/* Asks for all that a clean build publishes. */
static inline bool is_as_clean(struct fixture *f)
{
    struct build_options options = {
        .site = f->options.site, .output = STR("clean"), .clean = true};
    struct arena arena = {0};
    struct diags diags;
    struct build_result result;
    struct fs_list list = {0};
    diags_init(&diags, &arena);
    build_run(&options, &arena, &diags, &result);
    bool same = result.done && fs_walk(STR("clean"), &arena, &list) == 0;
    same = same && list.n >= count_outputs(builder_plan(f->builder));
    f->made = 0;
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        str bytes = {NULL, 0};
        fs_read(arena_printf(&arena, "clean/%.*s", STR_ARG(name)), &arena,
                &bytes);
        enum page_result got = ask(f, name);
        const struct copy *held = find(f, name);
        if (got == PAGE_NONE || got == PAGE_FAILED || !held ||
            !str_eq((str){held->bytes, held->n}, bytes)) {
            printf("# %d %.*s\n%.*s", (int)got, STR_ARG(name),
                   held ? (int)held->n : 0, held ? held->bytes : "");
            same = false;
        }
    }
    if (!same) {
        say(&diags);
    }
    build_free(&result);
    arena_free(&arena);
    return same;
}

static inline void finish(struct fixture *f)
{
    struct arena arena = {0};
    struct diags diags;
    struct wanted_page *pages;
    size_t n;
    bool more = true;
    diags_init(&diags, &arena);
    while (more) {
        more = builder_idle(f->builder, &pages, &n, &diags);
        for (size_t i = 0; i < n; i++) {
            if (pages[i].result == PAGE_MADE && pages[i].bytes.p) {
                hold(f, pages[i].file, pages[i].bytes);
            }
        }
    }
    builder_check_texts(f->builder, &diags);
    builder_save(f->builder);
    f->errors = diags.errors;
    f->warnings = diags.warnings;
    arena_free(&arena);
}

static inline void open_site(struct fixture *f)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    f->builder = builder_open(&f->options, &f->cancel);
    CHECK(&f->tap,
          builder_update(f->builder, &(struct changed_files){.all = true},
                         &diags) == UPDATE_DONE);
    say(&diags);
    arena_free(&arena);
}

static inline bool write_site(void)
{
    bool done =
        fs_mkdirs(STR("content/a")) == 0 && fs_mkdirs(STR("content/b")) == 0 &&
        fs_mkdirs(STR("content/c")) == 0 && fs_mkdirs(STR(".crumb")) == 0 &&
        fs_mkdirs(STR("static")) == 0 &&
        fs_mkdirs(STR("templates/shortcodes")) == 0 &&
        fs_mkdirs(STR("templates/partials")) == 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        done = done && write_file(str_from(files[i].path),
                                  str_from(files[i].text)) == 0;
    }
    return done;
}

/* The options of the tests: two threads, a fixed instant, drafts shown. */
static inline struct fixture fixture_new(void)
{
    return (struct fixture){
        .options = {.site = {.jobs = 2, .now = 1768478400, .drafts = true},
                    .now_given = true,
                    .ledger = STR(".crumb/memory.ledger"),
                    .clock = STR(".crumb/memory.lock")}};
}

static inline void fixture_free(struct fixture *f)
{
    for (size_t i = 0; i < f->nheld; i++) {
        free(f->held[i].bytes);
    }
}

#endif
