/* SPDX-License-Identifier: MIT */
#include "site/site_keys.h"

#include <string.h>

/* Shorter lists and traces are not searched for columns. */
enum { LONG_TRACE = 32, LONG_LIST = 8 };

/* NULL: it is no list of posts, or was not read to its end. */
static const struct posts *whole_list(const struct objects *objects,
                                      const struct dep *read)
{
    const struct posts *posts = view_as_posts(objects_get(objects, read->key));
    bool whole = posts && posts->n >= LONG_LIST && read->first >= posts->n &&
                 read->first != DEP_COLUMN && (read->bits & DEP_LENGTH);
    return whole ? posts : NULL;
}

/* Removes from `deps` the attributes that were read of all members of the list,
 * and returns them. */
static uint64_t take_common(const struct deps *deps, const struct posts *posts)
{
    uint64_t common = UINT64_MAX;
    for (size_t i = 0; common && i < posts->n; i++) {
        const struct dep *read =
            recorder_find(deps, posts->p[i]->object.number);
        common &= read ? read->bits : 0;
    }
    for (size_t i = 0; common && i < posts->n; i++) {
        recorder_find(deps, posts->p[i]->object.number)->bits &= ~common;
    }
    return common;
}

struct trace columns_fold(const struct objects *objects, struct deps deps,
                          struct arena *keep, struct arena *work)
{
    VEC(struct dep) columns = {0};
    if (deps.n < LONG_TRACE) {
        return recorder_encode(&deps, keep);
    }
    struct gate gate = gate_recorder();
    for (size_t i = 0; i < deps.n; i++) {
        const struct posts *posts = whole_list(objects, &deps.p[i]);
        uint64_t common = posts ? take_common(&deps, posts) : 0;
        if (common) {
            *VEC_PUSH(&columns, work) = (struct dep){
                .key = deps.p[i].key, .first = DEP_COLUMN, .bits = common};
        }
    }
    gate_restore(gate);
    /* recorder_encode leaves out posts that have no bits left. */
    struct dep *folded = ARENA_ARRAY(work, struct dep, columns.n + deps.n);
    if (columns.n) {
        memcpy(folded, columns.p, columns.n * sizeof *folded);
    }
    memcpy(folded + columns.n, deps.p, deps.n * sizeof *folded);
    deps.p = folded;
    deps.n += columns.n;
    return recorder_encode(&deps, keep);
}
