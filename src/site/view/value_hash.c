/* SPDX-License-Identifier: MIT */
#include "site/site_keys.h"

#include "base/hash.h"
#include "base/memory/buf.h"
#include "site/view/view_class.h"

/* YAML and TOML nest no deeper than 64, JSON no deeper than 200. */
static uint64_t hash_items(const struct list *list,
                           const struct objects *objects)
{
    uint64_t hash = list->items.n;
    for (size_t i = 0; i < list->items.n; i++) {
        hash = hash64_mix(hash, value_hash(list->items.p[i], objects));
    }
    return hash;
}

static uint64_t hash_entries(const struct dict *dict,
                             const struct objects *objects)
{
    uint64_t hash = dict->entries.n;
    for (size_t i = 0; i < dict->entries.n; i++) {
        hash = hash64_mix(hash, value_hash(dict->entries.p[i].key, objects));
        hash = hash64_mix(hash, value_hash(dict->entries.p[i].val, objects));
    }
    return hash;
}

/* An object without a number is made at each read: its hash is that of the text
 * it prints. */
static uint64_t hash_object(const struct object *object,
                            const struct objects *objects)
{
    if (object->number && objects) {
        return object->number;
    }
    struct buf out = {0};
    struct view view = {0};
    struct render_context ctx = {.host = &view};
    if (object->class->print) {
        object->class->print(object, &ctx, &out);
    }
    uint64_t hash = hash64(buf_str(&out));
    buf_free(&out);
    return hash;
}

uint64_t value_hash(value v, const struct objects *objects)
{
    uint64_t seed = (uint64_t)v.kind << 8 | v.flags;
    switch ((enum value_kind)v.kind) {
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_FUNCTION: return hash64_mix(seed, 0);
    case VALUE_BOOL: return hash64_mix(seed, v.as.b);
    case VALUE_INT: return hash64_mix(seed, (uint64_t)v.as.i);
    case VALUE_DATE:
        return hash64_mix(seed ^ (uint64_t)(uint16_t)v.zone << 16,
                          (uint64_t)v.as.i);
    case VALUE_FLOAT:
        return hash64_mix(seed,
                          hash64((str){(const char *)&v.as.f, sizeof v.as.f}));
    case VALUE_STRING: return hash64_mix(seed, hash64(value_str(v)));
    case VALUE_LIST:
    case VALUE_TUPLE: return hash64_mix(seed, hash_items(v.as.list, objects));
    case VALUE_DICT: return hash64_mix(seed, hash_entries(v.as.dict, objects));
    case VALUE_OBJECT:
        return hash64_mix(seed, hash_object(v.as.object, objects));
    }
    return 0;
}

uint64_t value_hash_attribute(const struct object *object, size_t bit,
                              struct render_context *ctx)
{
    const struct view_class *class = (const struct view_class *)object->class;
    const struct objects *objects = view_of(ctx)->site->objects;
    if (class->base.get == view_get) {
        /* A forged ledger may name attributes that there are not. */
        return bit < class->base.nnames
                   ? value_hash(class->getters[bit](object, ctx), objects)
                   : 0;
    }
    uint64_t hash = 0;
    for (size_t i = 0; i < class->base.nnames; i++) { /* the menus */
        value menu = class->base.get(object, ctx, class->base.names[i]);
        hash = hash64_mix(hash, hash64(class->base.names[i]));
        hash = hash64_mix(hash, value_hash(menu, objects));
    }
    return hash;
}
