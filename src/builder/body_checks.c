/* SPDX-License-Identifier: MIT */
#include "builder/body_checks.h"

#include "site/view/body.h"

void body_checks_init(struct body_checks *checks, struct site *site)
{
    checks->site = site;
    checks->checked = arena_zalloc(site->arena, site->nall, sizeof(bool));
    checks->links =
        arena_zalloc(site->arena, site->nall, sizeof *checks->links);
}

void body_check(struct body_checks *checks, const struct post *post,
                struct worker *worker)
{
    struct render_context ctx = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    const struct site *site = checks->site;
    body_derive(post, &ctx);
    if (post >= site->all && post < site->all + site->nall) {
        checks->checked[post - site->all] = true;
    }
}

/* --- links to parts of pages --- */

static bool is_made(const struct post *post)
{
    const struct derived *derived = atomic_load(post->derived);
    return derived && !derived->recalled;
}

/* Whether links to it lead where they led in the last build. A post that was
 * not there then is linked by bodies that were made since. */
static bool keeps_ids(const struct last_build *last, const struct post *post)
{
    uint32_t key = post->object.number;
    const struct step *then = step_find(&last->engine->steps, key);
    const struct derived *derived = atomic_load(post->derived);
    if (post->held != HELD_NOT || (post->body && !is_made(post))) {
        return true;
    }
    if (derived && then && then->record.p) {
        return (then->result | DERIVED_BITS) == (derived->hints | DERIVED_BITS);
    }
    return !engine_file(last->engine, key);
}

/* Which bodies have links that must be checked; NULL: all. A ledger
 * without messages was saved by a preview, which may not have checked links. */
static const bool *find_unsure(struct site *site, const struct last_build *last,
                               struct arena *work)
{
    bool *unsure = arena_zalloc(work, site->nall, sizeof *unsure);
    if (!last || !last->known || !last->ledger.said.n) {
        return NULL;
    }
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        const struct step *step =
            step_find(&last->engine->steps, post->object.number);
        if (!keeps_ids(last, post)) {
            return NULL;
        }
        unsure[i] = is_made(post) || (step && step->result & DERIVED_BROKEN);
    }
    return unsure;
}

/* Unpacks those of a body that is as the last build left it. */
static void remember_warnings(const struct last_build *last,
                              const struct post *post, struct worker *worker)
{
    const struct step *step =
        step_find(&last->engine->steps, post->object.number);
    if (step && (step->result & DERIVED_WARNS)) {
        body_known(post, worker->keep);
    }
}

bool body_checks_links(struct body_checks *checks,
                       const struct last_build *last, struct worker *worker,
                       const atomic_bool *cancel)
{
    struct site *site = checks->site;
    struct arena work = {0};
    const bool *unsure = find_unsure(site, last, &work);
    enum { RELEASE = 256 }; /* links lead to posts anywhere */
    struct render_context ctx = {.arena = worker->work, .host = &worker->host};
    bool cancelled = false;
    for (size_t i = 0; i < site->nall && !cancelled; i++) {
        if (unsure && !unsure[i]) {
            remember_warnings(last, &site->all[i], worker);
            continue;
        }
        struct diags found = {.arena = worker->keep};
        ctx.diags = &found;
        view_reset(&worker->host.view);
        link_check(&site->all[i], &ctx);
        arena_clear(worker->work);
        if (i % RELEASE == 0) {
            site_release_texts(site);
            cancelled = cancel && atomic_load(cancel);
        }
        site->all[i].broken = found.list.n > 0;
        if (found.list.n) {
            checks->links[i] = ARENA_NEW(worker->keep, struct diags);
            *checks->links[i] = found;
        }
    }
    view_reset(&worker->host.view);
    arena_free(&work);
    return !cancelled;
}

/* --- the report --- */

/* body_checks_links has unpacked the bodies that have warnings and are as the
 * last build left them. A body that was made again for pages that no longer
 * read it is passed over: a clean build would not make it. */
void body_checks_report(const struct body_checks *checks,
                        const struct view_doubts *doubts,
                        const struct reachable *live, struct diags *diags)
{
    const struct site *site = checks->site;
    /* Whether a clean build would render all bodies for backlinks. The pages of
     * the last build that read them may be gone. */
    bool joined =
        doubts->has_backlinks &&
        (doubts->names_backlinks || reachable_reads(live, STR("backlinks")));
    for (size_t i = 0; i < site->nall; i++) {
        const struct derived *derived = atomic_load(site->all[i].derived);
        if (derived && (checks->checked[i] || live->shown[i] ||
                        (joined && site->all[i].held == HELD_NOT))) {
            diags_merge(diags, derived->warnings);
            if (checks->links[i]) {
                diags_merge(diags, checks->links[i]);
            }
        }
    }
    for (size_t i = 0; i < site->broken.n; i++) {
        const struct derived *derived = atomic_load(site->broken.p[i]->derived);
        if (derived) {
            diags_merge(diags, derived->warnings);
        }
    }
}
