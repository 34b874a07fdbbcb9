/* SPDX-License-Identifier: MIT */
#include "builder/body_checks.h"

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

void body_checks_links(struct body_checks *checks, struct worker *worker)
{
    const struct site *site = checks->site;
    struct eval eval = {.arena = worker->work, .host = &worker->host};
    for (size_t i = 0; i < site->nall; i++) {
        struct diags found;
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
}

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
