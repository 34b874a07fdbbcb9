/* SPDX-License-Identifier: MIT */
#include "build/memo.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/reads.h"
#include "site/columns.h"
#include "site/value_hash.h"

/* A template whose includes are nearly all different ones is not worth the
 * memory: after so many, it must have been taken as often as it was kept. */
enum { FEW = 64, MOST_PARTS = 24 };

struct known {
    str text;
    uint64_t rounds;
    uint64_t made;
    uint32_t shared; /* its trace */
};

struct template_memo {
    struct map known; /* key -> struct known */
    size_t kept;
    size_t taken;
};

struct memo {
    struct arena *arena;
    struct map templates; /* the template's address -> struct template_memo */
    uint64_t parts[MOST_PARTS];
    size_t nparts;
};

struct memo *memo_new(struct arena *arena)
{
    struct memo *memo = ARENA_NEW(arena, struct memo);
    memo->arena = arena;
    return memo;
}

/* --- keys --- */

static bool is_lasting(value v, const struct objects *objects);

static bool are_lasting(const struct list *list, const struct objects *objects)
{
    for (size_t i = 0; i < list->items.n; i++) {
        if (!is_lasting(list->items.p[i], objects)) {
            return false;
        }
    }
    return true;
}

static bool are_lasting_entries(const struct dict *dict,
                                const struct objects *objects)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        if (!is_lasting(dict->entries.p[i].val, objects)) {
            return false;
        }
    }
    return true;
}

/* It is nothing that a template could change, and its hash says all of it. */
static bool is_lasting(value v, const struct objects *objects)
{
    enum { LARGE = 64 };
    switch ((enum value_kind)v.kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
        return !v.flags && v.as.list->items.n <= LARGE &&
               are_lasting(v.as.list, objects);
    case VALUE_DICT:
        return !v.flags && v.as.dict->entries.n <= LARGE &&
               are_lasting_entries(v.as.dict, objects);
    case VALUE_OBJECT: return v.as.object->number != 0;
    case VALUE_FUNCTION: return false;
    case VALUE_UNDEFINED:
    case VALUE_NONE:
    case VALUE_BOOL:
    case VALUE_INT:
    case VALUE_FLOAT:
    case VALUE_STRING:
    case VALUE_DATE: break;
    }
    return true;
}

/* In memo->parts. False: there is none. */
static bool make_key(struct memo *memo, const struct view *view,
                     const struct jinja_known *known)
{
    const struct objects *objects = view->site->objects;
    uint64_t *parts = memo->parts;
    size_t n = 0;
    if (known->nvalues + 3 > MOST_PARTS) {
        return false;
    }
    parts[n++] = view->site->object.number;
    parts[n++] = hash64(view->lang);
    parts[n++] = view->plain_dates;
    for (size_t i = 0; i < known->nvalues; i++) {
        if (!is_lasting(known->values[i], objects)) {
            return false;
        }
        parts[n++] = value_hash(known->values[i], objects);
    }
    memo->nparts = n;
    return true;
}

static str key_of(const struct memo *memo)
{
    return (str){(const char *)memo->parts, memo->nparts * sizeof(uint64_t)};
}

static struct template_memo *of_template(struct memo *memo,
                                         const struct jinja_template *template)
{
    str address = {(const char *)&template, sizeof(void *)};
    struct template_memo *found = map_get(&memo->templates, address);
    if (!found) {
        found = ARENA_NEW(memo->arena, struct template_memo);
        *map_put(&memo->templates, memo->arena,
                 arena_str(memo->arena, address)) = found;
    }
    return found;
}

/* --- the engine asks --- */

/* What is open between recall and keep. */
struct under_way {
    struct template_memo *template; /* NULL: not to be kept */
    str key;
    struct reads_mark mark;
};

/* In a body each shortcode stands for itself: what it reads is the body's. */
static struct template_memo *wanted(struct view *view,
                                    const struct jinja_known *known)
{
    struct memo *memo = view->memo;
    if (!view->reads || view->computing || !make_key(memo, view, known)) {
        return NULL;
    }
    struct template_memo *template = of_template(memo, known->template);
    return template->kept < FEW || template->taken >= template->kept ? template
                                                                     : NULL;
}

static bool recall(struct eval *eval, struct jinja_known *asked)
{
    struct view *view = eval->host;
    struct template_memo *template = wanted(view, asked);
    asked->host = NULL;
    if (!template) {
        return false;
    }
    const struct known *known = map_get(&template->known, key_of(view->memo));
    if (known) {
        template->taken++;
        reads_add(view->reads, (struct read){known->shared, 0, 1});
        asked->text = known->text;
        asked->rounds = known->rounds;
        asked->made = known->made;
        return true;
    }
    struct under_way *under_way = ARENA_NEW(eval->arena, struct under_way);
    under_way->template = template;
    under_way->key = arena_str(view->memo->arena, key_of(view->memo));
    under_way->mark = reads_begin(view->reads);
    asked->host = under_way;
    return false;
}

static void keep(struct eval *eval, const struct jinja_known *made, bool good)
{
    struct view *view = eval->host;
    struct memo *memo = view->memo;
    const struct under_way *under_way = made->host;
    if (!under_way) {
        return;
    }
    struct trace trace = reads_end(view->reads, under_way->mark, eval->arena);
    if (!good) {
        for (size_t i = 0; i < trace.n; i++) {
            reads_add(view->reads, trace.p[i]);
        }
        return;
    }
    struct known *known = ARENA_NEW(memo->arena, struct known);
    known->text = arena_str(memo->arena, made->text);
    known->rounds = made->rounds;
    known->made = made->made;
    known->shared =
        reads_share(view->reads, columns_fold(view->site->objects, trace,
                                              memo->arena, eval->arena));
    under_way->template->kept++;
    *map_put(&under_way->template->known, memo->arena, under_way->key) = known;
    reads_add(view->reads, (struct read){known->shared, 0, 1});
}

struct jinja_memo memo_functions(void)
{
    return (struct jinja_memo){recall, keep};
}
