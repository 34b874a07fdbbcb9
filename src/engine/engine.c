/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

struct engine *engine_new(const struct dep_set *sets, size_t nsets,
                          struct arena *arena)
{
    struct engine *engine = ARENA_NEW(arena, struct engine);
    pthread_mutex_init(&engine->lock, NULL);
    key_table_init(&engine->keys, &engine->arena);
    dep_sets_init(&engine->sets, &engine->arena, sets, nsets);
    engine->facts.revision = 1;
    engine_grow(engine);
    return engine;
}

struct file_record *engine_add_file(struct engine *engine, uint32_t key)
{
    TABLE_GROW(&engine->files, &engine->arena, (size_t)key + 1);
    struct file_record **place = TABLE_AT(&engine->files, key);
    if (!*place) {
        *place = ARENA_NEW(&engine->arena, struct file_record);
    }
    return *place;
}

void engine_free(struct engine *engine)
{
    if (engine) {
        pthread_mutex_destroy(&engine->lock);
        for (size_t i = 0; i < engine->nworkers; i++) {
            arena_free(&engine->workers[i]);
        }
        key_table_free(&engine->keys);
        arena_free(&engine->arena);
    }
}

struct arena *engine_workers(struct engine *engine, size_t n)
{
    if (n > engine->nworkers) {
        struct arena *all = arena_zalloc(&engine->arena, n, sizeof *all);
        for (size_t i = 0; i < engine->nworkers; i++) {
            all[i] = engine->workers[i];
        }
        engine->workers = all;
        engine->nworkers = n;
    }
    return engine->workers;
}

size_t engine_size(const struct engine *engine)
{
    size_t bytes =
        arena_size(&engine->arena) + arena_size(&engine->keys.hashed);
    for (size_t i = 0; i < engine->nworkers; i++) {
        bytes += arena_size(&engine->workers[i]);
    }
    return bytes;
}

void engine_borrow(struct engine *engine)
{
    engine->borrows = true;
    engine->keys.borrows = true;
}

str engine_keep(struct engine *engine, str text)
{
    return engine->borrows || !text.p ? text : arena_str(&engine->arena, text);
}

void engine_keep_step(struct engine *engine, struct step *step)
{
    step->trace.pairs = engine_keep(engine, step->trace.pairs);
    if (key_get(&engine->keys, step->key)->class == KEY_OUTPUT) {
        step->warnings = engine_keep(engine, step->warnings);
        step->source = engine_keep(engine, step->source);
        step->why = engine_keep(engine, step->why);
    } else {
        step->record = engine_keep(engine, step->record);
        step->parts = engine_keep(engine, step->parts);
        step->search = engine_keep(engine, step->search);
    }
}

void engine_grow(struct engine *engine)
{
    TABLE_GROW(&engine->facts.rows, &engine->arena, key_limit(&engine->keys));
}

void engine_next_revision(struct engine *engine)
{
    engine_grow(engine);
    facts_next_revision(&engine->facts);
}

uint32_t engine_key(struct engine *engine, struct key key)
{
    pthread_mutex_lock(&engine->lock);
    uint32_t id = key_find(&engine->keys, key);
    if (!id) {
        bool borrows = engine->keys.borrows;
        engine->keys.borrows = false; /* the caller's name may be short-lived */
        id = key_intern(&engine->keys, key);
        engine->keys.borrows = borrows;
    }
    pthread_mutex_unlock(&engine->lock);
    return id;
}

uint32_t engine_dep_set(struct engine *engine, struct dep_set set)
{
    pthread_mutex_lock(&engine->lock);
    uint32_t number = dep_set_intern(&engine->sets, set);
    pthread_mutex_unlock(&engine->lock);
    return number;
}

struct trace engine_trace_of(struct engine *engine, struct dep dep,
                             struct arena *arena)
{
    struct buf pairs = {0};
    pack_uint(&pairs, dep.key);
    pack_uint(&pairs,
              engine_dep_set(engine, (struct dep_set){dep.bits, dep.first}));
    struct trace trace = {buf_move(&pairs, arena)};
    return trace;
}
