/* SPDX-License-Identifier: MIT */
#include "builder/remember.h"

#include "base/diag/diag_pack.h"
#include "base/pool.h"
#include "builder/live.h"
#include "dates/zone.h"
#include "site/content/post_record.h"
#include "site/git_dates.h"
#include "site/view/question.h"

/* A file under the name that has its fingerprint. */
struct copy {
    str file;
    str path; /* of the file */
    bool kept;
    struct trace trace;
};

struct remember {
    struct recall *recall;
    struct facts *facts;
    const struct plan *plan;
    const struct recall_work *work;
    struct arena *arena;
    struct live live;
    VEC(struct copy) copies;
    bool *read;  /* by number in site->all: a page or another text reads the
                    body */
    bool *shown; /* the same: an Output does */
};

/* --- gathering --- */

static struct trace trace_of_output(const struct output *output)
{
    return output->fresh ? output->last->trace : output->trace;
}

static struct trace trace_of_body(const struct derived *derived)
{
    return derived->last ? derived->last->trace : derived->trace;
}

static bool reads_body(const struct remember *remember, size_t i)
{
    const struct post *post = &remember->facts->site->all[i];
    return remember->live.bits[post->object.number] &
           remember->facts->body_bits;
}

/* Before what any body reads is known. */
static void find_shown_bodies(struct remember *remember)
{
    for (size_t i = 0; i < remember->facts->site->nall; i++) {
        remember->shown[i] = reads_body(remember, i);
    }
}

/* A body that shows the words of another one makes that one live too. */
static bool add_live_bodies(struct remember *remember)
{
    const struct site *site = remember->facts->site;
    bool more = false;
    for (size_t i = 0; i < site->nall; i++) {
        const struct derived *derived = atomic_load(site->all[i].derived);
        if (derived && reads_body(remember, i) && !remember->read[i]) {
            more = remember->read[i] = true;
            live_add(&remember->live, trace_of_body(derived));
        }
    }
    return more;
}

struct remember *remember_new(struct recall *recall, struct facts *facts,
                              const struct plan *plan,
                              const struct recall_work *work)
{
    struct arena *arena = recall->arena;
    struct remember *remember = ARENA_NEW(arena, struct remember);
    *remember = (struct remember){
        .recall = recall,
        .facts = facts,
        .plan = plan,
        .work = work,
        .arena = arena,
        .read = arena_zalloc(arena, facts->site->nall, sizeof(bool)),
        .shown = arena_zalloc(arena, facts->site->nall, sizeof(bool)),
    };
    live_init(&remember->live, recall, facts->objects, work, arena);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        live_add(&remember->live, trace_of_output(&plan->outputs.p[i]));
    }
    find_shown_bodies(remember);
    while (add_live_bodies(remember)) {
    }
    return remember;
}

bool remember_shows_body(const struct remember *remember, size_t i)
{
    return remember->shown[i];
}

bool remember_reads(const struct remember *remember, str attribute)
{
    const struct site *site = remember->facts->site;
    bool reads = false;
    for (size_t i = 0; i < site->nall && !reads; i++) {
        const struct object *post = &site->all[i].object;
        reads = remember->live.bits[post->number] & facts_bit(post, attribute);
    }
    return reads;
}

/* NULL: it is no question that is still asked. */
static const struct key *live_question(const struct remember *remember,
                                       uint32_t id)
{
    const struct key *key =
        key_get(&remember->facts->objects->engine->keys, id);
    return key->class == KEY_QUESTION && remember->live.bits[id] ? key : NULL;
}

size_t remember_assets(const struct remember *remember, const str **paths)
{
    VEC(str) found = {0};
    struct map known = {0};
    for (uint32_t i = 1; i < remember->live.nkeys; i++) {
        const struct key *key = live_question(remember, i);
        if (key && key->kind == ASK_ASSET && !map_get(&known, key->name)) {
            *map_put(&known, remember->arena, key->name) = &known;
            *VEC_PUSH(&found, remember->arena) = key->name;
        }
    }
    *paths = found.p;
    return found.n;
}

/* It hangs on the fingerprint, and on nothing else. */
static struct trace trace_of_copy(const struct remember *remember, str path)
{
    struct engine *engine = remember->facts->objects->engine;
    for (uint32_t i = 1; i < remember->live.nkeys; i++) {
        const struct key *key = live_question(remember, i);
        if (key && key->kind == ASK_ASSET && str_eq(key->name, path)) {
            return engine_trace_of(engine,
                                   (struct dep){.key = i, .bits = DEP_WHOLE},
                                   remember->arena);
        }
    }
    return (struct trace){{NULL, 0}};
}

void remember_copy(struct remember *remember, str file, str path, bool kept)
{
    struct copy *copy = VEC_PUSH(&remember->copies, remember->arena);
    *copy = (struct copy){.file = file,
                          .path = path,
                          .kept = kept,
                          .trace = trace_of_copy(remember, path)};
}

/* --- hashing --- */

enum { CHUNK = 256 };

static bool is_list(const struct object *object)
{
    return view_as_posts(object) || view_as_entries(object);
}

static void hash_chunk(void *context, size_t worker, size_t chunk)
{
    struct remember *remember = context;
    struct eval *eval = &remember->work->hashing[worker];
    const struct view *view = eval->host;
    for (size_t i = chunk * CHUNK;
         i < (chunk + 1) * CHUNK && i < remember->live.nkeys; i++) {
        const struct object *object =
            objects_get(remember->facts->objects, (uint32_t)i);
        if (object && remember->live.bits[i] && !is_list(object)) {
            facts_want(remember->facts, (uint32_t)i, remember->live.bits[i],
                       eval, view->keep);
            arena_clear(eval->arena);
        }
    }
}

/* --- writing --- */

/* Nested records have their length before them. */
static void pack_nested(struct buf *nested, struct buf *out)
{
    pack_str(out, buf_str(nested));
    buf_clear(nested);
}

static void write_post(const struct remember *remember, size_t i,
                       struct buf *nested, struct buf *out)
{
    const struct post *post = &remember->facts->site->all[i];
    const struct derived *derived = atomic_load(post->derived);
    pack_str(out, post->file->path);
    ledger_pack_stat(out, &post->file->stat);
    pack_word(out, post->file_hash);
    pack_str(out, post->record);
    diags_pack(&post->warnings, 0, nested);
    pack_nested(nested, out);
    if (!remember->read[i]) {
        pack_str(out, (str){NULL, 0});
        pack_word(out, 0);
        pack_str(out, (str){NULL, 0});
        return;
    }
    if (derived->last) {
        pack_str(out, derived->last->derived);
    } else {
        derived_pack(derived, nested);
        pack_nested(nested, out);
    }
    pack_word(out, derived->input_hash);
    pack_str(out, trace_of_body(derived).pairs);
}

static void pack_making(const struct ledger_making *made, struct buf *out)
{
    pack_str(out, made->why);
    pack_int(out, made->at);
    pack_bool(out, made->kept);
}

/* One that is kept was made when it was made. */
static struct ledger_making making_of(const struct ledger_output *last, str why,
                                      int64_t now)
{
    struct ledger_making made = {why, now, false};
    if (last) {
        made = last->made;
        made.kept = true;
    }
    return made;
}

/* As ledger.c reads it: what the two kinds of outputs have in common. */
static void pack_output(const struct ledger_output *output, struct buf *out)
{
    pack_str(out, output->file);
    pack_str(out, output->from);
    pack_word(out, output->spec);
    pack_uint(out, output->place);
    pack_str(out, output->trace.pairs);
    pack_str(out, output->warnings);
    pack_making(&output->made, out);
}

static void write_output(const struct remember *remember, size_t i, int64_t now,
                         struct buf *out)
{
    const struct output *output = &remember->plan->outputs.p[i];
    struct ledger_output record = {
        .file = output->address->file,
        .from = output->from,
        .spec = output->spec,
        .place = output->place,
        .trace = trace_of_output(output),
        .warnings = output->warnings,
        .made =
            making_of(output->fresh ? output->last : NULL, output->why, now),
    };
    pack_output(&record, out);
}

static void write_copy(const struct remember *remember, const struct copy *copy,
                       int64_t now, struct buf *out)
{
    const struct recall *recall = remember->recall;
    str why = recall->none;
    if (recall->known) {
        why = arena_printf(remember->arena,
                           "a page names the fingerprint of %.*s",
                           STR_ARG(copy->path));
    }
    struct ledger_output record = {
        .file = copy->file,
        .trace = copy->trace,
        .made = making_of(copy->kept ? recall_output(recall, copy->file) : NULL,
                          why, now),
    };
    pack_output(&record, out);
}

/* What is dropped is not there: something else may have its file. */
static size_t write_outputs(const struct remember *remember, int64_t now,
                            struct ledger_file *file)
{
    const struct plan *plan = remember->plan;
    size_t n = remember->copies.n;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        if (!plan->outputs.p[i].dropped) {
            write_output(remember, i, now, &file->out);
            ledger_flow(file);
            n++;
        }
    }
    for (size_t i = 0; i < remember->copies.n; i++) {
        write_copy(remember, &remember->copies.p[i], now, &file->out);
    }
    return n;
}

static void write_list(const struct object *object, struct buf *out)
{
    const struct posts *posts = view_as_posts(object);
    const struct page_entries *entries = view_as_entries(object);
    /* The lists of a term that stands in no taxonomy have no class. */
    size_t n = posts ? posts->n : entries ? entries->n : 0;
    pack_uint(out, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t number =
            posts ? posts->p[i]->object.number : entries->p[i].object.number;
        buf_put(out, (str){(const char *)&number, sizeof number});
    }
}

static void write_facts(const struct remember *remember, uint32_t id,
                        struct buf *out)
{
    uint64_t bits = remember->live.bits[id];
    pack_uint(out, bits);
    for (uint64_t rest = bits; rest; rest &= rest - 1) {
        pack_word(out, facts_hash(remember->facts, id,
                                  (unsigned)__builtin_ctzll(rest)));
    }
}

/* The id of what nobody reads any more, and that no object has, is free. */
static bool is_there(const struct remember *remember, uint32_t id,
                     const struct key *key)
{
    bool object = key->class == KEY_OBJECT || key->class == KEY_LIST;
    return object ? objects_get(remember->facts->objects, id) != NULL
                  : remember->live.bits[id] != 0;
}

static void write_key(const struct remember *remember, uint32_t id,
                      struct buf *out)
{
    const struct objects *objects = remember->facts->objects;
    const struct key *key = key_get(&objects->engine->keys, id);
    if (!is_there(remember, id, key)) {
        pack_uint(out, KEY_FREE);
        return;
    }
    pack_uint(out, key->class);
    pack_uint(out, key->kind);
    pack_uint(out, key->owner);
    pack_str(out, key->name);
    switch ((enum key_class)key->class) {
    case KEY_OBJECT: write_facts(remember, id, out); break;
    case KEY_LIST: write_list(objects_get(objects, id), out); break;
    case KEY_QUESTION:
        pack_uint(out, DEP_WHOLE);
        pack_word(out, live_answer(&remember->live, id));
        break;
    case KEY_FRAGMENT:
        pack_str(out, live_fragment(&remember->live, id).pairs);
        break;
    case KEY_FREE: break;
    }
}

static void write_tables(const struct remember *remember,
                         struct ledger_file *file)
{
    const struct live *live = &remember->live;
    const struct engine *engine = live->objects->engine;
    for (size_t i = 0; i < live->nsets; i++) {
        struct dep_set set =
            live->sets[i] ? engine->sets.rows.p[i] : (struct dep_set){0};
        pack_word(&file->out, set.bits);
        pack_uint(&file->out, set.first);
    }
    for (size_t i = 0; i < live->nkeys; i++) {
        write_key(remember, (uint32_t)i, &file->out);
        ledger_flow(file);
    }
}

/* Everything before the records of posts. */
static void write_rest(const struct remember_rest *rest, struct buf *nested,
                       struct buf *out)
{
    summary_pack(rest->summary, nested);
    pack_nested(nested, out);
    pack_str(out, rest->said);
    pack_str(out, rest->root);
    for (size_t i = 0; i < rest->nfiles; i++) {
        struct fs_stat stat;
        memset(&stat, 0, sizeof stat); /* its padding too */
        const struct fs_stat now = publish_listed(rest->publish, i).stat;
        stat.kind = now.kind;
        stat.size = now.size;
        stat.inode = now.inode;
        stat.modified = now.modified;
        stat.changed = now.changed;
        buf_put(out, (str){(const char *)&stat, sizeof stat});
    }
}

int remember_write(struct remember *remember, const struct remember_rest *rest,
                   str path)
{
    const struct site *site = remember->facts->site;
    struct buf nested = {0};
    struct ledger_file file;
    struct ledger_head head = rest->head;
    pool_run(remember->work->jobs, remember->live.nkeys / CHUNK + 1, hash_chunk,
             remember);
    ledger_begin(&file, path, remember->arena);
    head.files = rest->nfiles;
    head.posts = site->nall;
    head.sets = remember->live.nsets;
    head.keys = remember->live.nkeys;
    head.order = remember->facts->order;
    write_rest(rest, &nested, &file.out);
    for (size_t i = 0; i < site->nall; i++) {
        write_post(remember, i, &nested, &file.out);
        ledger_flow(&file);
    }
    head.outputs = write_outputs(remember, head.now, &file);
    write_tables(remember, &file);
    buf_free(&nested);
    return ledger_end(&file, head, rest->sync);
}

/* --- the clock --- */

static void pass(struct ledger_head *head, int64_t instant)
{
    if (instant <= head->now) {
        head->from = instant > head->from ? instant : head->from;
    } else {
        head->until = instant < head->until ? instant : head->until;
    }
}

static void pass_post(struct ledger_head *head, const struct post *post)
{
    const struct frontmatter *front = &post->front;
    if (front->has_publish) {
        pass(head, front->publish.instant);
    }
    if (front->has_expires) {
        pass(head, front->expires.instant);
    }
    if (post->has_date) {
        pass(head, post->date.instant);
    }
}

/* Midnight before and after, in the site's zone. */
static void pass_days(struct ledger_head *head, const struct site *site)
{
    struct civil day = date_civil(site->now);
    int64_t days = civil_days(day.year, day.month, day.day);
    const struct zone *zone = site->config.zone;
    pass(head, zone_instant(zone, days * 86400));
    pass(head, zone_instant(zone, (days + 1) * 86400));
}

/* What hangs on more than the site's files and a clock is looked at each time:
 * the build's instant itself, other time zones, what git knows. */
static bool hangs_on_more(const struct remember *remember)
{
    const struct site *site = remember->facts->site;
    bool more = git_dates_asked(site);
    for (size_t i = 0; i < site->languages.n; i++) {
        const struct object *object = &site->languages.p[i]->object;
        uint64_t bit = facts_bit(object, STR("build_date"));
        more = more || (remember->live.bits[object->number] & bit);
    }
    return more;
}

void remember_clock(const struct remember *remember, struct ledger_head *head)
{
    const struct site *site = remember->facts->site;
    bool more = hangs_on_more(remember);
    head->from = INT64_MIN;
    head->until = INT64_MAX;
    for (size_t i = 0; i < site->nall; i++) {
        pass_post(head, &site->all[i]);
    }
    for (uint32_t i = 1; i < remember->live.nkeys; i++) {
        const struct key *key = live_question(remember, i);
        if (key && key->kind == ASK_DAY) {
            pass_days(head, site);
        }
        more = more || (key && key->kind == ASK_ZONE);
    }
    if (more) {
        head->until = head->from;
    }
}
