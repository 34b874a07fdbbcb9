/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

struct engine *engine_new(const struct engine_known *known, size_t more,
                          struct arena *arena)
{
    struct engine *engine = ARENA_NEW(arena, struct engine);
    pthread_mutex_init(&engine->lock, NULL);
    key_table_init(&engine->keys, &engine->arena, known->keys, known->nkeys,
                   more);
    dep_sets_init(&engine->sets, &engine->arena, known->sets, known->nsets);
    return engine;
}

void engine_free(struct engine *engine)
{
    pthread_mutex_destroy(&engine->lock);
    arena_free(&engine->arena);
}

uint32_t engine_key(struct engine *engine, struct key key)
{
    pthread_mutex_lock(&engine->lock);
    uint32_t id = key_find(&engine->keys, key);
    if (!id) {
        key.name = arena_str(&engine->arena, key.name);
        id = key_intern(&engine->keys, key);
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
    struct trace trace = {arena_str(arena, buf_str(&pairs))};
    buf_free(&pairs);
    return trace;
}
