/* SPDX-License-Identifier: MIT */
#include "data/yaml.h"
#include "drawing/script.h"
#include "drawing/topology.h"

/* Files of laboratories as topologies: those of containerlab and of netlab.
 * Read are nodes, their kinds, links, and labels for drawings (graph-level,
 * graph-icon, graph-posX, graph-posY). Without those the rows of nodes follow
 * from words in their names or groups: a spine is above a leaf. */

struct lab {
    struct topology *topology;
    struct script *script;
    const struct dict *groups; /* of containerlab and netlab; may be NULL */
    str kind;                  /* of nodes that say none */
    size_t lans;               /* links with more than two nodes */
    str link;                  /* the text of the link that is read */
};

/* --- values --- */

static const struct dict *dict_at(const struct dict *dict, str key)
{
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    return v && v->kind == VALUE_DICT ? v->as.dict : NULL;
}

static const struct list *list_at(const struct dict *dict, str key)
{
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    return v && v->kind == VALUE_LIST ? v->as.list : NULL;
}

static str text_of(value v)
{
    return v.kind == VALUE_STRING ? value_str(v) : (str){0};
}

static str text_at(const struct dict *dict, str key)
{
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    return v ? text_of(*v) : (str){0};
}

/* A number, or a text that begins with one; -1: there is none. */
static int number_at(const struct dict *dict, str key)
{
    enum { MOST = 1 << 20 };
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    if (v && v->kind == VALUE_INT && v->as.i >= 0 && v->as.i < MOST) {
        return (int)v->as.i;
    }
    if (v && v->kind == VALUE_FLOAT && v->as.f >= 0 && v->as.f < MOST) {
        return (int)v->as.f;
    }
    str text = v ? text_of(*v) : (str){0};
    return is_digit(str_at(text, 0)) ? (int)str_take_number(&text, MOST) : -1;
}

/* The span of an item or value, as a part of the text. */
static str place_of(const struct lab *lab, span at)
{
    return str_sub(lab->script->source->text, at.off, at.len);
}

/* The place of a mistake in a link: its part, unless that is not of the text,
 * as a number. */
static str mistaken(const struct lab *lab, str part)
{
    bool own = part.n && str_is_slice(part, lab->script->source->text);
    return own ? part : lab->link;
}

/* --- nodes --- */

static bool has_word(str text, str words)
{
    str word;
    while (str_split(&words, ' ', &word)) {
        for (size_t i = 0; i + word.n <= text.n; i++) {
            if (str_eq_nocase(str_sub(text, i, word.n), word)) {
                return true;
            }
        }
    }
    return false;
}

/* By words in the kind of a node, or in the icon that it asks for. */
static enum node_icon icon_of(str kind)
{
    static const struct {
        str words;
        enum node_icon icon;
    } icons[] = {
        {STR_INIT("firewall forti palo asa ftdv vsrx checkpoint"),
         ICON_FIREWALL},
        {STR_INIT("server storage"), ICON_SERVER},
        {STR_INIT("srlinux eos switch bridge nxos nexus n9k sonic cumulus cvx "
                  "qfx leaf spine dellos os10 aos-cx aoscx"),
         ICON_SWITCH},
        {STR_INIT("router sros xrd xrv iosv iol csr c8000 cat8000 vmx junos "
                  "crpd frr vyos routeros bird dcgw"),
         ICON_ROUTER},
        {STR_INIT("cloud internet mgmt macvlan"), ICON_CLOUD},
        {STR_INIT("host linux client alpine desktop"), ICON_HOST},
    };
    for (size_t i = 0; i < sizeof icons / sizeof *icons; i++) {
        if (has_word(kind, icons[i].words)) {
            return icons[i].icon;
        }
    }
    return ICON_NODE;
}

/* The row of a node with such a name or group; -1: it says nothing. */
static int rank_of(str name)
{
    static const struct {
        str words;
        int rank;
    } ranks[] = {
        {STR_INIT("internet cloud isp upstream"), 0},
        {STR_INIT("superspine super-spine border dcgw core"), 1},
        {STR_INIT("spine agg dist"), 2},
        {STR_INIT("subleaf sub-leaf"), 4}, /* before the leaf in its name */
        {STR_INIT("leaf tor edge"), 3},
        {STR_INIT("access"), 5},
        {STR_INIT("host client server srv"), 6},
    };
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        if (has_word(name, ranks[i].words)) {
            return ranks[i].rank;
        }
    }
    return -1;
}

static struct node *add_node(struct lab *lab, str name, str part)
{
    struct topology *topology = lab->topology;
    if (topology_node(topology, name) != NO_NUMBER) {
        return &topology->nodes.p[topology_node(topology, name)];
    }
    if (topology->nodes.n == TOPOLOGY_NODES) {
        if (!lab->script->mistakes) {
            diag_hint(script_mistake(lab->script, mistaken(lab, part),
                                     "a topology has %d nodes at the most",
                                     TOPOLOGY_NODES),
                      "draw a part of it");
        }
        return NULL;
    }
    struct node *node = topology_add_node(topology, name);
    node->row = -1;
    return node;
}

static void read_node(struct lab *lab, str name, const struct dict *own,
                      str part)
{
    struct node *node = add_node(lab, name, part);
    if (!node) {
        return;
    }
    str group_name = text_at(own, STR("group"));
    const struct dict *group = dict_at(lab->groups, group_name);
    const struct dict *labels = dict_at(own, STR("labels"));
    const str kinds[] = {
        text_at(labels, STR("graph-icon")), text_at(own, STR("kind")),
        text_at(own, STR("device")),        text_at(own, STR("role")),
        text_at(group, STR("kind")),        lab->kind};
    for (size_t i = 0; i < 6 && node->icon == ICON_NODE; i++) {
        node->icon = kinds[i].n ? icon_of(kinds[i]) : ICON_NODE;
    }
    /* "linux" is a router or a switch as often as a host. */
    const str hints[] = {name, text_at(own, STR("image")),
                         text_at(group, STR("image"))};
    for (size_t i = 0; i < 3 && node->icon == ICON_HOST; i++) {
        enum node_icon icon = icon_of(hints[i]);
        node->icon = icon == ICON_NODE ? ICON_HOST : icon;
    }
    node->row = number_at(labels, STR("graph-level"));
    node->row = node->row > 99 ? 99 : node->row;
    /* Tiers of `containerlab generate`: the last one is on top. */
    if (str_starts(group_name, STR("tier-")) &&
        is_digit(str_at(group_name, 5))) {
        node->row = node->row < 0 ? 9 - (group_name.p[5] - '0') : node->row;
    }
    node->row = node->row >= 0 ? node->row : rank_of(group_name);
    node->row = node->row >= 0 ? node->row : rank_of(name);
    int x = number_at(labels, STR("graph-posX"));
    int y = number_at(labels, STR("graph-posY"));
    node->placed = x >= 0 && y >= 0;
    node->x = x / 12; /* 120 of its units are a step */
    node->y = y / 8;
}

/* A map of names, or a list of names or of maps with a name. */
static void read_nodes(struct lab *lab, const struct dict *in)
{
    const struct dict *nodes = dict_at(in, STR("nodes"));
    const struct list *list = list_at(in, STR("nodes"));
    for (size_t i = 0; nodes && i < nodes->entries.n; i++) {
        const struct entry *entry = &nodes->entries.p[i];
        str name = entry->key.kind == VALUE_STRING
                       ? value_str(entry->key)
                       : place_of(lab, dict_key_span(nodes, i));
        const struct dict *own =
            entry->val.kind == VALUE_DICT ? entry->val.as.dict : NULL;
        read_node(lab, name, own, name);
    }
    for (size_t i = 0; list && i < list->items.n; i++) {
        value v = list->items.p[i];
        const struct dict *own = v.kind == VALUE_DICT ? v.as.dict : NULL;
        str name = own ? text_at(own, STR("name")) : text_of(v);
        if (name.n) {
            read_node(lab, name, own, name);
        }
    }
}

static bool is_true_at(const struct dict *dict, str key)
{
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    return v && v->kind == VALUE_BOOL && v->as.b;
}

/* netlab's groups name their members, and the device that those are. Those of
 * a group with _auto_create are nodes, too. */
static void read_members(struct lab *lab)
{
    bool all = is_true_at(lab->groups, STR("_auto_create"));
    for (size_t i = 0; lab->groups && i < lab->groups->entries.n; i++) {
        value v = lab->groups->entries.p[i].val;
        const struct dict *group = v.kind == VALUE_DICT ? v.as.dict : NULL;
        const struct list *members =
            v.kind == VALUE_LIST ? v.as.list : list_at(group, STR("members"));
        str device = text_at(group, STR("device"));
        bool create = all || is_true_at(group, STR("_auto_create"));
        for (size_t k = 0; members && k < members->items.n; k++) {
            str name = text_of(members->items.p[k]);
            if (create && name.n) {
                read_node(lab, name, NULL, name);
            }
            int number = topology_node(lab->topology, name);
            if (device.n && number != NO_NUMBER) {
                lab->topology->nodes.p[number].icon = icon_of(device);
            }
        }
    }
}

/* --- links --- */

/* Ends outside of the laboratory, which have no node in its file. */
static bool is_outside(str name)
{
    return str_is_word_of(name, STR("host mgmt-net macvlan macvtap dummy"));
}

static int outside_node(struct lab *lab, str name, str part)
{
    struct node *node = add_node(lab, name, part);
    if (!node) {
        return NO_NUMBER;
    }
    node->icon = ICON_CLOUD;
    return topology_node(lab->topology, name);
}

/* "r1:eth1" */
static bool read_end(struct lab *lab, str name, str port, struct end *out)
{
    struct topology *topology = lab->topology;
    *out = (struct end){.node = topology_node(topology, name), .port = port};
    if (out->node == NO_NUMBER && is_outside(name)) {
        out->node = outside_node(lab, name, name);
    }
    if (out->node == NO_NUMBER && !lab->script->mistakes) {
        diag_hint(script_mistake(lab->script, mistaken(lab, name),
                                 "there is no node \"%.*s\"", STR_ARG(name)),
                  "a link leads from one of the file's nodes to another one");
    }
    return out->node != NO_NUMBER;
}

struct lab_ends {
    VEC(struct end) list;
};

/* Two ends are a link; more are a network of their own, which is a box. */
static void add_link(struct lab *lab, const struct lab_ends *ends, str label)
{
    struct topology *topology = lab->topology;
    struct arena *arena = topology->arena;
    size_t n = ends->list.n;
    if (topology->links.n + n > TOPOLOGY_LINKS) {
        script_mistake(lab->script, mistaken(lab, label),
                       "a topology has %d links at the most", TOPOLOGY_LINKS);
        return;
    }
    if (n == 2 && ends->list.p[0].node != ends->list.p[1].node) {
        *VEC_PUSH(&topology->links, arena) = (struct link){
            .ends = {ends->list.p[0], ends->list.p[1]}, .label = label};
        return;
    }
    if (n < 3) {
        return;
    }
    str name = arena_printf(arena, "lan %zu", ++lab->lans);
    struct node *lan = add_node(lab, name, label);
    if (!lan) {
        return;
    }
    lan->label = label.n ? label : name;
    int number = topology_node(topology, name);
    for (size_t i = 0; i < n; i++) {
        *VEC_PUSH(&topology->links, arena) =
            (struct link){.ends = {ends->list.p[i], {.node = number}}};
    }
}

/* "r1:eth1", or a map of a node and an interface. */
static bool add_end(struct lab *lab, value v, struct lab_ends *ends)
{
    const struct dict *dict = v.kind == VALUE_DICT ? v.as.dict : NULL;
    str text = text_of(v);
    size_t colon = str_find_char(text, ':');
    str name = dict ? text_at(dict, STR("node")) : str_sub(text, 0, colon);
    str port = colon == STR_NONE ? (str){0} : str_from_offset(text, colon + 1);
    if (dict) {
        port = text_at(dict, STR("interface"));
        port = port.n ? port : text_at(dict, STR("ifname"));
    }
    struct end end;
    if (!read_end(lab, name, port, &end)) {
        return false;
    }
    *VEC_PUSH(&ends->list, lab->topology->arena) = end;
    return true;
}

/* netlab's "r1-r2-r3". */
static void read_chain(struct lab *lab, str chain)
{
    struct lab_ends ends = {0};
    str name;
    while (str_split(&chain, '-', &name)) {
        struct end end;
        if (!read_end(lab, str_trim(name), (str){0}, &end)) {
            return;
        }
        *VEC_PUSH(&ends.list, lab->topology->arena) = end;
    }
    add_link(lab, &ends, (str){0});
}

/* containerlab's link with one `endpoint`, to the outside: to the host by an
 * interface of it, or by VXLAN to another machine. */
static void read_outer_link(struct lab *lab, const struct dict *link,
                            value endpoint)
{
    struct arena *arena = lab->topology->arena;
    struct lab_ends ends = {0};
    str type = text_at(link, STR("type"));
    str remote = text_at(link, STR("remote"));
    str name = remote.n ? remote : type;
    int vni = number_at(link, STR("vni"));
    if (!name.n || !add_end(lab, endpoint, &ends)) {
        return;
    }
    struct end end = {.node = outside_node(lab, name, type),
                      .port = text_at(link, STR("host-interface"))};
    if (end.node == NO_NUMBER) {
        return;
    }
    *VEC_PUSH(&ends.list, arena) = end;
    add_link(lab, &ends,
             vni >= 0 ? arena_printf(arena, "VNI %d", vni) : (str){0});
}

static void read_link(struct lab *lab, const struct dict *link)
{
    struct lab_ends ends = {0};
    const value *endpoint = dict_get_str(link, STR("endpoint"));
    const struct list *list = list_at(link, STR("endpoints"));
    list = list ? list : list_at(link, STR("interfaces"));
    str label = text_at(link, STR("prefix"));
    if (endpoint) {
        read_outer_link(lab, link, *endpoint);
        return;
    }
    for (size_t i = 0; list && i < list->items.n; i++) {
        if (!add_end(lab, list->items.p[i], &ends)) {
            return;
        }
    }
    /* netlab's map of nodes, with other words between them. */
    for (size_t i = 0; !list && i < link->entries.n; i++) {
        const struct entry *entry = &link->entries.p[i];
        str name = text_of(entry->key);
        int node = topology_node(lab->topology, name);
        if (node != NO_NUMBER) {
            const struct dict *own =
                entry->val.kind == VALUE_DICT ? entry->val.as.dict : NULL;
            *VEC_PUSH(&ends.list, lab->topology->arena) =
                (struct end){.node = node, .port = text_at(own, STR("ifname"))};
        }
    }
    add_link(lab, &ends, label);
}

static void read_links(struct lab *lab, const struct list *links);

/* A map, a chain or netlab's list of nodes, or a group of links: `members`,
 * also of a `lag`. */
static void read_link_value(struct lab *lab, value v)
{
    struct lab_ends ends = {0};
    const struct dict *link = v.kind == VALUE_DICT ? v.as.dict : NULL;
    const struct list *nodes = v.kind == VALUE_LIST ? v.as.list : NULL;
    const struct list *members = list_at(link, STR("members"));
    members =
        members ? members : list_at(dict_at(link, STR("lag")), STR("members"));
    if (members) {
        read_links(lab, members);
    } else if (link) {
        read_link(lab, link);
    } else if (v.kind == VALUE_STRING) {
        read_chain(lab, value_str(v));
    }
    for (size_t i = 0; nodes && i < nodes->items.n; i++) {
        if (!add_end(lab, nodes->items.p[i], &ends)) {
            return;
        }
    }
    add_link(lab, &ends, (str){0});
}

static void read_links(struct lab *lab, const struct list *links)
{
    for (size_t i = 0; i < links->items.n; i++) {
        lab->link = place_of(lab, list_item_span(links, i));
        read_link_value(lab, links->items.p[i]);
    }
}

/* A list, or netlab's map of groups: of lists or single links. */
static void read_all_links(struct lab *lab, const struct dict *in)
{
    const struct list *list = list_at(in, STR("links"));
    const struct dict *groups = dict_at(in, STR("links"));
    if (list) {
        read_links(lab, list);
    }
    for (size_t i = 0; groups && i < groups->entries.n; i++) {
        value v = groups->entries.p[i].val;
        lab->link = place_of(lab, dict_value_span(groups, i));
        if (v.kind == VALUE_LIST) {
            read_links(lab, v.as.list);
        } else {
            read_link_value(lab, v);
        }
    }
}

/* --- rows --- */

/* The node with most links; it is in the first row if no name says more. */
static int busiest(const struct topology *topology)
{
    int *links = arena_zalloc(topology->arena, topology->nodes.n, sizeof(int));
    int best = 0;
    for (size_t i = 0; i < 2 * topology->links.n; i++) {
        int node = topology->links.p[i / 2].ends[i % 2].node;
        links[node]++;
        bool more = links[node] > links[best];
        best =
            more || (links[node] == links[best] && node < best) ? node : best;
    }
    return best;
}

/* Nodes without a row go below the first neighbour that has one; those that
 * nothing leads to come last. */
static void rank_others(struct topology *topology)
{
    int last = -1;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        last =
            topology->nodes.p[i].row > last ? topology->nodes.p[i].row : last;
    }
    if (last < 0) {
        topology->nodes.p[busiest(topology)].row = last = 0;
    }
    for (int row = 0; row <= last; row++) {
        for (size_t i = 0; i < 2 * topology->links.n; i++) {
            const struct link *link = &topology->links.p[i / 2];
            const struct node *from =
                &topology->nodes.p[link->ends[i % 2].node];
            struct node *to = &topology->nodes.p[link->ends[1 - i % 2].node];
            if (from->row == row && to->row < 0) {
                to->row = row + 1;
                last = row + 1 > last ? row + 1 : last;
            }
        }
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->row = node->row < 0 ? last + 1 : node->row;
    }
}

/* Rows are numbered without gaps. */
static void number_rows(struct topology *topology)
{
    enum { MOST = TOPOLOGY_NODES + 128 };
    int *rows = arena_zalloc(topology->arena, MOST, sizeof(int));
    for (size_t i = 0; i < topology->nodes.n; i++) {
        rows[topology->nodes.p[i].row] = 1;
    }
    for (int i = 0; i < MOST; i++) {
        rows[i] = rows[i] ? ++topology->rows : 0;
    }
    for (size_t i = 0; i < topology->nodes.n; i++) {
        struct node *node = &topology->nodes.p[i];
        node->row = rows[node->row] - 1;
    }
}

/* --- a file --- */

/* Mistakes in YAML are those of a drawing: the page is built. */
static bool read_yaml(struct script *script, value *out)
{
    const struct source *source = script->source;
    struct diags said;
    diags_init(&said, script->arena);
    if (yaml_parse_foreign(source, script->arena, &said, out)) {
        return true;
    }
    for (size_t i = 0; i < said.list.n; i++) {
        const struct diag *diag = said.list.p[i];
        if (diag->severity == DIAG_ERROR) {
            str part = str_sub(source->text, diag->at.off,
                               diag->at.mark_len ? diag->at.mark_len : 1);
            bool template = str_starts(part, STR("{{"));
            struct diag *copy =
                script_mistake(script, part, "%.*s", STR_ARG(diag->message));
            if (template || diag->hint.n) {
                str hint = template ? STR("this is a template: draw the file "
                                          "that is made of it")
                                    : diag->hint;
                diag_hint(copy, "%.*s", STR_ARG(hint));
            }
        }
    }
    return false;
}

void topology_read_lab(struct topology *topology, struct script *script)
{
    struct lab lab = {.topology = topology, .script = script};
    value file;
    if (!read_yaml(script, &file)) {
        return;
    }
    const struct dict *top = file.kind == VALUE_DICT ? file.as.dict : NULL;
    const struct dict *in = dict_at(top, STR("topology"));
    in = in ? in : top;
    lab.groups = dict_at(in, STR("groups"));
    lab.kind = text_at(dict_at(in, STR("defaults")), STR("kind"));
    lab.kind = lab.kind.n
                   ? lab.kind
                   : text_at(dict_at(in, STR("defaults")), STR("device"));
    lab.kind = lab.kind.n ? lab.kind : text_at(in, STR("defaults.device"));
    read_nodes(&lab, in);
    read_members(&lab);
    if (!topology->nodes.n) {
        diag_hint(script_mistake(script, str_sub(script->source->text, 0, 1),
                                 "this file has no nodes"),
                  "it should be one of containerlab or of netlab");
        return;
    }
    if (!script->mistakes) {
        read_all_links(&lab, in);
    }
    bool placed = true;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        placed = placed && topology->nodes.p[i].placed;
    }
    topology->layout = placed ? LAYOUT_FREE : LAYOUT_LAYERED;
    rank_others(topology);
    number_rows(topology);
}
