/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* Nodes in rows. Groups are laid out in columns, so that nothing of another
 * group gets into the box of one. Nodes without a group are to the right of the
 * groups that reach over their row; a row over which none reaches has the whole
 * width. */

struct column {
    int x;
    int width;
    int gap; /* behind it, without the rims of groups */
};

struct placing {
    struct topology *topology;
    int step;
    int gap;             /* between two boxes of a row */
    struct node **order; /* by row, column and place */
    int *row_start;      /* in `order`, of each row and one more */
    int *groups_end;     /* of each row: the first column that no group which
                            reaches over it has; 0: there is no such group */
    struct column *columns;
    int ncolumns;
    int width; /* of all rows */
    int top;   /* rows from there to `bottom` have places */
    int bottom;
};

/* --- columns --- */

/* The groups in the order of their columns: each before those in it. */
static void list_groups(const struct topology *topology, int parent, int *rank,
                        int *n)
{
    for (size_t i = 0; i < topology->groups.n; i++) {
        if (topology->groups.p[i].parent == parent) {
            rank[i] = (*n)++;
            list_groups(topology, (int)i, rank, n);
        }
    }
}

/* The rows that a group reaches over have its column: its box is in them. */
static void find_columns(struct placing *placing)
{
    struct topology *topology = placing->topology;
    struct arena *arena = topology->arena;
    size_t ngroups = topology->groups.n;
    int *rank = ARENA_ARRAY(arena, int, ngroups + 1);
    placing->groups_end =
        arena_zalloc(arena, (size_t)topology->rows + 1, sizeof(int));
    list_groups(topology, NO_NUMBER, rank, &placing->ncolumns);
    for (size_t g = 0; g < ngroups; g++) {
        int first = topology->rows;
        int last = -1;
        for (size_t i = 0; i < topology->nodes.n; i++) {
            const struct node *node = &topology->nodes.p[i];
            if (topology_is_in(topology, node->group, (int)g)) {
                first = node->row < first ? node->row : first;
                last = node->row > last ? node->row : last;
            }
        }
        for (int row = first; row <= last; row++) {
            int *end = &placing->groups_end[row];
            *end = *end > rank[g] ? *end : rank[g] + 1;
        }
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->column =
            node->group == NO_NUMBER ? placing->ncolumns : rank[node->group];
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

/* The gap behind the node. */
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

/* The end of the nodes in the column of order[from]. */
static int column_end(const struct placing *placing, int from, int row)
{
    int to = from + 1;
    while (to < placing->row_start[row + 1] &&
           placing->order[to]->column == placing->order[from]->column) {
        to++;
    }
    return to;
}

/* The first of the nodes of a row that have no group. */
static int outside(const struct placing *placing, int row)
{
    int i = placing->row_start[row];
    while (i < placing->row_start[row + 1] &&
           placing->order[i]->group != NO_NUMBER) {
        i++;
    }
    return i;
}

/* Widens the column of order[from, to) to hold them, and the gap behind it for
 * the labels of a link to the next one. */
static void widen_column(struct placing *placing, int from, int to, bool last)
{
    const struct node *node = placing->order[to - 1];
    const struct group *groups = placing->topology->groups.p;
    struct column *column = &placing->columns[node->column];
    int width = width_of(placing, from, to);
    int label = svg_width(groups[node->group].label) + 4;
    int gap = last ? placing->gap : gap_after(placing, node);
    width = label > width ? label : width;
    column->width = width > column->width ? width : column->width;
    column->gap = gap > column->gap ? gap : column->gap;
}

static void size_columns(struct placing *placing)
{
    struct topology *topology = placing->topology;
    size_t n = (size_t)placing->ncolumns;
    int rims = 2 * GROUP_PAD * deepest_group(topology);
    placing->columns =
        arena_zalloc(topology->arena, n + 1, sizeof(struct column));
    for (int row = 0; row < topology->rows; row++) {
        int end = outside(placing, row);
        for (int i = placing->row_start[row]; i < end;) {
            int to = column_end(placing, i, row);
            widen_column(placing, i, to, to == placing->row_start[row + 1]);
            i = to;
        }
    }
    for (size_t i = 0; i < n; i++) {
        const struct column *column = &placing->columns[i];
        int gap = column->gap ? column->gap + rims : 0;
        placing->columns[i + 1].x = column->x + column->width + gap;
    }
    placing->width = placing->columns[n].x;
    for (int row = 0; row < topology->rows; row++) {
        int end = placing->row_start[row + 1];
        int width = placing->columns[placing->groups_end[row]].x +
                    width_of(placing, outside(placing, row), end);
        placing->width = width > placing->width ? width : placing->width;
    }
}

/* --- rows --- */

/* Each of the nodes order[from, to) as near to the place that it wants as its
 * neighbours allow, and behind `left`. */
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
    int from = outside(placing, row);
    int to = placing->row_start[row + 1];
    for (int i = placing->row_start[row]; i < from;) {
        int end = column_end(placing, i, row);
        const struct column *column =
            &placing->columns[placing->order[i]->column];
        spread(placing, i, end, column->x, column->width);
        i = end;
    }
    int groups = placing->groups_end[row];
    int left = groups ? placing->columns[groups].x : INT32_MIN / 2;
    bool top = topology->layout == LAYOUT_FAT_TREE && !row;
    bool whole = topology->layout == LAYOUT_SPINE_LEAF || top || !direction;
    average(placing, false, direction);
    for (int i = from; i < to; i++) {
        whole = whole || !placing->order[i]->pulls;
    }
    if (whole) {
        left = groups ? left : 0;
        spread(placing, from, to, left, placing->width - left);
    } else if (from < to) {
        place_wanted(placing, from, to, left);
    }
}

/* The widest row first, or one with groups; then its neighbours above and
 * below, by their links to it. */
static int first_row(const struct placing *placing)
{
    int best = 0;
    int widest = -1;
    for (int row = 0; row < placing->topology->rows; row++) {
        int width = width_of(placing, placing->row_start[row],
                             placing->row_start[row + 1]) +
                    (placing->groups_end[row] ? INT32_MAX / 2 : 0);
        if (width > widest) {
            widest = width;
            best = row;
        }
    }
    return best;
}

/* Room for labels; and the more, the wider the picture is, for flat lines are
 * hard to follow. */
static int row_gap(const struct placing *placing)
{
    enum { FLAT = 16 };
    const struct topology *topology = placing->topology;
    bool ports = false;
    bool labels = false;
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        ports = ports || link->ends[0].port.n || link->ends[1].port.n;
        labels = labels || link->label.n;
    }
    int gap = 40 + (ports ? 2 * SVG_LINE : 0) + (labels ? SVG_LINE + 4 : 0) +
              deepest_group(topology) * (2 * GROUP_PAD + GROUP_LABEL) +
              16 * placing->step;
    int least = placing->width / FLAT;
    return gap < least ? least : gap;
}

void topology_place_rows(struct topology *topology, int step)
{
    struct placing all = {
        .topology = topology,
        .step = step,
        .bottom = topology->rows,
        .gap = (topology->layout == LAYOUT_FAT_TREE ? 12 : 28) + 10 * step};
    struct placing *placing = &all;
    find_columns(placing);
    make_rows(placing);
    if (topology->layout == LAYOUT_LAYERED) {
        reduce_crossings(placing);
    }
    widen_gaps(topology);
    size_columns(placing);
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
