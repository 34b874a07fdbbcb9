/* SPDX-License-Identifier: MIT */
#include "site/view/columns.h"

/* Shorter lists and traces are not worth looking for it. */
enum { LONG_TRACE = 32, LONG_LIST = 8 };

/* NULL: it is no list of posts, or was not read to its end. */
static const struct posts *whole_list(const struct objects *objects,
                                      const struct dep *read)
{
    if (read->object >= READ_ASK) {
        return NULL;
    }
    const struct posts *posts = view_as_posts(objects->of.p[read->object]);
    bool whole = posts && posts->n >= LONG_LIST && read->first >= posts->n &&
                 read->first != DEP_COLUMN && (read->bits & DEP_LENGTH);
    return whole ? posts : NULL;
}

/* What was read of all in the list, and is in no column yet, which it is now.
 */
static uint64_t take_common(const struct deps *trace, const struct posts *posts)
{
    uint64_t common = UINT64_MAX;
    for (size_t i = 0; common && i < posts->n; i++) {
        const struct dep *read =
            recorder_find(trace, posts->p[i]->object.number);
        common &= read ? read->bits : 0;
    }
    for (size_t i = 0; common && i < posts->n; i++) {
        recorder_find(trace, posts->p[i]->object.number)->bits &= ~common;
    }
    return common;
}

struct trace columns_fold(const struct objects *objects, struct deps trace,
                          struct arena *keep, struct arena *work)
{
    VEC(struct dep) folded = {0};
    if (trace.n < LONG_TRACE) {
        return recorder_keep(&trace, keep);
    }
    struct gate gate = gate_recorder();
    for (size_t i = 0; i < trace.n; i++) {
        const struct posts *posts = whole_list(objects, &trace.p[i]);
        uint64_t common = posts ? take_common(&trace, posts) : 0;
        if (common) {
            *VEC_PUSH(&folded, work) =
                (struct dep){trace.p[i].object, DEP_COLUMN, common};
        }
    }
    for (size_t i = 0; i < trace.n; i++) {
        /* Of a post that has none left all that was read is in columns. */
        uint32_t object = trace.p[i].object;
        bool post =
            object < READ_ASK && objects_kind(objects, object) == OBJECT_POST;
        if (!post || trace.p[i].bits) {
            *VEC_PUSH(&folded, work) = trace.p[i];
        }
    }
    gate_restore(gate);
    trace.p = folded.p;
    trace.n = folded.n;
    return recorder_keep(&trace, keep);
}
