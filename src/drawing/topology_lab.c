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
    str text;                  /* that was read, with the source's offsets */
    const struct dict *groups; /* of containerlab and netlab; may be NULL */
    const struct dict *kinds;  /* of containerlab; may be NULL */
    str kind;                  /* of nodes that say none */
    size_t lans;               /* links with more than two nodes */
    str link;                  /* the text of the link that is read */
};

/* --- values --- */

static value at(const struct dict *dict, str key)
{
    const value *v = dict ? dict_get_str(dict, key) : NULL;
    return v ? *v : value_undefined();
}

static const struct dict *as_dict(value v)
{
    return v.kind == VALUE_DICT ? v.as.dict : NULL;
}

static const struct list *as_list(value v)
{
    return v.kind == VALUE_LIST ? v.as.list : NULL;
}

static str as_text(value v)
{
    return v.kind == VALUE_STRING ? value_str(v) : (str){0};
}

static str text_at(const struct dict *dict, str key)
{
    return as_text(at(dict, key));
}

/* A number, or a text that begins with one; -1: there is none. */
static int number_at(const struct dict *dict, str key)
{
    enum { MOST = 1 << 20 };
    value v = at(dict, key);
    str text = as_text(v);
    if (v.kind == VALUE_INT && v.as.i >= 0 && v.as.i < MOST) {
        return (int)v.as.i;
    }
    if (v.kind == VALUE_FLOAT && v.as.f >= 0 && v.as.f < MOST) {
        return (int)v.as.f;
    }
    return is_digit(str_at(text, 0)) ? (int)str_take_number(&text, MOST) : -1;
}

/* The span of an item or value, as a part of the text. */
static str place_of(const struct lab *lab, span at)
{
    return str_sub(lab->topology->script->source->text, at.off, at.len);
}

/* The place of a mistake: the name, or else the link that has it. */
static str mistaken(const struct lab *lab, str name)
{
    str text = lab->topology->script->source->text;
    bool own = name.n && str_is_slice(name, lab->text);
    return own ? str_sub(text, (size_t)(name.p - lab->text.p), name.n)
               : lab->link;
}

/* --- nodes --- */

/* Words in names of nodes, kinds and groups, and what they say: the first one
 * that is in the text; after '=', between other characters than letters. */
struct hint {
    str words;
    int says;
};

static bool has_word(str text, str word)
{
    bool whole = word.p[0] == '=';
    word = str_from_offset(word, whole);
    for (size_t i = 0; i + word.n <= text.n; i++) {
        bool inside = (i && is_alpha(text.p[i - 1])) ||
                      is_alpha(str_at(text, i + word.n));
        if (!(whole && inside) &&
            str_eq_nocase(str_sub(text, i, word.n), word)) {
            return true;
        }
    }
    return false;
}

static int hint_of(const struct hint *hints, str text)
{
    for (; hints->words.n; hints++) {
        str words = hints->words;
        for (str word; str_split(&words, ' ', &word);) {
            if (has_word(text, word)) {
                return hints->says;
            }
        }
    }
    return hints->says;
}

static const struct hint icons[] = {
    {STR_INIT("multitool"), ICON_HOST}, /* of srl-labs */
    {STR_INIT("firewall forti palo asa ftdv vsrx checkpoint"), ICON_FIREWALL},
    {STR_INIT("server storage"), ICON_SERVER},
    {STR_INIT("srl eos switch =sw bridge nxos nexus n9k c9k cat9k iosvl2 ioll2 "
              "sonic cumulus cvx qfx leaf spine dellos os10 aos-cx aoscx "
              "arubacx"),
     ICON_SWITCH},
    {STR_INIT(
         "router sros srsim xrd xrv iosv iol iosxr csr c8000 cat8000 vmx vptx "
         "junos crpd frr vyos vrp routeros mikrotik arcos bird dcgw"),
     ICON_ROUTER},
    {STR_INIT("cloud internet mgmt macvlan"), ICON_CLOUD},
    {STR_INIT("host linux client alpine desktop"), ICON_HOST},
    {STR_INIT(""), ICON_NODE},
};

/* Row 1 is for nodes that lead to the internet, and that no word is for. */
static const struct hint rows[] = {
    {STR_INIT("internet cloud isp upstream"), 0},
    {STR_INIT("cust"), ACCESS_ROW},
    {STR_INIT("superspine super-spine border dcgw core"), 2},
    {STR_INIT("spine agg dist =p"), 3},
    {STR_INIT("subleaf sub-leaf"), 5}, /* before the leaf in its name */
    {STR_INIT("leaf tor edge =pe"), 4},
    {STR_INIT("access =ce"), ACCESS_ROW},
    {STR_INIT("host client server srv guest =h =pc =vm =ue"), HOST_ROW},
    {STR_INIT(""), -1},
};

/* The node of that name, which may be new. NULL: there are too many. */
static struct node *add_node(struct lab *lab, str name)
{
    struct topology *topology = lab->topology;
    int number = topology_node(topology, name);
    if (number != NO_NUMBER) {
        return &topology->nodes.p[number];
    }
    struct node *node = topology_add_node(topology, name, mistaken(lab, name));
    if (node) {
        node->row = -1;
    }
    return node;
}

static void read_node(struct lab *lab, str name, const struct dict *own)
{
    struct node *node = add_node(lab, name);
    if (!node) {
        return;
    }
    str group_name = text_at(own, STR("group"));
    const struct dict *group = as_dict(at(lab->groups, group_name));
    const struct dict *labels = as_dict(at(own, STR("labels")));
    const str kinds[] = {
        text_at(labels, STR("graph-icon")), text_at(own, STR("kind")),
        text_at(own, STR("device")),        text_at(own, STR("role")),
        text_at(group, STR("kind")),        lab->kind};
    for (size_t i = 0; i < 6 && node->icon == ICON_NODE; i++) {
        node->icon = (enum node_icon)hint_of(icons, kinds[i]);
    }
    /* "linux" is a router or a switch as often as a host. */
    str kind = kinds[1].n ? kinds[1] : kinds[4].n ? kinds[4] : lab->kind;
    const struct dict *images[] = {own, group, as_dict(at(lab->kinds, kind))};
    str image = {0};
    for (size_t i = 0; i < 3 && !image.n; i++) {
        image = text_at(images[i], STR("image"));
    }
    int icon = node->icon == ICON_HOST ? hint_of(icons, name) : 0;
    icon = icon || node->icon != ICON_HOST ? icon : hint_of(icons, image);
    node->icon = icon ? (enum node_icon)icon : node->icon;
    node->row = number_at(labels, STR("graph-level"));
    node->row = node->row > 99 ? 99 : node->row;
    /* Tiers of `containerlab generate`: the last one is on top. */
    if (node->row < 0 && str_starts(group_name, STR("tier-")) &&
        is_digit(str_at(group_name, 5))) {
        node->row = '9' - group_name.p[5];
    }
    const str ranks[] = {group_name, text_at(labels, STR("role")), name};
    for (size_t i = 0; i < 3 && node->row < 0; i++) {
        node->row = hint_of(rows, ranks[i]);
    }
    int x = number_at(labels, STR("graph-posX"));
    int y = number_at(labels, STR("graph-posY"));
    node->placed = x >= 0 && y >= 0;
    node->x = x / 12; /* 120 of its units are a step */
    node->y = y / 8;
}

/* A map of names, or a list of names or of maps with a name. */
static void read_nodes(struct lab *lab, value nodes)
{
    const struct dict *dict = as_dict(nodes);
    const struct list *list = as_list(nodes);
    for (size_t i = 0; dict && i < dict->entries.n; i++) {
        const struct entry *entry = &dict->entries.p[i];
        str name = entry->key.kind == VALUE_STRING
                       ? value_str(entry->key)
                       : place_of(lab, dict_key_span(dict, i));
        read_node(lab, name, as_dict(entry->val));
    }
    for (size_t i = 0; list && i < list->items.n; i++) {
        const struct dict *own = as_dict(list->items.p[i]);
        str name = own ? text_at(own, STR("name")) : as_text(list->items.p[i]);
        if (name.n) {
            read_node(lab, name, own);
        }
    }
}

static bool is_true(value v)
{
    return v.kind == VALUE_BOOL && v.as.b;
}

/* netlab's groups name their members, and the device that those are; its own
 * name may say their row. Those of a group with _auto_create are nodes, too. */
static void read_members(struct lab *lab)
{
    bool all = is_true(at(lab->groups, STR("_auto_create")));
    for (size_t i = 0; lab->groups && i < lab->groups->entries.n; i++) {
        value v = lab->groups->entries.p[i].val;
        const struct dict *group = as_dict(v);
        const struct list *members =
            group ? as_list(at(group, STR("members"))) : as_list(v);
        str device = text_at(group, STR("device"));
        int row = hint_of(rows, as_text(lab->groups->entries.p[i].key));
        bool create = all || is_true(at(group, STR("_auto_create")));
        for (size_t k = 0; members && k < members->items.n; k++) {
            str name = as_text(members->items.p[k]);
            if (create && name.n) {
                read_node(lab, name, NULL);
            }
            int number = topology_node(lab->topology, name);
            if (number == NO_NUMBER) {
                continue;
            }
            struct node *node = &lab->topology->nodes.p[number];
            node->icon =
                device.n ? (enum node_icon)hint_of(icons, device) : node->icon;
            node->row = node->row < 0 ? row : node->row;
        }
    }
}

/* --- links --- */

/* Adds an end; with `outside` of the laboratory, it has no node in the file. */
static bool add_end(struct lab *lab, str name, str port, bool outside,
                    struct ends *ends)
{
    struct topology *topology = lab->topology;
    struct end end = {.node = topology_node(topology, name), .port = port};
    if (end.node == NO_NUMBER && outside) {
        struct node *node = add_node(lab, name);
        if (node) {
            node->icon = ICON_CLOUD;
            end.node = topology_node(topology, name);
        }
    }
    if (end.node == NO_NUMBER) {
        if (!lab->topology->script->mistakes) {
            diag_hint(script_mistake(lab->topology->script, mistaken(lab, name),
                                     "there is no node \"%.*s\"",
                                     STR_ARG(name)),
                      "a link leads from one of the file's nodes to another "
                      "one");
        }
        return false;
    }
    *VEC_PUSH(&ends->list, topology->arena) = end;
    return true;
}

/* "r1:eth1", or a map of a node and an interface. */
static bool read_end(struct lab *lab, value v, struct ends *ends)
{
    const struct dict *dict = as_dict(v);
    str text = as_text(v);
    size_t colon = str_find_char_from(text, 0, ':');
    str name = str_sub(text, 0, colon);
    str port = str_from_offset(text, colon + 1);
    if (dict) {
        name = text_at(dict, STR("node"));
        port = text_at(dict, STR("interface"));
        port = port.n ? port : text_at(dict, STR("ifname"));
    }
    bool outside =
        str_is_word_of(name, STR("host mgmt-net macvlan macvtap dummy"));
    return add_end(lab, name, port, outside, ends);
}

/* Two ends are a link; more, or one with a label, are a network of their own,
 * which is a box. */
static void add_link(struct lab *lab, const struct ends *ends, str label)
{
    struct topology *topology = lab->topology;
    struct arena *arena = topology->arena;
    const struct end *from = ends->list.p;
    size_t n = ends->list.n;
    str at = mistaken(lab, label);
    if (n == 2 && from[0].node != from[1].node) {
        struct link link = {.ends = {from[0], from[1]}, .label = label};
        topology_add_link(topology, link, at);
    } else if (n > 2 || (n == 1 && label.n)) {
        str name = arena_printf(arena, "lan %zu", ++lab->lans);
        struct node *lan = add_node(lab, name);
        if (!lan) {
            return;
        }
        lan->label = label.n ? label : name;
        int number = topology_node(topology, name);
        for (size_t i = 0; i < n; i++) {
            struct link link = {.ends = {from[i], {.node = number}}};
            topology_add_link(topology, link, at);
        }
    }
}

/* The other end of containerlab's link with one `endpoint`: the host by an
 * interface of it, or another machine by VXLAN. */
static bool read_outer_end(struct lab *lab, const struct dict *link,
                           struct ends *ends, str *label)
{
    str remote = text_at(link, STR("remote"));
    str name = remote.n ? remote : text_at(link, STR("type"));
    int vni = number_at(link, STR("vni"));
    if (vni >= 0) {
        *label = arena_printf(lab->topology->arena, "VNI %d", vni);
    }
    return name.n && read_end(lab, at(link, STR("endpoint")), ends) &&
           add_end(lab, name, text_at(link, STR("host-interface")), true, ends);
}

/* netlab's map of nodes, with other words between them. */
static void read_map(struct lab *lab, const struct dict *link,
                     struct ends *ends)
{
    for (size_t i = 0; i < link->entries.n; i++) {
        const struct entry *entry = &link->entries.p[i];
        str name = as_text(entry->key);
        if (topology_node(lab->topology, name) != NO_NUMBER) {
            add_end(lab, name, text_at(as_dict(entry->val), STR("ifname")),
                    false, ends);
        }
    }
}

/* Its prefix, which may be a map of IPv4 and IPv6, or else its name. */
static str label_of(const struct lab *lab, const struct dict *link)
{
    const struct dict *both = as_dict(at(link, STR("prefix")));
    str prefix = text_at(both, STR("ipv4"));
    str v6 = text_at(both, STR("ipv6"));
    if (prefix.n && v6.n) {
        return arena_printf(lab->topology->arena, "%.*s, %.*s", STR_ARG(prefix),
                            STR_ARG(v6));
    }
    prefix = prefix.n ? prefix : v6.n ? v6 : text_at(link, STR("prefix"));
    return prefix.n ? prefix : text_at(link, STR("name"));
}

static void read_links(struct lab *lab, const struct list *links);

/* netlab's "r1-r2-r3", its list of nodes, or its group of links: `members`,
 * also of a `lag`; or a map with ends. */
static void read_link(struct lab *lab, value v)
{
    struct ends ends = {0};
    const struct dict *link = as_dict(v);
    const struct dict *lag = as_dict(at(link, STR("lag")));
    const struct list *lagged = as_list(at(lag, STR("members")));
    lagged = lagged ? lagged : as_list(at(link, STR("lag.members")));
    const struct list *members =
        lagged ? lagged : as_list(at(link, STR("members")));
    if (members) {
        size_t from = lab->topology->links.n;
        read_links(lab, members);
        for (size_t i = from; lagged && i < lab->topology->links.n; i++) {
            lab->topology->links.p[i].style = LINE_BUNDLE;
        }
        return;
    }
    str chain = as_text(v);
    str label = label_of(lab, link);
    value list = link ? at(link, STR("endpoints")) : v;
    list = as_list(list) ? list : at(link, STR("interfaces"));
    bool good = true;
    for (str name; good && str_split(&chain, '-', &name);) {
        good = add_end(lab, str_trim(name), (str){0}, false, &ends);
    }
    for (size_t i = 0; good && as_list(list) && i < list.as.list->items.n;
         i++) {
        good = read_end(lab, list.as.list->items.p[i], &ends);
    }
    if (link && dict_get_str(link, STR("endpoint"))) {
        good = read_outer_end(lab, link, &ends, &label);
    } else if (link && !as_list(list)) {
        read_map(lab, link, &ends);
    }
    if (good) {
        add_link(lab, &ends, label);
    }
}

static void read_links(struct lab *lab, const struct list *links)
{
    for (size_t i = 0; i < links->items.n; i++) {
        lab->link = place_of(lab, list_item_span(links, i));
        read_link(lab, links->items.p[i]);
    }
}

/* A list, or netlab's map of groups: of lists or single links. */
static void read_all_links(struct lab *lab, value links)
{
    const struct dict *groups = as_dict(links);
    if (as_list(links)) {
        read_links(lab, links.as.list);
    }
    for (size_t i = 0; groups && i < groups->entries.n; i++) {
        value v = groups->entries.p[i].val;
        lab->link = place_of(lab, dict_value_span(groups, i));
        if (as_list(v)) {
            read_links(lab, v.as.list);
        } else {
            read_link(lab, v);
        }
    }
}

/* netlab's VLANs and VRFs may have links of their own. */
static void read_links_of(struct lab *lab, const struct dict *networks)
{
    for (size_t i = 0; networks && i < networks->entries.n; i++) {
        const struct dict *network = as_dict(networks->entries.p[i].val);
        read_all_links(lab, at(network, STR("links")));
    }
}

/* --- a file --- */

/* libyaml, unlike other readers, has no {r1:, r2:}: without the colons, which
 * become blanks, these are keys, too. */
static str without_colons(str text, struct arena *arena)
{
    char *copy = ARENA_ARRAY(arena, char, text.n);
    memcpy(copy, text.p, text.n);
    for (size_t i = 0; i < text.n; i++) {
        bool address = i && text.p[i - 1] == ':'; /* 2001:db8:: */
        if (text.p[i] == ':' && !address &&
            is_any_of(str_at(text, i + 1), ",}")) {
            copy[i] = ' ';
        }
    }
    return (str){copy, text.n};
}

/* Mistakes in YAML are those of a drawing: the page is built. */
static bool read_yaml(struct lab *lab, value *out)
{
    struct script *script = lab->topology->script;
    const struct source *source = script->source;
    struct source own = *source;
    struct diags said;
    own.text = lab->text = without_colons(source->text, script->arena);
    diags_init(&said, script->arena);
    if (yaml_parse_foreign(&own, script->arena, &said, out)) {
        return true;
    }
    for (size_t i = 0; i < said.list.n; i++) {
        const struct diag *diag = said.list.p[i];
        if (diag->severity == DIAG_ERROR) {
            str part = str_sub(source->text, diag->at.off,
                               diag->at.mark_len ? diag->at.mark_len : 1);
            bool template = str_starts(part, STR("{{"));
            str hint = template ? STR("this is a template: draw the file that "
                                      "is made of it")
                                : diag->hint;
            struct diag *copy =
                script_mistake(script, part, "%.*s", STR_ARG(diag->message));
            if (hint.n) {
                diag_hint(copy, "%.*s", STR_ARG(hint));
            }
        }
    }
    return false;
}

void topology_read_lab(struct topology *topology)
{
    struct script *script = topology->script;
    struct lab lab = {.topology = topology};
    value file;
    if (!read_yaml(&lab, &file)) {
        return;
    }
    const struct dict *in = as_dict(at(as_dict(file), STR("topology")));
    in = in ? in : as_dict(file);
    const struct dict *defaults = as_dict(at(in, STR("defaults")));
    lab.groups = as_dict(at(in, STR("groups")));
    lab.kinds = as_dict(at(in, STR("kinds")));
    lab.kind = text_at(defaults, STR("kind"));
    lab.kind = lab.kind.n ? lab.kind : text_at(defaults, STR("device"));
    lab.kind = lab.kind.n ? lab.kind : text_at(in, STR("defaults.device"));
    read_nodes(&lab, at(in, STR("nodes")));
    read_members(&lab);
    if (!topology->nodes.n) {
        script_wrong(script, str_sub(script->source->text, 0, 1),
                     "this file has no nodes",
                     "it should be one of containerlab or of netlab");
        return;
    }
    if (!script->mistakes) {
        read_all_links(&lab, at(in, STR("links")));
        read_links_of(&lab, as_dict(at(in, STR("vlans"))));
        read_links_of(&lab, as_dict(at(in, STR("vrfs"))));
    }
    bool placed = true;
    for (size_t i = 0; i < topology->nodes.n; i++) {
        placed = placed && topology->nodes.p[i].placed;
    }
    topology->layout = placed ? LAYOUT_FREE : LAYOUT_LAYERED;
    topology_rank(topology);
}
