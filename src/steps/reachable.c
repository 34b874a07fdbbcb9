/* SPDX-License-Identifier: MIT */
#include "steps/reachable.h"

#include "site/pictures.h"
#include "site/view/question.h"
#include "site/view/view_class.h"

/* --- traces --- */

static void add_column(struct reachable *live, uint32_t list, uint64_t bits)
{
    const struct objects *objects = live->site->objects;
    const struct posts *posts = view_as_posts(objects_get(objects, list));
    if (!posts || !(bits & ~live->columns[list])) {
        return;
    }
    live->columns[list] |= bits;
    for (size_t i = 0; i < posts->n; i++) {
        live->bits[posts->p[i]->object.number] |= bits;
    }
}

void reachable_add(struct reachable *live, uint32_t key, struct trace trace)
{
    struct dep dep;
    live->steps[key] = true;
    dep_walk_begin(&live->walk, trace);
    while (dep_walk_next(&live->walk, &dep)) {
        live->sets[live->walk.number] = true;
        if (dep.first == DEP_COLUMN) {
            add_column(live, dep.key, dep.bits);
            continue;
        }
        if (!live->bits[dep.key] &&
            key_is_fragment(&live->engine->keys, dep.key)) {
            live->steps[dep.key] = true;
        }
        live->bits[dep.key] |= dep.bits;
    }
}

/* --- outputs and bodies --- */

/* Traces are read from a mapped file: gives its memory back once in a while. */
static void release(const struct reachable *live, size_t i)
{
    enum { OFTEN = 4096 };
    if (i % OFTEN == 0) {
        site_release_texts(live->site);
    }
}

bool reachable_reads_body(const struct reachable *live, const struct post *post)
{
    return live->bits[post->object.number] & live->body_bits;
}

/* Adds the bodies that are read and were not added yet. Returns false if there
 * are none. */
static bool add_bodies(struct reachable *live)
{
    bool any = false;
    for (size_t i = 0; i < live->site->nall; i++) {
        const struct post *post = &live->site->all[i];
        const struct derived *derived = atomic_load(post->derived);
        uint32_t id = post->object.number;
        if ((derived || post->body) && reachable_reads_body(live, post) &&
            !live->steps[id]) {
            reachable_add(live, id,
                          !derived || derived->recalled
                              ? step_trace(step_find(&live->engine->steps, id))
                              : derived->trace);
            any = true;
        }
        release(live, i);
    }
    return any;
}

/* Copies of assets and forms of pictures get their keys after this table is
 * made. */
static size_t count_made(const struct engine *engine)
{
    size_t n = 0;
    for (uint32_t i = 1; i < key_limit(&engine->keys); i++) {
        const struct key *key = key_get(&engine->keys, i);
        bool question = key->class == KEY_QUESTION;
        n += question && key->kind == ASK_ASSET;
        n += question && key->kind == ASK_PICTURE ? PICTURE_FORMS : 0;
    }
    return n;
}

struct reachable *reachable_empty(const struct site_facts *facts,
                                  struct arena *arena)
{
    struct engine *engine = facts->engine;
    struct reachable *live = ARENA_NEW(arena, struct reachable);
    size_t keys = key_limit(&engine->keys);
    size_t most = keys + count_made(engine);
    *live = (struct reachable){
        .engine = engine,
        .site = facts->site,
        .body_bits = facts->body_bits,
        .nkeys = keys,
        .bits = arena_zalloc(arena, most, sizeof *live->bits),
        .columns = arena_zalloc(arena, most, sizeof *live->columns),
        .steps = arena_zalloc(arena, most, sizeof *live->steps),
        .sets = arena_zalloc(arena, engine->sets.rows.n + 1, sizeof(bool)),
        .walk = dep_walk_of(engine, arena),
        .shown = arena_zalloc(arena, facts->site->nall, sizeof *live->shown),
        .arena = arena,
    };
    return live;
}

struct reachable *reachable_new(const struct site_facts *facts,
                                const struct plan *plan, struct arena *arena)
{
    struct reachable *live = reachable_empty(facts, arena);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (!output->dropped) {
            reachable_add(live, output->step->key,
                          output->right ? output->step->trace : output->trace);
        }
        release(live, i);
    }
    for (size_t i = 0; i < live->site->nall; i++) {
        live->shown[i] = reachable_reads_body(live, &live->site->all[i]);
    }
    /* A body that shows the words of another one makes that one live too. */
    while (add_bodies(live)) {
    }
    return live;
}

void reachable_hash(const struct reachable *live, struct site_facts *facts)
{
    struct arena work = {0};
    VEC(struct key_bits) read = {0};
    engine_grow(live->engine);
    for (uint32_t i = 1; i < live->nkeys; i++) {
        if (live->bits[i] & ~fact_row(&live->engine->facts, i)->bits) {
            *VEC_PUSH(&read, &work) = (struct key_bits){i, live->bits[i]};
        }
    }
    site_facts_add(facts, read.p, read.n);
    arena_free(&work);
}

/* --- queries --- */

bool reachable_reads(const struct reachable *live, str attribute)
{
    bool reads = false;
    for (size_t i = 0; i < live->site->nall && !reads; i++) {
        const struct object *post = &live->site->all[i].object;
        reads = live->bits[post->number] & fact_bit(post, attribute);
    }
    return reads;
}

const struct key *reachable_question(const struct reachable *live, uint32_t id,
                                     char kind)
{
    const struct key *key = key_get(&live->engine->keys, id);
    bool asked = key->class == KEY_QUESTION && key->kind == (uint8_t)kind &&
                 live->bits[id];
    return asked ? key : NULL;
}

size_t reachable_assets(const struct reachable *live, const uint32_t **ids)
{
    VEC(uint32_t) found = {0};
    struct map known = {0};
    for (uint32_t i = 1; i < live->nkeys; i++) {
        const struct key *key = reachable_question(live, i, ASK_ASSET);
        if (key && !map_get(&known, key->name)) {
            *map_put(&known, live->arena, key->name) = &known;
            *VEC_PUSH(&found, live->arena) = i;
        }
    }
    *ids = found.p;
    return found.n;
}

struct step *reachable_add_made(struct reachable *live, str file,
                                uint32_t question, bool kept, str why)
{
    struct engine *engine = live->engine;
    struct key key = {.class = KEY_OUTPUT, .name = file};
    uint32_t id = engine_key(engine, key);
    struct step *step = step_add(&engine->steps, id, &engine->arena);
    if (question) {
        step->trace = engine_trace_of(
            engine, (struct dep){.key = question, .bits = DEP_WHOLE},
            &engine->arena);
    }
    live->steps[id] = true;
    step->kept = kept && step->right;
    step->right = engine->facts.revision;
    if (!step->kept) {
        step->made = live->site->options.now;
        step->why = why;
    }
    return step;
}

struct derived_file *reachable_derived(const struct engine *engine,
                                       struct arena *arena, size_t *n)
{
    VEC(struct derived_file) files = {0};
    size_t keys = key_limit(&engine->keys);
    for (uint32_t id = 1; id < keys; id++) {
        const struct key *output = key_get(&engine->keys, id);
        struct trace_reader reader =
            engine_open(engine, step_trace(step_find(&engine->steps, id)));
        struct dep dep;
        if (output->class != KEY_OUTPUT || !trace_next(&reader, &dep) ||
            unpack_left(&reader.in)) {
            continue;
        }
        const struct key *asked = key_get(&engine->keys, dep.key);
        bool is_form = asked->kind == ASK_PICTURE;
        if (asked->class == KEY_QUESTION &&
            (is_form || asked->kind == ASK_ASSET)) {
            str path =
                is_form ? picture_question_path(asked->name) : asked->name;
            *VEC_PUSH(&files, arena) =
                (struct derived_file){arena_str(arena, output->name),
                                      arena_str(arena, path), is_form};
        }
    }
    *n = files.n;
    return files.p;
}
