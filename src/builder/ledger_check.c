/* SPDX-License-Identifier: MIT */
/* Whether the keys in a ledger are such as a site has. A checksum keeps out
 * what is torn, not what somebody made up: it is no secret how it is made.
 * Here, and in the functions that unpack records and traces, is all that stands
 * between such a ledger and the tables that its numbers lead into: who uses
 * them later does not look again. */
#include "builder/ledger.h"

struct checking {
    const struct ledger *ledger;
    uint64_t attributes[OBJECT_KINDS]; /* that there are */
};

/* Menus have names of their own, and one hash for all of them. */
static void know_attributes(struct checking *checking, struct arena *arena)
{
    const struct object_class *classes[OBJECT_KINDS];
    objects_classes(arena, classes);
    for (size_t i = 0; i < OBJECT_KINDS; i++) {
        size_t n = classes[i] ? classes[i]->nnames : 0;
        checking->attributes[i] = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    }
    checking->attributes[OBJECT_MENUS] = UINT64_MAX;
}

static bool check_members(const struct checking *checking,
                          const struct ledger_key *list)
{
    for (size_t i = 0; i < list->length; i++) {
        if (ledger_member(list, i) >= checking->ledger->head->keys) {
            return false;
        }
    }
    return true;
}

static bool check_class(const struct checking *checking,
                        const struct ledger_key *row)
{
    const struct key *key = &row->key;
    switch ((enum key_class)key->class) {
    case KEY_OBJECT:
    case KEY_LIST:
        return key->kind != OBJECT_NONE && key->kind < OBJECT_KINDS &&
               objects_key_class((enum object_kind)key->kind) == key->class &&
               !(row->bits & ~checking->attributes[key->kind]) &&
               check_members(checking, row);
    case KEY_QUESTION: return row->bits == DEP_WHOLE;
    case KEY_FRAGMENT:
    case KEY_FREE: break;
    }
    return true;
}

/* What names an object after its owner comes to an end: the owner is none that
 * is named so. */
static bool check_key(const struct checking *checking,
                      const struct ledger_key *row)
{
    const struct ledger *ledger = checking->ledger;
    if (row->key.owner >= ledger->head->keys) {
        return false;
    }
    const struct key *owner = &ledger->keys[row->key.owner].key;
    bool named = owner->class == KEY_OBJECT || owner->class == KEY_FREE;
    return named && owner->kind != OBJECT_PAGINATOR &&
           check_class(checking, row);
}

/* Id 0 is none. */
bool ledger_check(const struct ledger *ledger, struct arena *arena)
{
    struct checking checking = {.ledger = ledger};
    size_t n = ledger->head->keys;
    know_attributes(&checking, arena);
    if (n == 0 || n > UINT32_MAX || ledger->keys[0].key.class != KEY_FREE) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!check_key(&checking, &ledger->keys[i])) {
            return false;
        }
    }
    return true;
}
