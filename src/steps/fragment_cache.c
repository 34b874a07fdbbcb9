/* SPDX-License-Identifier: MIT */
#include "steps/fragment_cache.h"

#include "base/hash.h"
#include "base/memory/map.h"
#include "engine/recorder.h"
#include "site/site_keys.h"
#include "steps/template_host.h"

/* A template or macro that comes out as something else nearly every time is
 * not worth the memory: after so many, it must have been taken as often as it
 * was kept. */
enum { FEW = 64, MOST_PARTS = 40, MOST_VALUES = 4096 };

struct known {
    str text;
    uint64_t steps;
    uint64_t made;
    uint32_t fragment; /* its key */
};

struct part_memo {
    struct map known; /* key -> struct known */
    size_t kept;
    size_t taken;
};

struct memo {
    struct arena *arena;
    struct map
        parts; /* the address of a template or macro -> struct part_memo */
    uint64_t key[MOST_PARTS];
    size_t nkey;
};

struct memo *memo_new(struct arena *arena)
{
    struct memo *memo = ARENA_NEW(arena, struct memo);
    memo->arena = arena;
    return memo;
}

/* --- keys --- */

static bool is_lasting(value v, size_t *left);

static bool are_lasting(const struct list *list, size_t *left)
{
    for (size_t i = 0; i < list->items.n; i++) {
        if (!is_lasting(list->items.p[i], left)) {
            return false;
        }
    }
    return true;
}

static bool are_lasting_entries(const struct dict *dict, size_t *left)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        if (!is_lasting(dict->entries.p[i].val, left)) {
            return false;
        }
    }
    return true;
}

/* It is nothing that a template could change, and its hash says all of it. Of
 * values within it, *left at most: a tuple may hold another many times over. */
static bool is_lasting(value v, size_t *left)
{
    enum { LARGE = 64 };
    if (*left == 0) {
        return false;
    }
    --*left;
    switch ((enum value_kind)v.kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
        return !v.flags && v.as.list->items.n <= LARGE &&
               are_lasting(v.as.list, left);
    case VALUE_DICT:
        return !v.flags && v.as.dict->entries.n <= LARGE &&
               are_lasting_entries(v.as.dict, left);
    case VALUE_OBJECT: return v.as.object->number != 0;
    case VALUE_FUNCTION: return false;
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT:
    case VALUE_STRING:
    case VALUE_DATE: break;
    }
    return true;
}

/* In memo->key. False: there is none. */
static bool make_key(struct memo *memo, const struct view *view,
                     const struct jinja_known *known)
{
    const struct objects *objects = view->site->objects;
    uint64_t *key = memo->key;
    size_t n = 0;
    if (known->nvalues + 3 > MOST_PARTS) {
        return false;
    }
    key[n++] = view->site->object.number;
    key[n++] = hash64(view->lang);
    key[n++] = view->plain_dates;
    for (size_t i = 0; i < known->nvalues; i++) {
        size_t left = MOST_VALUES;
        if (!is_lasting(known->values[i], &left)) {
            return false;
        }
        key[n++] = value_hash(known->values[i], objects);
    }
    memo->nkey = n;
    return true;
}

static str key_bytes(const struct memo *memo)
{
    return (str){(const char *)memo->key, memo->nkey * sizeof(uint64_t)};
}

static struct part_memo *of_part(struct memo *memo, const void *part)
{
    str address = {(const char *)&part, sizeof(void *)};
    struct part_memo *found = map_get(&memo->parts, address);
    if (!found) {
        found = ARENA_NEW(memo->arena, struct part_memo);
        *map_put(&memo->parts, memo->arena, arena_str(memo->arena, address)) =
            found;
    }
    return found;
}

/* --- the engine asks --- */

/* A fragment between find and keep. */
struct open_fragment {
    struct part_memo *part;
    str key;
    struct recorder_mark mark;
};

/* Shortcodes in a body are no fragments: their reads are the body's. */
static struct part_memo *wanted(const struct template_host *host,
                                const struct jinja_known *known)
{
    const struct view *view = &host->view;
    struct memo *memo = host->memo;
    if (!view->recorder || view->computing) {
        return NULL;
    }
    struct part_memo *part = of_part(memo, known->part);
    bool pays = part->kept < FEW || part->taken >= part->kept;
    return pays && make_key(memo, view, known) ? part : NULL;
}

bool fragment_cache_find(struct render_context *ctx, struct jinja_known *asked)
{
    const struct template_host *host = ctx->host;
    const struct view *view = &host->view;
    struct memo *memo = host->memo;
    struct part_memo *part = wanted(host, asked);
    asked->host = NULL;
    if (!part) {
        return false;
    }
    const struct known *known = map_get(&part->known, key_bytes(memo));
    if (known) {
        part->taken++;
        recorder_note(view->recorder, known->fragment, DEP_WHOLE);
        asked->text = known->text;
        asked->steps = known->steps;
        asked->made = known->made;
        return true;
    }
    struct open_fragment *open_fragment =
        ARENA_NEW(ctx->arena, struct open_fragment);
    open_fragment->part = part;
    open_fragment->key = arena_str(memo->arena, key_bytes(memo));
    open_fragment->mark = recorder_begin(view->recorder);
    asked->host = open_fragment;
    return false;
}

/* Returns the fragment's key, which is the same in the next build: objects
 * count by their numbers, which stay. `name` is the place of its name. */
static struct key fragment_key(const struct jinja_known *made, str values,
                               struct hash128 *name)
{
    *name = hash128(values);
    name->low ^= made->identity;
    return (struct key){.class = KEY_FRAGMENT,
                        .name = {(const char *)name, sizeof *name}};
}

void fragment_cache_keep(struct render_context *ctx,
                         const struct jinja_known *made, bool good)
{
    const struct template_host *host = ctx->host;
    const struct view *view = &host->view;
    struct memo *memo = host->memo;
    const struct open_fragment *open_fragment = made->host;
    if (!open_fragment) {
        return;
    }
    struct hash128 name;
    struct deps deps =
        recorder_end(view->recorder, open_fragment->mark, ctx->arena);
    if (!good) {
        for (size_t i = 0; i < deps.n; i++) {
            recorder_add(view->recorder, deps.p[i]);
        }
        return;
    }
    struct known *known = ARENA_NEW(memo->arena, struct known);
    known->text = arena_str(memo->arena, made->text);
    known->steps = made->steps;
    known->made = made->made;
    known->fragment = recorder_fragment(
        view->recorder, fragment_key(made, open_fragment->key, &name),
        columns_fold(view->site->objects, deps, memo->arena, ctx->arena),
        hash64(known->text));
    open_fragment->part->kept++;
    *map_put(&open_fragment->part->known, memo->arena, open_fragment->key) =
        known;
    recorder_note(view->recorder, known->fragment, DEP_WHOLE);
}
