/* SPDX-License-Identifier: MIT */
#include "builder/builder_state.h"

#include "base/clock.h"
#include "builder/pictures.h"
#include "files/path.h"
#include "site/pictures.h"
#include "steps/asset_hash.h"
#include "steps/outputs.h"
#include "steps/search.h"

/* --- pages --- */

/* The file of css/main.1a2b3c4d.css: css/main.css. */
static struct output *find_original(const struct builder *builder, str file)
{
    struct arena work = {0};
    str path = fingerprint_original(file, &work);
    struct output *output = path.p ? map_get(&builder->outputs, path) : NULL;
    arena_free(&work);
    return output;
}

static const struct fingerprinted *
known_fingerprint(const struct builder *builder, const struct output *original)
{
    return fingerprint_known(builder->current->fingerprints,
                             original->address->file);
}

static struct output *find_fingerprinted(const struct builder *builder,
                                         str file)
{
    struct output *original = find_original(builder, file);
    const struct fingerprinted *named =
        original ? known_fingerprint(builder, original) : NULL;
    return named && str_eq(named->address.file, file) ? original : NULL;
}

/* Whether it takes the bytes of a file to know if this is its name, as no page
 * has asked for that yet: the build thread reads it. */
static bool may_be_fingerprinted(const struct builder *builder, str file)
{
    const struct output *original = find_original(builder, file);
    return original && !known_fingerprint(builder, original);
}

static void learn_fingerprint(const struct builder *builder, str file,
                              struct arena *work)
{
    const struct output *original = find_original(builder, file);
    struct diags quiet = {.arena = work};
    if (original) {
        fingerprint_of(builder->current->fingerprints, original->address->file,
                       builder->current->site->arena, &quiet);
    }
}

/* The index whose part the file may be; only its words say which there are. */
static struct output *find_index(const struct builder *builder, str file)
{
    struct arena work = {0};
    struct output *index = NULL;
    if (builder->current->search) {
        str dir = str_sub(file, 0, file.n - path_base(file).n);
        index = map_get(&builder->outputs,
                        arena_concat(&work, dir, STR("index.json")));
    }
    arena_free(&work);
    bool is =
        index && index->kind == OUTPUT_SEARCH && search_is_part(index, file);
    return is ? index : NULL;
}

static struct output *find_output(const struct builder *builder, str file)
{
    if (!builder->current) {
        return NULL;
    }
    struct output *output = map_get(&builder->outputs, file);
    output = output ? output : find_fingerprinted(builder, file);
    return output ? output : find_index(builder, file);
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
        served.keep = output->site->config.images.keep;
    } else if (output ||
               (builder->current && (picture_form_stem(file).n ||
                                     may_be_fingerprinted(builder, file)))) {
        served.kind = SERVED_PAGE;
    }
    pthread_mutex_unlock(&builder->lock);
    return served;
}

str builder_index_of(struct builder *builder, str file, struct arena *arena)
{
    pthread_mutex_lock(&builder->lock);
    const struct output *output = find_output(builder, file);
    bool part = output && output->kind == OUTPUT_SEARCH &&
                !str_eq(output->address->file, file);
    str root = part ? arena_str(arena, output->address->file) : (str){NULL, 0};
    pthread_mutex_unlock(&builder->lock);
    return root;
}

static struct output *output_of(const struct builder *builder,
                                const struct rendered *page)
{
    return &builder->current->plan.outputs.p[page->number];
}

static bool has_errors(const struct post *post)
{
    const struct derived *derived = atomic_load(post->derived);
    return derived && derived->warnings->errors;
}

/* A body is made without what has errors in it. A page that shows one is not
 * made: its errors are the page's. */
static void check_bodies(struct builder *builder, struct rendered *page,
                         struct diags *diags)
{
    const struct site *site = builder->current->site;
    const struct output *output = output_of(builder, page);
    struct arena work = {0};
    struct reachable *live = reachable_empty(builder->facts, &work);
    reachable_add(live, output->step->key, output->trace);
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        if (has_errors(post) && reachable_reads_body(live, post)) {
            diags_merge(diags, atomic_load(post->derived)->warnings);
            page->done = false;
        }
    }
    arena_free(&work);
}

static void check_all_bodies(struct builder *builder, struct rendered *pages,
                             size_t n, struct diags *diags)
{
    const struct site *site = builder->current->site;
    bool errors = false;
    for (size_t i = 0; i < site->nall && !errors; i++) {
        errors = has_errors(&site->all[i]);
    }
    for (size_t i = 0; i < n && errors; i++) {
        if (pages[i].done) {
            check_bodies(builder, &pages[i], diags);
        }
    }
}

/* A page's trace and warnings are freed with its bytes. */
static void forget_page(const struct builder *builder,
                        const struct rendered *page)
{
    struct output *output = output_of(builder, page);
    output->trace = (struct trace){{NULL, 0}};
    output->warnings = (str){NULL, 0};
}

/* A file that was read twice had other bytes the second time: all that was made
 * since the last call may be wrong. */
static void forget_unreliable(struct builder *builder,
                              const struct rendered *pages, size_t n)
{
    const struct site *site = builder->current->site;
    for (size_t i = 0; i < n; i++) {
        forget_page(builder, &pages[i]);
    }
    for (size_t i = 0; i < site->nall; i++) {
        if (!builder->learned[i]) {
            atomic_store(site->all[i].derived, NULL);
        }
    }
    engine_next_revision(
        builder_engine(builder)); /* fragments are made again */
}

/* Updates the steps of pages that were made. */
static void keep_steps(struct builder *builder, const struct rendered *pages,
                       size_t n)
{
    int64_t now = builder->current->site->options.now;
    for (size_t i = 0; i < n; i++) {
        struct output *output = output_of(builder, &pages[i]);
        if (!pages[i].done) {
            forget_page(builder, &pages[i]);
        } else {
            output_to_step(output, builder_engine(builder), now);
            output->trace = output->step->trace;
            output->warnings = output->step->warnings;
            output->right = true;
        }
    }
    builder_add_bodies(builder, pages, n);
    builder->unsaved = builder->unsaved || n;
}

/* Makes another generation, since a file changed between two reads, or since a
 * template asked for backlinks. The first time only that file is read again; if
 * another one changed meanwhile, all files are. Returns false if the new
 * generation has errors. */
static bool update_and_retry(struct builder *builder, unsigned tries,
                             struct diags *diags)
{
    struct view_doubts *doubts = &builder->current->shared.doubts;
    const str *input_changed = atomic_load(&doubts->input_changed);
    struct changed_files changed = {
        .paths = input_changed, .n = input_changed != NULL, .all = tries > 0};
    builder->backlinks =
        builder->backlinks || atomic_load(&doubts->wants_backlinks);
    /* If the next site has errors too, other pages may not need the file. */
    atomic_store(&doubts->input_changed, NULL);
    return builder_update_site(builder, &changed, diags) == UPDATE_DONE;
}

/* Whether it is a file of the program that no browser asked for yet: its bytes
 * never change. */
static bool is_built_in(const struct output *output)
{
    return output->kind == OUTPUT_BYTES && !output->step->right;
}

static void show_page(const struct builder *builder, struct wanted_page *wanted,
                      const struct rendered *page)
{
    struct step *step = output_of(builder, page)->step;
    uint64_t before = step->result;
    step->result = page->hash;
    wanted->result = PAGE_MADE;
    wanted->bytes = page->bytes;
    wanted->changed = wanted->changed && step->result != before;
}

/* The index that is at this Output; NULL: it is another file. */
static const struct site_search *search_at(const struct builder *builder,
                                           const struct output *output)
{
    return output->kind == OUTPUT_SEARCH
               ? &builder->current->search[output->site->language]
               : NULL;
}

static bool make_pages(struct builder *builder, struct wanted_page *wanted,
                       struct rendered *pages, size_t n, struct diags *diags)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        learn_fingerprint(builder, wanted[i].file, &builder->results);
        struct output *output = find_output(builder, wanted[i].file);
        wanted[i].result = PAGE_NONE;
        wanted[i].bytes = (str){NULL, 0};
        if (!output) {
            bool made = pictures_make(builder->current, builder_engine(builder),
                                      wanted[i].file, &builder->results,
                                      &wanted[i].bytes);
            wanted[i].result = made ? PAGE_MADE : PAGE_NONE;
            wanted[i].changed = false;
            continue;
        }
        const struct site_search *search = search_at(builder, output);
        bool right = output_is_right(output, &builder->previous->last,
                                     builder_engine(builder)) &&
                     (!search || search->parts.n > 0);
        output->right = right;
        if (search && !str_eq(output->address->file, wanted[i].file)) {
            wanted[i].bytes = search_part_of(search, wanted[i].file);
            wanted[i].result =
                right && wanted[i].bytes.p ? PAGE_MADE : PAGE_NONE;
            continue;
        }
        wanted[i].changed = !right && !is_built_in(output);
        bool have = wanted[i].have || output->kind == OUTPUT_FILE;
        wanted[i].result = right && have ? PAGE_SAME : PAGE_FAILED;
        if (wanted[i].result == PAGE_FAILED) {
            output->why = right ? output->step->why : output->why;
            pages[left++].number =
                (size_t)(output - builder->current->plan.outputs.p);
            wanted[i].made = left;
        }
    }
    render_pages(builder->rendering, pages, left, diags);
    if (view_is_doubtful(&builder->current->shared.doubts)) {
        forget_unreliable(builder, pages, left);
        return false;
    }
    check_all_bodies(builder, pages, left, diags);
    keep_steps(builder, pages, left);
    for (size_t i = 0; i < n; i++) {
        if (wanted[i].result == PAGE_FAILED && pages[wanted[i].made - 1].done) {
            show_page(builder, &wanted[i], &pages[wanted[i].made - 1]);
        }
    }
    return true;
}

bool builder_make(struct builder *builder, struct wanted_page *wanted, size_t n,
                  struct diags *diags)
{
    enum { TRIES = 3 };
    struct arena *arena = &builder->results;
    if (!builder->current) {
        return true;
    }
    builder_clear_changes(builder);
    arena_clear(arena);
    struct rendered *pages = ARENA_ARRAY(arena, struct rendered, n);
    /* Warnings of the generation that was made last. */
    struct diags site = {.arena = diags->arena};
    for (unsigned tries = 0; tries < TRIES; tries++) {
        struct diags said = {.arena = diags->arena};
        if (make_pages(builder, wanted, pages, n, &said)) {
            diags_merge(diags, &site);
            diags_merge(diags, &said);
            return true;
        }
        diags_init(&site, diags->arena);
        if (!update_and_retry(builder, tries, &site)) {
            break;
        }
    }
    diags_merge(diags, &site);
    return !builder_is_cancelled(builder);
}

/* --- while it is quiet --- */

/* An index waits for the first search, and a large file, which is sent from the
 * disk, for a build: its checks need all of it. */
static bool waits(const struct output *output)
{
    return output->kind == OUTPUT_BYTES || output->kind == OUTPUT_SEARCH ||
           (output->kind == OUTPUT_FILE &&
            output->from_stat->size > BUILDER_MOST_READ);
}

/* The next ones that are stale; their names are copied. */
static size_t find_stale(struct builder *builder, struct wanted_page *pages,
                         size_t most, struct arena *arena)
{
    enum { SLICE = 20 };
    struct plan *plan = &builder->current->plan;
    int64_t end = clock_milliseconds() + SLICE;
    size_t n = 0;
    while (n < most && builder->next < plan->outputs.n &&
           clock_milliseconds() < end && !builder_is_cancelled(builder)) {
        struct output *output = &plan->outputs.p[builder->next++];
        if (output->dropped || waits(output)) {
            continue;
        }
        output->right = output_is_right(output, &builder->previous->last,
                                        builder_engine(builder));
        if (!output->right) {
            str file = arena_str(arena, output->address->file);
            pages[n++] = (struct wanted_page){.file = file};
        }
    }
    return n;
}

/* A slice makes about FEW pages. After a cancelled one the search starts at the
 * same place again. */
bool builder_idle(struct builder *builder, struct wanted_page **pages,
                  size_t *n, struct diags *diags)
{
    enum { FEW = 32 };
    *n = 0;
    *pages = NULL;
    if (!builder->current || builder_is_cancelled(builder)) {
        return false;
    }
    arena_clear(&builder->idle);
    *pages = ARENA_ARRAY(&builder->idle, struct wanted_page, FEW);
    size_t first = builder->next;
    *n = find_stale(builder, *pages, FEW, &builder->idle);
    if (builder_is_cancelled(builder)) {
        builder->next = first;
        *n = 0;
        return false;
    }
    builder_make(builder, *pages, *n, diags);
    bool more = builder->next < builder->current->plan.outputs.n;
    if (!more) {
        builder_readers(builder); /* the next edit need not wait for that */
    }
    return more;
}

void builder_check_texts(struct builder *builder, struct diags *diags)
{
    struct arena work = {0};
    if (builder->current && !builder_is_cancelled(builder)) {
        struct reachable *live =
            reachable_new(builder->facts, &builder->current->plan, &work);
        if (!builder_is_cancelled(builder)) {
            render_check_texts(builder->rendering, live, builder->cancel,
                               diags);
        }
    }
    arena_free(&work);
}
