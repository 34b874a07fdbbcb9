/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* Nodes in rows. Groups are side by side, so that nothing of another group gets
 * into the box of one. Nodes are to the right of the groups within their own
 * one that reach over their row; if none does, they have its whole width. Nodes
 * without a group are laid out in the same way. */

/* Where a group is, without its rim; the last one is all that is in none. */
struct extent {
    int top, bottom; /* rows */
    int left, right;
    int gap; /* after it, for the labels of a link to its neighbour */
};

struct placing {
    struct topology *topology;
    int step;
    int gap;             /* between two boxes of a row */
    int rims;            /* of groups, between two of them */
    struct node **order; /* by row, column and place */
    int *row_start;      /* in `order`, of each row and one more */
    struct extent *extents;
    int top; /* rows from there to `bottom` have places */
    int bottom;
};

/* --- groups --- */

static int extent_of(const struct placing *placing, int group)
{
    return group == NO_NUMBER ? (int)placing->topology->groups.n : group;
}

/* Numbers the groups in the order of their places: each after those in it. */
// NOLINTNEXTLINE(misc-no-recursion): a group in the group each time
static void rank_groups(const struct topology *topology, int group, int *rank,
                        int *n)
{
    for (int i = 0; i < (int)topology->groups.n; i++) {
        if (topology->groups.p[i].parent == group) {
            rank_groups(topology, i, rank, n);
        }
    }
    if (group != NO_NUMBER) {
        rank[group] = (*n)++;
    }
}

static void find_groups(struct placing *placing)
{
    struct topology *topology = placing->topology;
    struct arena *arena = topology->arena;
    size_t ngroups = topology->groups.n;
    int *rank = ARENA_ARRAY(arena, int, ngroups + 1);
    int n = 0;
    placing->extents = ARENA_ARRAY(arena, struct extent, ngroups + 1);
    rank_groups(topology, NO_NUMBER, rank, &n);
    for (size_t g = 0; g <= ngroups; g++) {
        placing->extents[g] = (struct extent){.top = topology->rows};
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        int g = node->group;
        node->column = g == NO_NUMBER ? n : rank[g];
        for (; g != NO_NUMBER; g = topology->groups.p[g].parent) {
            struct extent *extent = &placing->extents[g];
            extent->top = node->row < extent->top ? node->row : extent->top;
            extent->bottom =
                node->row > extent->bottom ? node->row : extent->bottom;
        }
    }
}

/* --- order --- */

static int compare_nodes(const void *a, const void *b)
{
    const struct node *x = *(struct node *const *)a;
    const struct node *y = *(struct node *const *)b;
    return x->row != y->row         ? x->row - y->row
           : x->column != y->column ? x->column - y->column
           : x->wanted != y->wanted ? x->wanted - y->wanted
                                    : x->place - y->place;
}

/* Sorts order[from, to); equal ones stay in their order. */
static void sort_nodes(const struct placing *placing, int from, int to)
{
    qsort(placing->order + from, (size_t)(to - from), sizeof *placing->order,
          compare_nodes);
    for (int i = from; i < to; i++) {
        placing->order[i]->place = i;
    }
}

static void make_rows(struct placing *placing)
{
    struct topology *topology = placing->topology;
    int n = (int)topology->nodes.n;
    placing->order =
        ARENA_ARRAY(topology->arena, struct node *, topology->nodes.n);
    placing->row_start =
        arena_zalloc(topology->arena, (size_t)topology->rows + 1, sizeof(int));
    for (int i = 0; i < n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->place = i;
        node->wanted = node->gap = 0;
        placing->order[i] = node;
    }
    sort_nodes(placing, 0, n);
    for (int row = 0; row < topology->rows; row++) {
        int *end = &placing->row_start[row + 1];
        for (*end = end[-1]; *end < n && placing->order[*end]->row == row;) {
            ++*end;
        }
    }
}

/* The middle of a node, or its place in its row, from 0 to 2000. */
static int value_of(const struct placing *placing, const struct node *node,
                    bool places)
{
    int from = placing->row_start[node->row];
    int n = placing->row_start[node->row + 1] - from;
    return places ? (2 * (node->place - from) + 1) * 1000 / n : middle_x(node);
}

/* Sets `wanted` of all nodes to the mean of the values at the other ends of
 * their links up or down, in rows that have places; `pulls` to their number. */
static void average(const struct placing *placing, bool places, int direction)
{
    struct topology *topology = placing->topology;
    struct node *nodes = topology->nodes.p;
    size_t n = topology->nodes.n;
    int64_t *sums = arena_zalloc(topology->arena, n, sizeof(int64_t));
    for (size_t i = 0; i < n; i++) {
        nodes[i].pulls = 0;
    }
    for (size_t i = 0; i < 2 * topology->links.n; i++) {
        const struct end *ends = topology->links.p[i / 2].ends;
        int a = ends[i % 2].node;
        const struct node *other = &nodes[ends[1 - i % 2].node];
        if (other->row >= placing->top && other->row <= placing->bottom &&
            (other->row - nodes[a].row) * direction > 0) {
            sums[a] += value_of(placing, other, places);
            nodes[a].pulls++;
        }
    }
    for (size_t i = 0; i < n; i++) {
        nodes[i].wanted = nodes[i].pulls ? (int)(sums[i] / nodes[i].pulls)
                                         : value_of(placing, &nodes[i], places);
    }
}

/* The method of Sugiyama: each row in the order of the means of its neighbours,
 * down and up again. */
static void reduce_crossings(struct placing *placing)
{
    enum { SWEEPS = 8 };
    struct topology *topology = placing->topology;
    for (int i = 0; i < SWEEPS * topology->rows; i++) {
        bool up = i / topology->rows % 2;
        int row = i % topology->rows;
        row = up ? topology->rows - 1 - row : row;
        struct arena_mark mark = arena_mark(topology->arena);
        average(placing, true, up ? 1 : -1);
        sort_nodes(placing, placing->row_start[row],
                   placing->row_start[row + 1]);
        arena_reset(topology->arena, mark);
    }
}

/* --- widths --- */

static int deepest_group(const struct topology *topology)
{
    int deepest = 0;
    for (size_t i = 0; i < topology->groups.n; i++) {
        int depth = 0;
        for (int g = (int)i; g != NO_NUMBER; g = topology->groups.p[g].parent) {
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

/* A link within a row has its labels between the two nodes. */
static void widen_gaps(struct topology *topology)
{
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        struct node *a = &topology->nodes.p[link->ends[0].node];
        struct node *b = &topology->nodes.p[link->ends[1].node];
        struct node *left = a->place < b->place ? a : b;
        int need = svg_width(link->ends[0].port) +
                   svg_width(link->ends[1].port) + svg_width(link->label) + 32;
        if (a->place + b->place == 2 * left->place + 1 && need > left->gap) {
            left->gap = need;
        }
    }
}

/* The gap after the node. */
static int gap_after(const struct placing *placing, const struct node *node)
{
    int more = node->gap ? node->gap + 8 * placing->step : 0;
    return more > placing->gap ? more : placing->gap;
}

/* Of the nodes order[from, to) with the gaps between them. */
static int width_of(const struct placing *placing, int from, int to)
{
    int width = 0;
    for (int i = from; i < to; i++) {
        const struct node *node = placing->order[i];
        width += node->box.width + (i + 1 < to ? gap_after(placing, node) : 0);
    }
    return width;
}

/* Spreads order[from, to) over that width. */
static void spread(struct placing *placing, int from, int to, int x, int width)
{
    int n = to - from;
    int more = n ? (width - width_of(placing, from, to)) / n : 0;
    x += more / 2;
    for (int i = from; i < to; i++) {
        struct node *node = placing->order[i];
        node->box.x = x;
        x += node->box.width + gap_after(placing, node) + more;
    }
}

/* The nodes of the row that are in that group itself: order[*from, result). */
static int run_of(const struct placing *placing, int row, int group, int *from)
{
    int end = placing->row_start[row + 1];
    int at = placing->row_start[row];
    while (at < end && placing->order[at]->group != group) {
        at++;
    }
    *from = at;
    while (at < end && placing->order[at]->group == group) {
        at++;
    }
    return at;
}

/* Where the groups within that one end that reach over the row; `none` if there
 * are none. */
static int end_of_inner(const struct placing *placing, int row, int group,
                        int none)
{
    const struct topology *topology = placing->topology;
    int end = none;
    for (size_t g = 0; g < topology->groups.n; g++) {
        const struct extent *extent = &placing->extents[g];
        int after = extent->right + extent->gap + placing->rims;
        if (topology->groups.p[g].parent == group && extent->top <= row &&
            row <= extent->bottom && after > end) {
            end = after;
        }
    }
    return end;
}

/* Sets the extents of the group at that place, and of those in it. Returns the
 * place after it. */
// NOLINTNEXTLINE(misc-no-recursion): a group in the group each time
static int lay_out(struct placing *placing, int group, int left)
{
    const struct topology *topology = placing->topology;
    struct extent *own = &placing->extents[extent_of(placing, group)];
    int next = left;
    own->left = own->right = left;
    own->gap = placing->gap;
    for (int i = 0; i < (int)topology->groups.n; i++) {
        if (topology->groups.p[i].parent == group) {
            next = lay_out(placing, i, next);
            own->right = placing->extents[i].right;
        }
    }
    for (int row = 0; row < topology->rows; row++) {
        int from;
        int to = run_of(placing, row, group, &from);
        int right = end_of_inner(placing, row, group, left) +
                    width_of(placing, from, to);
        bool last = to == placing->row_start[row + 1];
        int gap =
            from < to && !last ? gap_after(placing, placing->order[to - 1]) : 0;
        own->right = from < to && right > own->right ? right : own->right;
        own->gap = gap > own->gap ? gap : own->gap;
    }
    if (group != NO_NUMBER) {
        int label = left + svg_width(topology->groups.p[group].label) + 4;
        own->right = label > own->right ? label : own->right;
    }
    return own->right + own->gap + placing->rims;
}

/* --- rows --- */

/* Each of the nodes order[from, to) as near to the place that it wants as its
 * neighbours allow, and after `left`. */
static void place_wanted(struct placing *placing, int from, int to, int left)
{
    int64_t off = 0;
    int x = INT32_MIN / 2;
    for (int i = from; i < to; i++) {
        struct node *node = placing->order[i];
        int wanted = node->wanted - node->box.width / 2;
        node->box.x = wanted > x ? wanted : x;
        off += node->box.x - wanted;
        x = node->box.x + node->box.width + gap_after(placing, node);
    }
    for (int i = from; i < to; i++) {
        struct node *node = placing->order[i];
        node->box.x -= (int)(off / (to - from));
        node->box.x = node->box.x < left ? left : node->box.x;
        left = node->box.x + node->box.width + gap_after(placing, node);
    }
}

static void place_row(struct placing *placing, int row, int direction)
{
    struct topology *topology = placing->topology;
    bool top = topology->layout == LAYOUT_FAT_TREE && !row;
    bool whole = topology->layout == LAYOUT_SPINE_LEAF || top || !direction;
    int end = placing->row_start[row + 1];
    average(placing, false, direction);
    for (int from = placing->row_start[row]; from < end;) {
        int group = placing->order[from]->group;
        int to = run_of(placing, row, group, &from);
        struct extent extent = placing->extents[extent_of(placing, group)];
        int left = end_of_inner(placing, row, group, INT32_MIN / 2);
        bool spreads = whole || group != NO_NUMBER;
        for (int i = from; i < to; i++) {
            spreads = spreads || !placing->order[i]->pulls;
        }
        if (spreads) {
            left = left > extent.left ? left : extent.left;
            spread(placing, from, to, left, extent.right - left);
        } else {
            place_wanted(placing, from, to, left);
        }
        from = to;
    }
}

/* The widest row first, or one with groups; then its neighbours above and
 * below, by their links to it. */
static int first_row(const struct placing *placing)
{
    int best = 0;
    int widest = -1;
    for (int row = 0; row < placing->topology->rows; row++) {
        bool grouped = end_of_inner(placing, row, NO_NUMBER, -1) >= 0;
        int width = width_of(placing, placing->row_start[row],
                             placing->row_start[row + 1]) +
                    (grouped ? INT32_MAX / 2 : 0);
        if (width > widest) {
            widest = width;
            best = row;
        }
    }
    return best;
}

/* Room for labels and for links over a row; and the more, the wider the picture
 * is, for flat lines are hard to follow. */
static int row_gap(const struct placing *placing)
{
    enum { FLAT = 12 };
    struct topology *topology = placing->topology;
    int lanes = topology_lanes(topology);
    bool ports = false;
    bool labels = false;
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        ports = ports || link->ends[0].port.n || link->ends[1].port.n;
        labels = labels || link->label.n;
    }
    int gap = 40 + (lanes ? lanes - 1 : 0) * SVG_LINE +
              (ports ? 2 * SVG_LINE : 0) + (labels ? SVG_LINE + 4 : 0) +
              deepest_group(topology) * (2 * GROUP_PAD + GROUP_LABEL) +
              16 * placing->step;
    int least = placing->extents[topology->groups.n].right / FLAT;
    return gap < least ? least : gap;
}

void topology_place_rows(struct topology *topology, int step)
{
    struct placing all = {
        .topology = topology,
        .step = step,
        .bottom = topology->rows,
        .gap = (topology->layout == LAYOUT_FAT_TREE ? 12 : 28) + 10 * step,
        .rims = 2 * GROUP_PAD * deepest_group(topology)};
    struct placing *placing = &all;
    find_groups(placing);
    make_rows(placing);
    if (topology->layout == LAYOUT_LAYERED) {
        reduce_crossings(placing);
    }
    widen_gaps(topology);
    lay_out(placing, NO_NUMBER, 0);
    int first = first_row(placing);
    place_row(placing, first, 0);
    placing->top = placing->bottom = first;
    while (placing->top > 0) {
        place_row(placing, placing->top - 1, 1);
        placing->top--;
    }
    while (placing->bottom + 1 < topology->rows) {
        place_row(placing, placing->bottom + 1, -1);
        placing->bottom++;
    }
    int height = topology->highest + row_gap(placing);
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->box.y = node->row * height - node->box.height / 2;
    }
}
