/* SPDX-License-Identifier: MIT */
#include "edit/dry_run.h"

#include <string.h>

#include "plan/plan.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"

struct site *dry_run_site(const struct content_change *changes, size_t n,
                          const struct site_options *options, struct plan *plan,
                          struct arena *arena, struct diags *diags)
{
    struct site_options all = *options;
    all.changes = (struct content_changes){changes, n};
    all.drafts = true;
    all.future = true;
    struct site *site = site_open(&all, arena, diags);
    if (!site) {
        return NULL;
    }
    if (!site_scan(site, NULL, diags)) {
        site_free(site);
        return NULL;
    }
    site_load(site, NULL, diags);
    site_organise(site, diags);
    site->options.changes = (struct content_changes){0};
    struct theme_files *theme = ARENA_NEW(arena, struct theme_files);
    struct plan own;
    plan = plan ? plan : &own;
    *plan = (struct plan){0};
    theme_files_of_site(theme, &site->config, arena);
    words_load(site, theme, diags);
    plan_make(site, STR("static"), diags, plan);
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
