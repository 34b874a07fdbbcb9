/* SPDX-License-Identifier: MIT */
#include "builder/body_checks.h"

#include <string.h>

#include "base/diag/diag_pack.h"
#include "site/body/body.h"
#include "site/body/link_check.h"

void body_checks_init(struct body_checks *checks, struct site *site)
{
    checks->site = site;
    checks->checked = arena_zalloc(site->arena, site->room, sizeof(bool));
    checks->links =
        arena_zalloc(site->arena, site->room, sizeof *checks->links);
}

void body_check(struct body_checks *checks, const struct post *post,
                struct worker *worker)
{
    struct eval eval = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    const struct site *site = checks->site;
    body_derive(post, &eval);
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
    if (post->held != HELD_NOT || (post->record.p && !is_made(post))) {
        return true;
    }
    if (derived && then && then->record.p) {
        uint64_t bits = DERIVED_WARNS | DERIVED_LINKS;
        return (then->result & ~bits) == (derived->hints & ~bits);
    }
    return !engine_file(last->engine, key);
}

/* Sets what the last build has said of links of bodies that are as they were.
 * False: all have to be checked. */
static bool find_broken(const struct site *site, const struct last_build *last,
                        bool *broken, struct arena *work)
{
    struct diags said;
    struct unpack in = unpack_of(last->ledger.said);
    str content = STR("content/");
    diags_init(&said, work);
    if (!unpack_left(&in) || !diags_unpack(&said, &in)) {
        return false;
    }
    for (size_t i = 0; i < said.list.n; i++) {
        const struct diag *diag = said.list.p[i];
        str file = diag->at.file;
        const struct post *post =
            strcmp(diag->code, "broken-fragment") == 0 &&
                    str_starts(file, content)
                ? site_post(site, str_from_offset(file, content.n), work)
                : NULL;
        if (post) {
            broken[post - site->all] = true;
        }
    }
    return true;
}

/* Which bodies have links that must be checked; NULL: all. */
static const bool *find_unsure(const struct site *site,
                               const struct last_build *last,
                               struct arena *work)
{
    bool *unsure = arena_zalloc(work, site->nall, sizeof *unsure);
    if (!last || !last->known || !find_broken(site, last, unsure, work)) {
        return NULL;
    }
    for (size_t i = 0; i < site->nall; i++) {
        if (!keeps_ids(last, &site->all[i])) {
            return NULL;
        }
        unsure[i] = unsure[i] || is_made(&site->all[i]);
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

void body_checks_links(struct body_checks *checks,
                       const struct last_build *last, struct worker *worker)
{
    const struct site *site = checks->site;
    struct arena work = {0};
    const bool *unsure = find_unsure(site, last, &work);
    struct eval eval = {.arena = worker->work, .host = &worker->host};
    for (size_t i = 0; i < site->nall; i++) {
        struct diags found;
        if (unsure && !unsure[i]) {
            remember_warnings(last, &site->all[i], worker);
            continue;
        }
        diags_init(&found, worker->keep);
        eval.diags = &found;
        view_reset(&worker->host.view);
        link_check(&site->all[i], &eval);
        arena_clear(worker->work);
        if (found.list.n) {
            checks->links[i] = ARENA_NEW(worker->keep, struct diags);
            *checks->links[i] = found;
        }
    }
    view_reset(&worker->host.view);
    arena_free(&work);
}

/* --- what is said --- */

/* Whether a clean build would render all bodies for backlinks. The pages of the
 * last build that read them may be gone. */
static bool needs_backlinks(const struct view_doubts *doubts,
                            const struct live *live)
{
    return doubts->has_backlinks &&
           (doubts->names_backlinks || live_reads(live, STR("backlinks")));
}

/* body_checks_links has unpacked the bodies that have warnings and are as the
 * last build left them. A body that was made again for pages that no longer
 * read it is passed over: a clean build would not make it. */
void body_checks_report(const struct body_checks *checks,
                        const struct view_doubts *doubts,
                        const struct live *live, struct diags *diags)
{
    const struct site *site = checks->site;
    bool joined = needs_backlinks(doubts, live);
    for (size_t i = 0; i < site->nall; i++) {
        const struct derived *derived = atomic_load(site->all[i].derived);
        if (derived && (checks->checked[i] || live_shows_body(live, i) ||
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
