/* SPDX-License-Identifier: MIT */
#include "steps/key_check.h"

static bool is_object(const struct key *key)
{
    return key->kind != OBJECT_NONE && key->kind < OBJECT_KINDS &&
           objects_key_class((enum object_kind)key->kind) == key->class;
}

static bool has_its_own(const struct key *key, const struct fact_row *row,
                        const uint64_t attributes[OBJECT_KINDS])
{
    switch ((enum key_class)key->class) {
    case KEY_OBJECT:
        return is_object(key) && !row->list &&
               !(row->bits & ~attributes[key->kind]);
    case KEY_LIST: return is_object(key) && !row->bits;
    case KEY_QUESTION: return !row->list && !(row->bits & ~(uint64_t)DEP_WHOLE);
    case KEY_FRAGMENT:
    case KEY_OUTPUT:
    case KEY_FREE: break;
    }
    return !row->list && !row->bits;
}

bool keys_are_of_a_site(const struct engine *engine)
{
    uint64_t attributes[OBJECT_KINDS];
    struct arena arena = {0};
    const struct object_class *classes[OBJECT_KINDS];
    objects_classes(&arena, classes);
    for (size_t i = 0; i < OBJECT_KINDS; i++) {
        size_t n = classes[i] ? classes[i]->nnames : 0;
        attributes[i] = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    }
    attributes[OBJECT_MENUS] = UINT64_MAX; /* one hash for names of all menus */
    arena_free(&arena);
    for (uint32_t i = 0; i < key_limit(&engine->keys); i++) {
        const struct key *key = key_get(&engine->keys, i);
        const struct key *owner = key_get(&engine->keys, key->owner);
        /* Owner chains must be finite: a paginator, the only object that is
         * named after its owner, owns nothing. */
        bool owns = (owner->class == KEY_OBJECT || owner->class == KEY_FREE) &&
                    owner->kind != OBJECT_PAGINATOR;
        if (!owns ||
            !has_its_own(key, fact_row(&engine->facts, i), attributes)) {
            return false;
        }
    }
    return true;
}
