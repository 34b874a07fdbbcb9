/* SPDX-License-Identifier: MIT */
#include "builder/builder.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "builder/bodies.h"
#include "builder/build_report.h"
#include "builder/generation.h"
#include "builder/outputs.h"
#include "builder/render.h"
#include "builder/save.h"
#include "engine/dirty.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "files/state_file.h"
#include "markdown/markdown.h"
#include "render/asset_hash.h"
#include "site/body/body.h"
#include "site/body/foreign_tags.h"
#include "site/body/link_check.h"
#include "site/content/post.h"
#include "text/url.h"

/* What changes of texts leave behind in the arenas of a generation, before the
 * next one is made for that alone: a hundred edits of usual posts. */
enum { MOST_LEFT = 32 << 20 };

/* What is known of the site from before, for one set of settings. */
struct past {
    struct arena arena;
    struct last_build last;
    struct hash128 key;
};

struct builder {
    struct builder_options options;
    const atomic_bool *cancel;
    int clock; /* options.clock, or -1 */
    struct past *past;
    struct arena arenas[2]; /* of the good generation, and of the next one */
    size_t current;         /* which is the former's */
    struct generation *good;
    struct rendering *rendering;
    struct site_facts *facts;
    bool *noted; /* by number in site->all: the engine has a step of the body */
    size_t size; /* of the generation's arenas when it was new */
    size_t next; /* number of the output that builder_idle looks at next */
    uint32_t revision;
    bool unsaved;
    bool backlinks; /* some template asked for them */
    struct builder_changes changes;
    struct arena changes_arena;
    struct arena results; /* of the last call */
    struct arena idle;    /* of the last call of builder_idle */
    pthread_mutex_t lock; /* of what follows, and of `good` */
    struct map outputs;   /* by their files */
    struct arena finding; /* fingerprints that builder_find has computed */
};

static struct engine *engine_of(const struct builder *builder)
{
    return builder->past->last.engine;
}

static bool is_cancelled(const struct builder *builder)
{
    return atomic_load(builder->cancel);
}

/* --- what is known from before --- */

static struct past *past_open(const struct builder *builder, struct hash128 key)
{
    struct past *past = calloc(1, sizeof *past);
    if (!past) {
        arena_out_of_memory();
    }
    past->key = key;
    past->last.arena = &past->arena;
    last_build_open(&past->last, builder->options.ledger, key, 0);
    last_build_read(&past->last);
    return past;
}

static void past_close(struct past *past)
{
    if (past) {
        last_build_close(&past->last);
        arena_free(&past->arena);
        free(past);
    }
}

/* --- the next generation --- */

struct next {
    struct arena *arena;
    struct past *past; /* the builder's, or for other settings a new one */
    struct site *site;
    struct generation *generation;
    int64_t seen; /* the file system's clock before anything was read */
};

static int64_t clock_of(const struct builder *builder)
{
    int64_t now;
    return builder->clock >= 0 && fs_at_clock(builder->clock, &now) == 0 ? now
                                                                         : 0;
}

static bool is_named(const struct changed_files *changed, str path)
{
    for (size_t i = 0; i < changed->n; i++) {
        str named = changed->paths[i];
        if (str_starts(named, STR("content/")) &&
            str_eq(str_from_offset(named, sizeof "content/" - 1), path)) {
            return true;
        }
    }
    return false;
}

/* What the watcher names is read, whatever its times say. */
static const struct known_post *known_posts(const struct next *next,
                                            const struct changed_files *changed)
{
    const struct content *content = &next->site->content;
    struct known_post *known =
        last_build_posts(&next->past->last, content, next->arena);
    for (size_t i = 0; known && i < content->files.n; i++) {
        if (is_named(changed, content->files.p[i].path)) {
            known[i] = (struct known_post){0};
        }
    }
    return known;
}

static bool load(struct builder *builder, const struct changed_files *changed,
                 struct next *next, struct diags *diags)
{
    struct site_options options = builder->options.site;
    options.cancel = builder->cancel;
    options.now = builder->options.now_given ? options.now : time(NULL);
    next->arena = &builder->arenas[!builder->current];
    next->site = site_open(&options, next->arena, diags);
    if (!next->site) {
        return false;
    }
    struct hash128 key = last_build_key(next->site);
    next->past = builder->past && hash128_eq(builder->past->key, key)
                     ? builder->past
                     : past_open(builder, key);
    if (!site_scan(next->site, NULL, diags)) {
        return false;
    }
    site_load(next->site, known_posts(next, changed), diags);
    site_organise(next->site, diags);
    next->generation = generation_new(next->site, &next->past->last,
                                      builder->backlinks, diags);
    return next->generation->complete && !diags->errors;
}

static void drop(struct builder *builder, struct next *next)
{
    if (next->generation) {
        generation_free(next->generation);
    } else if (next->site) {
        site_free(next->site);
    }
    arena_free(next->arena);
    if (next->past != builder->past) {
        past_close(next->past);
    }
}

/* --- it takes its place --- */

static void close_generation(struct generation *generation,
                             struct rendering *rendering, struct arena *arena)
{
    if (generation) {
        rendering_free(rendering);
        generation_free(generation);
        arena_free(arena);
    }
}

static void map_outputs(struct generation *generation, struct map *map)
{
    struct plan *plan = &generation->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (!output->dropped) {
            *map_put(map, generation->site->arena, output->address->file) =
                output;
        }
    }
}

static void add_change(struct builder *builder, str file)
{
    *VEC_PUSH(&builder->changes.files, &builder->changes_arena) =
        arena_str(&builder->changes_arena, file);
}

static void clear_changes(struct builder *builder)
{
    builder->changes = (struct builder_changes){0};
    arena_clear(&builder->changes_arena);
}

/* A style sheet that a template makes changes pages without being asked for by
 * its own address. */
static bool is_stale_sheet(struct past *past, struct output *output)
{
    return output->template.n &&
           str_eq(path_ext(output->address->file), STR(".css")) &&
           !output_is_right(output, &past->last, past->last.engine);
}

static bool is_other(struct builder *builder, struct past *past,
                     struct output *output)
{
    const struct output *was =
        map_get(&builder->outputs, output->address->file);
    return !was || was->input != output->input ||
           (output->post && !output->post->loaded->recalled) ||
           is_stale_sheet(past, output);
}

/* Against the generation that is still shown. */
static void find_changes(struct builder *builder, const struct next *next,
                         const struct map *outputs)
{
    clear_changes(builder);
    if (!builder->good) {
        builder->changes.first = true;
        return;
    }
    struct plan *now = &next->generation->plan;
    struct plan *then = &builder->good->plan;
    for (size_t i = 0; i < now->outputs.n; i++) {
        struct output *output = &now->outputs.p[i];
        if (!output->dropped && is_other(builder, next->past, output)) {
            add_change(builder, output->address->file);
        }
    }
    for (size_t i = 0; i < then->outputs.n; i++) {
        const struct output *output = &then->outputs.p[i];
        if (!output->dropped && !map_get(outputs, output->address->file)) {
            add_change(builder, output->address->file);
        }
    }
}

static size_t bytes_held(const struct builder *builder)
{
    const struct site *site = builder->good->site;
    size_t bytes = arena_size(site->arena);
    for (size_t i = 0; i < site->options.jobs; i++) {
        bytes += arena_size(&site->workers[i]);
    }
    return bytes;
}

/* Bodies that were made since the last time are steps from now on; what they
 * are the first to read has to be hashed. */
static void note_bodies(struct builder *builder, struct live *live)
{
    const struct site *site = builder->good->site;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        const struct derived *derived = atomic_load(post->derived);
        if (!derived || builder->noted[i]) {
            continue;
        }
        builder->noted[i] = true;
        if (!derived->recalled) {
            const struct step *step = body_to_step(engine_of(builder), post);
            live_add(live, step->key, step->trace);
        }
    }
}

static void hash_new_facts(struct builder *builder, struct live *live)
{
    engine_grow(engine_of(builder));
    site_facts_add(builder->facts, live->bits);
}

static void take(struct builder *builder, struct next *next,
                 struct rendering *rendering, struct map outputs)
{
    struct site *site = next->site;
    struct arena *arena = &builder->arenas[builder->current];
    struct past *past = builder->past;
    struct generation *good = builder->good;
    pthread_mutex_lock(&builder->lock);
    struct arena finding = builder->finding;
    builder->good = next->generation;
    builder->outputs = outputs;
    builder->finding = (struct arena){0};
    pthread_mutex_unlock(&builder->lock);
    close_generation(good, builder->rendering, arena);
    arena_free(&finding);
    if (past != next->past) {
        past_close(past);
    }
    builder->past = next->past;
    builder->current = !builder->current;
    builder->rendering = rendering;
    builder->facts = rendering_facts(rendering);
    builder->noted = arena_zalloc(site->arena, site->nall, sizeof(bool));
    builder->size = bytes_held(builder);
}

static void next_revision(struct builder *builder)
{
    builder->revision++;
    builder->next = 0;
    builder->unsaved = true;
}

/* From here on it is not broken off: facts are of the new site or the old. */
static void show(struct builder *builder, struct next *next,
                 struct diags *diags)
{
    struct last_build *last = &next->past->last;
    struct site *site = next->site;
    struct arena work = {0};
    struct map outputs = {0};
    site->options.cancel = NULL;
    struct rendering *rendering = rendering_new(next->generation, last);
    render_compare(rendering, site, diags);
    outputs_identify(&next->generation->plan);
    map_outputs(next->generation, &outputs);
    find_changes(builder, next, &outputs);
    files_learn(last->engine, site, next->seen);
    last->known = true;
    last->hash_all = false;
    last->seen = next->seen;
    last->order = rendering_facts(rendering)->order;
    take(builder, next, rendering, outputs);
    struct live *live = live_empty(builder->facts, &work);
    note_bodies(builder, live);
    hash_new_facts(builder, live);
    next_revision(builder);
    arena_free(&work);
}

static enum update_result update_all(struct builder *builder,
                                     const struct changed_files *changed,
                                     struct diags *diags)
{
    struct next next = {.seen = clock_of(builder)};
    if (!load(builder, changed, &next, diags)) {
        bool cancelled = is_cancelled(builder);
        drop(builder, &next);
        return cancelled ? UPDATE_CANCELLED : UPDATE_BAD;
    }
    show(builder, &next, diags);
    return UPDATE_DONE;
}

/* --- texts alone --- */

/* The post whose text alone may differ; NULL: it is something else. */
static struct post *find_post(const struct builder *builder, str path)
{
    struct site *site = builder->good->site;
    str content = STR("content/");
    if (!str_starts(path, content)) {
        return NULL;
    }
    struct post *post =
        site_post(site, str_from_offset(path, content.n), site->arena);
    bool ours = post && post >= site->all && post < site->all + site->nall &&
                post->held == HELD_NOT;
    return ours ? post : NULL;
}

struct texts {
    struct post **p;
    size_t n;
};

/* Of all files, before anything is made of one. False: more than texts. */
static bool reload(struct builder *builder, const struct changed_files *changed,
                   struct texts *texts)
{
    for (size_t i = 0; i < changed->n; i++) {
        struct fs_stat stat;
        str path = changed->paths[i];
        struct post *post = find_post(builder, path);
        /* Where a link may lead is for a walk to see. */
        if (!post || fs_kind(path, false) != FS_FILE ||
            fs_stat(path, &stat) != 0 || stat.kind != FS_FILE) {
            return false;
        }
        switch (site_reload(builder->good->site, post, &stat)) {
        case RELOAD_OTHER: return false;
        case RELOAD_SAME: break;
        case RELOAD_BODY: texts->p[texts->n++] = post; break;
        }
    }
    return true;
}

static void remake(struct builder *builder, struct post *post)
{
    body_remake(builder->facts, post);
    site_facts_of_text(builder->facts, post);
    builder->noted[post - builder->good->site->all] = false;
}

static bool is_one_of(const struct post *post, const struct texts *texts)
{
    for (size_t i = 0; i < texts->n; i++) {
        if (texts->p[i] == post) {
            return true;
        }
    }
    return false;
}

/* Bodies that have read of those that changed. */
static void remake_others(struct builder *builder, const struct texts *changed)
{
    struct engine *engine = engine_of(builder);
    struct site *site = builder->good->site;
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        struct step *body = step_find(&engine->steps, post->object.number);
        if (body && body->right && atomic_load(post->derived) &&
            !is_one_of(post, changed) && !dirty_check(engine, body)) {
            remake(builder, post);
        }
    }
}

static void check_texts(struct builder *builder, const struct texts *texts,
                        struct diags *diags)
{
    struct eval eval = builder->facts->workers->evals[0];
    eval.diags = diags;
    for (size_t i = 0; i < texts->n; i++) {
        const struct derived *derived = atomic_load(texts->p[i]->derived);
        diags_merge(diags, &derived->warnings);
        view_reset(eval.host);
        link_check(texts->p[i], &eval);
        arena_clear(eval.arena);
    }
    foreign_tags_join(diags);
}

static void show_texts(struct builder *builder, const struct texts *texts,
                       int64_t seen)
{
    struct arena work = {0};
    engine_next_revision(engine_of(builder));
    clear_changes(builder);
    for (size_t i = 0; i < texts->n; i++) {
        remake(builder, texts->p[i]);
        file_learn(engine_of(builder), texts->p[i], seen);
        add_change(builder, texts->p[i]->address.file);
    }
    remake_others(builder, texts);
    struct live *live = live_empty(builder->facts, &work);
    note_bodies(builder, live);
    hash_new_facts(builder, live);
    arena_free(&work);
}

/* False: it takes a new generation. */
static bool update_texts(struct builder *builder,
                         const struct changed_files *changed,
                         struct diags *diags, enum update_result *result)
{
    int64_t seen = clock_of(builder);
    struct arena *arena = &builder->results;
    struct texts texts = {ARENA_ARRAY(arena, struct post *, changed->n), 0};
    struct view_doubts *doubts = &builder->good->shared.doubts;
    if (doubts->has_backlinks ||
        bytes_held(builder) - builder->size > MOST_LEFT ||
        !reload(builder, changed, &texts)) {
        return false;
    }
    *result = UPDATE_SAME;
    if (texts.n) {
        show_texts(builder, &texts, seen);
        check_texts(builder, &texts, diags);
        *result = diags->errors ? UPDATE_BAD : UPDATE_DONE;
    }
    if (*result == UPDATE_DONE) {
        next_revision(builder);
    }
    return !view_is_doubtful(doubts);
}

/* --- update --- */

enum update_result builder_update(struct builder *builder,
                                  const struct changed_files *changed,
                                  struct diags *diags)
{
    enum update_result result = UPDATE_SAME;
    arena_clear(&builder->results);
    if (!builder->good || changed->all ||
        !update_texts(builder, changed, diags, &result)) {
        result = update_all(builder, changed, diags);
    }
    return result;
}

/* --- pages --- */

/* css/main.1a2b3c4d.css is made as css/main.css. Locked. */
static struct output *find_fingerprinted(struct builder *builder, str file)
{
    struct diags quiet;
    str near;
    str path = fingerprint_original(file, &builder->finding);
    struct output *output = path.p ? map_get(&builder->outputs, path) : NULL;
    diags_init(&quiet, &builder->finding);
    const struct fingerprinted *named =
        output ? fingerprint_of(builder->good->fingerprints, path,
                                &builder->finding, &quiet, &near)
               : NULL;
    return named && str_eq(named->address.file, file) ? output : NULL;
}

static struct output *find_output(struct builder *builder, str file)
{
    if (!builder->good) {
        return NULL;
    }
    struct output *output = map_get(&builder->outputs, file);
    return output ? output : find_fingerprinted(builder, file);
}

struct served_file builder_find(struct builder *builder, str file,
                                struct arena *arena)
{
    struct served_file served = {0};
    pthread_mutex_lock(&builder->lock);
    const struct output *output = find_output(builder, file);
    if (output && output->kind == OUTPUT_FILE) {
        served.kind = SERVED_SOURCE;
        served.source = arena_str(arena, output->from);
    } else if (output) {
        served.kind = SERVED_PAGE;
    }
    pthread_mutex_unlock(&builder->lock);
    return served;
}

static bool is_right(struct builder *builder, struct output *output)
{
    return output_is_right(output, &builder->past->last, engine_of(builder));
}

/* What was made is what the steps are from now on. */
static void keep_steps(struct builder *builder, const struct rendered *pages,
                       size_t n)
{
    struct arena work = {0};
    struct live *live = live_empty(builder->facts, &work);
    int64_t now = builder->good->site->options.now;
    for (size_t i = 0; i < n; i++) {
        struct output *output = &builder->good->plan.outputs.p[pages[i].number];
        if (!pages[i].done) {
            output->trace = (struct trace){{NULL, 0}};
            output->warnings = (str){NULL, 0};
        } else {
            output_to_step(output, engine_of(builder), now);
            output->trace = output->step->trace;
            output->warnings = output->step->warnings;
            output->right = true;
            live_add(live, output->step->key, output->step->trace);
        }
    }
    note_bodies(builder, live);
    hash_new_facts(builder, live);
    builder->unsaved = true;
    arena_free(&work);
}

/* A file that was read a second time had other bytes, or a template asked for
 * what only backlinks have: the pages are made once more, of a site that has.
 * False: that site has errors. */
static bool settle_doubts(struct builder *builder, unsigned tries,
                          struct diags *diags)
{
    struct view_doubts *doubts = &builder->good->shared.doubts;
    builder->backlinks =
        builder->backlinks || atomic_load(&doubts->wants_backlinks);
    /* That its times say nothing is the rarer case. */
    builder->past->last.hash_all = tries > 0;
    return update_all(builder, &(struct changed_files){.all = true}, diags) ==
           UPDATE_DONE;
}

static bool make_pages(struct builder *builder, struct wanted_page *wanted,
                       struct rendered *pages, size_t n, struct diags *diags)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        pthread_mutex_lock(&builder->lock);
        struct output *output = find_output(builder, wanted[i].file);
        pthread_mutex_unlock(&builder->lock);
        wanted[i].result = PAGE_NONE;
        wanted[i].bytes = (str){NULL, 0};
        if (!output) {
            continue;
        }
        bool right = is_right(builder, output);
        output->right = right;
        wanted[i].changed = !right;
        wanted[i].result = right && wanted[i].have ? PAGE_SAME : PAGE_FAILED;
        if (wanted[i].result == PAGE_FAILED) {
            output->why = right ? output->step->why : output->why;
            pages[left++].number =
                (size_t)(output - builder->good->plan.outputs.p);
            wanted[i].made = left;
        }
    }
    render_pages(builder->rendering, pages, left, diags);
    if (view_is_doubtful(&builder->good->shared.doubts)) {
        return false;
    }
    keep_steps(builder, pages, left);
    for (size_t i = 0; i < n; i++) {
        if (wanted[i].result == PAGE_FAILED && pages[wanted[i].made - 1].done) {
            wanted[i].result = PAGE_MADE;
            wanted[i].bytes = pages[wanted[i].made - 1].bytes;
        }
    }
    return true;
}

bool builder_make(struct builder *builder, struct wanted_page *wanted, size_t n,
                  struct diags *diags)
{
    enum { TRIES = 3 };
    struct arena *arena = &builder->results;
    if (!builder->good) {
        return true;
    }
    arena_clear(arena);
    struct rendered *pages = ARENA_ARRAY(arena, struct rendered, n);
    for (unsigned tries = 0; tries < TRIES; tries++) {
        struct diags said;
        diags_init(&said, diags->arena);
        if (make_pages(builder, wanted, pages, n, &said)) {
            diags_merge(diags, &said);
            return true;
        }
        if (!settle_doubts(builder, tries, diags)) {
            break;
        }
    }
    return !is_cancelled(builder);
}

/* --- while it is quiet --- */

/* The next ones that are stale; their names are copied. */
static size_t find_stale(struct builder *builder, struct wanted_page *pages,
                         size_t most, struct arena *arena)
{
    enum { SLICE = 20 };
    struct plan *plan = &builder->good->plan;
    int64_t end = clock_milliseconds() + SLICE;
    size_t n = 0;
    while (n < most && builder->next < plan->outputs.n &&
           clock_milliseconds() < end) {
        struct output *output = &plan->outputs.p[builder->next++];
        if (output->dropped || output->kind == OUTPUT_BYTES) {
            continue;
        }
        output->right = is_right(builder, output);
        if (!output->right) {
            str file = arena_str(arena, output->address->file);
            pages[n++] = (struct wanted_page){.file = file};
        }
    }
    return n;
}

/* About as many pages are made in a slice. */
bool builder_idle(struct builder *builder, struct wanted_page **pages,
                  size_t *n, struct diags *diags)
{
    enum { FEW = 32 };
    *n = 0;
    *pages = NULL;
    if (!builder->good || is_cancelled(builder)) {
        return false;
    }
    arena_clear(&builder->idle);
    *pages = ARENA_ARRAY(&builder->idle, struct wanted_page, FEW);
    *n = find_stale(builder, *pages, FEW, &builder->idle);
    builder_make(builder, *pages, *n, diags);
    return builder->next < builder->good->plan.outputs.n;
}

void builder_check_texts(struct builder *builder, struct diags *diags)
{
    struct arena work = {0};
    if (builder->good) {
        struct live *live =
            live_new(builder->facts, &builder->good->plan, &work);
        render_check_texts(builder->rendering, live, diags);
    }
    arena_free(&work);
}

/* Pages that have errors are made anew by the next start. */
static void leave_out_stale(const struct builder *builder, struct live *live)
{
    const struct plan *plan = &builder->good->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (!output->dropped && !output->right) {
            live->steps[output->step->key] = false;
        }
    }
}

/* What was read at an instant at which it may have been written once more is
 * not believed by the next start. */
static void forget_young(struct engine *engine)
{
    for (size_t i = 0; i < engine->files.n; i++) {
        struct file_record *file = engine->files.p[i];
        if (file && (file->stat.modified >= file->seen ||
                     file->stat.changed >= file->seen)) {
            file->stat = (struct fs_stat){0};
        }
    }
}

void builder_save(struct builder *builder)
{
    struct arena work = {0};
    if (!builder->good || !builder->unsaved) {
        return;
    }
    const struct site *site = builder->good->site;
    struct live *live = live_new(builder->facts, &builder->good->plan, &work);
    struct summary summary = summary_of(site, &work);
    struct ledger_head head = {.key = builder->past->key,
                               .now = site->options.now,
                               .seen = builder->past->last.seen};
    leave_out_stale(builder, live);
    forget_young(engine_of(builder));
    save_ledger(live, builder->facts,
                &(struct save_rest){.head = head,
                                    .summary = &summary,
                                    .said = STR(""),
                                    .root = url_path(site->config.url)},
                builder->options.ledger);
    builder->unsaved = false;
    arena_free(&work);
}

/* --- beginning and end --- */

struct builder *builder_open(const struct builder_options *options,
                             const atomic_bool *cancel)
{
    struct builder *builder = calloc(1, sizeof *builder);
    if (!builder) {
        arena_out_of_memory();
    }
    builder->options = *options;
    builder->cancel = cancel;
    if (state_file_open_lock(options->clock, &builder->clock) != 0) {
        builder->clock = -1;
    }
    pthread_mutex_init(&builder->lock, NULL);
    markdown_init();
    return builder;
}

const struct builder_changes *builder_changes(const struct builder *builder)
{
    return &builder->changes;
}

uint32_t builder_revision(const struct builder *builder)
{
    return builder->revision;
}

const struct site *builder_site(const struct builder *builder)
{
    return builder->good ? builder->good->site : NULL;
}

const struct plan *builder_plan(const struct builder *builder)
{
    return builder->good ? &builder->good->plan : NULL;
}

void builder_close(struct builder *builder)
{
    if (!builder) {
        return;
    }
    close_generation(builder->good, builder->rendering,
                     &builder->arenas[builder->current]);
    arena_free(&builder->finding);
    past_close(builder->past);
    if (builder->clock >= 0) {
        fs_at_close(builder->clock);
    }
    arena_free(&builder->changes_arena);
    arena_free(&builder->results);
    arena_free(&builder->idle);
    pthread_mutex_destroy(&builder->lock);
    free(builder);
}
