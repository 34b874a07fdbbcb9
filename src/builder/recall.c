/* SPDX-License-Identifier: MIT */
#include "builder/recall.h"

#include "base/diag/diag_pack.h"
#include "base/pool.h"
#include "builder/ledger_say.h"
#include "files/path.h"
#include "files/state_file.h"
#include "jinja/limits.h"
#include "site/body/body.h"
#include "site/content/post_record.h"
#include "site/git_dates.h"
#include "site/view/question.h"
#include "site/view/value_hash.h"

/* Of the trace of a fragment; from HOLDS_NOT on, less that, a place in
 * culprits.
 */
enum { NO_FRAGMENT, UNKNOWN, BEING_LOOKED_AT, HOLDS, HOLDS_NOT };

/* --- opening --- */

static const str unreadable =
    STR_INIT("another crumb made the last build, or its ledger is damaged");

void recall_open(struct recall *recall, str path, struct hash128 key,
                 uint64_t stamp, struct arena *arena)
{
    recall->arena = arena;
    recall->none = (str){NULL, 0};
    const struct ledger *ledger = &recall->ledger;
    if (fs_own_map(path, &recall->mapped) != 0) {
        recall->none = STR("there was no build before");
    } else if (!ledger_open(recall->mapped, arena, &recall->ledger)) {
        recall->none = unreadable;
    } else if (!hash128_eq(ledger->head->key, key)) {
        recall->none = STR("the settings or options changed");
    } else if (ledger->head->stamp != stamp) {
        recall->none = STR("the last build was cut short");
    }
    recall->known = !recall->none.p;
}

void recall_read(struct recall *recall)
{
    struct arena *arena = recall->arena;
    struct ledger *ledger = &recall->ledger;
    if (recall->known && !ledger_read(ledger, arena)) {
        recall->known = false;
        recall->none = unreadable;
    }
    for (size_t i = 0; recall->known && i < ledger->head->posts; i++) {
        *map_put(&recall->posts, arena, ledger->posts[i].path) =
            &ledger->posts[i];
    }
    for (size_t i = 0; recall->known && i < ledger->head->outputs; i++) {
        *map_put(&recall->outputs, arena, ledger->outputs[i].file) =
            &ledger->outputs[i];
    }
}

bool recall_reopen(struct recall *recall, str path, struct arena *arena)
{
    *recall = (struct recall){.arena = arena};
    recall->known = path.p && fs_own_map(path, &recall->mapped) == 0 &&
                    ledger_open(recall->mapped, arena, &recall->ledger);
    recall_read(recall);
    return recall->known;
}

/* --- posts --- */

struct ledger_post *recall_find_post(const struct recall *recall, str path)
{
    return map_get(&recall->posts, path);
}

bool recall_is_same(const struct recall *recall, const struct fs_stat *now,
                    const struct fs_stat *then)
{
    int64_t clock = recall->ledger.head->seen;
    return !recall->hash_all && fs_stat_same(now, then) &&
           now->modified < clock && now->changed < clock;
}

bool recall_post(const struct recall *recall, const struct site *site,
                 struct post *post, struct arena *keep)
{
    const struct ledger_post *last = recall_find_post(recall, post->file->path);
    if (!last || !recall_is_same(recall, &post->file->stat, &last->stat)) {
        return false;
    }
    struct unpack record = unpack_of(last->record);
    struct unpack warnings = unpack_of(last->warnings);
    if (!post_unpack(site, post, &record, keep) ||
        !diags_unpack(&post->warnings, &warnings)) {
        return false;
    }
    post->file_hash = last->hash;
    post->record = last->record;
    post->recalled = true;
    return true;
}

/* --- objects --- */

struct engine_known recall_known(const struct recall *recall)
{
    const struct ledger *ledger = &recall->ledger;
    if (!recall->known) {
        return (struct engine_known){0};
    }
    size_t n = (size_t)ledger->head->keys;
    struct key *keys = ARENA_ARRAY(recall->arena, struct key, n);
    for (size_t i = 0; i < n; i++) {
        keys[i] = ledger->keys[i].key;
    }
    return (struct engine_known){keys, n, ledger->sets,
                                 (size_t)ledger->head->sets};
}

/* NULL: it is gone. */
static const struct object *object_now(const struct recall *recall, uint32_t id)
{
    return objects_get(recall->facts->objects, id);
}

/* NULL: it is new. */
static const struct ledger_key *key_then(const struct recall *recall,
                                         uint32_t id)
{
    const struct ledger *ledger = &recall->ledger;
    bool known =
        id < ledger->head->keys && ledger->keys[id].key.class != KEY_FREE;
    return known ? &ledger->keys[id] : NULL;
}

/* --- comparing --- */

static uint32_t member_of(const struct object *object, size_t i)
{
    const struct posts *posts = view_as_posts(object);
    return posts ? posts->p[i]->object.number
                 : view_as_entries(object)->p[i].object.number;
}

static size_t length_of(const struct object *object)
{
    const struct posts *posts = view_as_posts(object);
    const struct page_entries *entries = view_as_entries(object);
    return posts ? posts->n : entries ? entries->n : 0;
}

static void compare_list(struct recall *recall, uint32_t i)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    const struct object *now = object_now(recall, i);
    size_t length = now ? length_of(now) : 0;
    uint64_t dirty = 0;
    dirty |= length != then->length ? DEP_LENGTH : 0;
    dirty |= (length > 0) != (then->length > 0) ? DEP_EMPTY : 0;
    recall->dirty[i] = now ? dirty : UINT64_MAX;
    size_t k = 0;
    while (k < length && k < then->length &&
           ledger_member(then, k) == member_of(now, k)) {
        k++;
    }
    bool same = now && k == length && k == then->length;
    recall->differ[i] = same ? SIZE_MAX : k;
}

/* --- sources --- */

/* Loading made of the post's file what it made of it then. */
static bool has_same_record(const struct recall *recall,
                            const struct post *post)
{
    if (post->recalled) {
        return true;
    }
    const struct ledger_post *last = recall_find_post(recall, post->file->path);
    return last && str_eq(last->record, post->record);
}

static bool is_index(str path)
{
    return str_starts(path_base(path), STR("_index."));
}

/* Of the site as a whole. What a post says hangs on its own file alone while
 * the _index.md files that it may inherit from are those of the last build. */
static unsigned changed_sources(const struct recall *recall,
                                const struct site *site)
{
    const struct ledger_head *head = recall->ledger.head;
    bool order = recall->facts->order != head->order;
    bool indexes = false;
    size_t left = 0;
    for (size_t i = 0; i < head->posts; i++) {
        left += is_index(recall->ledger.posts[i].path);
    }
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        bool index = is_index(post->file->path);
        bool same = has_same_record(recall, post);
        left -= index;
        order = order || !same;
        indexes = indexes || (index && !same);
    }
    return FROM_CLOCK | FROM_FILES | (order ? FROM_ORDER : 0) |
           (indexes || left ? FROM_FRONT : 0) |
           (git_dates_asked(site) ? FROM_GIT : 0);
}

static unsigned changed_sources_of(const struct recall *recall, uint32_t i)
{
    const void *object = object_now(recall, i);
    bool post = objects_kind(recall->facts->objects, i) == OBJECT_POST;
    bool same = !post || has_same_record(recall, object);
    return recall->changed | (same ? 0 : FROM_FRONT);
}

/* The attributes among `bits` that have another hash now. Those that have none
 * of the changed sources are what they were. */
static uint64_t differing(struct recall *recall, uint32_t i, uint64_t bits,
                          unsigned changed, struct eval *eval,
                          struct arena *keep)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    const struct object *object = object_now(recall, i);
    uint64_t dirty = 0;
    size_t at = 0;
    for (uint64_t rest = then->bits; rest; rest &= rest - 1, at++) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        uint64_t mask = UINT64_C(1) << bit;
        bool may = fact_sources(object->class, bit) & changed;
        if ((bits & mask) && (may || recall->compare_all) &&
            value_hash_attribute(object, bit, eval) != ledger_hash(then, at)) {
            dirty |= mask;
        }
    }
    facts_hold(recall->facts, i, then, bits & ~dirty);
    facts_want(recall->facts, i, dirty, eval, keep);
    return dirty;
}

struct comparing {
    struct recall *recall;
    const struct recall_work *work;
    size_t n;
};

enum { CHUNK = 256 };

/* A post that is held back is in no list any more; whatever still reads it
 * had better look again. */
static bool is_gone(const struct recall *recall, uint32_t number)
{
    const struct object *now = object_now(recall, number);
    return !now ||
           (objects_kind(recall->facts->objects, number) == OBJECT_POST &&
            ((const struct post *)now)->held != HELD_NOT);
}

static void compare_object(struct recall *recall, uint32_t i, struct eval *eval)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    if (is_gone(recall, i)) {
        recall->dirty[i] = UINT64_MAX;
        return;
    }
    recall->dirty[i] = ~then->bits;
    if (then->bits) {
        uint64_t early = then->bits & ~facts_body_bits(recall->facts, i);
        const struct view *view = eval->host;
        recall->dirty[i] |= differing(
            recall, i, early, changed_sources_of(recall, i), eval, view->keep);
    }
}

/* Lists are FROM_ORDER; but for backlinks, which are not filled in yet and are
 * compared once more when they are. */
static bool may_list_differ(const struct recall *recall, uint32_t i)
{
    str name = recall->ledger.keys[i].key.name;
    return recall->changed & FROM_ORDER || str_eq(name, STR("backlinks"));
}

/* Of questions the answers are compared later, of fragments what they read is
 * looked at when somebody asks. */
static void compare_key(struct recall *recall, uint32_t i, struct eval *eval)
{
    recall->differ[i] = SIZE_MAX;
    switch ((enum key_class)recall->ledger.keys[i].key.class) {
    case KEY_OBJECT: compare_object(recall, i, eval); break;
    case KEY_LIST:
        if (recall->compare_all || may_list_differ(recall, i) ||
            !object_now(recall, i)) {
            compare_list(recall, i);
        }
        break;
    case KEY_FRAGMENT: recall->fragments[i] = UNKNOWN; break;
    case KEY_FREE: recall->dirty[i] = UINT64_MAX; break;
    case KEY_QUESTION: break;
    }
}

static void compare_chunk(void *context, size_t worker, size_t chunk)
{
    const struct comparing *comparing = context;
    struct eval *eval = &comparing->work->hashing[worker];
    size_t end = (chunk + 1) * CHUNK;
    for (size_t i = chunk * CHUNK; i < end && i < comparing->n; i++) {
        if (i) {
            compare_key(comparing->recall, (uint32_t)i, eval);
        }
        arena_clear(eval->arena);
    }
}

void recall_compare_lists(struct recall *recall)
{
    for (uint32_t i = 1; recall->known && i < recall->ledger.head->keys; i++) {
        if (recall->ledger.keys[i].key.class == KEY_LIST) {
            compare_list(recall, i);
        }
    }
}

/* Of questions, for which texts are read again. */
static unsigned changed_sources_of_answers(const struct recall *recall)
{
    return recall->changed | FROM_TEXT;
}

static void compare_answer(struct recall *recall, uint32_t i,
                           struct arena *work)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    unsigned sources = question_sources((enum question)then->key.kind);
    bool may = sources & changed_sources_of_answers(recall);
    bool same =
        (!may && !recall->compare_all) ||
        facts_answer(recall->facts, &then->key, work) == ledger_hash(then, 0);
    recall->dirty[i] = same ? ~then->bits : UINT64_MAX;
}

static void compare_answers(struct recall *recall)
{
    struct arena work = {0};
    for (uint32_t i = 1; i < recall->ledger.head->keys; i++) {
        if (recall->ledger.keys[i].key.class == KEY_QUESTION) {
            compare_answer(recall, i, &work);
            arena_clear(&work);
        }
    }
    arena_free(&work);
}

/* Attributes of an object that are not what they were though none of their
 * sources changed. */
static uint64_t unexplained_bits(const struct recall *recall, uint32_t i)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    const struct object *now = object_now(recall, i);
    uint64_t bits = 0;
    if (is_gone(recall, i)) {
        return 0;
    }
    for (uint64_t rest = recall->dirty[i] & then->bits; rest;
         rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        bool may =
            fact_sources(now->class, bit) & changed_sources_of(recall, i);
        bits |= (uint64_t)!may << bit;
    }
    return bits;
}

/* When all has been compared: it changed, and no source explains that. */
static bool is_unexplained(const struct recall *recall, uint32_t i,
                           uint64_t *bits)
{
    const struct ledger_key *then = &recall->ledger.keys[i];
    unsigned sources;
    *bits = 0;
    switch ((enum key_class)then->key.class) {
    case KEY_OBJECT: *bits = unexplained_bits(recall, i); return *bits != 0;
    case KEY_LIST:
        return recall->differ[i] != SIZE_MAX && !may_list_differ(recall, i);
    case KEY_QUESTION:
        sources = question_sources((enum question)then->key.kind);
        return recall->dirty[i] == UINT64_MAX &&
               !(sources & changed_sources_of_answers(recall));
    case KEY_FRAGMENT:
    case KEY_FREE: break;
    }
    return false;
}

static void find_unexplained(struct recall *recall)
{
    uint64_t bits;
    for (uint32_t i = 1; i < recall->ledger.head->keys; i++) {
        if (is_unexplained(recall, i, &bits)) {
            recall->unexplained = (struct culprit){i, bits};
        }
    }
}

static void begin(struct recall *recall, struct facts *facts)
{
    struct arena *arena = recall->arena;
    size_t n = (size_t)recall->ledger.head->keys;
    recall->facts = facts;
    recall->dirty = arena_zalloc(arena, n, sizeof *recall->dirty);
    recall->differ = arena_zalloc(arena, n, sizeof *recall->differ);
    recall->fragments = arena_zalloc(arena, n, sizeof *recall->fragments);
}

void recall_assume(struct recall *recall, struct facts *facts)
{
    begin(recall, facts);
    for (uint32_t i = 1; i < recall->ledger.head->keys; i++) {
        const struct ledger_key *key = &recall->ledger.keys[i];
        recall->differ[i] = SIZE_MAX;
        if (object_now(recall, i)) {
            facts_hold(facts, i, key, key->bits);
        }
    }
    recall_forget(recall);
}

void recall_forget(struct recall *recall)
{
    for (size_t i = 0; i < recall->ledger.head->keys; i++) {
        bool fragment = recall->ledger.keys[i].key.class == KEY_FRAGMENT;
        recall->fragments[i] = fragment ? UNKNOWN : NO_FRAGMENT;
    }
    recall->culprits.n = 0;
    recall->columns.n = 0;
}

void recall_compare(struct recall *recall, struct facts *facts,
                    const struct recall_work *work)
{
    if (!recall->known) {
        return;
    }
    size_t n = (size_t)recall->ledger.head->keys;
    struct comparing comparing = {recall, work, n};
    begin(recall, facts);
    recall->compare_all = recall->hash_all || GATE_TRAPS;
    recall->changed = changed_sources(recall, facts->site);
    pool_run(work->jobs, n / CHUNK + 1, compare_chunk, &comparing);
    compare_answers(recall);
    if (recall->compare_all) {
        find_unexplained(recall);
    }
}

/* --- traces --- */

/* The attributes of all members of a list. */
static bool compare_column(const struct recall *recall, uint32_t list,
                           uint64_t bits, struct culprit *culprit)
{
    const struct ledger_key *then = &recall->ledger.keys[list];
    if (recall->differ[list] != SIZE_MAX) {
        *culprit = (struct culprit){list, DEP_LENGTH};
        return false;
    }
    for (size_t i = 0; i < then->length; i++) {
        uint32_t member = ledger_member(then, i);
        if (recall->dirty[member] & bits) {
            *culprit = (struct culprit){member, recall->dirty[member] & bits};
            return false;
        }
    }
    return true;
}

/* Thousands of traces may have the same column; there are few of them. */
static bool column_holds(struct recall *recall, uint32_t list, uint64_t bits,
                         struct culprit *culprit)
{
    for (size_t i = 0; i < recall->columns.n; i++) {
        const struct recall_column *known = &recall->columns.p[i];
        if (known->list == list && known->bits == bits) {
            *culprit = known->culprit;
            return known->holds;
        }
    }
    struct recall_column *column = VEC_PUSH(&recall->columns, recall->arena);
    *column = (struct recall_column){.list = list, .bits = bits};
    column->holds = compare_column(recall, list, bits, &column->culprit);
    *culprit = column->culprit;
    return column->holds;
}

static bool trace_holds(struct recall *recall, struct trace trace,
                        unsigned depth, struct culprit *culprit);

/* A fragment may show others, no deeper than calls of templates go. */
static bool fragment_holds(struct recall *recall, uint32_t id, unsigned depth,
                           struct culprit *culprit)
{
    uint32_t *state = &recall->fragments[id];
    *culprit = (struct culprit){0};
    if (*state == UNKNOWN) {
        struct trace trace = recall->ledger.keys[id].trace;
        *state = BEING_LOOKED_AT;
        if (depth < LIMIT_CALLS &&
            trace_holds(recall, trace, depth + 1, culprit)) {
            *state = HOLDS;
        } else {
            *state = HOLDS_NOT + (uint32_t)recall->culprits.n;
            *VEC_PUSH(&recall->culprits, recall->arena) = *culprit;
        }
    } else if (*state >= HOLDS_NOT) {
        *culprit = recall->culprits.p[*state - HOLDS_NOT];
    }
    return *state == HOLDS;
}

static bool dep_holds(struct recall *recall, uint32_t id,
                      const struct dep_set *set, struct culprit *culprit)
{
    if (set->first == DEP_COLUMN) {
        return column_holds(recall, id, set->bits, culprit);
    }
    *culprit = (struct culprit){id, recall->dirty[id] & set->bits};
    return !culprit->bits && set->first <= recall->differ[id];
}

static bool trace_holds(struct recall *recall, struct trace trace,
                        unsigned depth, struct culprit *culprit)
{
    const struct ledger *ledger = &recall->ledger;
    struct trace_reader reader = ledger_trace(ledger, trace);
    struct trace_pair pair;
    while (trace_next(&reader, &pair)) {
        bool holds =
            recall->fragments[pair.key]
                ? fragment_holds(recall, pair.key, depth, culprit)
                : dep_holds(recall, pair.key, &ledger->sets[pair.set], culprit);
        if (!holds) {
            return false;
        }
    }
    *culprit = (struct culprit){0};
    return !reader.bad;
}

bool recall_holds(struct recall *recall, struct trace trace,
                  struct culprit *culprit)
{
    return trace_holds(recall, trace, 0, culprit);
}

const struct ledger_output *recall_output(const struct recall *recall, str file)
{
    return map_get(&recall->outputs, file);
}

/* --- bodies --- */

/* A body has no fragments and no columns: its trace may be looked at by any
 * thread. */
static bool answers_hold(const struct recall *recall, struct trace trace)
{
    const struct ledger *ledger = &recall->ledger;
    struct trace_reader reader = ledger_trace(ledger, trace);
    struct trace_pair pair;
    while (trace_next(&reader, &pair)) {
        enum key_class class = (enum key_class)ledger->keys[pair.key].key.class;
        if (class == KEY_FRAGMENT ||
            ledger->sets[pair.set].first == DEP_COLUMN ||
            (class == KEY_QUESTION && (recall->dirty[pair.key] & DEP_WHOLE))) {
            return false;
        }
    }
    return !reader.bad;
}

bool recall_has_input(const struct recall *recall, const struct post *post)
{
    const struct ledger_post *last = recall_find_post(recall, post->file->path);
    return last && last->derived.p && last->input == body_input_hash(post) &&
           answers_hold(recall, last->trace);
}

bool recall_body(struct recall *recall, const struct post *post,
                 struct arena *keep)
{
    struct culprit culprit;
    const struct ledger_post *last = recall_find_post(recall, post->file->path);
    if (!recall_holds(recall, last->trace, &culprit)) {
        return false;
    }
    struct unpack in = unpack_of(last->derived);
    struct derived *derived = ARENA_NEW(keep, struct derived);
    if (!derived_unpack(recall->facts->site, derived, &in, keep)) {
        return false;
    }
    derived->last = last;
    atomic_store(post->derived, derived);
    uint32_t number = post->object.number;
    const struct ledger_key *then = key_then(recall, number);
    if (then) {
        facts_hold(recall->facts, number, then, recall->facts->body_bits);
    }
    return true;
}

bool recall_saw(const struct recall *recall, uint64_t bit)
{
    bool saw = false;
    for (size_t i = 0; recall->known && i < recall->ledger.head->keys; i++) {
        const struct ledger_key *then = &recall->ledger.keys[i];
        bool post =
            then->key.class == KEY_OBJECT && then->key.kind == OBJECT_POST;
        saw = saw || (post && (then->bits & bit));
    }
    return saw;
}

bool recall_was_read(const struct recall *recall, const struct post *post)
{
    const struct ledger_key *then = key_then(recall, post->object.number);
    return then && then->bits & recall->facts->body_bits;
}

void recall_compare_body(struct recall *recall, const struct post *post,
                         struct eval *eval, struct arena *keep)
{
    uint32_t number = post->object.number;
    if (key_then(recall, number)) {
        recall->dirty[number] |= differing(
            recall, number, recall->facts->body_bits, FROM_TEXT, eval, keep);
    }
}

void recall_check_body(struct recall *recall, const struct post *post,
                       struct eval *eval, struct arena *keep)
{
    uint32_t number = post->object.number;
    if (recall->compare_all && key_then(recall, number)) {
        uint64_t bits = recall->facts->body_bits;
        uint64_t dirty = differing(recall, number, bits, 0, eval, keep);
        if (dirty) {
            recall->unexplained = (struct culprit){number, dirty};
        }
    }
}

/* --- in words --- */

static str say(const struct recall *recall, const struct culprit *culprit,
               struct arena *arena)
{
    const struct ledger *ledger = &recall->ledger;
    const struct key *key = &ledger->keys[culprit->key].key;
    str name = ledger_say_key(ledger, culprit->key, arena);
    const struct object *object = object_now(recall, culprit->key);
    if (key->class == KEY_FREE) {
        return STR("its record in the ledger is damaged");
    }
    if (key->class == KEY_QUESTION) {
        return arena_printf(arena, "%.*s changed", STR_ARG(name));
    }
    if (!object) {
        return arena_printf(arena, "%.*s is gone", STR_ARG(name));
    }
    str bits = ledger_say_bits(object->class, culprit->bits, arena);
    return bits.n ? arena_printf(arena, "%.*s of %.*s changed", STR_ARG(bits),
                                 STR_ARG(name))
                  : arena_printf(arena, "%.*s changed", STR_ARG(name));
}

str recall_say(struct recall *recall, const struct culprit *culprit,
               struct arena *arena)
{
    const struct culprit *last = &recall->said_of;
    if (!recall->said.p || last->key != culprit->key ||
        last->bits != culprit->bits) {
        recall->said = say(recall, culprit, arena);
        recall->said_of = *culprit;
    }
    return recall->said;
}

void recall_report_unexplained(struct recall *recall, struct diags *diags)
{
    if (recall->unexplained.key) {
        struct diag *diag = diag_error(
            diags, (span){0}, "unlike-clean",
            "%.*s, though nothing did that it is made from",
            STR_ARG(recall_say(recall, &recall->unexplained, recall->arena)));
        diag_hint(diag, "crumb build --clean mends it; please report it: "
                        "builds must not differ");
    }
}
