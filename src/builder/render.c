/* SPDX-License-Identifier: MIT */
#include "builder/render.h"

#include "base/diag/diag_pack.h"
#include "base/pool.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/source_file.h"
#include "images/picture_check.h"
#include "render/asset_hash.h"
#include "render/fragment_cache.h"
#include "render/template_host.h"
#include "site/body/body.h"
#include "site/body/foreign_tags.h"
#include "site/body/link_check.h"
#include "site/content/post.h"
#include "site/organise/backlinks.h"
#include "site/view/columns.h"
#include "steps/bodies.h"
#include "steps/generation.h"
#include "steps/outputs.h"
#include "text/html.h"
#include "text/xml_chars.h"

/* One thread's own things. */
struct worker {
    struct arena *work; /* reset after each Output */
    struct arena *keep; /* diagnostics, derived text: as long as the site */
    struct arena pages; /* what render_pages made last */
    struct arena memo;  /* fragments that render_pages keeps for a revision */
    struct diags diags;
    struct recorder recorder;
    struct template_host host;    /* to render with */
    struct template_host hashing; /* to look at facts with: nothing is
                                     recorded */
    struct diags unheard;
    struct buf out;
};

struct rendering {
    const struct site *site;
    struct plan *plan;
    const struct generation *built;
    struct publish *publish;
    const struct last_build *last;
    struct site_facts *facts;
    struct view_shared *shared;
    const struct fingerprints *fingerprints; /* for asset() */
    struct worker *workers;
    struct workers *work;     /* the same, for who looks at facts */
    bool *checked;            /* bodies by number in site->all: check_body */
    struct diags **fragments; /* by the same number: what is wrong with links to
                                 parts of pages, or NULL */
    size_t first;             /* of the outputs in this phase */
    uint32_t fragments_of; /* the revision in which render_pages keeps some */
};

static void put(struct dict *context, struct arena *arena, const char *name,
                value v)
{
    dict_set(context, arena, value_string(str_from(name)), v);
}

static void put_list(struct dict *context, struct arena *arena,
                     const struct output *output)
{
    const struct list_page *page = output->list;
    put(context, arena, "page", value_object(&page->object));
    if (page->kind == PAGE_404) {
        return;
    }
    put(context, arena, "posts", value_object(&page->posts.object));
    put(context, arena, "paginator", value_object(&page->paginator));
    if (output->listing) {
        const char *name = page->kind == PAGE_SECTION    ? "section"
                           : page->kind == PAGE_TAXONOMY ? "taxonomy"
                                                         : "term";
        put(context, arena, name, value_object(&output->listing->object));
    }
    if (page->kind == PAGE_TERM && output->listing) {
        const struct term *term = (const struct term *)output->listing;
        put(context, arena, "taxonomy",
            value_object(&term->taxonomy->as.object));
    }
}

/* What `page` is for files that have no page of their own. */
static value file_page(struct arena *arena, const struct output *output)
{
    value page = value_dict(arena);
    put(page.as.dict, arena, "url", value_string(output->address->url));
    put(page.as.dict, arena, "permalink",
        value_string(output->address->permalink));
    return page;
}

static struct dict *make_context(const struct rendering *rendering,
                                 const struct output *output,
                                 struct arena *arena)
{
    struct dict *context = value_dict(arena).as.dict;
    put(context, arena, "site", value_object(&output->site->object));
    if (output->kind == OUTPUT_POST) {
        put(context, arena, "page", value_object(&output->post->object));
        if (output->post->section) {
            put(context, arena, "section",
                value_object(&output->post->section->as.object));
        }
    } else if (output->kind == OUTPUT_LIST) {
        put_list(context, arena, output);
    } else {
        put(context, arena, "page", file_page(arena, output));
        put(context, arena, "pages",
            value_object(output->entries ? &output->entries->object
                                         : &rendering->plan->entries.object));
    }
    if (output->kind == OUTPUT_FEED) {
        put(context, arena, "feed", value_object(&output->feed->object));
    }
    return context;
}

/* Says which page it was, for what its template said. */
static void name_page(const struct output *output, struct diags *diags)
{
    struct source page = {.name = output->address->url};
    if (!diags->list.n) {
        return;
    }
    span at = output->kind == OUTPUT_POST ? post_span(output->post)
                                          : span_of(&page, 0, 0);
    for (size_t i = 0; i < diags->list.n; i++) {
        struct diag *diag = diags->list.p[i];
        if (output->kind != OUTPUT_FILE &&
            !str_starts(diag->at.file, STR("content/"))) {
            diag_in(diag, at);
        }
    }
}

/* Renders the body for what is wrong with it, where no page does. */
static void check_body(const struct rendering *rendering,
                       const struct post *post, struct worker *worker)
{
    struct eval eval = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    const struct site *site = rendering->site;
    body_derive(post, &eval);
    if (post >= site->all && post < site->all + site->nall) {
        rendering->checked[post - site->all] = true;
    }
}

static bool render_template(const struct rendering *rendering,
                            struct output *output, struct worker *worker,
                            struct diags *warnings, struct arena *keep)
{
    struct eval eval = {
        .arena = worker->work, .diags = warnings, .host = &worker->host};
    bool done = false;
    const struct theme *theme = rendering->built->theme;
    const struct jinja_template *template =
        theme->compiled[output - rendering->plan->outputs.p];
    if (template) {
        struct dict *context = make_context(rendering, output, worker->work);
        struct recorder_mark mark = recorder_begin(&worker->recorder);
        done =
            jinja_render(theme->jinja, template, context, &eval, &worker->out);
        output->trace =
            columns_fold(output->site->objects,
                         recorder_end(&worker->recorder, mark, worker->work),
                         keep, worker->work);
    }
    if (!done && output->post) {
        check_body(rendering, output->post, worker);
    }
    return done;
}

/* A page that sends the reader on, for browsers and for search engines. */
static bool render_alias(const struct output *output, struct buf *out)
{
    const struct address *to = &output->post->address;
    buf_put(out, STR("<!doctype html>\n<html lang=\""));
    html_escape(output->post->lang, out);
    buf_put(out, STR("\">\n<head>\n<meta charset=\"utf-8\">\n<title>"));
    html_escape(output->post->title, out);
    buf_put(out, STR("</title>\n<link rel=\"canonical\" href=\""));
    html_escape(to->permalink, out);
    buf_put(out, STR("\">\n<meta name=\"robots\" content=\"noindex\">\n"
                     "<meta http-equiv=\"refresh\" content=\"0; url="));
    html_escape(to->url, out);
    buf_put(out, STR("\">\n</head>\n<body>\n<p><a href=\""));
    html_escape(to->url, out);
    buf_put(out, STR("\">"));
    html_escape(output->post->title, out);
    buf_put(out, STR("</a></p>\n</body>\n</html>\n"));
    return true;
}

static bool read_file(const struct output *output, struct worker *worker,
                      str *bytes)
{
    struct source source = {.name = output->from};
    bool read = source_file_read(&source, worker->work, &worker->diags);
    *bytes = source.text;
    return read;
}

/* No template need remember what XML forbids. */
static str without_forbidden(const struct output *output, str bytes,
                             struct arena *arena)
{
    bool is_xml = str_eq(path_ext(output->address->file), STR(".xml")) ||
                  str_eq(path_ext(output->template), STR(".xml"));
    return is_xml ? xml_clean(arena, bytes) : bytes;
}

static bool make_bytes(const struct rendering *rendering, struct output *output,
                       struct worker *worker, struct diags *warnings,
                       struct arena *keep, str *bytes)
{
    bool done = true;
    switch (output->kind) {
    case OUTPUT_FILE:
        done = read_file(output, worker, bytes);
        picture_check(output->from, *bytes, warnings);
        return done;
    case OUTPUT_BYTES: *bytes = output->bytes; return true;
    case OUTPUT_ALIAS: done = render_alias(output, &worker->out); break;
    case OUTPUT_POST:
    case OUTPUT_LIST:
    case OUTPUT_FEED:
    case OUTPUT_PAGES:
        done = render_template(rendering, output, worker, warnings, keep);
        break;
    }
    *bytes = without_forbidden(output, buf_str(&worker->out), worker->work);
    return done;
}

static void set_language(const struct output *output, struct view *view)
{
    view->site = output->site;
    view->lang = output->kind == OUTPUT_POST   ? output->post->lang
                 : output->kind == OUTPUT_LIST ? output->list->lang
                                               : output->site->config.language;
    view->plain_dates =
        output->kind != OUTPUT_POST && output->kind != OUTPUT_LIST;
}

/* It is there as the last build left it. */
static bool is_there(const struct rendering *rendering,
                     const struct output *output, size_t worker)
{
    const struct last_build *last = rendering->last;
    uint32_t place = output->step->place;
    struct fs_stat stat;
    bool believed = ledger_stat(&last->ledger, place, &stat) && !last->hash_all;
    return publish_keep(rendering->publish, worker, output->address->file,
                        believed ? &stat : NULL, place);
}

/* For the ledger; which page it was, and where, is for each build to say. */
static str record_of(const struct diags *warnings, struct arena *keep)
{
    struct buf record = {0};
    if (!warnings->list.n) {
        return (str){NULL, 0};
    }
    diags_pack(warnings, 0, &record);
    str kept = arena_str(keep, buf_str(&record));
    buf_free(&record);
    return kept;
}

/* False: it has errors. The bytes last until the thread makes the next one;
 * what else was made goes to `keep`. */
static bool make_in_memory(const struct rendering *rendering,
                           struct output *output, struct worker *worker,
                           struct diags *warnings, struct arena *keep,
                           str *bytes)
{
    buf_clear(&worker->out);
    view_reset(&worker->host.view);
    set_language(output, &worker->host.view);
    bool made = make_bytes(rendering, output, worker, warnings, keep, bytes);
    output->warnings = record_of(warnings, keep);
    return made;
}

static void make_output(const struct rendering *rendering,
                        struct output *output, size_t number,
                        struct diags *warnings)
{
    struct worker *worker = &rendering->workers[number];
    str bytes;
    bool made = make_in_memory(rendering, output, worker, warnings,
                               worker->keep, &bytes);
    if (made && rendering->publish) {
        publish_file(rendering->publish, number, output->address->file, bytes,
                     &worker->diags);
    }
}

static void say_again(struct output *output, struct diags *warnings)
{
    output->warnings = output->step->warnings;
    if (output->warnings.n) {
        struct unpack in = unpack_of(output->warnings);
        diags_unpack(warnings, &in);
    }
}

static void render_one(void *context, size_t number, size_t i)
{
    const struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    struct output *output = &rendering->plan->outputs.p[rendering->first + i];
    struct diags warnings;
    diags_init(&warnings, worker->keep);
    if (output->dropped) {
        if (output->kind == OUTPUT_POST) {
            view_reset(&worker->host.view);
            set_language(output, &worker->host.view);
            check_body(rendering, output->post, worker);
        }
    } else if (!output->right || !rendering->publish ||
               !is_there(rendering, output, number)) {
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
    arena_clear(worker->work);
    progress_step(rendering->site->options.progress);
}

static void check_broken(void *context, size_t number, size_t i)
{
    const struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    view_reset(&worker->host.view);
    check_body(rendering, rendering->site->broken.p[i], worker);
    arena_clear(worker->work);
}

/* What is told only when all bodies are known. One thread: hardly a link has
 * a part that is not found at once. */
static void check_links(const struct rendering *rendering)
{
    const struct site *site = rendering->site;
    struct worker *own = &rendering->workers[0];
    struct eval eval = {.arena = own->work, .host = &own->host};
    for (size_t i = 0; i < site->nall; i++) {
        struct diags found;
        diags_init(&found, own->keep);
        eval.diags = &found;
        view_reset(&own->host.view);
        link_check(&site->all[i], &eval);
        arena_clear(own->work);
        if (found.list.n) {
            rendering->fragments[i] = ARENA_NEW(own->keep, struct diags);
            *rendering->fragments[i] = found;
        }
    }
    view_reset(&own->host.view);
}

static void find_links(void *context, size_t number, size_t i)
{
    const struct rendering *rendering = context;
    struct worker *worker = &rendering->workers[number];
    struct eval eval = {
        .arena = worker->work, .diags = &worker->diags, .host = &worker->host};
    const struct post *post = &rendering->site->all[i];
    view_reset(&worker->host.view);
    if (post->held == HELD_NOT) {
        body_derive(post, &eval);
    }
    arena_clear(worker->work);
    progress_step(rendering->site->options.progress);
}

static void join_backlinks(struct site *site, struct rendering *rendering)
{
    progress_begin(site->options.progress, "looking for links", site->nall);
    pool_run(site->options.jobs, site->nall, find_links, rendering);
    backlinks_join(site);
}

/* The last build's readers of backlinks may be gone: then a clean build would
 * not have made all bodies for them. */
static bool needs_backlinks(const struct view_doubts *doubts,
                            const struct live *live)
{
    return doubts->has_backlinks &&
           (doubts->names_backlinks || live_reads(live, STR("backlinks")));
}

/* Bodies have warnings of their own, whichever page showed them: check_links
 * has unpacked those of the last build. One that was made again for those who
 * had read it, and is not read any more, is passed over: a clean build would
 * not know of it. */
static void tell_of_bodies(const struct rendering *rendering,
                           const struct live *live, struct diags *diags)
{
    const struct site *site = rendering->site;
    bool joined = needs_backlinks(&rendering->shared->doubts, live);
    for (size_t i = 0; i < site->nall; i++) {
        const struct derived *derived = atomic_load(site->all[i].derived);
        if (derived && (rendering->checked[i] || live_shows_body(live, i) ||
                        (joined && site->all[i].held == HELD_NOT))) {
            diags_merge(diags, &derived->warnings);
            if (rendering->fragments[i]) {
                diags_merge(diags, rendering->fragments[i]);
            }
        }
    }
    for (size_t i = 0; i < site->broken.n; i++) {
        const struct derived *derived = atomic_load(site->broken.p[i]->derived);
        if (derived) {
            diags_merge(diags, &derived->warnings);
        }
    }
}

static void make_workers(struct rendering *rendering, struct site *site)
{
    size_t jobs = site->options.jobs;
    struct arena *arena = site->arena;
    rendering->workers = arena_zalloc(arena, jobs, sizeof(struct worker));
    rendering->checked = arena_zalloc(arena, site->nall, sizeof(bool));
    rendering->fragments =
        arena_zalloc(arena, site->nall, sizeof *rendering->fragments);
    rendering->work = ARENA_NEW(arena, struct workers);
    rendering->work->jobs = jobs;
    rendering->work->facts = engine_workers(site->objects->engine, jobs);
    rendering->work->evals = ARENA_ARRAY(arena, struct eval, jobs);
    rendering->work->hashing = ARENA_ARRAY(arena, struct eval, jobs);
    for (size_t i = 0; i < jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        worker->work = &site->scratch[i];
        worker->keep = &site->workers[i];
        diags_init(&worker->diags, worker->keep);
        diags_init(&worker->unheard, worker->keep);
        recorder_init(&worker->recorder, site->objects->engine, worker->keep);
        worker->host.fingerprints = rendering->fingerprints;
        view_init(&worker->host.view, site, rendering->shared, worker->keep);
        worker->hashing = worker->host;
        worker->hashing.view.hashing = true;
        worker->host.view.recorder = &worker->recorder;
        worker->host.memo = memo_new(worker->keep);
        if (site->options.profile) {
            worker->host.view.profile = ARENA_NEW(worker->keep, struct profile);
            worker->host.view.profile->arena = worker->keep;
        }
        rendering->work->evals[i] = (struct eval){.arena = worker->work,
                                                  .diags = &worker->diags,
                                                  .host = &worker->host};
        rendering->work->hashing[i] = (struct eval){.arena = worker->work,
                                                    .diags = &worker->unheard,
                                                    .host = &worker->hashing};
    }
}

static void render_outputs(struct rendering *rendering)
{
    const struct plan *plan = rendering->plan;
    const struct site *site = rendering->site;
    size_t jobs = site->options.jobs;
    progress_begin(site->options.progress, "rendering", plan->outputs.n);
    pool_run(jobs, plan->nposts, render_one, rendering);
    rendering->first = plan->nposts;
    pool_run(jobs, plan->outputs.n - plan->nposts, render_one, rendering);
    pool_run(jobs, site->broken.n, check_broken, rendering);
    check_links(rendering);
}

struct rendering *rendering_new(struct generation *built,
                                const struct last_build *last)
{
    struct site *site = built->site;
    struct rendering *rendering = ARENA_NEW(site->arena, struct rendering);
    *rendering = (struct rendering){
        .site = site,
        .plan = &built->plan,
        .built = built,
        .last = last,
        .facts = ARENA_NEW(site->arena, struct site_facts),
        .shared = &built->shared,
        .fingerprints = built->fingerprints,
    };
    make_workers(rendering, site);
    gate_guard(site, &built->shared);
    site_facts_init(rendering->facts, built, rendering->work);
    return rendering;
}

static void gather_diags(struct rendering *rendering, struct diags *diags)
{
    const struct site *site = rendering->site;
    for (size_t i = 0; i < site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        diags_merge(diags, &worker->diags);
        diags_init(&worker->diags, worker->keep);
        buf_free(&worker->out);
        arena_free(worker->work); /* what is left to do needs little of it */
        const struct profile *profile = worker->host.view.profile;
        if (profile) {
            profile_merge(site->options.profile, profile);
        }
    }
}

void render_compare(struct rendering *rendering, struct site *site, bool later,
                    struct diags *diags)
{
    const struct last_build *last = rendering->last;
    engine_next_revision(last->engine);
    site_facts_update(rendering->facts, last);
    if (last->known) {
        bodies_refresh(rendering->facts, site, later);
    }
    if (rendering->shared->doubts.has_backlinks) {
        join_backlinks(site, rendering);
        site_facts_of_lists(rendering->facts);
    }
    site_facts_report(rendering->facts, diags);
}

void render_check(struct rendering *rendering, struct site *site)
{
    const struct last_build *last = rendering->last;
    render_compare(rendering, site, false, &rendering->workers[0].diags);
    outputs_check(rendering->plan, last, last->engine);
}

/* The files that pages name with a fingerprint, under that name. */
static void publish_fingerprinted(const struct rendering *rendering,
                                  struct live *live, struct diags *diags)
{
    const struct last_build *last = rendering->last;
    const struct site *site = rendering->site;
    const str *paths;
    size_t n = live_assets(live, &paths);
    for (size_t i = 0; i < n; i++) {
        bool kept;
        str file = fingerprint_publish(rendering->fingerprints, paths[i],
                                       rendering->publish, diags, &kept);
        if (!file.n) {
            continue;
        }
        struct step *step = live_add_copy(live, file, paths[i]);
        step->kept = kept && step->right;
        step->right = last->engine->facts.revision;
        if (!step->kept) {
            step->made = site->options.now;
            step->why = last->known
                            ? arena_printf(&last->engine->arena,
                                           "a page names the fingerprint of "
                                           "%.*s",
                                           STR_ARG(paths[i]))
                            : last->none;
        }
    }
}

/* What threads have answered and made becomes the engine's. */
static void hand_over(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        recorder_hand_over(&rendering->workers[i].recorder);
    }
}

struct live *render_all(struct rendering *rendering, struct site *site,
                        struct publish *publish, struct diags *diags)
{
    rendering->publish = publish;
    render_outputs(rendering);
    gather_diags(rendering, diags);
    hand_over(rendering);
    struct live *live =
        live_new(rendering->facts, rendering->plan, site->arena);
    tell_of_bodies(rendering, live, diags);
    foreign_tags_join(diags);
    if (publish) {
        publish_fingerprinted(rendering, live, diags);
    }
    return live;
}

/* --- into memory --- */

struct in_memory {
    struct rendering *rendering;
    struct rendered *pages;
};

static void render_page(void *context, size_t number, size_t i)
{
    const struct in_memory *in_memory = context;
    struct rendering *rendering = in_memory->rendering;
    struct rendered *page = &in_memory->pages[i];
    struct worker *worker = &rendering->workers[number];
    struct output *output = &rendering->plan->outputs.p[page->number];
    struct diags warnings;
    str bytes;
    diags_init(&warnings, worker->keep);
    page->done = make_in_memory(rendering, output, worker, &warnings,
                                &worker->pages, &bytes) &&
                 !warnings.errors;
    page->bytes = page->done ? arena_str(&worker->pages, bytes) : STR("");
    name_page(output, &warnings);
    diags_merge(&worker->diags, &warnings);
    arena_clear(worker->work);
}

/* What was kept while other pages were made may be of other texts. */
static void forget_fragments(struct rendering *rendering)
{
    uint32_t revision = rendering->last->engine->facts.revision;
    if (rendering->fragments_of == revision) {
        return;
    }
    rendering->fragments_of = revision;
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        struct worker *worker = &rendering->workers[i];
        arena_clear(&worker->memo);
        worker->host.memo = memo_new(&worker->memo);
    }
}

void render_pages(struct rendering *rendering, struct rendered *pages, size_t n,
                  struct diags *diags)
{
    size_t jobs = rendering->site->options.jobs;
    struct in_memory in_memory = {rendering, pages};
    for (size_t i = 0; i < jobs; i++) {
        arena_clear(&rendering->workers[i].pages);
    }
    forget_fragments(rendering);
    pool_run(jobs, n, render_page, &in_memory);
    gather_diags(rendering, diags);
    hand_over(rendering);
}

void render_check_texts(struct rendering *rendering, struct live *live,
                        struct diags *diags)
{
    check_links(rendering);
    gather_diags(rendering, diags);
    tell_of_bodies(rendering, live, diags);
    foreign_tags_join(diags);
}

void rendering_free(struct rendering *rendering)
{
    for (size_t i = 0; i < rendering->site->options.jobs; i++) {
        arena_free(&rendering->workers[i].pages);
        arena_free(&rendering->workers[i].memo);
    }
}

struct site_facts *rendering_facts(const struct rendering *rendering)
{
    return rendering->facts;
}
