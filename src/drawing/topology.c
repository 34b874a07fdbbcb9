/* SPDX-License-Identifier: MIT */
#include "drawing/topology.h"

#include "drawing/drawing.h"
#include "drawing/script.h"
#include "drawing/words.h"

static int number_of(const struct map *names, str name)
{
    return (int)(uintptr_t)map_get(names, name) - 1;
}

int topology_node(const struct topology *topology, str name)
{
    return number_of(&topology->names, name);
}

int topology_group(const struct topology *topology, str name)
{
    return number_of(&topology->group_names, name);
}

/* Once is enough. */
static bool too_many(struct topology *topology, str at, int most,
                     const char *what)
{
    if (!topology->script->mistakes) {
        diag_hint(script_mistake(topology->script, at,
                                 "a topology has %d %s at the most", most,
                                 what),
                  "draw a part of it");
    }
    return false;
}

struct node *topology_add_node(struct topology *topology, str name, str at)
{
    if (topology->nodes.n == TOPOLOGY_NODES) {
        too_many(topology, at, TOPOLOGY_NODES, "nodes");
        return NULL;
    }
    struct node *node = VEC_PUSH(&topology->nodes, topology->arena);
    *node = (struct node){.name = name, .label = name, .group = NO_NUMBER};
    *map_put(&topology->names, topology->arena, name) =
        (void *)(uintptr_t)topology->nodes.n;
    return node;
}

bool topology_add_link(struct topology *topology, struct link link, str at)
{
    if (topology->links.n == TOPOLOGY_LINKS) {
        return too_many(topology, at, TOPOLOGY_LINKS, "links");
    }
    *VEC_PUSH(&topology->links, topology->arena) = link;
    return true;
}

bool topology_is_in(const struct topology *topology, int group, int outer)
{
    while (group != NO_NUMBER && group != outer) {
        group = topology->groups.p[group].parent;
    }
    return group == outer;
}

#define NO_PLACE SIZE_MAX /* boxes meet */

size_t topology_parallel(const struct topology *topology,
                         const struct link *link, size_t from, size_t to)
{
    int a = link->ends[0].node;
    int b = link->ends[1].node;
    size_t n = 0;
    for (size_t i = from; i < to; i++) {
        const struct end *ends = topology->links.p[i].ends;
        n += (ends[0].node == a && ends[1].node == b) ||
             (ends[0].node == b && ends[1].node == a);
    }
    return n;
}

/* --- words --- */

static void put_end(const struct topology *topology, const struct end *end,
                    struct buf *out)
{
    buf_put(out, topology->nodes.p[end->node].label);
    if (end->port.n) {
        buf_putc(out, ' ');
        buf_put(out, end->port);
    }
}

/* The groups with their nodes, and all links. */
static str describe(const struct topology *topology)
{
    struct buf out = {0};
    for (size_t i = 0; i < topology->groups.n; i++) {
        const char *before = ": ";
        buf_put(&out, topology->groups.p[i].label);
        for (size_t k = 0; k < topology->nodes.n; k++) {
            const struct node *node = &topology->nodes.p[k];
            if (topology_is_in(topology, node->group, (int)i)) {
                buf_put(&out, str_from(before));
                buf_put(&out, node->label);
                before = ", ";
            }
        }
        buf_put(&out, STR("; "));
    }
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        buf_put(&out, i ? STR("; ") : STR(""));
        put_end(topology, &link->ends[0], &out);
        buf_putc(&out, ' ');
        buf_put(&out, drawing_word(topology->script, STR("to")));
        buf_putc(&out, ' ');
        put_end(topology, &link->ends[1], &out);
        if (link->label.n) {
            buf_put(&out, STR(", "));
            buf_put(&out, link->label);
        }
    }
    return buf_move(&out, topology->arena);
}

static str name_of(const struct topology *topology)
{
    const size_t numbers[] = {topology->nodes.n, topology->links.n};
    bool node = numbers[0] == 1;
    bool link = numbers[1] == 1;
    return drawing_sentence(
        topology->script,
        node   ? STR("A network of 1 node and {links} links")
        : link ? STR("A network of {nodes} nodes and 1 link")
               : STR("A network of {nodes} nodes and {links} links"),
        numbers + node, node || link ? 1 : 2);
}

/* --- drawing --- */

/* In 18 by 18 units. */
static const char *const icons[] = {
    [ICON_ROUTER] = "M1 9a8 8 0 1 0 16 0a8 8 0 1 0-16 0M9 4v10M6.5 6.5 9 4l2.5 "
                    "2.5M6.5 11.5 9 14l2.5-2.5M1 9h4M13 9h4",
    [ICON_SWITCH] = "M1 3h16v12H1zM4 7h9m-2.5-2 2.5 2-2.5 2M14 11H5m2.5-2L5 "
                    "11l2.5 2",
    [ICON_FIREWALL] = "M1 3h16v12H1zM1 7h16M1 11h16M6 3v4M12 3v4M9 7v4M6 "
                      "11v4M12 11v4",
    [ICON_HOST] = "M2 3h14v9H2zM6 15h6M9 12v3",
    [ICON_SERVER] = "M4 1h10v16H4zM4 6h10M4 11h10M6.5 3.5h2M6.5 8.5h2M6.5 "
                    "13.5h2",
    [ICON_CLOUD] = "M5 14a4 4 0 0 1-.5-8A5 5 0 0 1 14 7a3.5 3.5 0 0 1 0 7z",
};

/* All links of a style are one path. */
static void put_links(const struct topology *topology, enum line_style style,
                      struct svg *svg)
{
    static const char *const looks[] = {
        [LINE_PLAIN] = "",
        [LINE_BUNDLE] = " stroke-width=\"3\"",
        [LINE_DASHED] = SVG_DASHED,
    };
    bool any = false;
    for (size_t i = 0; i < topology->links.n; i++) {
        const struct link *link = &topology->links.p[i];
        for (int k = 0; k < link->npoints && link->style == style; k++) {
            int x = link->points[k][0];
            int y = link->points[k][1];
            if (!any) {
                buf_printf(&svg->shapes, "<path%s d=\"", looks[style]);
            }
            any = true;
            buf_printf(&svg->shapes, "%c%d %d", k ? 'L' : 'M', x, y);
            svg_reach(svg, (struct svg_box){x - 1, y - 1, 2, 2});
        }
    }
    buf_put(&svg->shapes, any ? STR("\"/>") : STR(""));
}

static void put_nodes(const struct topology *topology, struct svg *svg)
{
    buf_put(&svg->shapes, STR("<g" SVG_SHADED ">"));
    for (size_t i = 0; i < topology->nodes.n; i++) {
        svg_rect(svg, topology->nodes.p[i].box, 4, "");
    }
    buf_put(&svg->shapes, STR("</g>"));
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        if (node->icon != ICON_NODE) {
            buf_printf(&svg->shapes,
                       "<path transform=\"translate(%d %d)\" d=\"%s\"/>",
                       node->box.x + 6, middle_y(node) - 9, icons[node->icon]);
        }
    }
    svg_texts_start(&svg->shapes, false);
    for (size_t i = 0; i < topology->nodes.n; i++) {
        const struct node *node = &topology->nodes.p[i];
        svg_text(&svg->shapes,
                 middle_x(node) + (node->icon == ICON_NODE ? 0 : 11),
                 middle_y(node), node->label);
    }
    svg_texts_end(&svg->shapes);
}

static void draw(const struct topology *topology, str title, str description,
                 struct buf *out)
{
    struct svg svg = {0};
    for (size_t i = 0; i < topology->groups.n; i++) {
        svg_rect(&svg, topology->groups.p[i].box, 8, SVG_DOTTED);
    }
    put_links(topology, LINE_PLAIN, &svg);
    put_links(topology, LINE_DASHED, &svg);
    put_links(topology, LINE_BUNDLE, &svg);
    put_nodes(topology, &svg);
    for (size_t i = 0; i < topology->labels.n; i++) {
        const struct label *label = &topology->labels.p[i];
        svg_label_on_line(&svg, label->x, label->y, label->text);
    }
    svg_put(&svg, STR("topology"), title, description, out);
}

/* In rows there is always room. In a ring and between places that the text
 * gives, a drawing would say something wrong. */
static void report_clash(const struct clash *clash, struct script *script)
{
    struct diag *diag = script_mistake(
        script, clash->name,
        clash->kind == CLASH_NODES ? "\"%.*s\" is at the place of \"%.*s\""
        : clash->kind == CLASH_AROUND
            ? "\"%.*s\" would be in the box of \"%.*s\""
            : "the box of \"%.*s\" would meet that of \"%.*s\"",
        STR_ARG(clash->label), STR_ARG(clash->other));
    diag_hint(diag, "give it another place, or choose layout layered");
}

/* With each step there is more room. Returns the number of labels that have
 * none at any step; NO_PLACE: boxes meet at every step. */
static size_t place_all(struct topology *topology)
{
    enum { LAST = 32 };
    size_t fewest = SIZE_MAX;
    int best = 0;
    for (int i = 0; i < LAST && fewest; i++) {
        size_t left_out = topology_place(topology, i)
                              ? topology_route(topology, i)
                              : NO_PLACE - (size_t)i;
        best = left_out < fewest ? i : best;
        fewest = left_out < fewest ? left_out : fewest;
    }
    bool clear = topology_place(topology, best);
    topology_route(topology, best);
    return clear ? fewest : NO_PLACE;
}

/* Makes one of all links between the same two nodes: a bundle that says how
 * many they are. False: there are no such links. */
static bool bundle_links(struct topology *topology)
{
    size_t all = topology->links.n;
    size_t n = 0;
    for (size_t i = 0; i < all; i++) {
        struct link link = topology->links.p[i];
        size_t first = topology_parallel(topology, &link, 0, n);
        size_t more = topology_parallel(topology, &link, i, all);
        if (first) {
            continue;
        }
        if (more > 1) {
            link.style = LINE_BUNDLE;
            link.label = arena_printf(topology->arena, "\u00d7%zu", more);
            link.ends[0].port = link.ends[1].port = (str){0};
        }
        topology->links.p[n++] = link;
    }
    topology->links.n = n;
    return n < all;
}

/* Labels that never have room are in the description alone. */
static void report_left_out(size_t left_out, struct script *script)
{
    str text = script->source->text;
    str first = str_sub(text, 0, str_find_char_from(text, 0, '\n'));
    diag_hint(diag_warning(script->diags, span_of_str(script->source, first),
                           "drawing", "there is no room for %zu label%s",
                           left_out, left_out == 1 ? "" : "s"),
              "choose another layout, or draw fewer links; the description "
              "has all of them");
}

bool topology_draw(const struct drawing *drawing, struct script *script,
                   struct buf *out)
{
    struct topology topology = {.script = script, .arena = script->arena};
    str name = script->source->name;
    bool lab = str_ends(name, STR(".yml")) || str_ends(name, STR(".yaml"));
    if (lab) {
        topology_read_lab(&topology);
        script->off = script->source->text.n; /* but for its options */
    }
    topology_read(&topology);
    if (script->mistakes || !topology.nodes.n) {
        return false;
    }
    struct clash clash;
    str title = drawing->title.n ? drawing->title : name_of(&topology);
    str description = describe(&topology);
    size_t left_out = place_all(&topology);
    if (left_out == NO_PLACE && lab && topology.layout == LAYOUT_FREE) {
        topology.layout = LAYOUT_LAYERED; /* the positions are of no use */
        left_out = place_all(&topology);
    }
    if (left_out && bundle_links(&topology)) {
        left_out = place_all(&topology);
    }
    if (left_out == NO_PLACE && topology.layout >= LAYOUT_RING &&
        topology_clash(&topology, &clash)) {
        report_clash(&clash, script);
        return false;
    }
    if (left_out && left_out != NO_PLACE) {
        report_left_out(left_out, script);
    }
    draw(&topology, title, description, out);
    return true;
}
