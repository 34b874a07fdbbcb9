/* SPDX-License-Identifier: MIT */
/* engine/fact, engine/dirty: facts change at random, and steps are made at
 * random from them, beside a list of all that happened, in which a step is
 * stale if something that it reads happened after it was made. */
#include "engine/dirty.h"
#include "engine/recorder.h"
#include "random.h"
#include "tap.h"

enum {
    OBJECTS = 20, /* keys 1 to 20 */
    QUESTION = OBJECTS + 1,
    SHORT_LIST,
    LONG_LIST,
    PARTS, /* fragments: each shows only those before it */
    PAGES = PARTS + 4,
    NKEYS = PAGES + 8,
    NSTEPS = NKEYS - PARTS
};
enum { BITS = 5, MOST = 40, REVISIONS = 30, ROUNDS = 300, EVENTS = 512 };

/* Something happened to a key: attributes changed (bits), it came back (all),
 * or a list was something else before. */
struct event {
    uint32_t revision;
    uint32_t key;
    uint64_t bits;
    bool all;
    size_t before; /* members of a list, as an index of `lists` */
    size_t after;
};

struct list {
    uint32_t members[MOST];
    size_t n;
};

struct made {
    uint32_t revision; /* 0: never */
    struct dep deps[6];
    size_t n;
    uint64_t result;  /* of a fragment */
    uint32_t changed; /* the revision in which that changed */
};

struct fixture {
    struct random random;
    struct arena arena;
    struct text_store texts;
    struct engine *engine;
    uint32_t revision;
    struct event events[EVENTS];
    size_t nevents;
    struct list lists[EVENTS];
    size_t nlists;
    size_t now_list[NKEYS]; /* its index in lists; 0: none */
    uint64_t hashes[NKEYS][BITS];
    uint64_t known[NKEYS];
    uint32_t gone[NKEYS];
    struct made made[NKEYS];
};

static size_t below(struct fixture *f, size_t n)
{
    return random_below(&f->random, n);
}

static struct event *add_event(struct fixture *f, uint32_t key)
{
    struct event *event = &f->events[f->nevents++];
    *event = (struct event){.revision = f->revision, .key = key};
    return event;
}

static bool is_list(uint32_t key)
{
    return key == SHORT_LIST || key == LONG_LIST;
}

/* --- changing facts --- */

static void change_attribute(struct fixture *f, uint32_t key)
{
    unsigned bit = key == QUESTION ? 0 : (unsigned)below(f, BITS);
    uint64_t hash = below(f, 3);
    bool known = f->known[key] >> bit & 1;
    if (known && f->hashes[key][bit] != hash) {
        add_event(f, key)->bits = UINT64_C(1) << bit;
    }
    f->known[key] |= UINT64_C(1) << bit;
    f->hashes[key][bit] = hash;
    fact_set(&f->engine->facts, key, bit, hash, &f->arena);
}

/* Attributes that had no hash get one, several at once. */
static void learn_attributes(struct fixture *f, uint32_t key)
{
    uint64_t hashes[BITS];
    size_t n = 0;
    uint64_t bits =
        random_word(&f->random) & ((1U << BITS) - 1) & ~f->known[key];
    for (unsigned bit = 0; bit < BITS; bit++) {
        if (bits >> bit & 1) {
            f->hashes[key][bit] = hashes[n++] = below(f, 3);
        }
    }
    f->known[key] |= bits;
    fact_add(&f->engine->facts, key, bits, hashes,
             below(f, 2) ? &f->texts : NULL, &f->arena);
}

/* A few edits of what it was, or something else altogether. */
static struct list edit_list(struct fixture *f, uint32_t key)
{
    size_t most = key == SHORT_LIST ? 6 : MOST;
    struct list list = f->lists[f->now_list[key]];
    size_t edits = below(f, 4);
    for (size_t i = 0; i < edits; i++) {
        size_t at = below(f, list.n + 1);
        if (at == list.n && list.n < most) {
            list.n++;
        } else if (list.n && below(f, 3) == 0) {
            list.n--;
        }
        if (at < list.n) {
            list.members[at] = (uint32_t)(1 + below(f, OBJECTS));
        }
    }
    if (below(f, 12) == 0) {
        list.n = below(f, 2) ? 0 : list.n / 2;
    }
    return list;
}

static bool is_same_start(const struct list *a, const struct list *b, size_t n)
{
    size_t na = a->n < n ? a->n : n;
    size_t nb = b->n < n ? b->n : n;
    return na == nb &&
           memcmp(a->members, b->members, na * sizeof *a->members) == 0;
}

static void change_list(struct fixture *f, uint32_t key)
{
    struct list list = edit_list(f, key);
    size_t before = f->now_list[key];
    f->lists[++f->nlists] = list;
    f->now_list[key] = f->nlists;
    if (before && !is_same_start(&f->lists[before], &list, MOST)) {
        struct event *event = add_event(f, key);
        event->before = before;
        event->after = f->nlists;
    }
    fact_set_list(&f->engine->facts, key, list.members, list.n, &f->arena);
}

/* An object that comes back counts as changed in all its known attributes. */
static void come_or_go(struct fixture *f, uint32_t key)
{
    if (f->gone[key]) {
        struct event *event = add_event(f, key);
        event->all = true;
        event->bits = f->known[key];
        fact_set_back(&f->engine->facts, key, &f->arena);
        f->gone[key] = 0;
    } else {
        fact_set_gone(&f->engine->facts, key, &f->arena);
        f->gone[key] = f->revision;
    }
}

static void change_something(struct fixture *f)
{
    uint32_t key = (uint32_t)(1 + below(f, LONG_LIST));
    switch (below(f, 8)) {
    case 0: come_or_go(f, key); break;
    case 1:
        if (!f->gone[key]) { /* nothing happens */
            fact_set_back(&f->engine->facts, key, &f->arena);
        }
        break;
    case 2:
        if (key < QUESTION) {
            learn_attributes(f, key);
        }
        break;
    case 3: change_list(f, below(f, 2) ? SHORT_LIST : LONG_LIST); break;
    default:
        if (!is_list(key)) {
            change_attribute(f, key);
        }
        break;
    }
}

/* --- the expected facts --- */

static uint64_t changed_bits(const struct fixture *f, uint32_t key,
                             uint64_t bits, uint32_t since)
{
    uint64_t changed = bits & ~f->known[key];
    for (size_t i = 0; i < f->nevents; i++) {
        const struct event *event = &f->events[i];
        if (event->key == key && event->revision > since) {
            changed |= bits & event->bits;
        }
    }
    return f->gone[key] > since ? bits : changed;
}

static bool list_event_matters(const struct fixture *f,
                               const struct event *event,
                               const struct dep_set *set)
{
    const struct list *before = &f->lists[event->before];
    const struct list *after = &f->lists[event->after];
    return event->all || ((set->bits & DEP_LENGTH) && before->n != after->n) ||
           ((set->bits & DEP_EMPTY) && !before->n != !after->n) ||
           !is_same_start(before, after, set->first);
}

/* Whether something that the set says of a list happened; set NULL: anything.
 */
static bool list_changed(const struct fixture *f, uint32_t key,
                         const struct dep_set *set, uint32_t since)
{
    bool changed = f->gone[key] > since;
    for (size_t i = 0; i < f->nevents; i++) {
        const struct event *event = &f->events[i];
        changed = changed || (event->key == key && event->revision > since &&
                              (!set || list_event_matters(f, event, set)));
    }
    return changed;
}

static struct dep_set random_set(struct fixture *f, uint32_t key)
{
    struct dep_set set = {1 + below(f, (1U << BITS) - 1), 0};
    if (key == QUESTION) {
        set.bits = DEP_WHOLE;
    } else if (is_list(key)) {
        set.bits = below(f, 4);
        set.first = (uint32_t)(below(f, 3) ? below(f, 8) : !set.bits);
        set.bits |= !set.first && !set.bits;
    }
    return set;
}

static bool is_row_true(const struct fixture *f, uint32_t key)
{
    const struct fact_row *row = fact_row(&f->engine->facts, key);
    bool same =
        row->bits == f->known[key] && fact_is_gone(row) == (f->gone[key] != 0);
    for (unsigned bit = 0; same && bit < BITS; bit++) {
        same = !(row->bits >> bit & 1) ||
               fact_hash(row, bit) == f->hashes[key][bit];
    }
    if (same && is_list(key)) {
        const struct list *list = &f->lists[f->now_list[key]];
        same = row->list->n == list->n &&
               (list->n == 0 || memcmp(row->list->members, list->members,
                                       list->n * sizeof *list->members) == 0);
    }
    return same;
}

static bool are_facts_true(struct fixture *f)
{
    const struct fact_table *facts = &f->engine->facts;
    bool same = true;
    for (uint32_t key = 1; same && key <= LONG_LIST; key++) {
        struct dep_set set = random_set(f, key);
        uint32_t since = (uint32_t)below(f, f->revision + 2);
        uint64_t bits = 0;
        const struct dep dep = {key, set.first, set.bits};
        bool changed = fact_dep_changed(facts, &dep, since, &bits);
        same = is_row_true(f, key);
        if (is_list(key)) {
            same = same && changed == list_changed(f, key, &set, since) &&
                   fact_list_changed(facts, key, since) ==
                       list_changed(f, key, NULL, since);
            continue;
        }
        uint64_t want = changed_bits(f, key, set.bits, since);
        bool gone = f->gone[key] > since;
        same = same && fact_changed(facts, key, set.bits, since) == want &&
               changed == (gone || want) && bits == (gone ? 0 : want) &&
               (!fact_is_untouched(fact_row(facts, key), set.bits) ||
                !changed_bits(f, key, set.bits, 0));
    }
    return same;
}

/* --- making steps --- */

static struct step *step_of(struct fixture *f, uint32_t key)
{
    return step_add(&f->engine->steps, key, &f->arena);
}

static struct dep random_dep(struct fixture *f, uint32_t step)
{
    uint32_t key = (uint32_t)(1 + below(f, LONG_LIST));
    if (step > PARTS && below(f, 3) == 0) {
        size_t n = step < PAGES ? step - PARTS : PAGES - PARTS;
        return (struct dep){.key = PARTS + (uint32_t)below(f, n),
                            .bits = DEP_WHOLE};
    }
    if (is_list(key) && below(f, 2)) {
        return (struct dep){.key = key,
                            .first = DEP_COLUMN,
                            .bits = UINT64_C(1) << below(f, BITS)};
    }
    struct dep_set set = random_set(f, key);
    return (struct dep){.key = key, .first = set.first, .bits = set.bits};
}

/* Each key once: as the recorder has them. */
static void choose_deps(struct fixture *f, uint32_t key, struct made *made)
{
    size_t n = 1 + below(f, sizeof made->deps / sizeof *made->deps);
    made->n = 0;
    for (size_t i = 0; i < n; i++) {
        struct dep dep = random_dep(f, key);
        bool again = false;
        for (size_t k = 0; k < made->n; k++) {
            again = again || made->deps[k].key == dep.key;
        }
        if (!again) {
            made->deps[made->n++] = dep;
        }
    }
}

static void make_step(struct fixture *f, uint32_t key)
{
    struct made *made = &f->made[key];
    struct step *step = step_of(f, key);
    struct recorder recorder;
    recorder_init(&recorder, f->engine, &f->arena);
    struct recorder_mark mark = recorder_begin(&recorder);
    choose_deps(f, key, made);
    for (size_t i = 0; i < made->n; i++) {
        recorder_add(&recorder, made->deps[i]);
    }
    struct deps deps = recorder_end(&recorder, mark, &f->arena);
    struct trace trace = recorder_encode(&deps, &f->arena);
    if (key < PAGES) {
        uint64_t result = below(f, 3);
        if (!made->revision || result != made->result) {
            made->changed = f->revision;
        }
        made->result = result;
        recorder_fragment(&recorder, *key_get(&f->engine->keys, key), trace,
                          result);
        recorder_hand_over(&recorder);
    } else {
        step->trace = trace;
        step->right = f->revision;
        step->stale = 0;
    }
    made->revision = f->revision;
}

/* --- the expected steps --- */

static bool is_right(const struct fixture *f, uint32_t key,
                     struct cause *cause);

static bool column_is_right(const struct fixture *f, const struct dep *dep,
                            uint32_t since, struct cause *cause)
{
    const struct list *list = &f->lists[f->now_list[dep->key]];
    *cause = (struct cause){dep->key, DEP_LENGTH};
    if (list_changed(f, dep->key, NULL, since)) {
        return false;
    }
    for (size_t i = 0; i < list->n; i++) {
        uint64_t bits = changed_bits(f, list->members[i], dep->bits, since);
        if (bits) {
            *cause = (struct cause){list->members[i], bits};
            return false;
        }
    }
    return true;
}

static bool dep_is_right(const struct fixture *f, const struct dep *dep,
                         uint32_t since, struct cause *cause)
{
    const struct dep_set set = {dep->bits, dep->first};
    *cause = (struct cause){dep->key, 0};
    if (dep->key >= PARTS) {
        struct cause inner;
        if (!is_right(f, dep->key, &inner)) {
            *cause = inner;
            return false;
        }
        return f->made[dep->key].changed <= since;
    }
    if (dep->first == DEP_COLUMN) {
        return column_is_right(f, dep, since, cause);
    }
    if (is_list(dep->key)) {
        return !list_changed(f, dep->key, &set, since);
    }
    uint64_t bits = changed_bits(f, dep->key, dep->bits, since);
    cause->bits = f->gone[dep->key] > since ? 0 : bits;
    return !bits;
}

/* *cause: the first thing that it read and that is something else now. */
static bool is_right(const struct fixture *f, uint32_t key, struct cause *cause)
{
    const struct made *made = &f->made[key];
    *cause = (struct cause){0};
    if (made->revision == f->revision || !made->revision) {
        return made->revision != 0;
    }
    for (size_t i = 0; i < made->n; i++) {
        if (!dep_is_right(f, &made->deps[i], made->revision, cause)) {
            return false;
        }
    }
    *cause = (struct cause){0};
    return true;
}

static bool is_same_cause(struct cause a, struct cause b)
{
    return a.key == b.key && a.bits == b.bits;
}

/* Checks the steps in an order that begins anywhere, and each once more. */
static bool are_steps_true(struct fixture *f)
{
    bool same = true;
    size_t first = below(f, NSTEPS);
    for (size_t i = 0; same && i < (size_t)2 * NSTEPS; i++) {
        uint32_t key = PARTS + (uint32_t)((first + i) % NSTEPS);
        struct step *step = step_of(f, key);
        struct cause cause;
        bool right = is_right(f, key, &cause);
        same = dirty_check(f->engine, step) == right &&
               (right ? step->right == f->revision
                      : is_same_cause(step->cause, cause)) &&
               step->changed == (key < PAGES ? f->made[key].changed : 0);
    }
    return same;
}

/* Checks the steps of bodies: without parts, by their questions. */
static bool are_bodies_true(struct fixture *f)
{
    bool same = true;
    for (uint32_t key = PAGES; same && key < NKEYS; key++) {
        const struct made *made = &f->made[key];
        struct step body = *step_of(f, key);
        bool right = made->revision != 0;
        bool answered = true;
        bool now = made->revision == f->revision;
        struct cause cause = {0};
        body.right = made->revision;
        body.stale = 0;
        body.cause = cause;
        for (size_t i = 0; i < made->n; i++) {
            const struct dep *dep = &made->deps[i];
            struct cause one = {0};
            bool holds = now || (dep->key < PARTS &&
                                 dep_is_right(f, dep, made->revision, &one));
            cause = right && !holds ? one : cause;
            right = right && holds;
            answered = answered &&
                       (dep->key != QUESTION ||
                        !changed_bits(f, QUESTION, DEP_WHOLE, made->revision));
        }
        same =
            !made->revision || dirty_answers_hold(f->engine, &body) == answered;
        same = same && dirty_check_body(f->engine, &body) == right &&
               (right ? body.right == f->revision && !body.cause.key
                      : (body.stale == f->revision || !made->revision) &&
                            is_same_cause(body.cause, cause));
    }
    return same;
}

/* Each has been looked at, and no page. */
static bool are_fragments_checked(struct fixture *f)
{
    bool same = true;
    dirty_check_fragments(f->engine);
    for (uint32_t key = PARTS; key < NKEYS; key++) {
        const struct step *step = step_of(f, key);
        struct cause cause;
        bool looked_at = step->right == f->revision ||
                         step->stale == f->revision || !f->made[key].revision;
        bool right = is_right(f, key, &cause);
        bool made = f->made[key].revision == f->revision;
        same = same &&
               (key < PAGES ? looked_at && (step->right == f->revision) == right
                            : !f->made[key].revision || looked_at == made);
    }
    return same;
}

/* --- all of it --- */

static void open_engine(struct fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->random.state = seed;
    f->revision = 1;
    f->engine = engine_new(NULL, 0, &f->arena);
    for (uint32_t key = 1; key < NKEYS; key++) {
        uint8_t class = key < QUESTION     ? KEY_OBJECT
                        : key == QUESTION  ? KEY_QUESTION
                        : key <= LONG_LIST ? KEY_LIST
                        : key < PAGES      ? KEY_FRAGMENT
                                           : KEY_OUTPUT;
        str name = arena_printf(&f->arena, "%u", key);
        key_intern(&f->engine->keys, (struct key){class, 1, 0, name});
    }
    engine_grow(f->engine);
    for (uint32_t key = 1; key <= QUESTION; key++) {
        change_attribute(f, key);
    }
    for (uint32_t key = PARTS; key < NKEYS; key++) {
        step_of(f, key);
    }
    f->lists[0].n = 30;
    for (size_t i = 0; i < MOST; i++) {
        f->lists[0].members[i] = (uint32_t)(1 + i % OBJECTS);
    }
    change_list(f, LONG_LIST);
    f->lists[0].n = 0;
    change_list(f, SHORT_LIST);
}

static void close_engine(struct fixture *f)
{
    engine_free(f->engine);
    text_store_free(&f->texts);
    arena_free(&f->arena);
}

static bool live(struct fixture *f)
{
    bool same = true;
    for (int i = 0; same && i < REVISIONS; i++) {
        size_t changes = below(f, 4);
        for (size_t k = 0; k < changes; k++) {
            change_something(f);
        }
        for (uint32_t key = PARTS; key < NKEYS; key++) {
            if (below(f, 4) == 0) {
                make_step(f, key);
            }
        }
        same = are_facts_true(f) && are_bodies_true(f) &&
               (i % 2 == 0 || are_fragments_checked(f)) && are_steps_true(f);
        engine_next_revision(f->engine);
        f->revision++;
    }
    return same;
}

int main(void)
{
    struct tap tap = {0};
    static struct fixture f;
    bool good = true;
    for (uint64_t seed = 0; good && seed < ROUNDS; seed++) {
        open_engine(&f, seed);
        good = live(&f);
        if (!good) {
            printf("# seed %u, revision %u\n", (unsigned)seed, f.revision);
        }
        close_engine(&f);
    }
    CHECK(&tap, good);
    return tap_done(&tap);
}
