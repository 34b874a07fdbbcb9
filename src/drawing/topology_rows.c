/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* Nodes in rows. They are laid out in columns: each group is one, so that
 * nothing of another group gets into its box. A row in which no node has a
 * group goes over the whole width. */

struct placing {
    struct topology *topology;
    int step;
    int gap;          /* between two boxes of a row */
    int *order;       /* node numbers, by row, column and place */
    int *row_start;   /* in `order`, of each row and one more */
    bool *has_groups; /* of each row */
    int *column;      /* of each node; NO_NUMBER: the row has no groups */
    int ncolumns;
    int *column_x; /* of each column and one more */
    int *column_width;
    int *column_gap; /* behind each, without the rims of groups */
    int width;       /* of all rows */
    int *wanted;     /* of each node: where its middle should be */
    int *gap_behind; /* of each node: more room for the link to the next one */
    int top;         /* rows from there to `bottom` have places */
    int bottom;
};

static struct node *node_at(const struct placing *placing, int i)
{
    return &placing->topology->nodes.p[i];
}

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

/* The rows that a group reaches over have columns: its box is in them. */
static void find_columns(struct placing *placing)
{
    struct topology *topology = placing->topology;
    struct arena *arena = topology->arena;
    size_t ngroups = topology->groups.n;
    int *rank = ARENA_ARRAY(arena, int, ngroups + 1);
    placing->has_groups = arena_zalloc(arena, (size_t)topology->rows + 1, 1);
    placing->column = ARENA_ARRAY(arena, int, topology->nodes.n);
    placing->ncolumns = 0;
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
            placing->has_groups[row] = true;
        }
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        placing->column[i] = node->group != NO_NUMBER ? rank[node->group]
                             : placing->has_groups[node->row]
                                 ? placing->ncolumns++
                                 : NO_NUMBER;
    }
}

/* --- order --- */

/* Sorts the nodes of a row by `wanted`, those of a column together; equal ones
 * stay in their order. Rows are short or sorted already, mostly. */
static void sort_row(struct placing *placing, int row)
{
    int *order = placing->order;
    for (int i = placing->row_start[row] + 1; i < placing->row_start[row + 1];
         i++) {
        int node = order[i];
        int k = i;
        for (; k > placing->row_start[row]; k--) {
            int other = order[k - 1];
            int a = placing->column[node];
            int b = placing->column[other];
            if (b < a ||
                (a == b && placing->wanted[other] <= placing->wanted[node])) {
                break;
            }
            order[k] = other;
        }
        order[k] = node;
    }
}

static void make_rows(struct placing *placing)
{
    struct topology *topology = placing->topology;
    struct arena *arena = topology->arena;
    size_t n = topology->nodes.n;
    size_t rows = (size_t)topology->rows;
    placing->order = ARENA_ARRAY(arena, int, n);
    placing->wanted = arena_zalloc(arena, n, sizeof(int));
    placing->gap_behind = arena_zalloc(arena, n, sizeof(int));
    placing->row_start = arena_zalloc(arena, rows + 2, sizeof(int));
    for (size_t i = 0; i < n; i++) {
        placing->row_start[topology->nodes.p[i].row + 1]++;
    }
    for (size_t i = 1; i <= rows; i++) {
        placing->row_start[i] += placing->row_start[i - 1];
    }
    int *next = vec_copy(arena, placing->row_start, rows + 1, sizeof(int));
    for (size_t i = 0; i < n; i++) {
        placing->order[next[topology->nodes.p[i].row]++] = (int)i;
    }
    for (int row = 0; row < topology->rows; row++) {
        sort_row(placing, row);
    }
}

/* Sets `wanted` of all nodes to the mean of `values` at the other ends of their
 * links up or down, in rows that have places. Returns how many it has, by node.
 */
static int *average(struct placing *placing, const int *values, int direction)
{
    struct topology *topology = placing->topology;
    size_t n = topology->nodes.n;
    int64_t *sums = arena_zalloc(topology->arena, n, sizeof(int64_t));
    int *counts = arena_zalloc(topology->arena, n, sizeof(int));
    for (size_t i = 0; i < topology->links.n; i++) {
        for (int k = 0; k < 2; k++) {
            int a = topology->links.p[i].ends[k].node;
            int b = topology->links.p[i].ends[1 - k].node;
            int row = node_at(placing, b)->row;
            int down = row - node_at(placing, a)->row;
            if (row >= placing->top && row <= placing->bottom &&
                (direction < 0 ? down < 0 : down > 0)) {
                sums[a] += values[b];
                counts[a]++;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        placing->wanted[i] = counts[i] ? (int)(sums[i] / counts[i]) : values[i];
    }
    return counts;
}

/* Sets the places of nodes in their rows, from 0 to 2000. */
static void number_places(const struct placing *placing, int *places)
{
    for (int row = 0; row < placing->topology->rows; row++) {
        int from = placing->row_start[row];
        int n = placing->row_start[row + 1] - from;
        for (int i = 0; i < n; i++) {
            places[placing->order[from + i]] = (2 * i + 1) * 1000 / n;
        }
    }
}

/* The method of Sugiyama: each row in the order of the means of its neighbours,
 * down and up again. */
static void reduce_crossings(struct placing *placing)
{
    enum { SWEEPS = 8 };
    struct topology *topology = placing->topology;
    int *places = ARENA_ARRAY(topology->arena, int, topology->nodes.n);
    for (int i = 0; i < SWEEPS * topology->rows; i++) {
        bool up = i / topology->rows % 2;
        int row = i % topology->rows;
        struct arena_mark mark = arena_mark(topology->arena);
        number_places(placing, places);
        average(placing, places, up ? 1 : -1);
        sort_row(placing, up ? topology->rows - 1 - row : row);
        arena_reset(topology->arena, mark);
    }
}

/* --- widths --- */

static int deepest_group(const struct topology *topology)
{
    int deepest = 0;
    for (size_t i = 0; i < topology->groups.n; i++) {
        int depth = topology_depth(topology, (int)i);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

/* A link within a row has its labels between the two nodes. */
static void widen_gaps(struct placing *placing)
{
    struct topology *topology = placing->topology;
    int *place = ARENA_ARRAY(topology->arena, int, topology->nodes.n);
    for (size_t i = 0; i < topology->nodes.n; i++) {
        place[placing->order[i]] = (int)i;
    }
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        int a = place[link->ends[0].node];
        int b = place[link->ends[1].node];
        int first = a < b ? a : b;
        int left = placing->order[first];
        if (a - b != 1 && b - a != 1) {
            continue;
        }
        int need = svg_width(link->ends[0].port) +
                   svg_width(link->ends[1].port) + svg_width(link->label) + 32;
        if (need > placing->gap_behind[left]) {
            placing->gap_behind[left] = need;
        }
    }
}

/* The gap behind the node at that place of the order. */
static int gap_after(const struct placing *placing, int i)
{
    int need = placing->gap_behind[placing->order[i]];
    int more = need ? need + 8 * placing->step : 0;
    return more > placing->gap ? more : placing->gap;
}

/* Of the nodes order[from, to) with the gaps between them. */
static int width_of(const struct placing *placing, int from, int to)
{
    int width = 0;
    for (int i = from; i < to; i++) {
        width += node_at(placing, placing->order[i])->box.width +
                 (i + 1 < to ? gap_after(placing, i) : 0);
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
        struct node *node = node_at(placing, placing->order[i]);
        node->box.x = x;
        x += node->box.width + gap_after(placing, i) + more;
    }
}

/* The end of the nodes in the column of order[from]. */
static int column_end(const struct placing *placing, int from, int row)
{
    int to = from + 1;
    while (to < placing->row_start[row + 1] &&
           placing->column[placing->order[to]] ==
               placing->column[placing->order[from]]) {
        to++;
    }
    return to;
}

/* Widens the column of order[from, to) to hold them, and the gap behind it for
 * the labels of a link to the next one. */
static void widen_column(struct placing *placing, int from, int to, bool last)
{
    const struct topology *topology = placing->topology;
    int number = placing->order[from];
    int column = placing->column[number];
    int group = node_at(placing, number)->group;
    int width = width_of(placing, from, to);
    int label =
        group == NO_NUMBER ? 0 : svg_width(topology->groups.p[group].label) + 4;
    int gap = last ? 0 : gap_after(placing, to - 1);
    int *widest = &placing->column_width[column];
    int *longest = &placing->column_gap[column];
    width = label > width ? label : width;
    *widest = width > *widest ? width : *widest;
    gap = gap > placing->gap ? gap : placing->gap;
    *longest = gap > *longest ? gap : *longest;
}

static void size_columns(struct placing *placing)
{
    struct topology *topology = placing->topology;
    size_t n = (size_t)placing->ncolumns;
    int rims = 2 * GROUP_PAD * deepest_group(topology);
    placing->column_x = arena_zalloc(topology->arena, n + 1, sizeof(int));
    placing->column_width = arena_zalloc(topology->arena, n + 1, sizeof(int));
    placing->column_gap = arena_zalloc(topology->arena, n + 1, sizeof(int));
    placing->width = 0;
    for (int row = 0; row < topology->rows; row++) {
        int from = placing->row_start[row];
        int end = placing->row_start[row + 1];
        int width = width_of(placing, from, end);
        placing->width = width > placing->width ? width : placing->width;
        for (int i = from; i < end && placing->has_groups[row];) {
            int to = column_end(placing, i, row);
            widen_column(placing, i, to, to == end);
            i = to;
        }
    }
    for (size_t i = 0; i < n; i++) {
        int gap = placing->column_gap[i];
        placing->column_x[i + 1] = placing->column_x[i] +
                                   placing->column_width[i] +
                                   (gap ? gap + rims : 0);
    }
    int columns = placing->column_x[n];
    placing->width = columns > placing->width ? columns : placing->width;
}

/* --- rows --- */

/* Each node as near to the place that it wants as its neighbours allow. */
static void place_wanted(struct placing *placing, int row)
{
    int from = placing->row_start[row];
    int to = placing->row_start[row + 1];
    int64_t off = 0;
    int x = INT32_MIN / 2;
    for (int i = from; i < to; i++) {
        struct node *node = node_at(placing, placing->order[i]);
        int wanted = placing->wanted[placing->order[i]] - node->box.width / 2;
        node->box.x = wanted > x ? wanted : x;
        off += node->box.x - wanted;
        x = node->box.x + node->box.width + gap_after(placing, i);
    }
    for (int i = from; i < to; i++) {
        node_at(placing, placing->order[i])->box.x -= (int)(off / (to - from));
    }
}

static void place_row(struct placing *placing, int row, int direction)
{
    struct topology *topology = placing->topology;
    int from = placing->row_start[row];
    int to = placing->row_start[row + 1];
    if (placing->has_groups[row]) {
        for (int i = from; i < to;) {
            int end = column_end(placing, i, row);
            int column = placing->column[placing->order[i]];
            spread(placing, i, end, placing->column_x[column],
                   placing->column_width[column]);
            i = end;
        }
        return;
    }
    bool top = topology->layout == LAYOUT_FAT_TREE && !row;
    if (topology->layout == LAYOUT_SPINE_LEAF || top || !direction) {
        spread(placing, from, to, 0, placing->width);
        return;
    }
    int *middles = ARENA_ARRAY(topology->arena, int, topology->nodes.n);
    for (size_t i = 0; i < topology->nodes.n; i++) {
        middles[i] = middle_x(&topology->nodes.p[i]);
    }
    const int *counts = average(placing, middles, direction);
    for (int i = from; i < to; i++) {
        if (!counts[placing->order[i]]) {
            spread(placing, from, to, 0, placing->width);
            return;
        }
    }
    place_wanted(placing, row);
}

/* The widest row first, or one with groups; then its neighbours above and
 * below, by their links to it. */
static int first_row(const struct placing *placing)
{
    int best = 0;
    int widest = -1;
    for (int row = 0; row < placing->topology->rows; row++) {
        int width = placing->has_groups[row]
                        ? INT32_MAX
                        : width_of(placing, placing->row_start[row],
                                   placing->row_start[row + 1]);
        if (width > widest) {
            widest = width;
            best = row;
        }
    }
    return best;
}

static int row_gap(const struct placing *placing)
{
    const struct topology *topology = placing->topology;
    bool ports = false;
    bool labels = false;
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        ports = ports || link->ends[0].port.n || link->ends[1].port.n;
        labels = labels || link->label.n;
    }
    return 40 + (ports ? 2 * SVG_LINE : 0) + (labels ? SVG_LINE + 4 : 0) +
           deepest_group(topology) * (2 * GROUP_PAD + GROUP_LABEL) +
           16 * placing->step;
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
    widen_gaps(placing);
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
