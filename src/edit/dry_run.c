/* SPDX-License-Identifier: MIT */
#include "edit/dry_run.h"

#include <string.h>

#include "base/diag/diag.h"
#include "base/pool.h"
#include "publish/publish.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"
#include "steps/last_build.h"

/* --- posts that are loaded already --- */

/* The posts of the last build. A thread reads its ledger while content/ is
 * walked. */
struct last_posts {
    struct arena work;
    struct last_build last;
    struct pool_aside aside;
    str path; /* the ledger's; p == NULL: there is none */
    struct hash128 key;
};

static void read_ledger(void *context)
{
    struct last_posts *from = context;
    if (from->path.p) {
        last_build_open_any(&from->last, from->path, from->key);
        last_build_read(&from->last);
    }
}

/* Posts in the arena; NULL: there is no build of these settings. */
static struct known_post *posts_of_ledger(struct last_posts *from,
                                          const struct site *site,
                                          struct arena *arena)
{
    struct known_post *known = last_build_posts(&from->last, site, arena);
    for (size_t i = 0; known && i < site->content.files.n; i++) {
        if (known[i].record.p) {
            known[i].record = arena_str(arena, known[i].record);
            known[i].warnings = arena_str(arena, known[i].warnings);
        }
    }
    return known;
}

static void know(struct known_post *known, const struct post *post,
                 struct arena *arena)
{
    const struct loaded_post *loaded = post->loaded;
    struct buf warnings = {0};
    if (loaded->record.p) {
        diags_pack(loaded->warnings, 0, &warnings);
        *known = (struct known_post){loaded->file_hash, loaded->record,
                                     arena_str(arena, buf_str(&warnings))};
    }
    buf_free(&warnings);
}

/* The posts of the site without the changes. */
static struct known_post *posts_of_site(const struct dry_run *run,
                                        const struct content *content,
                                        struct arena *arena)
{
    struct known_post *known =
        arena_zalloc(arena, content->files.n, sizeof *known);
    struct arena work = {0};
    for (size_t i = 0; i < content->files.n; i++) {
        str path = content->files.p[i]->path;
        const struct post *post = site_post(run->before, path, &work);
        if (post && !content_changes_to(&run->changes, path)) {
            know(&known[i], post, arena);
        }
        arena_clear(&work);
    }
    arena_free(&work);
    return known;
}

/* --- the site --- */

/* Returns false if content/ can't be walked. */
static bool scan_and_load(const struct dry_run *run, struct site *site,
                          struct hash128 key, struct arena *arena,
                          struct diags *diags)
{
    if (run->before) {
        bool picked = site_scan(site, &run->before->content.walked, diags);
        if (picked) {
            site_load(site, posts_of_site(run, &site->content, arena), diags);
        }
        return picked;
    }
    struct last_posts known = {.key = key};
    known.last.arena = &known.work;
    known.last.borrows = true;
    known.path = publish_state_path(site->config.output, STR(".crumb"),
                                    "ledger", &known.work);
    pool_start(&known.aside, read_ledger, &known);
    bool scanned = site_scan(site, NULL, diags);
    pool_wait(&known.aside);
    if (scanned) {
        site_load(site, posts_of_ledger(&known, site, arena), diags);
    }
    last_build_close(&known.last);
    arena_free(&known.work);
    return scanned;
}

struct site *dry_run_site(const struct dry_run *run, struct arena *arena,
                          struct diags *diags)
{
    struct site *site = site_open(run->options, arena, diags);
    if (!site) {
        return NULL;
    }
    struct hash128 key = last_build_key(site);
    site->options.changes = run->changes;
    site->options.drafts = true;
    site->options.future = true;
    if (!scan_and_load(run, site, key, arena, diags)) {
        site_free(site);
        return NULL;
    }
    site_organise(site, diags);
    site->options.changes = (struct content_changes){0};
    return site;
}

void dry_run_plan(struct site *site, struct arena *room, struct diags *diags,
                  struct plan *plan)
{
    struct arena *own = site->arena;
    struct theme_files *theme = ARENA_NEW(own, struct theme_files);
    *plan = (struct plan){0};
    theme_files_of_site(theme, &site->config, own);
    words_load(site, theme, diags);
    site->arena = room;
    plan_make(site, diags, plan);
    plan_check(plan, diags);
    plan_finish(site, plan, diags);
    site->arena = own;
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

static bool has_diag(const struct diags *diags, const struct diag *diag)
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
                      strcmp(diag->code, "slug-date") == 0 ||
                      strcmp(diag->code, "alias-taken") == 0;
        if (counts && !has_diag(before, diag)) {
            return diag;
        }
    }
    return NULL;
}
