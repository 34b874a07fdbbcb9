/* SPDX-License-Identifier: MIT */
/* Whether the numbers in a ledger name what is in it. A checksum keeps out what
 * is torn, not what somebody made up: it is no secret how it is made. Here, and
 * in the functions that unpack records, is all that stands between such a
 * ledger and the tables that its numbers lead into: who uses them later does
 * not look again. */
#include "builder/ledger.h"
#include "jinja/limits.h"

struct checking {
    const struct ledger *ledger;
    uint64_t kinds[OBJECT_KINDS]; /* the attributes that there are */
    uint8_t *depths;              /* of shared traces */
};

static bool is_list(enum object_kind kind)
{
    return kind == OBJECT_POSTS || kind == OBJECT_ADDRESSES;
}

/* --- objects --- */

/* Menus have names of their own, and one hash for all of them. */
static void know_kinds(struct checking *checking, struct arena *arena)
{
    const struct object_class *classes[OBJECT_KINDS];
    objects_classes(arena, classes);
    for (size_t i = 0; i < OBJECT_KINDS; i++) {
        size_t n = classes[i] ? classes[i]->nnames : 0;
        checking->kinds[i] = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    }
    checking->kinds[OBJECT_MENUS] = UINT64_MAX;
}

static bool check_members(const struct checking *checking,
                          const struct ledger_object *list)
{
    for (size_t i = 0; i < list->length; i++) {
        if (ledger_member(list, i) >= checking->ledger->head->objects) {
            return false;
        }
    }
    return true;
}

/* What names an object after its owner comes to an end: the owner is none that
 * is named so. */
static bool check_object(const struct checking *checking,
                         const struct ledger_object *object)
{
    const struct ledger *ledger = checking->ledger;
    if (object->is_list != is_list(object->kind) ||
        object->owner >= ledger->head->objects ||
        (object->bits & ~checking->kinds[object->kind])) {
        return false;
    }
    enum object_kind owner = ledger->objects[object->owner].kind;
    return owner != OBJECT_POSTS && owner != OBJECT_PAGINATOR &&
           check_members(checking, object);
}

/* Number 0 is none, and has nothing. */
static bool check_objects(const struct checking *checking)
{
    const struct ledger *ledger = checking->ledger;
    size_t n = ledger->head->objects;
    if (n == 0 || ledger->objects[0].is_list || ledger->objects[0].bits) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!check_object(checking, &ledger->objects[i])) {
            return false;
        }
    }
    return true;
}

/* --- traces --- */

/* What is read of an object has a hash; what is read of all in a list of posts
 * is something that posts have. */
static bool check_sight(const struct checking *checking,
                        const struct ledger_object *object,
                        const struct sight *sight)
{
    if (object->is_list) {
        return sight->first != DEP_COLUMN ||
               !(sight->bits & ~checking->kinds[OBJECT_POST]);
    }
    return !(sight->bits & ~object->bits);
}

/* A shared trace holds none but earlier ones, and is no deeper than calls of
 * templates are. */
static bool check_shared(const struct checking *checking, uint64_t number,
                         size_t below, uint8_t *depth)
{
    if (number >= below || checking->depths[number] >= LIMIT_CALLS) {
        return false;
    }
    if (*depth <= checking->depths[number]) {
        *depth = (uint8_t)(checking->depths[number] + 1);
    }
    return true;
}

static bool check_trace(const struct checking *checking,
                        const struct ledger_trace *trace, size_t shared,
                        uint8_t *depth)
{
    const struct ledger *ledger = checking->ledger;
    const struct ledger_head *head = ledger->head;
    struct unpack in = unpack_of(trace->pairs);
    *depth = 0;
    for (size_t i = 0; i < trace->n; i++) {
        uint64_t number = unpack_uint(&in);
        uint64_t sight = unpack_uint(&in);
        uint64_t rest = number - head->objects;
        bool good =
            !in.failed && number != 0 && sight < head->sights &&
            (number < head->objects
                 ? check_sight(checking, &ledger->objects[number],
                               &ledger->sights[sight])
             : rest % 2 ? check_shared(checking, rest / 2, shared, depth)
                        : rest / 2 < head->asks);
        if (!good) {
            return false;
        }
    }
    return unpack_left(&in) == 0;
}

static bool check_traces(const struct checking *checking)
{
    const struct ledger *ledger = checking->ledger;
    const struct ledger_head *head = ledger->head;
    uint8_t depth;
    for (size_t i = 0; i < head->shared; i++) {
        if (!check_trace(checking, &ledger->shared[i], i,
                         &checking->depths[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < head->posts; i++) {
        if (!check_trace(checking, &ledger->posts[i].trace, head->shared,
                         &depth)) {
            return false;
        }
    }
    for (size_t i = 0; i < head->outputs; i++) {
        if (!check_trace(checking, &ledger->outputs[i].trace, head->shared,
                         &depth)) {
            return false;
        }
    }
    return true;
}

/* --- questions --- */

/* A letter, a language and the name. */
static bool check_asks(const struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->head->asks; i++) {
        if (ledger->asks[i].name.n < 2) {
            return false;
        }
    }
    return true;
}

/* Numbers of objects, and behind them of asks and shared traces in turn, are
 * those that reads have. */
static bool has_few(const struct ledger_head *head)
{
    return head->objects < READ_ASK && head->asks < READ_ASK &&
           head->shared < READ_ASK;
}

bool ledger_check(const struct ledger *ledger, struct arena *arena)
{
    struct checking checking = {
        .ledger = ledger,
        .depths = arena_zalloc(arena, ledger->head->shared, sizeof(uint8_t)),
    };
    know_kinds(&checking, arena);
    return has_few(ledger->head) && check_objects(&checking) &&
           check_traces(&checking) && check_asks(ledger);
}
