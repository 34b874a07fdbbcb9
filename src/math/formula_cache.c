/* SPDX-License-Identifier: MIT */
#include "math/formula_cache.h"

#include "files/record_file.h"

#define HEADER "crumb-formulas 4\n"

enum {
    MOST_BYTES = 64 << 20, /* in memory */
    LONG_FILE = 16 << 20,  /* from here on only used results are written */
};

static struct formula *add(struct formula_cache *cache, struct hash128 key)
{
    struct formula *formula = ARENA_NEW(cache->arena, struct formula);
    formula->key = key;
    str name = {(const char *)&formula->key, sizeof formula->key};
    *map_put(&cache->by_key, cache->arena, name) = formula;
    *VEC_PUSH(&cache->list, cache->arena) = formula;
    return formula;
}

static struct formula *find(const struct formula_cache *cache,
                            struct hash128 key)
{
    return map_get(&cache->by_key, (str){(const char *)&key, sizeof key});
}

void formula_cache_read(struct formula_cache *cache, str path)
{
    enum { LEAST = sizeof(struct hash128) + 3 };
    struct unpack in;
    if (!record_file_read(path, STR(HEADER), cache->arena, &in)) {
        return;
    }
    size_t n = unpack_count(&in, LEAST);
    for (size_t i = 0; i < n && !in.failed; i++) {
        struct hash128 key = unpack_hash(&in);
        bool mistake = unpack_bool(&in);
        size_t at = unpack_uint_to(&in, MATH_LONGEST);
        str text = unpack_str(&in);
        if (!in.failed && !find(cache, key)) {
            add(cache, key)->result = (struct math_result){
                mistake ? MATH_MISTAKE : MATH_DONE, text, at};
            cache->bytes += text.n;
        }
    }
}

const struct math_result *formula_cache_get(struct formula_cache *cache,
                                            struct hash128 key)
{
    struct formula *formula = find(cache, key);
    if (!formula) {
        return NULL;
    }
    formula->used = true;
    return &formula->result;
}

struct math_result formula_cache_put(struct formula_cache *cache,
                                     struct hash128 key,
                                     struct math_result result)
{
    struct formula *known = find(cache, key);
    if (known || cache->bytes + result.text.n > MOST_BYTES) {
        return known ? known->result : result;
    }
    struct formula *formula = add(cache, key);
    formula->result = result;
    formula->result.text = arena_str(cache->arena, result.text);
    formula->used = true;
    cache->bytes += result.text.n;
    cache->changed = true;
    return formula->result;
}

int formula_cache_write(const struct formula_cache *cache, str path)
{
    struct buf records = {0};
    bool all = cache->bytes <= LONG_FILE;
    size_t n = 0;
    for (size_t i = 0; i < cache->list.n; i++) {
        const struct formula *formula = cache->list.p[i];
        if (all || formula->used) {
            pack_hash(&records, formula->key);
            pack_bool(&records, formula->result.status == MATH_MISTAKE);
            pack_uint(&records, formula->result.at);
            pack_str(&records, formula->result.text);
            n++;
        }
    }
    int error = record_file_write(path, STR(HEADER), n, buf_str(&records));
    buf_free(&records);
    return error;
}
