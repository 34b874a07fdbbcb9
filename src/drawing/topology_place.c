/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* Where the nodes are, but for rows, and the boxes around groups. */

/* --- sizes --- */

/* Room at both nodes of a link for its labels. */
static void size_ends(struct topology *topology, const struct link *link)
{
    enum { WIDE = 480 };
    struct node *a = &topology->nodes.p[link->ends[0].node];
    struct node *b = &topology->nodes.p[link->ends[1].node];
    /* Links between the same nodes are one above the other within a row;
     * between rows, their labels are side by side. */
    int n = (int)topology_parallel(topology, link, 0, topology->links.n);
    bool down = topology->layout < LAYOUT_RING && a->row != b->row;
    int height = (down ? 2 : n + 1) * SVG_LINE;
    int width = down && n > 1 && link->label.n
                    ? (n + 1) * (svg_width(link->label) + 8)
                    : 0;
    width = width < WIDE ? width : WIDE;
    a->box.width = width > a->box.width ? width : a->box.width;
    b->box.width = width > b->box.width ? width : b->box.width;
    a->ends[a->row < b->row]++;
    b->ends[b->row < a->row]++;
    a->box.height = height > a->box.height ? height : a->box.height;
    b->box.height = height > b->box.height ? height : b->box.height;
}

/* Wide enough for the label and for the links of a row, high enough for those
 * within a row. */
static void size_nodes(struct topology *topology)
{
    enum { PORT = 10 };
    bool rows = topology->layout < LAYOUT_RING;
    struct node *nodes = topology->nodes.p;
    topology->widest = topology->highest = 0;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        nodes[i].box = (struct svg_box){.height = NODE_HEIGHT};
        nodes[i].ends[0] = nodes[i].ends[1] = 0;
    }
    for (size_t i = 0; i < topology->links.n; i++) {
        size_ends(topology, &topology->links.p[i]);
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &nodes[i];
        int most = node->ends[node->ends[1] > node->ends[0]];
        int ports = rows ? (most + 1) * PORT : 0;
        int width = svg_width(node->label) + 14 + (node->icon ? 20 : 0);
        int height = node->box.height;
        width = width > ports ? width : ports;
        width = width > node->box.width ? width : node->box.width;
        node->box.width = width;
        topology->widest = width > topology->widest ? width : topology->widest;
        topology->highest =
            height > topology->highest ? height : topology->highest;
    }
}

/* --- ring and free --- */

/* sin(π·part/whole) for a part of the whole, with an error below 0.002: by
 * Bhaskara I, so that it is the same on every machine. */
static double sine(int part, int whole)
{
    double x = (double)part * (whole - part);
    return 16 * x / (5.0 * whole * whole - 4 * x);
}

/* The sine of i n-th parts of a turn. */
static double turned(int i, int n)
{
    i = 2 * i % (2 * n);
    return i <= n ? sine(i, n) : -sine(i - n, n);
}

/* Adds the nodes of a group, or all, to the order of a ring, that of the text:
 * a group in it is where the first of its nodes is. */
// NOLINTNEXTLINE(misc-no-recursion): a group in the group each time
static void order_ring(const struct topology *topology, int group, int *order,
                       int *n)
{
    int from = *n;
    for (int i = 0; i < (int)topology->nodes.n; i++) {
        int inner = topology->nodes.p[i].group;
        if (inner == group) {
            order[(*n)++] = i;
            continue;
        }
        while (inner != NO_NUMBER &&
               topology->groups.p[inner].parent != group) {
            inner = topology->groups.p[inner].parent;
        }
        bool is_new = inner != NO_NUMBER;
        for (int k = from; k < *n && is_new; k++) {
            is_new = order[k] != i;
        }
        if (is_new) {
            order_ring(topology, inner, order, n);
        }
    }
}

/* From the top on, clockwise, turned by so many halves of a place. Angles are
 * 2n-th parts of a turn. */
static void place_ring(struct topology *topology, int step, int halves)
{
    int n = (int)topology->nodes.n;
    int *order = ARENA_ARRAY(topology->arena, int, topology->nodes.n);
    int placed = 0;
    order_ring(topology, NO_NUMBER, order, &placed);
    int along = topology->widest + 40 + 16 * step;
    int radius = along * n / 6;
    radius = radius < 90 + 20 * step ? 90 + 20 * step : radius;
    for (int i = 0; i < n; i++) {
        struct node *node = &topology->nodes.p[order[i]];
        int angle = (2 * i + halves) % (2 * n);
        node->row = 0;
        node->box.x =
            (int)(radius * turned(angle, 2 * n)) - node->box.width / 2;
        node->box.y = -(int)(radius * 0.8 * turned(4 * angle + 2 * n, 8 * n));
    }
    topology->rows = 1;
}

static void place_free(struct topology *topology, int step)
{
    int across = topology->widest + 40 + 24 * step;
    int down = topology->highest + 48 + 20 * step;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->box.x = node->x * across / 10 - node->box.width / 2;
        node->box.y = node->y * down / 10;
    }
}

/* --- groups --- */

/* From the innermost ones out: their numbers are lower. */
static void box_groups(struct topology *topology)
{
    for (size_t g = 0; g < topology->groups.n; g++) {
        topology->groups.p[g].box = (struct svg_box){0};
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        if (node->group != NO_NUMBER) {
            struct svg_box *box = &topology->groups.p[node->group].box;
            *box = svg_box_around(*box, node->box);
        }
    }
    for (size_t g = 0; g < topology->groups.n; g++) {
        struct group *group = &topology->groups.p[g];
        struct svg_box box = group->box;
        int least = svg_width(group->label) + 4;
        int width = box.width < least ? least : box.width;
        group->box = (struct svg_box){
            box.x - (width - box.width) / 2 - GROUP_PAD,
            box.y - GROUP_PAD - GROUP_LABEL, width + 2 * GROUP_PAD,
            box.height + 2 * GROUP_PAD + GROUP_LABEL};
        if (group->parent != NO_NUMBER) {
            struct svg_box *outer = &topology->groups.p[group->parent].box;
            *outer = svg_box_around(*outer, group->box);
        }
    }
}

bool topology_clash(const struct topology *topology, struct clash *out)
{
    const struct group *groups = topology->groups.p;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        *out = (struct clash){CLASH_NODES, node->name, node->label, {0}};
        for (size_t k = i + 1; k < topology->nodes.n; k++) {
            out->other = topology->nodes.p[k].label;
            if (svg_boxes_meet(node->box, topology->nodes.p[k].box)) {
                return true;
            }
        }
        out->kind = CLASH_AROUND;
        for (size_t g = 0; g < topology->groups.n; g++) {
            out->other = groups[g].label;
            if (!topology_is_in(topology, node->group, (int)g) &&
                svg_boxes_meet(node->box, groups[g].box)) {
                return true;
            }
        }
    }
    for (int g = 0; g < (int)topology->groups.n; g++) {
        for (int k = 0; k < g; k++) {
            *out = (struct clash){CLASH_GROUPS, groups[g].name, groups[g].label,
                                  groups[k].label};
            if (!topology_is_in(topology, g, k) &&
                !topology_is_in(topology, k, g) &&
                svg_boxes_meet(groups[g].box, groups[k].box)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether no boxes meet. */
static bool is_clear(struct topology *topology)
{
    struct clash clash;
    box_groups(topology);
    return !topology_clash(topology, &clash);
}

bool topology_place(struct topology *topology, int step)
{
    enum { MOST_TURNS = 32 };
    if (!step) {
        size_nodes(topology);
    }
    if (topology->layout == LAYOUT_RING) {
        /* The box of a large group is around others, unless it is turned. */
        int turns = topology->groups.n ? MOST_TURNS : 1;
        for (int i = 0; i < turns && (!i || !is_clear(topology)); i++) {
            place_ring(topology, step, i);
        }
    } else if (topology->layout == LAYOUT_FREE) {
        place_free(topology, step);
    } else {
        topology_place_rows(topology, step);
    }
    return is_clear(topology);
}
