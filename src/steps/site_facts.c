/* SPDX-License-Identifier: MIT */
#include "steps/site_facts.h"

#include "base/hash.h"
#include "base/pool.h"
#include "site/organise/organise.h"
#include "site/organise/related.h"
#include "site/site_keys.h"
#include "site/view/fact_source.h"
#include "site/view/question.h"
#include "steps/asset_hash.h"
#include "steps/generation.h"
#include "steps/key_names.h"

void site_facts_init(struct site_facts *facts, struct generation *built,
                     const struct workers *workers)
{
    const struct site *site = built->site;
    *facts = (struct site_facts){
        .site = site,
        .objects = site->objects,
        .engine = site->objects->engine,
        .changed = {.site = site,
                    .objects = site->objects,
                    .engine = site->objects->engine,
                    .order = hash64_mix(organise_hash(site),
                                        plan_hash(&built->plan))},
        .workers = workers,
        .built = built,
        .shared = &built->shared,
    };
    if (site->nall) {
        facts->body_bits = fact_bits_from(site->all[0].object.class, FROM_TEXT);
    }
}

/* --- facts that may have changed --- */

/* The attributes among `bits` that have one of these sources. Menus have no
 * fixed names, so this loops over the bits. */
static uint64_t bits_from(const struct site_facts *facts, uint32_t id,
                          uint64_t bits, unsigned sources)
{
    const struct object *object = objects_get(facts->objects, id);
    uint64_t from = 0;
    for (; bits; bits &= bits - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(bits);
        bool has = fact_sources(object->class, bit) & sources;
        from |= (uint64_t)has << bit;
    }
    return from;
}

static uint64_t bits_to_hash(const struct site_facts *facts, uint32_t id,
                             unsigned sources)
{
    uint64_t bits = fact_row(&facts->engine->facts, id)->bits;
    bits &= changed_sources_post(&facts->changed, id) ? ~facts->body_bits
                                                      : UINT64_MAX;
    return facts->all ? bits : bits_from(facts, id, bits, sources);
}

static bool is_of_backlinks(const struct site_facts *facts, uint32_t id)
{
    return str_eq(key_get(&facts->engine->keys, id)->name, STR("backlinks"));
}

/* Lists are FROM_ORDER, except backlinks: these are filled in later, and then
 * hashed again (site_facts_of_lists). */
static bool may_list_change(const struct site_facts *facts, uint32_t id)
{
    return (facts->changed.all & FROM_ORDER) || is_of_backlinks(facts, id);
}

/* --- hashing --- */

static struct arena *keep_of(const struct site_facts *facts,
                             const struct render_context *ctx)
{
    return &facts->workers->facts[ctx - facts->workers->hashing];
}

static void hash_bits(struct site_facts *facts, uint32_t id, uint64_t bits,
                      struct render_context *ctx)
{
    struct arena *keep = keep_of(facts, ctx);
    struct fact_table *table = &facts->engine->facts;
    const struct object *object = objects_get(facts->objects, id);
    uint64_t new = bits & ~fact_row(table, id)->bits;
    uint64_t hashes[64];
    size_t n = 0;
    for (; bits; bits &= bits - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(bits);
        uint64_t hash = value_hash_attribute(object, bit, ctx);
        if (new >> bit & 1) {
            hashes[n++] = hash;
        } else {
            fact_set(table, id, bit, hash, keep);
        }
    }
    if (n) {
        const struct view *view = ctx->host;
        bool borrows = facts->engine->borrows; /* else it outlives the site */
        fact_add(table, id, new, hashes,
                 borrows ? &view->texts[KEPT_TRACES] : NULL, keep);
    }
    arena_clear(ctx->arena);
}

/* --- lists --- */

static void set_list(struct site_facts *facts, uint32_t id,
                     const struct object *list, struct render_context *ctx)
{
    size_t n = view_list_length(list);
    uint32_t *members = ARENA_ARRAY(ctx->arena, uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        members[i] = view_list_member(list, i);
    }
    fact_set_list(&facts->engine->facts, id, members, n, keep_of(facts, ctx));
    arena_clear(ctx->arena);
}

static bool is_list(const struct site_facts *facts, uint32_t id)
{
    return key_get(&facts->engine->keys, id)->class == KEY_LIST;
}

void site_facts_of_lists(struct site_facts *facts)
{
    for (uint32_t i = 1; i < facts->objects->of.n; i++) {
        const struct object *list = objects_get(facts->objects, i);
        if (list && is_list(facts, i)) {
            set_list(facts, i, list, &facts->workers->hashing[0]);
        }
    }
}

/* --- answers --- */

static uint64_t answer_template(const struct site_facts *facts, str name,
                                struct arena *work)
{
    struct diags quiet = {.arena = work};
    return theme_files_hash(
        theme_files_load(&facts->built->theme->files, name, &quiet));
}

static uint64_t answer_asset(const struct site_facts *facts, str name,
                             struct arena *work)
{
    struct diags quiet = {.arena = work};
    const struct fingerprinted *file = fingerprint_of(
        facts->built->fingerprints, name, facts->site->arena, &quiet);
    return file ? hash64(file->integrity) : 0;
}

static uint64_t answer_of(const struct site_facts *facts,
                          const struct key *question, struct arena *work)
{
    enum question kind = (enum question)question->kind;
    str name = question->name;
    if (kind == ASK_TEMPLATE) {
        return answer_template(facts, name, work);
    }
    if (kind == ASK_SHORTCODE || kind == ASK_SHORTCODES) {
        return shortcode_table_hash(facts->shared->shortcodes, name);
    }
    if (kind == ASK_ASSET) {
        return answer_asset(facts, name, work);
    }
    return question_answer(facts->shared,
                           question_site(facts->site, question->owner), kind,
                           name, work);
}

/* The bit DEP_WHOLE. */
enum { ANSWER = 0 };

void site_facts_answer(struct site_facts *facts, unsigned sources)
{
    struct render_context *ctx = &facts->workers->hashing[0];
    for (uint32_t i = 1; i < key_limit(&facts->engine->keys); i++) {
        const struct key *key = key_get(&facts->engine->keys, i);
        if (key->class == KEY_QUESTION &&
            (question_sources((enum question)key->kind) & sources)) {
            fact_set(&facts->engine->facts, i, ANSWER,
                     answer_of(facts, key, ctx->arena), keep_of(facts, ctx));
            arena_clear(ctx->arena);
        }
    }
}

/* --- all of them --- */

/* A post that is held back has left all lists. Steps that read it are stale. */
static bool is_gone(const struct site_facts *facts, uint32_t id)
{
    const struct post *post = changed_sources_post(&facts->changed, id);
    return !objects_get(facts->objects, id) || (post && post->held != HELD_NOT);
}

static bool is_all_posts(const struct site_facts *facts,
                         const struct object *list)
{
    const struct site *site = facts->site;
    bool is = false;
    for (size_t i = 0; i < site->languages.n; i++) {
        is = is || list == &site->languages.p[i]->posts.object;
    }
    return is;
}

static void update_list(struct site_facts *facts, uint32_t id,
                        struct render_context *ctx)
{
    const struct fact_table *table = &facts->engine->facts;
    const struct object *list = objects_get(facts->objects, id);
    const struct fact_list *then = fact_row(table, id)->list;
    bool new = !then;
    size_t before = then ? then->n : 0;
    if (is_all_posts(facts, list) &&
        related_scale(before) != related_scale(view_list_length(list))) {
        atomic_store(&facts->changed.scale, true);
    }
    if (facts->all || new || may_list_change(facts, id)) {
        set_list(facts, id, list, ctx);
    }
    bool changed = new ? view_list_length(list) > 0
                       : fact_list_changed(table, id, table->revision - 1);
    if (changed && !is_of_backlinks(facts, id)) {
        atomic_store(&facts->lists_changed, true);
    }
}

static void update_key(struct site_facts *facts, uint32_t id,
                       struct render_context *ctx)
{
    struct fact_table *table = &facts->engine->facts;
    if (!is_gone(facts, id)) {
        fact_set_back(table, id, keep_of(facts, ctx));
        if (is_list(facts, id)) {
            update_list(facts, id, ctx);
        } else {
            unsigned sources = changed_sources_of(&facts->changed, id);
            hash_bits(facts, id, bits_to_hash(facts, id, sources), ctx);
        }
        return;
    }
    bool went = !fact_is_gone(fact_row(table, id));
    fact_set_gone(table, id, keep_of(facts, ctx));
    if (went && is_list(facts, id) && !is_of_backlinks(facts, id)) {
        atomic_store(&facts->lists_changed, true);
    }
}

enum { CHUNK = 256 };

struct update_job {
    struct site_facts *facts;
    enum key_class class;
};

static void update_chunk(void *context, size_t worker, size_t chunk)
{
    const struct update_job *job = context;
    struct site_facts *facts = job->facts;
    size_t end = (chunk + 1) * CHUNK;
    for (size_t i = chunk * CHUNK; i < end && i < facts->objects->of.n; i++) {
        if (key_get(&facts->engine->keys, (uint32_t)i)->class == job->class) {
            update_key(facts, (uint32_t)i, &facts->workers->hashing[worker]);
        }
    }
}

static void update_all(struct site_facts *facts, enum key_class class)
{
    struct update_job job = {facts, class};
    pool_run(facts->workers->jobs, facts->objects->of.n / CHUNK + 1,
             update_chunk, &job);
}

/* Attributes that changed in this revision though none of their sources did. */
static uint64_t unexplained_bits(const struct site_facts *facts, uint32_t id)
{
    const struct fact_table *table = &facts->engine->facts;
    uint64_t changed =
        fact_changed(table, id, fact_row(table, id)->bits, table->revision - 1);
    return changed & ~bits_from(facts, id, changed,
                                changed_sources_of(&facts->changed, id));
}

static bool is_unexplained(const struct site_facts *facts, uint32_t id,
                           uint64_t *bits)
{
    const struct fact_table *table = &facts->engine->facts;
    const struct key *key = key_get(&facts->engine->keys, id);
    uint32_t since = table->revision - 1;
    *bits = 0;
    switch ((enum key_class)key->class) {
    case KEY_OBJECT:
        *bits = is_gone(facts, id) ? 0 : unexplained_bits(facts, id);
        return *bits != 0;
    case KEY_LIST:
        return !is_gone(facts, id) && fact_list_changed(table, id, since) &&
               !may_list_change(facts, id);
    case KEY_QUESTION:
        return fact_changed(table, id, DEP_WHOLE, since) &&
               !(question_sources((enum question)key->kind) &
                 (facts->changed.all | FROM_TEXT));
    case KEY_FRAGMENT:
    case KEY_OUTPUT:
    case KEY_FREE: break;
    }
    return false;
}

void site_facts_update(struct site_facts *facts, const struct last_build *last)
{
    facts->all = last->known && (last->hash_all || GATE_TRAPS);
    changed_sources_find(&facts->changed, last);
    facts->lists_changed = false;
    update_all(facts, KEY_LIST);
    facts->changed.all |= facts->lists_changed ? FROM_LISTS : 0U;
    update_all(facts, KEY_OBJECT);
    site_facts_answer(facts, facts->all ? ~0U : facts->changed.all | FROM_TEXT);
    uint64_t bits;
    for (uint32_t i = 1; facts->all && i < facts->engine->facts.rows.n; i++) {
        if (is_unexplained(facts, i, &bits)) {
            facts->unexplained = (struct cause){i, bits};
        }
    }
}

void site_facts_report(struct site_facts *facts, struct diags *diags)
{
    if (facts->unexplained.key) {
        str what = cause_in_words(facts->objects, facts->unexplained,
                                  facts->site->arena);
        struct diag *diag = diag_error(
            diags, (span){0}, "unlike-clean",
            "%.*s, though none of its inputs changed", STR_ARG(what));
        diag_hint(diag, "crumb build --clean mends it; please report it: "
                        "builds must not differ");
    }
}

/* --- facts of one post --- */

void site_facts_of_front(struct site_facts *facts, const struct post *post)
{
    uint32_t id = post->object.number;
    uint64_t bits = bits_to_hash(facts, id, FROM_FRONT);
    hash_bits(facts, id, bits, &facts->workers->hashing[0]);
}

void site_facts_of_body(struct site_facts *facts, const struct post *post)
{
    uint32_t id = post->object.number;
    uint64_t bits = fact_row(&facts->engine->facts, id)->bits;
    hash_bits(facts, id, bits & facts->body_bits, &facts->workers->hashing[0]);
}

void site_facts_check_body(struct site_facts *facts, const struct post *post)
{
    struct fact_table *table = &facts->engine->facts;
    uint32_t id = post->object.number;
    if (!facts->all) {
        return;
    }
    site_facts_of_body(facts, post);
    uint64_t changed =
        fact_changed(table, id, fact_row(table, id)->bits & facts->body_bits,
                     table->revision - 1);
    if (changed) {
        facts->unexplained = (struct cause){id, changed};
    }
}

/* --- facts that are read for the first time --- */

struct add_job {
    struct site_facts *facts;
    const struct key_bits *some;
    size_t n;
};

static void add_chunk(void *context, size_t worker, size_t chunk)
{
    enum { RELEASE = 16 }; /* chunks; records of bodies are read */
    const struct add_job *job = context;
    const struct site_facts *facts = job->facts;
    size_t end = (chunk + 1) * CHUNK;
    for (size_t i = chunk * CHUNK; i < end && i < job->n; i++) {
        uint32_t id = job->some[i].key;
        uint64_t new =
            job->some[i].bits & ~fact_row(&facts->engine->facts, id)->bits;
        if (new &&objects_get(facts->objects, id) && !is_list(facts, id)) {
            hash_bits(job->facts, id, new, &facts->workers->hashing[worker]);
        }
    }
    if (chunk % RELEASE == 0) {
        site_release_texts(facts->site);
    }
}

void site_facts_add(struct site_facts *facts, const struct key_bits *some,
                    size_t n)
{
    struct add_job job = {facts, some, n};
    pool_run(facts->workers->jobs, (n + CHUNK - 1) / CHUNK, add_chunk, &job);
}
