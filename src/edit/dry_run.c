/* SPDX-License-Identifier: MIT */
#include "edit/dry_run.h"

#include <stdlib.h>
#include <string.h>

#include "files/path.h"
#include "plan/plan.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"

struct stage {
    const struct dry_run_change *changes;
    size_t n;
    struct arena *arena;
    struct fs_list walked;
};

static const struct dry_run_change *change_of(const struct stage *stage,
                                              str from)
{
    for (size_t i = 0; i < stage->n; i++) {
        if (str_eq(stage->changes[i].from, from)) {
            return &stage->changes[i];
        }
    }
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    const struct fs_entry *left = a;
    const struct fs_entry *right = b;
    return str_cmp(left->name, right->name);
}

/* What a walk of content/ would find. */
static int walk(struct stage *stage)
{
    struct fs_list before = {0};
    int error = fs_walk(STR("content"), stage->arena, &before);
    VEC(struct fs_entry) after = {0};
    VEC_RESERVE(&after, stage->arena, before.n + stage->n);
    for (size_t i = 0; i < before.n; i++) {
        const struct dry_run_change *change =
            change_of(stage, before.entries[i].name);
        struct fs_entry *entry = VEC_PUSH(&after, stage->arena);
        *entry = before.entries[i];
        entry->name = change ? change->to : entry->name;
    }
    for (size_t i = 0; i < stage->n; i++) {
        if (!stage->changes[i].from.n) {
            *VEC_PUSH(&after, stage->arena) =
                (struct fs_entry){.name = stage->changes[i].to,
                                  .kind = FS_FILE,
                                  .size = stage->changes[i].text.n};
        }
    }
    if (after.n) {
        qsort(after.p, after.n, sizeof *after.p, by_name);
    }
    stage->walked = (struct fs_list){after.p, after.n};
    return error;
}

/* A folder that can't be walked is told of by who walks it again. */
static bool open_stage(void *host, struct site *site, struct diags *diags,
                       const struct fs_list **walked)
{
    struct stage *stage = host;
    (void)site;
    (void)diags;
    *walked = walk(stage) == 0 ? &stage->walked : NULL;
    return true;
}

/* One that is not on the disk yet, or not by that name. */
static bool take_text(void *host, str path, struct arena *arena, str *text)
{
    const struct stage *stage = host;
    for (size_t i = 0; i < stage->n; i++) {
        const struct dry_run_change *change = &stage->changes[i];
        if (!str_eq(change->to, path)) {
            continue;
        }
        *text = change->text;
        return text->p ||
               fs_read(path_join(arena, STR("content"), change->from), arena,
                       text) == 0;
    }
    return false;
}

struct site *dry_run_site(const struct dry_run_change *changes, size_t n,
                          const struct site_options *options,
                          struct arena *arena, struct diags *diags)
{
    struct stage stage = {changes, n, arena, {0}};
    struct site_memory memory = {
        .open = open_stage, .text = take_text, .host = &stage};
    struct site_options all = *options;
    all.memory = &memory;
    all.drafts = true;
    all.future = true;
    struct site *site = site_load(&all, arena, diags);
    if (!site) {
        return NULL;
    }
    struct theme_files *theme = ARENA_NEW(arena, struct theme_files);
    struct plan plan = {0};
    theme_files_of_site(theme, &site->config, arena);
    words_load(site, theme, diags);
    plan_make(site, STR("static"), diags, &plan);
    site->options.memory = NULL;
    return site;
}

const struct post *dry_run_displaced(const struct site *before,
                                     const struct site *after,
                                     struct arena *arena)
{
    for (size_t i = 0; i < before->nall; i++) {
        const struct post *post = &before->all[i];
        const struct post *then = site_post(after, post->file->path, arena);
        if (then && !str_eq(post->address.url, then->address.url)) {
            return post;
        }
    }
    return NULL;
}

static bool is_said(const struct diags *diags, const struct diag *diag)
{
    for (size_t i = 0; i < diags->list.n; i++) {
        const struct diag *other = diags->list.p[i];
        if (strcmp(other->code, diag->code) == 0 &&
            str_eq(other->at.file, diag->at.file) &&
            str_eq(other->message, diag->message)) {
            return true;
        }
    }
    return false;
}

struct diag *dry_run_error(const struct diags *before,
                           const struct diags *after)
{
    for (size_t i = 0; i < after->list.n; i++) {
        struct diag *diag = after->list.p[i];
        bool counts = diag->severity == DIAG_ERROR ||
                      strcmp(diag->code, "slug-date") == 0;
        if (counts && !is_said(before, diag)) {
            return diag;
        }
    }
    return NULL;
}
