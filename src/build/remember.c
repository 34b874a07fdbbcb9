/* SPDX-License-Identifier: MIT */
#include "build/remember.h"

#include "base/diag_record.h"
#include "base/pool.h"
#include "base/zone.h"
#include "site/post_record.h"
#include "site/questions.h"

/* A trace in the ledger's numbering: a slice of `pairs`. */
struct encoded {
    size_t n;
    size_t from;
    size_t to;
};

/* A file under the name that has its fingerprint. */
struct copy {
    str file;
    str path; /* of the file */
    bool kept;
    struct encoded trace;
};

struct remember {
    struct recall *recall;
    struct facts *facts;
    const struct plan *plan;
    const struct recall_work *work;
    struct arena *arena;
    size_t objects;    /* how many numbers they take */
    uint64_t *bits;    /* what is read of each */
    uint64_t *columns; /* of each list: what of all that is in it */
    VEC(struct ask) asks;
    struct map asked; /* name -> number in asks, + 1 */
    VEC(struct ledger_sight) sights;
    struct map seen; /* a sight's bytes -> number in sights, + 1 */
    VEC(struct encoded) shared;
    uint32_t **shared_of; /* by thread: number + 1 of its shared traces */
    /* The same of the last build's; 0: it is not in this one's yet. */
    uint32_t *shared_then;
    uint32_t *asks_then;
    uint32_t *sights_then;
    struct buf pairs;
    struct encoded *outputs; /* by number in the plan */
    struct encoded *bodies;  /* by number in site->all */
    VEC(struct copy) copies;
    bool *live; /* the same: somebody reads what is made of it */
};

/* --- one numbering --- */

static uint32_t number_of_ask(struct remember *remember, str name,
                              uint64_t answer)
{
    uintptr_t known = (uintptr_t)map_get(&remember->asked, name);
    if (!known) {
        *VEC_PUSH(&remember->asks, remember->arena) =
            (struct ask){.name = name, .answer = answer};
        known = remember->asks.n;
        *map_put(&remember->asked, remember->arena, name) = (void *)known;
    }
    return (uint32_t)(remember->objects + 2 * (known - 1));
}

static uint32_t number_of_sight(struct remember *remember, uint64_t bits,
                                uint32_t first)
{
    struct ledger_sight sight;
    memset(&sight, 0, sizeof sight); /* its padding too */
    sight.bits = bits;
    sight.first = first;
    str key = {(const char *)&sight, sizeof sight};
    uintptr_t known = (uintptr_t)map_get(&remember->seen, key);
    if (!known) {
        *VEC_PUSH(&remember->sights, remember->arena) = sight;
        known = remember->sights.n;
        *map_put(&remember->seen, remember->arena,
                 arena_str(remember->arena, key)) = (void *)known;
    }
    return (uint32_t)known - 1;
}

static void read_column(struct remember *remember, uint32_t list, uint64_t bits)
{
    const struct posts *posts =
        view_as_posts(remember->facts->objects->all.p[list].object);
    if (!posts || !(bits & ~remember->columns[list])) {
        return;
    }
    remember->columns[list] |= bits;
    for (size_t i = 0; i < posts->n; i++) {
        remember->bits[posts->p[i]->object.number] |= bits;
    }
}

static void put_pair(struct remember *remember, struct buf *out,
                     uint32_t number, uint32_t sight)
{
    const struct ledger_sight *seen = &remember->sights.p[sight];
    pack_uint(out, number);
    pack_uint(out, sight);
    if (number < remember->objects && seen->first == READ_COLUMN) {
        read_column(remember, number, seen->bits);
    } else if (number < remember->objects) {
        remember->bits[number] |= seen->bits;
    }
}

static struct encoded finish(struct remember *remember, const struct buf *own,
                             size_t n)
{
    struct encoded encoded = {n, remember->pairs.n, 0};
    buf_put(&remember->pairs, buf_str(own));
    encoded.to = remember->pairs.n;
    return encoded;
}

static uint32_t share(struct remember *remember, struct encoded encoded)
{
    *VEC_PUSH(&remember->shared, remember->arena) = encoded;
    return (uint32_t)remember->shared.n;
}

static struct encoded encode(struct remember *remember,
                             const struct trace *trace);
static struct encoded encode_last(struct remember *remember,
                                  const struct ledger_trace *trace);

static uint32_t number_of_shared(struct remember *remember,
                                 const struct reads *by, uint32_t i)
{
    uint32_t *known = &remember->shared_of[by->number][i];
    if (!*known) {
        *known = share(remember, encode(remember, &by->shared.p[i]));
    }
    return (uint32_t)(remember->objects + 2 * (*known - 1) + 1);
}

/* A shared trace that is met here for the first time is written before this
 * one, which is why each has a buffer of its own. */
static struct encoded encode(struct remember *remember,
                             const struct trace *trace)
{
    struct buf own = {0};
    for (size_t i = 0; i < trace->n; i++) {
        const struct read *read = &trace->p[i];
        uint32_t number = read->object;
        if (number >= READ_SHARED) {
            number =
                number_of_shared(remember, trace->by, number - READ_SHARED);
        } else if (number >= READ_ASK) {
            const struct ask *ask = &trace->by->asks.p[number - READ_ASK];
            number = number_of_ask(remember, ask->name, ask->answer);
        }
        put_pair(remember, &own, number,
                 number_of_sight(remember, read->bits, read->first));
    }
    struct encoded encoded = finish(remember, &own, trace->n);
    buf_free(&own);
    return encoded;
}

/* One of the last build's that holds: every object in it is still there. */
static uint32_t renumber(struct remember *remember, uint32_t then)
{
    const struct recall *recall = remember->recall;
    const struct ledger *last = &recall->ledger;
    if (then < last->head->objects) {
        return recall->now[then];
    }
    size_t rest = then - last->head->objects;
    if (rest % 2 == 0) {
        const struct ledger_ask *ask = &last->asks[rest / 2];
        uint32_t *number = &remember->asks_then[rest / 2];
        if (!*number) {
            *number = number_of_ask(remember, ask->name, ask->answer);
        }
        return *number;
    }
    uint32_t *known = &remember->shared_then[rest / 2];
    if (!*known) {
        *known =
            share(remember, encode_last(remember, &last->shared[rest / 2]));
    }
    return (uint32_t)(remember->objects + 2 * (*known - 1) + 1);
}

static uint32_t renumber_sight(struct remember *remember, size_t then)
{
    const struct ledger_sight *sight = &remember->recall->ledger.sights[then];
    uint32_t *known = &remember->sights_then[then];
    if (!*known) {
        *known = number_of_sight(remember, sight->bits, sight->first) + 1;
    }
    return *known - 1;
}

static struct encoded encode_last(struct remember *remember,
                                  const struct ledger_trace *trace)
{
    struct unpack in = unpack_of(trace->pairs);
    struct buf own = {0};
    for (size_t i = 0; i < trace->n; i++) {
        uint32_t then = (uint32_t)unpack_uint(&in);
        uint32_t sight = renumber_sight(remember, unpack_uint(&in));
        put_pair(remember, &own, renumber(remember, then), sight);
    }
    struct encoded encoded = finish(remember, &own, trace->n);
    buf_free(&own);
    return encoded;
}

/* --- gathering --- */

static void encode_outputs(struct remember *remember)
{
    const struct plan *plan = remember->plan;
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        remember->outputs[i] = output->fresh
                                   ? encode_last(remember, &output->last->trace)
                                   : encode(remember, &output->trace);
    }
}

/* A body that shows the words of another one makes that one live too. */
static bool encode_live_bodies(struct remember *remember)
{
    const struct site *site = remember->facts->site;
    bool more = false;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        const struct derived *derived = atomic_load(post->derived);
        uint64_t read =
            remember->bits[post->object.number] & remember->facts->body_bits;
        if (derived && read && !remember->live[i]) {
            more = remember->live[i] = true;
            remember->bodies[i] =
                derived->last ? encode_last(remember, &derived->last->trace)
                              : encode(remember, &derived->trace);
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
        .objects = facts->objects->all.n,
        .bits = arena_zalloc(arena, facts->objects->all.n, sizeof(uint64_t)),
        .columns = arena_zalloc(arena, facts->objects->all.n, sizeof(uint64_t)),
        .outputs = ARENA_ARRAY(arena, struct encoded, plan->outputs.n),
        .bodies = ARENA_ARRAY(arena, struct encoded, facts->site->nall),
        .live = arena_zalloc(arena, facts->site->nall, sizeof(bool)),
        .shared_of = arena_zalloc(arena, work->jobs, sizeof(uint32_t *)),
    };
    for (size_t i = 0; i < work->jobs; i++) {
        const struct view *view = work->evals[i].host;
        remember->shared_of[i] =
            arena_zalloc(arena, view->reads->shared.n, sizeof(uint32_t));
    }
    if (recall->known) {
        const struct ledger_head *last = recall->ledger.head;
        remember->shared_then =
            arena_zalloc(arena, last->shared, sizeof(uint32_t));
        remember->asks_then = arena_zalloc(arena, last->asks, sizeof(uint32_t));
        remember->sights_then =
            arena_zalloc(arena, last->sights, sizeof(uint32_t));
    }
    encode_outputs(remember);
    while (encode_live_bodies(remember)) {
    }
    return remember;
}

bool remember_reads_body(const struct remember *remember, size_t i)
{
    return remember->live[i];
}

size_t remember_assets(const struct remember *remember, const str **paths)
{
    VEC(str) found = {0};
    struct map known = {0};
    for (size_t i = 0; i < remember->asks.n; i++) {
        str ask = remember->asks.p[i].name;
        str path = str_from_offset(ask, 2); /* in several languages */
        bool asset = ask.p[0] == ASK_ASSET;
        if (asset && !map_get(&known, path)) {
            *map_put(&known, remember->arena, path) = remember->asks.p;
            *VEC_PUSH(&found, remember->arena) = path;
        }
    }
    *paths = found.p;
    return found.n;
}

void remember_copy(struct remember *remember, str file, str path, bool kept)
{
    struct buf own = {0};
    struct copy *copy = VEC_PUSH(&remember->copies, remember->arena);
    *copy = (struct copy){.file = file, .path = path, .kept = kept};
    for (size_t i = 0; i < remember->asks.n; i++) {
        str ask = remember->asks.p[i].name;
        if (ask.p[0] == ASK_ASSET && str_eq(str_from_offset(ask, 2), path)) {
            put_pair(remember, &own, (uint32_t)(remember->objects + 2 * i),
                     number_of_sight(remember, 1, 0));
            copy->trace = finish(remember, &own, 1);
            break;
        }
    }
    buf_free(&own);
}

/* --- hashing --- */

enum { CHUNK = 256 };

static bool is_list(const struct object *object)
{
    return object && (view_as_posts(object) || view_as_entries(object));
}

static void hash_chunk(void *context, size_t worker, size_t chunk)
{
    struct remember *remember = context;
    struct eval *eval = &remember->work->hashing[worker];
    const struct view *view = eval->host;
    for (size_t i = chunk * CHUNK;
         i < (chunk + 1) * CHUNK && i < remember->objects; i++) {
        const struct object *object = remember->facts->objects->all.p[i].object;
        if (object && remember->bits[i] && !is_list(object)) {
            facts_want(remember->facts, (uint32_t)i, remember->bits[i], eval,
                       view->keep);
            arena_clear(eval->arena);
        }
    }
}

/* --- writing --- */

static void pack_trace(const struct remember *remember,
                       const struct encoded *encoded, struct buf *out)
{
    pack_str(out, str_sub(buf_str(&remember->pairs), encoded->from,
                          encoded->to - encoded->from));
    pack_uint(out, encoded->n);
}

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
    if (!remember->live[i]) {
        pack_str(out, (str){NULL, 0});
        pack_word(out, 0);
        pack_trace(remember, &(struct encoded){0}, out);
        return;
    }
    if (derived->last) {
        pack_str(out, derived->last->derived);
    } else {
        derived_pack(derived, nested);
        pack_nested(nested, out);
    }
    pack_word(out, derived->input_hash);
    pack_trace(remember, &remember->bodies[i], out);
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
static void pack_output(const struct remember *remember,
                        const struct ledger_output *output,
                        const struct encoded *trace, struct buf *out)
{
    pack_str(out, output->file);
    pack_str(out, output->from);
    pack_word(out, output->spec);
    pack_uint(out, output->place);
    ledger_pack_stat(out, &output->stat);
    pack_trace(remember, trace, out);
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
        .stat = output->stat,
        .warnings = output->warnings,
        .made =
            making_of(output->fresh ? output->last : NULL, output->why, now),
    };
    pack_output(remember, &record, &remember->outputs[i], out);
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
        .made = making_of(copy->kept ? recall_output(recall, copy->file) : NULL,
                          why, now),
    };
    pack_output(remember, &record, &copy->trace, out);
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
    size_t n = posts ? posts->n : entries->n;
    pack_uint(out, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t number =
            posts ? posts->p[i]->object.number : entries->p[i].object.number;
        buf_put(out, (str){(const char *)&number, sizeof number});
    }
}

static void write_object(const struct remember *remember, uint32_t number,
                         struct buf *out)
{
    const struct numbered *what = &remember->facts->objects->all.p[number];
    uint64_t bits = remember->bits[number];
    pack_word(out, what->identity);
    pack_uint(out, what->kind);
    pack_uint(out, what->owner);
    pack_str(out, what->name);
    pack_bool(out, is_list(what->object));
    if (is_list(what->object)) {
        write_list(what->object, out);
        return;
    }
    pack_uint(out, bits);
    for (uint64_t rest = bits; rest; rest &= rest - 1) {
        pack_word(out, facts_hash(remember->facts, number,
                                  (unsigned)__builtin_ctzll(rest)));
    }
}

static void write_tables(const struct remember *remember,
                         struct ledger_file *file)
{
    struct buf *out = &file->out;
    for (size_t i = 0; i < remember->sights.n; i++) {
        pack_word(out, remember->sights.p[i].bits);
        pack_uint(out, remember->sights.p[i].first);
    }
    for (size_t i = 0; i < remember->objects; i++) {
        write_object(remember, (uint32_t)i, out);
        ledger_flow(file);
    }
    for (size_t i = 0; i < remember->asks.n; i++) {
        pack_str(out, remember->asks.p[i].name);
        pack_word(out, remember->asks.p[i].answer);
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
        const struct fs_stat *now = &rest->files[i].stat;
        stat.kind = now->kind;
        stat.size = now->size;
        stat.inode = now->inode;
        stat.modified = now->modified;
        stat.changed = now->changed;
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
    pool_run(remember->work->jobs, remember->objects / CHUNK + 1, hash_chunk,
             remember);
    ledger_begin(&file, path, remember->arena);
    head.files = rest->nfiles;
    head.sights = remember->sights.n;
    head.posts = site->nall;
    head.objects = remember->objects;
    head.asks = remember->asks.n;
    head.shared = remember->shared.n;
    write_rest(rest, &nested, &file.out);
    for (size_t i = 0; i < site->nall; i++) {
        write_post(remember, i, &nested, &file.out);
        ledger_flow(&file);
    }
    for (size_t i = 0; i < remember->shared.n; i++) {
        pack_trace(remember, &remember->shared.p[i], &file.out);
    }
    head.outputs = write_outputs(remember, head.now, &file);
    write_tables(remember, &file);
    buf_free(&nested);
    return ledger_end(&file, head, rest->sync);
}

void remember_free(struct remember *remember)
{
    buf_free(&remember->pairs);
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
    bool more = site->config.updated_git;
    for (size_t i = 0; i < site->nall; i++) {
        more = more || site->all[i].front.updated_git;
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        const struct object *object = &site->languages.p[i]->object;
        uint64_t bit = facts_bit(object, STR("build_date"));
        more = more || (remember->bits[object->number] & bit);
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
    for (size_t i = 0; i < remember->asks.n; i++) {
        char kind = remember->asks.p[i].name.p[0];
        if (kind == ASK_DAY) {
            pass_days(head, site);
        }
        more = more || kind == ASK_ZONE;
    }
    if (more) {
        head->until = head->from;
    }
}
