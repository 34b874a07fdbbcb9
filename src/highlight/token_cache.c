/* SPDX-License-Identifier: MIT */
#include "highlight/token_cache.h"

#include "base/pack.h"
#include "highlight/language_set.h"
#include "highlight/tokens.h"

/* A record for each text that was lexed:
 *
 *     a hash of it and its language | where it was cut, or 0 | its tokens
 *
 * Tokens are lengths of plain text, each but the last followed by a token
 * and its length: plain, token, length, plain, token, length, plain. */

static uint64_t key_of(const struct language *language, str text)
{
    uint64_t languages = language_set_hash(language->languages, language->id);
    return hash64_of((const uint64_t[]){hash64(language->id), languages,
                                        hash64(text), text.n},
                     4);
}

/* --- writing --- */

static void pack_runs(const struct lexed *lexed, struct buf *out)
{
    size_t plain = 0; /* the start of plain text */
    size_t at = 0;
    for (size_t i = 0; i < lexed->runs.n; i++) {
        const struct run *run = &lexed->runs.p[i];
        if (token_names[run->token].tag.n) {
            pack_uint(out, at - plain);
            pack_uint(out, run->token);
            pack_uint(out, run->end - at);
            plain = run->end;
        }
        at = run->end;
    }
    pack_uint(out, at - plain);
}

static void keep(struct token_cache *cache, uint64_t key,
                 const struct lexed *lexed)
{
    struct buf runs = {0};
    pack_runs(lexed, &runs);
    pack_word(&cache->now, key);
    pack_uint(&cache->now, lexed->cut == STR_NONE ? 0 : lexed->cut + 1);
    pack_str(&cache->now, buf_str(&runs));
    buf_free(&runs);
}

/* --- reading --- */

/* The record of a text in `last`. */
struct kept {
    str all;
    size_t cut;
    str runs;
};

static void make_index(struct token_cache *cache, struct arena *arena)
{
    struct unpack in = unpack_of(cache->last);
    cache->indexed = true;
    while (unpack_left(&in)) {
        struct kept *kept = ARENA_NEW(arena, struct kept);
        const char *start = in.p;
        unpack_word(&in);
        kept->cut = (size_t)unpack_uint(&in);
        kept->runs = unpack_str(&in);
        if (!in.failed) {
            str key = {start, sizeof(uint64_t)};
            kept->all = (str){start, (size_t)(in.p - start)};
            *map_put(&cache->by_key, arena, key) = kept;
        }
    }
}

static void add_run(struct lexed *lexed, size_t length, uint8_t token,
                    struct arena *arena)
{
    size_t from = lexed->runs.n ? lexed->runs.p[lexed->runs.n - 1].end : 0;
    if (length) {
        *VEC_PUSH(&lexed->runs, arena) = (struct run){from + length, token};
    }
}

/* False: they are not those of n bytes. */
static bool unpack_runs(str runs, size_t n, struct arena *arena,
                        struct lexed *out)
{
    struct unpack in = unpack_of(runs);
    while (!in.failed) {
        size_t plain = (size_t)unpack_uint_to(&in, n);
        n -= plain;
        add_run(out, plain, TOKEN_PLAIN, arena);
        if (!unpack_left(&in)) {
            break;
        }
        uint8_t token = (uint8_t)unpack_uint_to(&in, token_count - 1);
        size_t length = (size_t)unpack_uint_to(&in, n);
        n -= length;
        add_run(out, length, token, arena);
    }
    return !in.failed && n == 0;
}

static bool recall(struct token_cache *cache, uint64_t key, size_t n,
                   struct arena *arena, struct lexed *out)
{
    if (!cache->indexed) {
        make_index(cache, arena);
    }
    const struct kept *kept =
        map_get(&cache->by_key, (str){(const char *)&key, sizeof key});
    if (!kept || kept->cut > n) {
        return false;
    }
    *out = (struct lexed){.cut = kept->cut ? kept->cut - 1 : STR_NONE};
    if (!unpack_runs(kept->runs, n, arena, out)) {
        return false;
    }
    buf_put(&cache->now, kept->all);
    return true;
}

void token_cache_run(struct token_cache *cache, const struct language *language,
                     str text, struct arena *arena, struct lexed *out)
{
    if (!cache) {
        lexer_run(language, text, arena, out);
        return;
    }
    uint64_t key = key_of(language, text);
    if (!recall(cache, key, text.n, arena, out)) {
        lexer_run(language, text, arena, out);
        keep(cache, key, out);
    }
}
