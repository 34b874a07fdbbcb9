/* SPDX-License-Identifier: MIT */
#include "site/view/columns.h"

/* Shorter lists and traces are not worth looking for it. */
enum { LONG_TRACE = 32, LONG_LIST = 8 };

struct folding {
    const struct objects *objects;
    uint64_t *bits; /* read of each object, and in no column yet */
    VEC(struct read) reads;
};

/* NULL: it is no list of posts, or was not read to its end. */
static const struct posts *whole_list(const struct folding *folding,
                                      const struct read *read)
{
    if (read->object >= READ_ASK) {
        return NULL;
    }
    const struct posts *posts =
        view_as_posts(folding->objects->of.p[read->object]);
    bool whole = posts && posts->n >= LONG_LIST && read->first >= posts->n &&
                 read->first != READ_COLUMN && (read->bits & READ_LENGTH);
    return whole ? posts : NULL;
}

static void fold_list(struct folding *folding, const struct read *read,
                      struct arena *work)
{
    const struct posts *posts = whole_list(folding, read);
    uint64_t common = posts ? UINT64_MAX : 0;
    for (size_t i = 0; common && i < posts->n; i++) {
        common &= folding->bits[posts->p[i]->object.number];
    }
    if (!common) {
        return;
    }
    for (size_t i = 0; i < posts->n; i++) {
        folding->bits[posts->p[i]->object.number] &= ~common;
    }
    *VEC_PUSH(&folding->reads, work) =
        (struct read){read->object, READ_COLUMN, common};
}

/* Objects of which all that was read is in columns are left out; each once. */
static void add_rest(struct folding *folding, const struct trace *trace,
                     struct arena *work)
{
    for (size_t i = 0; i < trace->n; i++) {
        struct read read = trace->p[i];
        bool post = read.object < READ_ASK &&
                    objects_kind(folding->objects, read.object) == OBJECT_POST;
        if (post) {
            read.bits = folding->bits[read.object];
            folding->bits[read.object] = 0;
        }
        if (!post || read.bits) {
            *VEC_PUSH(&folding->reads, work) = read;
        }
    }
}

struct kept_trace columns_fold(const struct objects *objects,
                               struct trace trace, struct arena *keep,
                               struct arena *work)
{
    if (trace.n < LONG_TRACE) {
        return reads_keep(&trace, keep);
    }
    struct gate gate = gate_recorder();
    struct folding folding = {.objects = objects};
    folding.bits = arena_zalloc(work, objects->of.n, sizeof(uint64_t));
    for (size_t i = 0; i < trace.n; i++) {
        if (trace.p[i].object < READ_ASK) {
            folding.bits[trace.p[i].object] |= trace.p[i].bits;
        }
    }
    for (size_t i = 0; i < trace.n; i++) {
        fold_list(&folding, &trace.p[i], work);
    }
    add_rest(&folding, &trace, work);
    gate_restore(gate);
    trace.p = folding.reads.p;
    trace.n = folding.reads.n;
    return reads_keep(&trace, keep);
}
