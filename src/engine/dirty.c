/* SPDX-License-Identifier: MIT */
#include "engine/dirty.h"

/* Fragments show others, no deeper than calls of templates go: more is a forged
 * ledger's. */
enum { DEEPEST = 256 };

/* --- columns --- */

/* Whether attributes of all members of a list are what they were in a revision.
 * Thousands of traces may ask for one column of a long list; a list has few of
 * them. */
struct column {
    struct column *next; /* of the list */
    uint64_t bits;
    uint32_t since;
    uint32_t revision; /* in which it was checked */
    bool holds;
    struct cause cause;
};

/* Columns of so short a list are checked each time: a cache takes longer. */
enum { FEW_MEMBERS = 16 };

static bool check_column(const struct engine *engine, uint32_t key,
                         uint64_t bits, uint32_t since, struct cause *cause)
{
    const struct fact_table *facts = &engine->facts;
    const struct fact_list *list = fact_row(facts, key)->list;
    *cause = (struct cause){key, DEP_LENGTH};
    if (fact_list_changed(facts, key, since)) {
        return false;
    }
    for (size_t i = 0; i < list->n; i++) {
        uint64_t changed = fact_changed(facts, list->members[i], bits, since);
        if (changed) {
            *cause = (struct cause){list->members[i], changed};
            return false;
        }
    }
    *cause = (struct cause){0};
    return true;
}

/* A result of an earlier revision is overwritten. */
static struct column *find_column(struct engine *engine, struct fact_list *list,
                                  uint64_t bits, uint32_t since)
{
    struct column *old = NULL;
    struct column *column = list->columns;
    while (column && (column->bits != bits || column->since != since)) {
        old = column->revision == engine->facts.revision ? old : column;
        column = column->next;
    }
    if (!column && !old) {
        old = ARENA_NEW(&engine->arena, struct column);
        old->next = list->columns;
        list->columns = old;
    }
    if (!column) {
        column = old;
        column->bits = bits;
        column->since = since;
        column->revision = 0;
    }
    return column;
}

static bool column_holds(struct engine *engine, uint32_t key, uint64_t bits,
                         uint32_t since, struct cause *cause)
{
    struct fact_list *list = fact_row(&engine->facts, key)->list;
    *cause = (struct cause){key, DEP_LENGTH};
    if (!list) {
        return false;
    }
    if (list->n <= FEW_MEMBERS) {
        return check_column(engine, key, bits, since, cause);
    }
    pthread_mutex_lock(&engine->lock);
    struct column *column = find_column(engine, list, bits, since);
    if (column->revision != engine->facts.revision) {
        column->revision = engine->facts.revision;
        column->holds = check_column(engine, key, bits, since, &column->cause);
    }
    *cause = column->cause;
    bool holds = column->holds;
    pthread_mutex_unlock(&engine->lock);
    return holds;
}

/* --- traces --- */

static bool check_step(struct engine *engine, struct step *step,
                       unsigned depth);

/* A fragment whose result changed since then counts as changed. */
static bool fragment_holds(struct engine *engine, struct step *fragment,
                           unsigned depth, uint32_t since, struct cause *cause)
{
    *cause = (struct cause){0};
    if (!fragment || depth >= DEEPEST) {
        return false;
    }
    bool right = check_step(engine, fragment, depth + 1);
    *cause = right ? (struct cause){.key = fragment->key} : fragment->cause;
    return right && fragment->changed <= since;
}

static bool dep_holds(struct engine *engine, const struct step *step,
                      const struct dep *dep, unsigned depth,
                      struct cause *cause)
{
    const struct fact_row *row = fact_row(&engine->facts, dep->key);
    if (fact_is_untouched(row, dep->bits) && dep->first != DEP_COLUMN) {
        return true; /* as most are */
    }
    if (dep->first == DEP_COLUMN) {
        return column_holds(engine, dep->key, dep->bits, step->right, cause);
    }
    struct step *fragment = step_find(&engine->steps, dep->key);
    if (fragment && key_is_fragment(&engine->keys, dep->key)) {
        return fragment_holds(engine, fragment, depth, step->right, cause);
    }
    *cause = (struct cause){.key = dep->key};
    return !fact_dep_changed(&engine->facts, dep, step->right, &cause->bits);
}

static bool trace_holds(struct engine *engine, struct step *step,
                        unsigned depth)
{
    struct trace_reader reader = engine_open(engine, step->trace);
    struct dep dep;
    while (trace_next(&reader, &dep)) {
        if (!dep_holds(engine, step, &dep, depth, &step->cause)) {
            return false;
        }
    }
    step->cause = (struct cause){0};
    return !reader.bad;
}

/* During its own check a step counts as stale: a forged fragment may show
 * itself. */
static bool check_step(struct engine *engine, struct step *step, unsigned depth)
{
    uint32_t revision = engine->facts.revision;
    if (!step->right || step->right == revision || step->stale == revision) {
        return step->right == revision;
    }
    step->stale = revision;
    step->cause = (struct cause){0};
    if (!trace_holds(engine, step, depth)) {
        return false;
    }
    step->right = revision;
    return true;
}

bool dirty_check(struct engine *engine, struct step *step)
{
    return check_step(engine, step, 0);
}

void dirty_check_fragments(struct engine *engine)
{
    for (uint32_t key = 1; key < engine->steps.by_key.n; key++) {
        struct step *step = step_find(&engine->steps, key);
        if (step && key_is_fragment(&engine->keys, key)) {
            check_step(engine, step, 0);
        }
    }
}

/* --- bodies --- */

/* At this depth no fragment holds: two threads can't check one. */
bool dirty_check_body(struct engine *engine, struct step *body)
{
    return check_step(engine, body, DEEPEST);
}

bool dirty_answers_hold(const struct engine *engine, const struct step *body)
{
    struct trace_reader reader = engine_open(engine, body->trace);
    struct dep dep;
    while (trace_next(&reader, &dep)) {
        bool asked = key_get(&engine->keys, dep.key)->class == KEY_QUESTION;
        if (asked &&
            fact_changed(&engine->facts, dep.key, DEP_WHOLE, body->right)) {
            return false;
        }
    }
    return !reader.bad;
}
