/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_TOPOLOGY_H
#define CRUMB_DRAWING_TOPOLOGY_H

/* A network: nodes, links between them, and groups of nodes.
 *
 *   topology.c         its names, and its drawing as a whole
 *   topology_read.c    the text of a fence
 *   topology_lab.c     files of containerlab and netlab
 *   topology_place.c   where the nodes are, and the boxes of groups
 *   topology_rank.c    rows for nodes of a lab that have none
 *   topology_rows.c    nodes in rows
 *   topology_route.c   where the links are, and their labels
 *
 * Nodes and groups are known by their indices. A group in another one has the
 * lower one of the two. */

#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "drawing/svg.h"

struct script;

enum {
    TOPOLOGY_NODES = 1000,
    TOPOLOGY_LINKS = 4000,
    TOPOLOGY_GROUPS = 200,
    NODE_HEIGHT = 32,
    GROUP_PAD = 12, /* between a group's box and its nodes */
    GROUP_LABEL = 18,
    NO_NUMBER = -1,
};

enum node_icon {
    ICON_NODE, /* a box without one */
    ICON_ROUTER,
    ICON_SWITCH,
    ICON_FIREWALL,
    ICON_HOST,
    ICON_SERVER,
    ICON_CLOUD,
};

enum layout {
    LAYOUT_LAYERED,    /* rows, ordered so that few links cross */
    LAYOUT_SPINE_LEAF, /* rows over the whole width, in the order of the text */
    LAYOUT_FAT_TREE,   /* rows, each node above its own, in that order */
    LAYOUT_RING,
    LAYOUT_FREE, /* by coordinates */
};

struct node {
    str name;
    str label;
    enum node_icon icon;
    int row;
    int group;   /* NO_NUMBER: none */
    bool placed; /* by the text: */
    int x, y;    /* tenths of a step to the right and down */
    struct svg_box box;
    int ends[2]; /* links up, and those down */
    /* In rows: */
    int column; /* of its group among all, from left to right */
    int place;  /* among all, by row and column */
    int gap;    /* more room for a link to the next one */
    int wanted; /* where its links pull it */
    int pulls;
};

static inline int middle_x(const struct node *node)
{
    return node->box.x + node->box.width / 2;
}

static inline int middle_y(const struct node *node)
{
    return node->box.y + node->box.height / 2;
}

enum side { SIDE_TOP, SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT };

struct end {
    int node;
    str port; /* the name of the interface; may be empty */
    enum side side;
    int x, y;        /* where the link meets the box */
    int64_t towards; /* for the order of the ends at a side */
};

struct ends {
    VEC(struct end) list;
};

enum line_style { LINE_PLAIN, LINE_BUNDLE, LINE_DASHED };

struct link {
    struct end ends[2];
    str label;
    enum line_style style;
    int points[6][2]; /* of its line */
    int npoints;
    int lane;           /* over the tops of its row, from 0 up */
    bool round;         /* it leads round the nodes between its own: */
    struct svg_box way; /* down there; it has no width */
};

struct group {
    str name;
    str label;
    int parent;
    struct svg_box box;
};

struct label {
    int x, y; /* of its middle */
    int width;
    str text;
};

/* Two boxes that meet: of nodes, of a node and a foreign group around it, or of
 * groups. */
struct clash {
    enum { CLASH_NODES, CLASH_AROUND, CLASH_GROUPS } kind;
    str name; /* of the first one, in the text */
    str label;
    str other; /* the label of the second one */
};

struct topology {
    struct script *script; /* its text; mistakes are reported there */
    struct arena *arena;
    VEC(struct node) nodes;
    VEC(struct link) links;
    VEC(struct group) groups;
    struct map names; /* of nodes: numbers + 1 */
    struct map group_names;
    VEC(struct label) labels;
    enum layout layout;
    bool right_angled;
    int rows;
    int widest; /* of the boxes of nodes */
    int highest;
};

/* --- topology.c --- */

/* Adds one, whose name must not be there yet; its label is its name, too. NULL
 * after reporting, at that part of the text, that there are too many. */
struct node *topology_add_node(struct topology *topology, str name, str at);
/* Adds one; false after reporting that there are too many. */
bool topology_add_link(struct topology *topology, struct link link, str at);
/* The number of the node; NO_NUMBER: there is none of that name. */
int topology_node(const struct topology *topology, str name);
int topology_group(const struct topology *topology, str name);
/* Whether the group is that one or in it. */
bool topology_is_in(const struct topology *topology, int group, int outer);
/* The number of links between the same nodes as that one, of those from number
 * `from` up to number `to`. */
size_t topology_parallel(const struct topology *topology,
                         const struct link *link, size_t from, size_t to);

/* --- topology_read.c --- */

void topology_read(struct topology *topology);

/* --- topology_lab.c --- */

void topology_read_lab(struct topology *topology);

/* --- topology_rank.c --- */

/* The lowest rows that names say: of customers and access, and of hosts, with
 * a free one between them for networks. */
enum { ACCESS_ROW = 6, HOST_ROW = 8 };

/* Gives a row to the nodes that have none (-1), by those of their neighbours,
 * and numbers the rows without gaps; topology->rows is their number. There is a
 * node. */
void topology_rank(struct topology *topology);

/* --- topology_place.c --- */

/* Sets the boxes of nodes and groups. `step` counts from 0: with each there is
 * more room between them. False: boxes overlap. */
bool topology_place(struct topology *topology, int step);
/* Whether boxes meet that must not: the first two. */
bool topology_clash(const struct topology *topology, struct clash *out);

/* --- topology_rows.c --- */

/* Sets the boxes of nodes whose sizes are known. */
void topology_place_rows(struct topology *topology, int step);

/* --- topology_route.c --- */

/* Chooses the sides of the links, and the lanes of those over the tops of a
 * row. Returns the most lanes over a row that is not the first. */
int topology_lanes(struct topology *topology);
/* Sets the lines of the links and the labels. Returns the number of labels for
 * which there was no room. */
size_t topology_route(struct topology *topology, int step);

#endif
