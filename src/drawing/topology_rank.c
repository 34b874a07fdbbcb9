/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* The node with most links; it is in the first row if no name says more. */
static struct node *busiest(const struct topology *topology)
{
    size_t most = 0;
    struct node *best = topology->nodes.p;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        size_t n = 0;
        for (size_t k = 0; k < 2 * topology->links.n; k++) {
            n += topology->links.p[k / 2].ends[k % 2].node == (int)i;
        }
        best = n > most ? &topology->nodes.p[i] : best;
        most = n > most ? n : most;
    }
    return best;
}

/* Marks the neighbours of a node; returns their number. */
static size_t mark_neighbours(const struct topology *topology, int node,
                              bool *marks)
{
    size_t n = 0;
    for (size_t i = 0; i < 2 * topology->links.n; i++) {
        const struct end *ends = topology->links.p[i / 2].ends;
        if (ends[i % 2].node == node) {
            bool *mark = &marks[ends[1 - i % 2].node];
            n += !*mark;
            *mark = true;
        }
    }
    return n;
}

/* Spines have the same leaves: nodes with all neighbours of the busiest one, of
 * three or more, and no others are in the first row beside it. `alone`: it is
 * there if there are none. Returns whether it is. */
static bool raise_spines(struct topology *topology, bool alone)
{
    enum { LEAST = 3 };
    struct node *nodes = topology->nodes.p;
    struct node *first = busiest(topology);
    bool *marks = arena_zalloc(topology->arena, topology->nodes.n, 1);
    size_t n = mark_neighbours(topology, (int)(first - nodes), marks);
    for (size_t i = 0; n >= LEAST && i < topology->nodes.n; i++) {
        struct arena_mark mark = arena_mark(topology->arena);
        bool *own = arena_zalloc(topology->arena, topology->nodes.n, 1);
        bool same = &nodes[i] != first &&
                    mark_neighbours(topology, (int)i, own) == n &&
                    memcmp(own, marks, topology->nodes.n) == 0;
        nodes[i].row = same ? 0 : nodes[i].row;
        alone = alone || same;
        arena_reset(topology->arena, mark);
    }
    first->row = alone ? 0 : first->row;
    return alone;
}

/* Nodes without a row go below the first neighbour that has one; or above it.
 */
static void rank_neighbours(struct topology *topology, int *last, bool up)
{
    struct node *nodes = topology->nodes.p;
    for (int k = 0; k <= *last; k++) {
        int row = up ? *last - k : k;
        for (size_t i = 0; i < 2 * topology->links.n; i++) {
            const struct end *ends = topology->links.p[i / 2].ends;
            struct node *to = &nodes[ends[1 - i % 2].node];
            if (nodes[ends[i % 2].node].row == row && to->row < 0) {
                to->row = up ? row - 1 : row + 1;
                *last = to->row > *last ? to->row : *last;
            }
        }
    }
}

/* If only hosts and customers have a row, the others are above them, unless
 * there are spines.
 * Nodes that nothing leads to come last. Rows are numbered without gaps. */
void topology_rank(struct topology *topology)
{
    struct node *nodes = topology->nodes.p;
    int n = (int)topology->nodes.n;
    int last = -1;
    int first = HOST_ROW;
    for (int i = 0; i < n; i++) {
        last = nodes[i].row > last ? nodes[i].row : last;
        first =
            nodes[i].row >= 0 && nodes[i].row < first ? nodes[i].row : first;
    }
    bool hosts = last >= 0 && first >= ACCESS_ROW; /* and no others */
    bool spines = (last < 0 || hosts) && raise_spines(topology, !hosts);
    bool up = hosts && !spines;
    for (int i = 0; i < n && up; i++) {
        nodes[i].row += nodes[i].row >= 0 ? n : 0;
    }
    last += up ? n : 0;
    last = last < 0 ? 0 : last;
    rank_neighbours(topology, &last, up);
    for (int row = 0; row <= last + 1; row++) {
        bool any = false;
        for (size_t i = 0; i < topology->nodes.n; i++) {
            nodes[i].row = nodes[i].row < 0 ? last + 1 : nodes[i].row;
            if (nodes[i].row == row) {
                nodes[i].row = topology->rows;
                any = true;
            }
        }
        topology->rows += any;
    }
}
