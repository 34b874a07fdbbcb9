/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

#include "base/json_string.h"
#include "data/json.h"

/* --- names --- */

static void put_hex(str bytes, struct buf *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.n; i++) {
        unsigned char byte = (unsigned char)bytes.p[i];
        buf_putc(out, digits[byte >> 4]);
        buf_putc(out, digits[byte & 15]);
    }
}

static unsigned hash_of(str bytes)
{
    return (unsigned)(hash64(bytes) >> 32);
}

str shard_name(str key, uint64_t depth, str bytes, struct arena *arena)
{
    char low[MOST_FORM + 1] = {0};
    struct buf name = {0};
    size_t n = (size_t)depth / 8;
    memcpy(low, key.p, n < key.n ? n : key.n);
    low[n] = (char)((unsigned char)str_at(key, n) & 0xFF00U >> depth % 8);
    for (n++; n && low[n - 1] == '\0'; n--) {
    }
    buf_putc(&name, 'w');
    put_hex((str){low, n}, &name);
    buf_printf(&name, "-%08x", hash_of(bytes));
    return buf_move(&name, arena);
}

/* The first key, in a shard's name. */
static str low_key(str name)
{
    return str_sub(str_from_offset(name, 1), 0, str_rfind_char(name, '-') - 1);
}

size_t shard_find(const struct search_root *root, str key)
{
    struct buf hex = {0};
    put_hex(key, &hex);
    size_t low = 0;
    size_t high = root->nshards;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (str_cmp(low_key(root->shards[middle]), buf_str(&hex)) <= 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    buf_free(&hex);
    return low;
}

str fragment_name(size_t number, str bytes, struct arena *arena)
{
    return arena_printf(arena, "f%zu-%08x", number, hash_of(bytes));
}

bool search_is_intact(str name, str bytes)
{
    char hash[16];
    int n = snprintf(hash, sizeof hash, "-%08x", hash_of(bytes));
    return str_ends(name, (str){hash, (size_t)n});
}

/* --- the root --- */

static void put_names(const str *names, size_t n, struct buf *out)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < n; i++) {
        buf_put(out, i ? STR(" ") : STR(""));
        buf_put(out, names[i]);
    }
    buf_putc(out, '"');
}

void root_write(const struct search_root *root, struct buf *out)
{
    buf_printf(out,
               "{\"version\": 1, \"documents\": %zu, \"tokens\": %llu, "
               "\"order\": \"%016llx\",\n\"weak\": ",
               root->documents, (unsigned long long)root->tokens,
               (unsigned long long)root->order);
    json_put_string(out, root->weak);
    buf_put(out, STR(",\n\"shards\": "));
    put_names(root->shards, root->nshards, out);
    buf_put(out, STR(",\n\"fragments\": "));
    put_names(root->fragments, root->nfragments, out);
    buf_put(out, STR("}\n"));
}

static bool take_names(const struct dict *dict, str key, struct arena *arena,
                       str **names, size_t *n)
{
    const value *v = dict_get_str(dict, key);
    VEC(str) all = {0};
    str part;
    if (!v || v->kind != VALUE_STRING) {
        return false;
    }
    str rest = value_str(*v);
    while (rest.n && str_split(&rest, ' ', &part)) {
        *VEC_PUSH(&all, arena) = part;
    }
    *names = all.p;
    *n = all.n;
    return true;
}

static int64_t number_of(const struct dict *dict, str key)
{
    const value *v = dict_get_str(dict, key);
    return v && v->kind == VALUE_INT ? v->as.i : -1;
}

bool search_open(str bytes, struct arena *arena, struct search_root *out)
{
    struct source *source = ARENA_NEW(arena, struct source);
    struct diags quiet;
    value v;
    *source = (struct source){.name = STR("index.json"), .text = bytes};
    diags_init(&quiet, arena);
    if (!json_parse(source, arena, &quiet, &v) || v.kind != VALUE_DICT) {
        return false;
    }
    const struct dict *dict = v.as.dict;
    const value *order = dict_get_str(dict, STR("order"));
    const value *weak = dict_get_str(dict, STR("weak"));
    int64_t documents = number_of(dict, STR("documents"));
    int64_t tokens = number_of(dict, STR("tokens"));
    if (number_of(dict, STR("version")) != 1 || documents < 0 || tokens < 0 ||
        documents > UINT32_MAX / 2 || !order || order->kind != VALUE_STRING ||
        !weak || weak->kind != VALUE_STRING) {
        return false;
    }
    out->documents = (size_t)documents;
    out->tokens = (uint64_t)tokens;
    out->weak = value_str(*weak);
    out->order = 0;
    str hex = value_str(*order);
    for (size_t i = 0; i < hex.n; i++) {
        out->order = out->order << 4 | (digit_value(hex.p[i]) & 15);
    }
    return take_names(dict, STR("shards"), arena, &out->shards,
                      &out->nshards) &&
           take_names(dict, STR("fragments"), arena, &out->fragments,
                      &out->nfragments) &&
           out->nfragments ==
               (out->documents + SEARCH_FRAGMENT - 1) / SEARCH_FRAGMENT;
}
