/* SPDX-License-Identifier: MIT */
#include "builder/build.h"

#include "base/diag/diag.h"
#include "base/pool.h"
#include "builder/pictures.h"
#include "builder/render.h"
#include "builder/save.h"
#include "builder/scan/source_stamp.h"
#include "builder/scan/touched.h"
#include "files/source_file.h"
#include "markdown/markdown.h"
#include "plan/address_book.h"
#include "site/site_load.h"
#include "steps/bodies.h"
#include "steps/generation.h"
#include "steps/outputs.h"
#include "text/url.h"

/* Why the last attempt has to be repeated. */
struct retry {
    bool hash_all;
    bool backlinks;
    struct picture_store *pictures;
};

/* The scan of content/, beside the reading of the ledger. */
struct scan_job {
    struct site *site; /* NULL: not begun */
    const struct fs_list *walked;
    struct diags said;
    bool done;
    struct pool_aside aside;
};

/* One build under way. */
struct building {
    const struct build_options *options;
    struct arena *arena;
    struct publish *publish; /* NULL: nothing can be published */
    struct last_build last;
    struct hash128 key;
    struct source_stamp stamp;
    struct arena walked; /* the list of files in `stamp` */
    int64_t seen;        /* the clock before anything was read */
    struct retry retry;
    struct scan_job scan_job;
    struct buf said; /* a record of the warnings */
    struct diags *diags;
};

static bool failed(const struct diags *diags, bool strict)
{
    return diags->errors || (strict && diags->warnings);
}

static bool open_publish(struct building *building, const struct site *site)
{
    const struct build_options *options = building->options;
    const struct publish_options folders = {
        .output = options->output.p ? options->output : site->config.output,
        .state = STR(".crumb"),
        .no_sync = options->no_sync,
        .jobs = site->options.jobs};
    building->publish =
        options->look ? publish_open_reading(&folders, site->arena)
                      : publish_open(&folders, site->arena, building->diags);
    bool writes = building->publish && !options->look;
    for (size_t i = 0; writes && i < site->ntexts; i++) {
        str name = arena_printf(site->arena, "texts-%zu", i);
        text_store_init(&site->texts[i],
                        publish_state_file(building->publish, name.p));
    }
    return building->publish != NULL;
}

/* Whether at most posts have changed: no date has passed at which the site
 * changes, and the other source files are those of the last build. */
static bool may_be_unchanged(const struct building *building,
                             const struct ledger_head *last,
                             const struct site *site)
{
    const struct source_stamp *stamp = &building->stamp;
    int64_t now = site->options.now;
    return !building->options->hash_all && stamp->whole &&
           stamp->hash_but_texts == last->but_texts &&
           stamp->youngest_but_texts < last->seen && now >= last->from &&
           now < last->until;
}

static void scan(void *context)
{
    struct scan_job *scan_job = context;
    scan_job->done =
        site_scan(scan_job->site, scan_job->walked, &scan_job->said);
}

static void begin_scan(struct building *building, struct site *site)
{
    struct scan_job *scan_job = &building->scan_job;
    const struct source_stamp *stamp = &building->stamp;
    bool walked = building->publish && !stamp->error;
    if (!scan_job->site) {
        scan_job->site = site;
        scan_job->walked = walked ? &stamp->content : NULL;
        diags_init(&scan_job->said, &site->workers[0]);
        pool_start(&scan_job->aside, scan, scan_job);
    }
}

/* site->content has copies of the files' names. */
static void drop_walked(struct building *building)
{
    building->stamp.content = (struct fs_list){0};
    arena_free(&building->walked);
}

static bool is_intact(const struct building *building)
{
    const struct ledger *last = &building->last.ledger;
    return publish_is_intact(building->publish, last->stats,
                             (size_t)last->head->files);
}

/* The next build looks at the posts' stats alone. No ledger is lost if this one
 * can't be written. */
static void save_touched(const struct building *building)
{
    struct ledger_head head = *building->last.ledger.head;
    head.seen = building->seen;
    head.watched = building->stamp.hash;
    if (!building->options->look) {
        touched_save(&building->last, head,
                     publish_state_file(building->publish, "ledger"),
                     !building->options->no_sync);
    }
}

/* Whether no input changed since the last build. */
static bool is_unchanged(struct building *building, struct site *site)
{
    const struct source_stamp *stamp = &building->stamp;
    const struct ledger_head *last =
        building->last.known ? building->last.ledger.head : NULL;
    if (!last || !may_be_unchanged(building, last, site)) {
        return false;
    }
    if (stamp->hash == last->watched && stamp->youngest < last->seen) {
        return is_intact(building);
    }
    begin_scan(building, site);
    bool same = touched_are_same(&building->last, stamp) && is_intact(building);
    if (same) {
        save_touched(building);
    }
    return same;
}

struct walk_job {
    struct source_stamp *stamp;
    struct arena *arena;
};

static void walk_sources(void *context)
{
    const struct walk_job *walk_job = context;
    source_stamp_take(walk_job->stamp, walk_job->arena);
}

static void open_ledger(struct building *building, const struct site *site)
{
    struct last_build *last = &building->last;
    bool profiled = site->options.profile != NULL;
    building->key = last_build_key(site);
    last->none = profiled ? STR("it was built with --profile")
                          : STR("it was built with --clean");
    if (!building->options->clean && !profiled) {
        last_build_open(last, publish_state_file(building->publish, "ledger"),
                        building->key, publish_stamp(building->publish));
    }
}

static void close_publish(struct building *building)
{
    publish_close(building->publish);
    building->publish = NULL;
}

/* Opens the output folder and the ledger of the last build, if that belongs to
 * these settings and to the published files. Another thread walks the sources.
 */
static void open_state(struct building *building, const struct site *site)
{
    struct walk_job walk_job = {&building->stamp, &building->walked};
    struct pool_aside aside = {.started = false};
    if (!open_publish(building, site)) {
        return;
    }
    building->seen = publish_state_clock(building->publish);
    pool_start(&aside, walk_sources, &walk_job);
    if (publish_read(building->publish, building->diags)) {
        open_ledger(building, site);
    } else {
        close_publish(building);
    }
    pool_wait(&aside);
}

/* False: content/ can't be walked, reported. */
static bool load_site(struct building *building, struct site *site,
                      struct diags *diags)
{
    struct scan_job *scan_job = &building->scan_job;
    begin_scan(building, site);
    last_build_read(&building->last);
    pool_wait(&scan_job->aside);
    diags_copy(&scan_job->said, diags);
    drop_walked(building);
    if (!scan_job->done) {
        return false;
    }
    site_load(site, last_build_posts(&building->last, site, building->arena),
              diags);
    ledger_release(&building->last.ledger);
    site_organise(site, diags);
    ledger_release(&building->last.ledger);
    return true;
}

/* --- the end --- */

struct place_job {
    const struct publish *publish;
    struct plan *plan;
};

static void find_place(void *context, size_t worker, size_t i)
{
    const struct place_job *place_job = context;
    struct output *output = &place_job->plan->outputs.p[i];
    (void)worker;
    if (!output->dropped) {
        output->place = (uint32_t)publish_place(
            place_job->publish, output->address->file, output->step->place);
    }
}

/* Updates the engine's steps and writes the ledger. If it can't be written,
 * only the next build is slower. */
static void write_ledger(struct building *building, struct generation *built,
                         struct site_facts *facts, struct reachable *live,
                         const struct summary *summary)
{
    const struct site *site = built->site;
    const struct plan *plan = &built->plan;
    struct engine *engine = building->last.engine;
    struct place_job place_job = {building->publish, &built->plan};
    size_t files = publish_list(building->publish);
    pool_run(site->options.jobs, plan->outputs.n, find_place, &place_job);
    for (size_t i = 0; i < built->made.n; i++) {
        struct step *step = built->made.p[i].step;
        step->place = (uint32_t)publish_place(
            building->publish, built->made.p[i].file, step->place);
    }
    building->last.order = facts->changed.order;
    outputs_to_steps(plan, engine, site->options.now);
    bodies_to_steps(engine, site);
    struct ledger_head head = {.key = building->key,
                               .now = site->options.now,
                               .seen = building->seen,
                               .watched = building->stamp.hash,
                               .but_texts = building->stamp.hash_but_texts,
                               .stamp = publish_stamp(building->publish),
                               .files = files};
    save_ledger(
        live, facts, summary,
        (struct ledger_rest){.head = head,
                             .said = buf_str(&building->said),
                             .root = url_path(site->config.url),
                             .published = building->publish,
                             .last = last_build_ledger(&building->last)},
        publish_state_file(building->publish, "ledger"),
        !building->options->no_sync);
}

static void publish_or_compare(struct building *building,
                               struct generation *built,
                               struct site_facts *facts, struct reachable *live,
                               struct build_result *result)
{
    const struct site *site = built->site;
    struct publish *publish = building->publish;
    struct diags *diags = building->diags;
    progress_begin(site->options.progress, "publishing", 0);
    if (building->options->compare) {
        result->done = publish_compare(publish, diags, &result->counts.kept);
        return;
    }
    result->done = publish_commit(publish, diags, &result->counts);
    if (result->done) {
        picture_store_complete(site->options.pictures);
        result->summary = summary_of(site, &built->plan, site->arena);
        write_ledger(building, built, facts, live, &result->summary);
    }
}

/* Renders the plan and publishes it, all or nothing. Pages are rendered even if
 * an earlier error prevents publishing, so that one run reports all
 * mistakes. */
static void render_and_publish(struct building *building,
                               struct generation *built,
                               struct build_result *result)
{
    struct diags *diags = building->diags;
    struct rendering *rendering = rendering_new(built, &building->last);
    render_check(rendering, built->site);
    ledger_release(&building->last.ledger);
    struct reachable *live =
        render_all(rendering, built->site, building->publish, diags);
    if (building->publish) {
        publish_check(building->publish, diags);
    }
    diags_sort(diags);
    /* Warnings of the commit are not kept for the next build. */
    diags_pack(diags, 0, &building->said);
    if (building->publish && !failed(diags, building->options->strict) &&
        !view_is_doubtful(&built->shared.doubts)) {
        publish_or_compare(building, built, rendering_facts(rendering), live,
                           result);
    }
}

static struct generation *build_generation(struct building *building,
                                           struct site *site,
                                           struct build_result *result)
{
    /* While data can't be read, undefined names give no warnings: pages that
     * would be kept have warnings from a time when it could. */
    if (site->data_unread && site->config.undefined == CONFIG_UNDEFINED_WARN) {
        last_build_forget(&building->last,
                          STR("a file of data/ can't be read"));
    }
    struct generation *built = generation_new(
        site, &building->last, building->retry.backlinks, building->diags);
    render_and_publish(building, built, result);
    return built;
}

/* Repeats the warnings and the summary of the last build. */
static void repeat(struct building *building, struct build_result *result)
{
    const struct ledger *last = &building->last.ledger;
    struct unpack said = unpack_of(last->said);
    struct unpack summary = unpack_of(last->summary);
    result->done =
        diags_unpack(building->diags, &said) &&
        summary_unpack(&result->summary, &summary, building->arena) &&
        !failed(building->diags, building->options->strict);
    result->counts.kept = (size_t)last->head->files;
    if (result->done && !last->head->idle && !building->options->look) {
        ledger_mark_idle(publish_state_file(building->publish, "ledger"));
    }
}

static void list_derived(struct building *building, struct build_result *result)
{
    if (building->options->need_site) {
        result->derived = reachable_derived(building->last.engine,
                                            building->arena, &result->nderived);
    }
}

/* Loads the site that the last build published. Its warnings are reported
 * already. Returns false if a file has become unreadable. */
static bool reload(struct building *building, struct site *site,
                   struct build_result *result)
{
    struct diags said = {.arena = building->arena};
    last_build_read(&building->last);
    ledger_release(&building->last.ledger);
    bool loaded = load_site(building, site, &said);
    if (loaded) {
        list_derived(building, result);
        last_build_release(&building->last);
        result->site = site;
        result->built = generation_new(site, &building->last, false, &said);
    } else {
        site_free(site);
    }
    if (said.errors) {
        diags_merge(building->diags, &said);
    }
    return loaded && !said.errors;
}

/* Frees a site that is not built. */
static void leave(struct building *building, struct site *site)
{
    pool_wait(&building->scan_job.aside);
    site_free(site);
}

static void run_with_settings(struct building *building, struct site *site,
                              struct build_result *result)
{
    open_state(building, site);
    if (is_unchanged(building, site)) {
        repeat(building, result);
        if (result->done && building->options->need_site) {
            result->done = reload(building, site, result);
        } else {
            leave(building, site);
        }
    } else if (!building->options->look &&
               load_site(building, site, building->diags)) {
        result->site = site;
        result->built = build_generation(building, site, result);
        list_derived(building, result);
    } else {
        leave(building, site);
    }
    if (result->site && building->publish) {
        result->published = publish_manifest(building->publish);
        if (building->options->book && result->done) {
            address_book_keep(result->site, &result->built->plan,
                              building->arena, building->diags);
        }
    }
}

static void run_once(const struct build_options *options, struct retry retry,
                     struct arena *arena, struct diags *diags,
                     struct build_result *result)
{
    struct building building = {
        .options = options,
        .arena = arena,
        .last = {.arena = arena,
                 .borrows = true, /* of the site, which lives longer */
                 .hash_all = options->hash_all || retry.hash_all},
        .retry = retry,
        .diags = diags};
    bool trusted = !options->clean && !options->site.untrusted;
    *result =
        (struct build_result){.math = math_new(STR(FORMULAS_FILE), trusted)};
    struct site_options settings = options->site;
    settings.math = result->math;
    result->pictures = retry.pictures;
    settings.pictures = result->pictures;
    markdown_init();
    struct site *site = site_open(&settings, arena, diags);
    if (site) {
        run_with_settings(&building, site, result);
    }
    close_publish(&building);
    drop_walked(&building);
    result->last = building.last;
    if (result->done && !options->compare) {
        math_save(result->math); /* a failure costs time, nothing else */
    }
    if (!options->compare) {
        picture_store_save(result->pictures);
    }
    buf_free(&building.said);
}

/* Most files are saved once, so a second attempt finds them complete. It reads
 * all files, since a stat may not show which one changed. */
void build_run(const struct build_options *options, struct arena *arena,
               struct diags *diags, struct build_result *result)
{
    enum { TRIES = 3 };
    struct diags said;
    /* Broken pictures are known to the next attempt. */
    struct retry retry = {
        .pictures = picture_store_new(
            options->site.untrusted ? (str){NULL, 0} : STR(PICTURES_FOLDER))};
    for (int left = TRIES;;) {
        diags_init(&said, arena);
        run_once(options, retry, arena, &said, result);
        struct view_doubts *doubts =
            result->built ? &result->built->shared.doubts : NULL;
        const str *changed =
            doubts ? atomic_load(&doubts->input_changed) : NULL;
        bool moving = said.moving || changed;
        if (!moving && !(doubts && view_is_doubtful(doubts))) {
            break;
        }
        if (moving && --left == 0) {
            if (changed) {
                source_file_changes(*changed, &said);
            }
            break;
        }
        retry.hash_all = retry.hash_all || moving;
        retry.backlinks = retry.backlinks ||
                          (doubts && atomic_load(&doubts->wants_backlinks));
        result->pictures = NULL;
        build_free(result);
    }
    diags_merge(diags, &said);
}

bool build_verify(const struct build_options *options, struct arena *arena,
                  struct diags *diags, struct build_result *result)
{
    struct build_options settings = *options;
    settings.site.profile = NULL;
    settings.clean = true;
    settings.compare = true;
    struct diags said = {.arena = arena};
    build_run(&settings, arena, &said, result);
    for (size_t i = 0; i < said.list.n; i++) {
        if (said.list.p[i]->severity == DIAG_ERROR) {
            *VEC_PUSH(&diags->list, diags->arena) = said.list.p[i];
            diags->errors++;
        }
    }
    return result->done;
}

void build_free(struct build_result *result)
{
    if (result->built) {
        generation_free(result->built);
    } else if (result->site) {
        site_free(result->site);
    }
    last_build_close(&result->last);
    math_free(result->math);
    picture_store_free(result->pictures);
}
