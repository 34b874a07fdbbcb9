/* SPDX-License-Identifier: MIT */
#include "builder/render.h"

#include "base/diag/diag.h"
#include "base/hash.h"
#include "base/pool.h"
#include "builder/pictures.h"
#include "builder/render_index.h"
#include "files/fs.h"
#include "site/content/post.h"
#include "site/organise/organise.h"
#include "site/view/body.h"
#include "steps/asset_hash.h"
#include "steps/bodies.h"
#include "steps/fragment_cache.h"
#include "steps/outputs.h"
#include "steps/search.h"

static void make_output(struct rendering *rendering, struct output *output,
                        size_t number, struct diags *warnings)
{
    struct worker *worker = &rendering->workers[number];
    str bytes;
    bool made = worker_make(worker, output, warnings, worker->work, &bytes);
    struct text_store *texts = &worker->host.view.texts[KEPT_TRACES];
    output->trace.pairs = text_store_put(texts, output->trace.pairs);
    output->warnings = text_store_put(texts, output->warnings);
    if (!made && output->post) {
        body_check(&rendering->bodies, output->post, worker);
    } else if (made && rendering->publish) {
        publish_file(rendering->publish, number, output->address->file, bytes,
                     &worker->diags);
        render_index_new_parts(rendering, output, worker, number);
    }
}

/* Reports the warnings of the build that made the output. */
static void say_again(struct output *output, struct diags *warnings)
{
    output->warnings = output->step->warnings;
    if (output->warnings.n) {
        struct unpack in = unpack_of(output->warnings);
        diags_unpack(warnings, &in);
    }
}

/* Adds the page to diagnostics of its template; a list by the place in its
 * _index.md that chooses the template, if one does. */
static void name_page(const struct output *output, struct diags *diags)
{
    struct source page = {.name = output->address->url};
    if (!diags->list.n) {
        return;
    }
    span at = output->kind == OUTPUT_POST ? post_span(output->post)
              : output->at.source         ? output->at
                                          : span_of(&page, 0, 0);
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        if (output->kind != OUTPUT_FILE &&
            !str_starts(diag->at.file, STR("content/"))) {
            diag_in(diag, at);
        }
    }
}

static void release(const struct rendering *rendering)
{
    ledger_release(&rendering->last->ledger);
    site_release_texts(rendering->site);
}

/* Pages show texts of the last ledger and of other bodies: after so many pages
 * their memory is given back. */
enum { RELEASE = 256 };
/* A page of that size is one that names all of the site. */
enum { MUCH = 1 << 20 };

static void render_one(void *context, size_t number, size_t i)
{
    struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    uint32_t which = rendering->order[rendering->first + i];
    struct output *output = &rendering->plan->outputs.p[which];
    struct diags warnings = {.arena = worker->keep};
    if (output->dropped) {
        if (output->kind == OUTPUT_POST) {
            worker_enter(worker, output);
            body_check(&rendering->bodies, output->post, worker);
        }
    } else if (!output->right || !rendering->publish ||
               !last_build_keeps(rendering->last, rendering->publish, number,
                                 output->address->file, output->step->place)) {
        if (output->right) {
            output->why = STR("the file was not as crumb wrote it");
        }
        output->right = false;
        make_output(rendering, output, number, &warnings);
    } else {
        say_again(output, &warnings);
    }
    name_page(output, &warnings);
    diags_merge(&worker->diags, &warnings);
    if (worker->out.cap > MUCH) {
        buf_free(&worker->out);
    }
    arena_clear(worker->work);
    if (i % RELEASE == 0) {
        release(rendering);
    }
    progress_step(rendering->site->options.progress);
}

static void check_broken(void *context, size_t number, size_t i)
{
    struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    view_reset(&worker->host.view);
    body_check(&rendering->bodies, rendering->site->broken.p[i], worker);
    arena_clear(worker->work);
}

static void find_links(void *context, size_t number, size_t i)
{
    const struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    struct render_context ctx = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    const struct post *post = &rendering->site->all[i];
    view_reset(&worker->host.view);
    if (post->held == HELD_NOT) {
        body_derive(post, &ctx);
    }
    arena_clear(worker->work);
    progress_step(rendering->site->options.progress);
}

static void make_workers(struct rendering *rendering, struct generation *built)
{
    const struct site *site = built->site;
    size_t jobs = site->options.jobs;
    struct arena *arena = site->arena;
    rendering->workers = arena_zalloc(arena, jobs, sizeof(struct worker));
    rendering->work = ARENA_NEW(arena, struct workers);
    rendering->work->jobs = jobs;
    rendering->work->facts = engine_workers(site->objects->engine, jobs);
    rendering->work->contexts = ARENA_ARRAY(arena, struct render_context, jobs);
    rendering->work->hashing = ARENA_ARRAY(arena, struct render_context, jobs);
    for (size_t i = 0; i < jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        worker_init(worker, built, i);
        rendering->work->contexts[i] =
            (struct render_context){.arena = worker->work,
                                    .diags = &worker->diags,
                                    .host = &worker->host};
        rendering->work->hashing[i] =
            (struct render_context){.arena = worker->work,
                                    .diags = &worker->unheard,
                                    .host = &worker->hashing};
    }
}

static void forget_fragments(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        arena_clear(&worker->memo);
        worker->host.memo = memo_new(&worker->memo);
    }
}

/* Fragments that were kept in an earlier revision may show other texts. */
static void forget_old_fragments(struct rendering *rendering)
{
    uint32_t revision = rendering->last->engine->facts.revision;
    if (rendering->fragments_of != revision) {
        rendering->fragments_of = revision;
        forget_fragments(rendering);
    }
}

/* The plan's last outputs name all pages of the site. They need much memory,
 * and no fragments. */
static size_t first_of_sitemap(const struct plan *plan)
{
    size_t first = plan->outputs.n;
    while (first > plan->nposts &&
           plan->outputs.p[first - 1].kind == OUTPUT_PAGES) {
        first--;
    }
    return first;
}

/* In which turn an output is looked at. */
enum turn {
    TURN_LONG, /* it lists a large part of the site, as an archive does */
    TURN_MADE,
    TURN_RIGHT, /* there is nothing to make */
    TURN_LAST,  /* whether it is published depends on pages */
};

static enum turn turn_of(const struct output *output)
{
    enum { LONG = 1000 };
    bool is_long =
        output->kind == OUTPUT_SEARCH ||
        (output->kind == OUTPUT_LIST && output->list->posts.n > LONG);
    return output->optional ? TURN_LAST
           : output->right  ? TURN_RIGHT
           : is_long        ? TURN_LONG
                            : TURN_MADE;
}

/* Appends those of outputs [from, to) with that turn. Returns how many there
 * are then. */
static size_t put_in_order(struct rendering *rendering, size_t n, size_t from,
                           size_t to, enum turn turn)
{
    for (size_t i = from; i < to; i++) {
        if (turn_of(&rendering->plan->outputs.p[i]) == turn) {
            rendering->order[n++] = (uint32_t)i;
        }
    }
    return n;
}

static void render_phase(struct rendering *rendering, size_t from, size_t to)
{
    rendering->first = from;
    pool_run(rendering->site->options.jobs, to - from, render_one, rendering);
    release(rendering);
}

/* Posts before the lists that show them. Of these the long ones come first:
 * they take the most time, and memory, which fragments that lists share take
 * later. A sitemap takes much too, and is made when the fragments are gone.
 * Outputs that are right only have to be found: they fill the time while the
 * last page is made. */
static void render_outputs(struct rendering *rendering)
{
    const struct plan *plan = rendering->plan;
    const struct site *site = rendering->site;
    size_t posts = plan->nposts;
    size_t sitemap = first_of_sitemap(plan);
    size_t all = plan->outputs.n;
    rendering->order = ARENA_ARRAY(site->arena, uint32_t, all);
    size_t lists = put_in_order(rendering, 0, 0, posts, TURN_MADE);
    size_t last = put_in_order(rendering, lists, posts, sitemap, TURN_LONG);
    last = put_in_order(rendering, last, posts, sitemap, TURN_MADE);
    size_t n = put_in_order(rendering, last, sitemap, all, TURN_MADE);
    all = put_in_order(rendering, n, 0, all, TURN_RIGHT);
    progress_begin(site->options.progress, "rendering", all);
    render_phase(rendering, 0, lists);
    if (n > last) {
        render_phase(rendering, lists, last);
        forget_fragments(rendering);
        lists = last;
    }
    render_phase(rendering, lists, all);
    pool_run(site->options.jobs, site->broken.n, check_broken, rendering);
    release(rendering);
    body_checks_links(&rendering->bodies, rendering->last,
                      &rendering->workers[0], NULL);
}

struct rendering *rendering_new(struct generation *built,
                                const struct last_build *last)
{
    struct site *site = built->site;
    struct rendering *rendering = ARENA_NEW(site->arena, struct rendering);
    *rendering = (struct rendering){
        .site = site,
        .plan = &built->plan,
        .last = last,
        .facts = ARENA_NEW(site->arena, struct site_facts),
        .built = built,
    };
    body_checks_init(&rendering->bodies, site);
    make_workers(rendering, built);
    gate_guard(site, &built->shared);
    site_facts_init(rendering->facts, built, rendering->work);
    return rendering;
}

static void merge_diags(struct rendering *rendering, struct diags *diags)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        diags_merge(diags, &worker->diags);
        diags_init(&worker->diags, worker->keep);
    }
}

static void gather_diags(struct rendering *rendering, struct diags *diags)
{
    const struct site *site = rendering->site;
    merge_diags(rendering, diags);
    for (size_t i = 0; i < site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        buf_free(&worker->out);
        search_words_free(worker->search);
        worker->search = NULL;
        arena_free(worker->work); /* the rest of the build needs little */
        const struct profile *profile = worker->host.view.profile;
        if (profile) {
            profile_merge(site->options.profile, profile);
        }
    }
}

void render_compare(struct rendering *rendering, struct site *site,
                    struct diags *diags)
{
    const struct last_build *last = rendering->last;
    engine_next_revision(last->engine);
    site_facts_update(rendering->facts, last);
    if (last->known) {
        bodies_refresh(rendering->facts, site);
    }
    if (rendering->built->shared.doubts.has_backlinks) {
        progress_begin(site->options.progress, "looking for links", site->nall);
        pool_run(site->options.jobs, site->nall, find_links, rendering);
        backlinks_join(site);
        site_facts_of_lists(rendering->facts);
    }
    site_facts_report(rendering->facts, diags);
}

void render_check(struct rendering *rendering, struct site *site)
{
    const struct last_build *last = rendering->last;
    render_compare(rendering, site, &rendering->workers[0].diags);
    release(rendering);
    outputs_check(rendering->plan, last, last->engine, site->options.jobs);
}

/* Publishes the files that pages name with a fingerprint, under that name. */
static void publish_fingerprinted(const struct rendering *rendering,
                                  struct reachable *live, struct diags *diags)
{
    const struct last_build *last = rendering->last;
    const uint32_t *ids;
    size_t n = reachable_assets(live, &ids);
    for (size_t i = 0; i < n; i++) {
        bool kept;
        str path = key_get(&last->engine->keys, ids[i])->name;
        str file = fingerprint_publish(rendering->built->fingerprints, path,
                                       rendering->publish, diags, &kept);
        if (!file.n) {
            continue;
        }
        str why = last->known
                      ? arena_printf(&last->engine->arena,
                                     "a page names the fingerprint of %.*s",
                                     STR_ARG(path))
                      : last->none;
        reachable_add_made(live, file, ids[i], kept, why);
    }
}

/* Pictures of content/ that some page does not show in other forms alone. */
static void publish_originals(struct rendering *rendering,
                              const struct published_forms *forms)
{
    struct plan *plan = rendering->plan;
    size_t n = put_in_order(rendering, 0, 0, plan->outputs.n, TURN_LAST);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        struct output *output = &plan->outputs.p[rendering->order[i]];
        output->dropped =
            output->dropped || map_get(&forms->replaced, output->address->file);
        if (!output->dropped) {
            rendering->order[kept++] = rendering->order[i];
        }
    }
    render_phase(rendering, 0, kept);
}

/* A form's step hangs on the read that names it. */
static void publish_pictures(struct rendering *rendering,
                             struct reachable *live, struct diags *diags)
{
    const struct last_build *last = rendering->last;
    const struct site *site = rendering->site;
    struct published_forms forms = {0};
    pictures_publish(rendering->built, live, last, rendering->publish, diags,
                     &forms);
    publish_originals(rendering, &forms);
    merge_diags(rendering, diags);
    for (size_t i = 0; i < forms.list.n; i++) {
        const struct published_form *form = &forms.list.p[i];
        str why = last->known ? STR("a page names this form of a picture")
                              : last->none;
        struct step *step = reachable_add_made(live, form->file, form->question,
                                               form->kept, why);
        *VEC_PUSH(&rendering->built->made, site->arena) =
            (struct made_file){form->file, step};
    }
}

void render_hand_over(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        recorder_hand_over(&rendering->workers[i].recorder);
    }
}

/* All pages are made. */
static void drop_fragments(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        worker->host.memo = NULL;
        arena_free(&worker->memo);
    }
}

struct reachable *render_all(struct rendering *rendering, struct site *site,
                             struct publish *publish, struct diags *diags)
{
    struct plan *plan = rendering->plan;
    rendering->publish = publish;
    for (size_t i = 0; rendering->built->search && i < site->languages.n; i++) {
        rendering->built->search[i].publish = publish;
    }
    render_outputs(rendering);
    for (size_t i = plan->nposts; publish && i < plan->outputs.n; i++) {
        render_index_parts(rendering, &plan->outputs.p[i]);
    }
    gather_diags(rendering, diags);
    render_hand_over(rendering);
    drop_fragments(rendering);
    struct reachable *live =
        reachable_new(rendering->facts, rendering->plan, site->arena);
    for (size_t i = plan->nposts; publish && i < plan->outputs.n; i++) {
        render_index_to_steps(rendering, &plan->outputs.p[i], live);
    }
    release(rendering);
    body_checks_report(&rendering->bodies, &rendering->built->shared.doubts,
                       live, diags);
    if (publish) {
        publish_fingerprinted(rendering, live, diags);
        publish_pictures(rendering, live, diags);
    }
    return live;
}

/* --- into memory --- */

static void render_page(void *context, size_t number, size_t i)
{
    struct rendering *rendering = context;
    struct rendered *page = &rendering->pages[i];
    struct worker *worker = &rendering->workers[number];
    struct output *output = &rendering->plan->outputs.p[page->number];
    str bytes;
    struct diags warnings = {.arena = worker->keep};
    bool made = worker_make(worker, output, &warnings, &worker->pages, &bytes);
    if (!made && output->post) {
        body_check(&rendering->bodies, output->post, worker);
    }
    page->done = made && !warnings.errors;
    page->hash = hash64(bytes);
    page->bytes = page->done && output->kind != OUTPUT_FILE
                      ? arena_str(&worker->pages, bytes)
                      : (str){NULL, 0};
    name_page(output, &warnings);
    diags_merge(&worker->diags, &warnings);
    arena_clear(worker->work);
}

void render_pages(struct rendering *rendering, struct rendered *pages, size_t n,
                  struct diags *diags)
{
    size_t jobs = rendering->site->options.jobs;
    rendering->pages = pages;
    for (size_t i = 0; i < jobs; i++) {
        arena_clear(&rendering->workers[i].pages);
    }
    forget_old_fragments(rendering);
    pool_run(jobs, n, render_page, rendering);
    gather_diags(rendering, diags);
    render_hand_over(rendering);
}

void render_check_texts(struct rendering *rendering, struct reachable *live,
                        const atomic_bool *cancel, struct diags *diags)
{
    struct worker *worker = &rendering->workers[0];
    if (!body_checks_links(&rendering->bodies, NULL, worker, cancel)) {
        return;
    }
    for (size_t i = 0; i < rendering->plan->outputs.n; i++) {
        struct output *output = &rendering->plan->outputs.p[i];
        if (!output->dropped && output->right && output->step) {
            struct diags warnings = {.arena = worker->keep};
            say_again(output, &warnings);
            name_page(output, &warnings);
            diags_merge(&worker->diags, &warnings);
        }
    }
    gather_diags(rendering, diags);
    body_checks_report(&rendering->bodies, &rendering->built->shared.doubts,
                       live, diags);
}

void rendering_free(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        search_words_free(rendering->workers[i].search);
        arena_free(&rendering->workers[i].pages);
        arena_free(&rendering->workers[i].memo);
    }
}

struct site_facts *rendering_facts(const struct rendering *rendering)
{
    return rendering->facts;
}
