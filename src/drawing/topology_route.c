/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

/* Where the links are, and their labels. A link begins at a side of its node's
 * box; the links at a side are apart, in the order of where they lead. A label
 * goes on its link, at the first place where it meets no box and no other
 * label. */

/* A box that labels and links keep off, in the chain of each cell of the plane
 * that it is in. */
struct taken {
    struct svg_box box;
    int next; /* NO_NUMBER: none */
};

struct router {
    struct topology *topology;
    int step;
    VEC(struct taken) taken;
    int *cells; /* the first of a chain, by hash; NO_NUMBER: none */
};

enum {
    CELL_WIDTH = 64,
    CELL_HEIGHT = 32,
    CELLS = 1 << 12,
    APART = 2,
    FEW_LINKS = 200, /* whose labels are compared with all of them */
};

/* --- boxes that are taken --- */

static int cell_of(int n, int size)
{
    return n >= 0 ? n / size : -((size - 1 - n) / size);
}

/* The chain of the cell that is number *at of those of a box, from 0 on; NULL:
 * it has no more. */
static int *next_chain(const struct router *router, struct svg_box box, int *at)
{
    int left = cell_of(box.x, CELL_WIDTH);
    int top = cell_of(box.y, CELL_HEIGHT);
    int columns = cell_of(box.x + box.width, CELL_WIDTH) - left + 1;
    int x = left + *at % columns;
    int y = top + *at / columns;
    ++*at;
    return y > cell_of(box.y + box.height, CELL_HEIGHT)
               ? NULL
               : &router->cells[((size_t)(unsigned)x * 31 +
                                 (size_t)(unsigned)y * 1009) %
                                CELLS];
}

static void take(struct router *router, struct svg_box box)
{
    int *chain;
    for (int i = 0; (chain = next_chain(router, box, &i));) {
        *VEC_PUSH(&router->taken, router->topology->arena) =
            (struct taken){box, *chain};
        *chain = (int)router->taken.n - 1;
    }
}

/* Frees all but the boxes of nodes. */
static void take_nodes(struct router *router)
{
    const struct topology *topology = router->topology;
    router->taken.n = 0;
    for (size_t i = 0; i < CELLS; i++) {
        router->cells[i] = NO_NUMBER;
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        take(router, topology->nodes.p[i].box);
    }
}

static bool is_free(const struct router *router, struct svg_box box)
{
    const int *chain;
    for (int i = 0; (chain = next_chain(router, box, &i));) {
        for (int k = *chain; k != NO_NUMBER; k = router->taken.p[k].next) {
            if (svg_boxes_meet(router->taken.p[k].box, box)) {
                return false;
            }
        }
    }
    return true;
}

static struct svg_box box_of(const struct label *label)
{
    return (struct svg_box){label->x - label->width / 2 - APART,
                            label->y - SVG_LINE / 2, label->width + 2 * APART,
                            SVG_LINE};
}

/* --- sides --- */

static enum side side_towards(const struct node *from, const struct node *to,
                              bool next)
{
    int dx = middle_x(to) - middle_x(from);
    int dy = middle_y(to) - middle_y(from);
    int wide = (from->box.width + to->box.width) / 2;
    int across = dx < 0 ? -dx : dx;
    int down = dy < 0 ? -dy : dy;
    if (down > NODE_HEIGHT && down * wide > (across - wide) * NODE_HEIGHT) {
        return dy > 0 ? SIDE_BOTTOM : SIDE_TOP;
    }
    return !next ? SIDE_TOP : dx > 0 ? SIDE_RIGHT : SIDE_LEFT;
}

static void choose_sides(struct topology *topology)
{
    bool rows = topology->layout < LAYOUT_RING;
    for (size_t i = 0; i < topology->links.n; i++) {
        struct link *link = &topology->links.p[i];
        link->round = false;
        struct end *a = &link->ends[0];
        struct end *b = &link->ends[1];
        const struct node *from = &topology->nodes.p[a->node];
        const struct node *to = &topology->nodes.p[b->node];
        if (rows && from->row != to->row) {
            a->side = from->row < to->row ? SIDE_BOTTOM : SIDE_TOP;
            b->side = from->row < to->row ? SIDE_TOP : SIDE_BOTTOM;
            continue;
        }
        int apart = from->place - to->place;
        bool next = !rows || apart == 1 || apart == -1;
        a->side = side_towards(from, to, next);
        b->side = side_towards(to, from, next);
    }
}

static bool is_arc(const struct link *link)
{
    return link->ends[0].side == SIDE_TOP && link->ends[1].side == SIDE_TOP;
}

/* A link over the tops of a row, and the places of its nodes. */
struct arc {
    struct link *link;
    int row;
    int left;
    int right;
};

static int compare_arcs(const void *a, const void *b)
{
    const struct arc *x = a;
    const struct arc *y = b;
    int by = x->row - y->row;
    by = by ? by : (x->right - x->left) - (y->right - y->left);
    return by ? by : (x->link > y->link) - (x->link < y->link);
}

/* Each leads above the shorter ones that it meets, and they begin within its
 * ends. */
static int choose_lanes(struct topology *topology)
{
    enum { LANES = 20 };
    int most = 0;
    VEC(struct arc) arcs = {0};
    int *free = ARENA_ARRAY(topology->arena, int, topology->nodes.n);
    for (size_t i = 0; i < topology->links.n; i++) {
        struct link *link = &topology->links.p[i];
        const struct node *from = &topology->nodes.p[link->ends[0].node];
        int a = from->place;
        int b = topology->nodes.p[link->ends[1].node].place;
        if (is_arc(link)) {
            *VEC_PUSH(&arcs, topology->arena) =
                (struct arc){link, from->row, a < b ? a : b, a < b ? b : a};
        }
    }
    VEC_SORT(&arcs, compare_arcs);
    for (size_t i = 0; i < arcs.n; i++) {
        const struct arc *arc = &arcs.p[i];
        if (!i || arc->row != arc[-1].row) {
            memset(free, 0, topology->nodes.n * sizeof *free);
        }
        int lane = 0;
        for (int k = arc->left; k < arc->right; k++) {
            lane = free[k] > lane ? free[k] : lane;
        }
        for (int k = arc->left; k < arc->right; k++) {
            free[k] = lane + 1;
        }
        lane %= LANES;
        arc->link->lane = lane;
        most = arc->row && lane >= most ? lane + 1 : most;
    }
    return most;
}

int topology_lanes(struct topology *topology)
{
    choose_sides(topology);
    return choose_lanes(topology);
}

/* By node, side, and where they lead to there; both are ends of the links in
 * their order. */
static int compare_ends(const void *a, const void *b)
{
    const struct end *x = *(struct end *const *)a;
    const struct end *y = *(struct end *const *)b;
    int64_t by = x->node != y->node   ? x->node - y->node
                 : x->side != y->side ? (int)x->side - (int)y->side
                                      : x->towards - y->towards;
    return by ? (by > 0 ? 1 : -1) : (x > y) - (x < y);
}

static void meet_box(struct end *end, const struct node *node, int i, int n)
{
    struct svg_box box = node->box;
    bool flat = end->side == SIDE_LEFT || end->side == SIDE_RIGHT;
    end->x = flat ? box.x + (end->side == SIDE_RIGHT ? box.width : 0)
                  : box.x + box.width * (i + 1) / (n + 1);
    end->y = flat ? box.y + box.height * (i + 1) / (n + 1)
                  : box.y + (end->side == SIDE_BOTTOM ? box.height : 0);
}

/* The slope of the link, for the order of those at a side. One that goes round
 * leads to the nearer end of its way. */
static int64_t direction_of(const struct topology *topology,
                            const struct link *link, int end)
{
    const struct end *from = &link->ends[end];
    const struct end *to = &link->ends[1 - end];
    const struct node *node = &topology->nodes.p[from->node];
    const struct node *other = &topology->nodes.p[to->node];
    int near = link->way.y + (from->y < to->y ? 0 : link->way.height);
    int64_t dx = (link->round ? link->way.x : middle_x(other)) - middle_x(node);
    int64_t dy = (link->round ? near : middle_y(other)) - middle_y(node);
    bool flat = from->side == SIDE_LEFT || from->side == SIDE_RIGHT;
    if (is_arc(link)) {
        int64_t nearer = INT32_MAX - link->lane;
        return dx > 0 ? nearer : -nearer;
    }
    int64_t off = flat ? dx : dy;
    off = off < 0 ? -off : off;
    return (flat ? dy : dx) * 1000 / (off + 10);
}

static void place_ends(struct topology *topology)
{
    size_t n = 2 * topology->links.n;
    struct end **all = ARENA_ARRAY(topology->arena, struct end *, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct link *link = &topology->links.p[i / 2];
        all[i] = &link->ends[i % 2];
        all[i]->towards = direction_of(topology, link, i % 2);
    }
    if (n) {
        qsort(all, n, sizeof *all, compare_ends);
    }
    for (size_t i = 0; i < n;) {
        size_t to = i;
        while (to < n && all[to]->node == all[i]->node &&
               all[to]->side == all[i]->side) {
            to++;
        }
        for (size_t k = i; k < to; k++) {
            meet_box(all[k], &topology->nodes.p[all[k]->node], (int)(k - i),
                     (int)(to - i));
        }
        i = to;
    }
}

/* --- lines --- */

static void add_point(struct link *link, int x, int y)
{
    link->points[link->npoints][0] = x;
    link->points[link->npoints][1] = y;
    link->npoints++;
}

/* Between two sides that face each other: straight, or with two corners in the
 * middle. From two tops: over the boxes between them. Round other nodes: down
 * its way. `lane` keeps the middle parts of several links apart. */
static void draw_line(struct link *link, bool right_angled, int lane)
{
    const struct end *a = &link->ends[0];
    const struct end *b = &link->ends[1];
    bool flat = a->side == SIDE_LEFT || a->side == SIDE_RIGHT;
    link->npoints = 0;
    add_point(link, a->x, a->y);
    if (link->round) {
        int first = link->way.y + (a->y < b->y ? 0 : link->way.height);
        int second = link->way.y + (a->y < b->y ? link->way.height : 0);
        add_point(link, right_angled ? a->x : link->way.x, first);
        if (right_angled) {
            add_point(link, link->way.x, first);
            add_point(link, link->way.x, second);
        }
        add_point(link, right_angled ? b->x : link->way.x, second);
    } else if (is_arc(link)) {
        int top = (a->y < b->y ? a->y : b->y) - 28 - SVG_LINE * lane;
        add_point(link, a->x, top);
        add_point(link, b->x, top);
    } else if (right_angled && (flat ? a->y != b->y : a->x != b->x)) {
        int off = lane % 2 ? (lane + 1) / 2 * 6 : -lane / 2 * 6;
        int x = (a->x + b->x) / 2 + off;
        int y = (a->y + b->y) / 2 + off;
        add_point(link, flat ? x : a->x, flat ? a->y : y);
        add_point(link, flat ? x : b->x, flat ? b->y : y);
    }
    add_point(link, b->x, b->y);
}

/* Whether the straight line between two points leads through the box. */
static bool line_meets(const int a[2], const int b[2], struct svg_box box)
{
    const int *from = a[1] <= b[1] ? a : b;
    const int *to = a[1] <= b[1] ? b : a;
    int64_t dx = to[0] - from[0];
    int64_t dy = to[1] - from[1];
    int top = box.y > from[1] ? box.y : from[1];
    int bottom = box.y + box.height < to[1] ? box.y + box.height : to[1];
    int first = from[0] + (int)(dy ? dx * (top - from[1]) / dy : 0);
    int last = from[0] + (int)(dy ? dx * (bottom - from[1]) / dy : dx);
    return top <= bottom &&
           (first < last ? first : last) <= box.x + box.width &&
           (first < last ? last : first) >= box.x;
}

/* The nodes in rows between those of the link's ends: whether the line leads
 * through one of them, and the space that all of their rows take. */
static bool leads_through(const struct topology *topology,
                          const struct link *link, const int from[2],
                          const int to[2], struct svg_box *rows)
{
    int a = topology->nodes.p[link->ends[0].node].row;
    int b = topology->nodes.p[link->ends[1].node].row;
    bool through = false;
    *rows = (struct svg_box){0};
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        if ((node->row > a) != (node->row > b) && node->row != a &&
            node->row != b) {
            *rows = svg_box_around(*rows, node->box);
            through = through || topology->right_angled ||
                      line_meets(from, to, node->box);
        }
    }
    return through;
}

/* The nearest place for a line down through the rows that meets no box. */
static struct svg_box free_column(const struct router *router,
                                  struct svg_box rows, int near)
{
    enum { STEP = 4, MOST = 256 };
    int width = 12 + 8 * router->step;
    struct svg_box column = {near - width / 2, rows.y, width, rows.height};
    for (int i = 0; i < MOST && !is_free(router, column); i++) {
        int off = (i + 2) / 2 * STEP;
        column.x = near - width / 2 + (i % 2 ? off : -off);
    }
    return column;
}

/* Links over several rows go round the nodes in their way. */
static void lead_round(struct router *router)
{
    enum { GAP = 8, LANES = 5, LANE = 6 };
    struct topology *topology = router->topology;
    bool corners = topology->right_angled;
    int lane = 0;
    for (size_t i = 0; i < topology->links.n; i++) {
        struct link *link = &topology->links.p[i];
        const int *from = link->points[0];
        const int *to = link->points[link->npoints - 1];
        struct svg_box rows;
        if (!leads_through(topology, link, from, to, &rows)) {
            continue;
        }
        struct svg_box column = free_column(
            router, rows, corners ? from[0] : (from[0] + to[0]) / 2);
        link->round = is_free(router, column);
        if (link->round) {
            int off = GAP + (corners ? lane++ % LANES * LANE : 0);
            take(router, column);
            link->way =
                (struct svg_box){column.x + column.width / 2, rows.y - off, 0,
                                 rows.height + 2 * off};
        }
    }
}

/* Links between the same two rows of points take turns in nine lanes. */
static void draw_lines(struct topology *topology)
{
    enum { LANES = 9 };
    for (size_t i = 0; i < topology->links.n; i++) {
        struct link *link = &topology->links.p[i];
        int lane = is_arc(link) ? link->lane : (int)(i % LANES);
        draw_line(link, topology->right_angled, lane);
    }
}

/* --- labels --- */

/* Lengths along a link are sums over both axes: only their order counts. */
static int part_length(const struct link *link, int part)
{
    int dx = link->points[part + 1][0] - link->points[part][0];
    int dy = link->points[part + 1][1] - link->points[part][1];
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

static int length_of(const struct link *link)
{
    int sum = 0;
    for (int i = 0; i + 1 < link->npoints; i++) {
        sum += part_length(link, i);
    }
    return sum;
}

/* The point that far along the link. */
static void point_at(const struct link *link, int along, int *x, int *y)
{
    int part = 0;
    int length = part_length(link, 0);
    while (along > length && part + 2 < link->npoints) {
        along -= length;
        length = part_length(link, ++part);
    }
    const int *from = link->points[part];
    const int *to = link->points[part + 1];
    int64_t of = length ? length : 1;
    *x = from[0] + (int)((int64_t)(to[0] - from[0]) * along / of);
    *y = from[1] + (int)((int64_t)(to[1] - from[1]) * along / of);
}

static void put_label(struct router *router, const struct label *label)
{
    take(router, box_of(label));
    *VEC_PUSH(&router->topology->labels, router->topology->arena) = *label;
}

/* Whether a line of another link leads through the box. */
static bool is_crossed(const struct topology *topology, const struct link *own,
                       struct svg_box box)
{
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        for (int k = 0; link != own && k + 1 < link->npoints; k++) {
            if (line_meets(link->points[k], link->points[k + 1], box)) {
                return true;
            }
        }
    }
    return false;
}

static bool try_label(struct router *router, const struct link *link, int along,
                      bool alone, struct label *label)
{
    point_at(link, along, &label->x, &label->y);
    bool has_room =
        is_free(router, box_of(label)) &&
        !(alone && is_crossed(router->topology, link, box_of(label)));
    if (has_room) {
        put_label(router, label);
    }
    return has_room;
}

/* As near to its end as it can be, in its half of the link. */
static bool put_port(struct router *router, const struct link *link, int end)
{
    str text = link->ends[end].port;
    struct label label = {.width = svg_width(text), .text = text};
    int length = text.n ? length_of(link) : 0;
    for (int along = 8; 2 * along < length; along += 4) {
        if (try_label(router, link, end ? length - along : along, false,
                      &label)) {
            return true;
        }
    }
    return !text.n;
}

/* As near to the middle as it can be; `alone`: where it meets no other link. */
static bool put_middle(struct router *router, const struct link *link,
                       bool alone)
{
    struct label label = {.width = svg_width(link->label), .text = link->label};
    int length = link->label.n ? length_of(link) : 0;
    for (int off = 0; off * 5 < length * 2; off += 4) {
        if (try_label(router, link, length / 2 - off, alone, &label) ||
            try_label(router, link, length / 2 + off, alone, &label)) {
            return true;
        }
    }
    return !link->label.n;
}

/* Names of groups are at their upper rims, on the left. */
static void put_groups(struct router *router)
{
    const struct topology *topology = router->topology;
    for (size_t i = 0; i < topology->groups.n; i++) {
        const struct group *group = &topology->groups.p[i];
        struct label label = {.width = svg_width(group->label),
                              .text = group->label};
        label.x = group->box.x + label.width / 2 + 8;
        label.y = group->box.y + SVG_LINE / 2 + 3;
        put_label(router, &label);
    }
}

static int compare_lengths(const void *a, const void *b)
{
    const struct link *x = *(const struct link *const *)a;
    const struct link *y = *(const struct link *const *)b;
    int by = length_of(x) - length_of(y);
    return by ? by : (x > y) - (x < y);
}

/* Labels of short links have the first choice. */
static size_t put_labels(struct router *router)
{
    struct topology *topology = router->topology;
    VEC(const struct link *) order = {0};
    size_t n = topology->links.n;
    size_t left_out = 0;
    for (size_t i = 0; i < n; i++) {
        *VEC_PUSH(&order, topology->arena) = &topology->links.p[i];
    }
    VEC_SORT(&order, compare_lengths);
    for (size_t i = 0; i < 2 * n; i++) {
        left_out += !put_port(router, order.p[i / 2], (int)(i % 2));
    }
    for (size_t i = 0; i < n; i++) {
        left_out += !(n < FEW_LINKS && put_middle(router, order.p[i], true)) &&
                    !put_middle(router, order.p[i], false);
    }
    return left_out;
}

size_t topology_route(struct topology *topology, int step)
{
    struct router router = {.topology = topology, .step = step};
    topology_lanes(topology);
    place_ends(topology);
    draw_lines(topology);
    topology->labels.n = 0;
    router.cells = ARENA_ARRAY(topology->arena, int, CELLS);
    take_nodes(&router);
    if (topology->layout < LAYOUT_RING) {
        lead_round(&router);
        place_ends(topology);
        draw_lines(topology);
        take_nodes(&router); /* labels may be on columns */
    }
    put_groups(&router);
    return put_labels(&router);
}
