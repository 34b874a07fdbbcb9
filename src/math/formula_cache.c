/* SPDX-License-Identifier: MIT */
#include "math/formula_cache.h"

#include "base/pack.h"
#include "files/replace.h"
#include "files/state_file.h"

#define HEADER "crumb-formulas 3\n"

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
    str file;
    if (state_file_read(path, cache->arena, &file) != 0 ||
        !str_starts(file, STR(HEADER))) {
        return;
    }
    struct unpack in = unpack_of(str_from_offset(file, STR(HEADER).n));
    uint64_t check = unpack_word(&in);
    if (in.failed || check != hash64((str){in.p, unpack_left(&in)})) {
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
    struct buf counted = {0};
    struct buf out = {0};
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
    pack_uint(&counted, n);
    buf_put(&counted, buf_str(&records));
    buf_put(&out, STR(HEADER));
    pack_word(&out, hash64(buf_str(&counted)));
    buf_put(&out, buf_str(&counted));
    int error = replace_file(path, buf_str(&out), false);
    buf_free(&records);
    buf_free(&counted);
    buf_free(&out);
    return error;
}
