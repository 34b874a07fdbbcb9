/* SPDX-License-Identifier: MIT */
#include "drawing/script.h"
#include "drawing/topology.h"

/* The grammar of a topology, a line each:
 *
 *     router r1="Madrid" r2 @2,1    nodes: a name, perhaps a label and a place;
 *                                   each line is a row
 *     beside server dns             nodes in the row of the line before
 *     r1:ge-0/0/0 -- r2:eth1 10.0.0.0/31
 *                                   a link: interfaces, and a label
 *     r1, r2 -- s1, s2              links from each to each
 *     r1 == r2 LAG                  a bundle; ~~ is a dashed link
 *     group "Rack 1": r1 s1         nodes and groups that have lines above
 *     layout ring                   layered, spine-leaf, fat-tree, ring, free
 *     links right-angled            or straight
 */

#define NAME_ENDS ",=:" /* and white space */

/* Takes a comma off the front, after white space. */
static bool take_comma(str *line)
{
    size_t comma = str_skip_spaces(*line, 0);
    bool is = str_at(*line, comma) == ',';
    *line = str_from_offset(*line, is ? comma + 1 : 0);
    return is;
}

/* --- nodes --- */

static bool is_new(struct topology *topology, str name, str line)
{
    if (!name.n) {
        return script_wrong(topology->script, line, "a name is missing",
                            "write router r1 r2, or router r1=\"Label\"");
    }
    return (topology_node(topology, name) == NO_NUMBER &&
            topology_group(topology, name) == NO_NUMBER) ||
           script_wrong(topology->script, name, "there is a \"{}\" already",
                        "each node and group has a name of its own");
}

/* A number with a decimal, as tenths. */
static bool take_tenths(str *text, int *out)
{
    enum { MOST = 100 };
    bool digits = is_digit(str_at(*text, 0));
    size_t n = str_take_number(text, MOST);
    *out = (int)n * 10;
    if (digits && str_at(*text, 0) == '.' && is_digit(str_at(*text, 1))) {
        *out += text->p[1] - '0';
        *text = str_from_offset(*text, 2);
    }
    return digits && n <= MOST;
}

/* "@2,1.5" */
static bool take_place(struct topology *topology, str *line, struct node *node)
{
    str word = *line;
    str rest = str_from_offset(*line, 1);
    if (take_tenths(&rest, &node->x) && str_at(rest, 0) == ',') {
        rest = str_from_offset(rest, 1);
        if (take_tenths(&rest, &node->y) &&
            (!rest.n || is_space(rest.p[0]) || rest.p[0] == ',')) {
            node->placed = true;
            *line = rest;
            return true;
        }
    }
    return script_wrong(topology->script, script_word(&word),
                        "not a place: \"{}\"",
                        "@2,1 is two to the right and one down; 100 at the "
                        "most");
}

static void read_nodes(struct topology *topology, enum node_icon icon, str line)
{
    struct node *node = NULL;
    str whole = line;
    for (script_blanks(&line); line.n; script_blanks(&line)) {
        if (node && line.p[0] == '@') {
            if (!take_place(topology, &line, node)) {
                return;
            }
            bool chosen = topology->layout != LAYOUT_LAYERED;
            topology->layout = chosen ? topology->layout : LAYOUT_FREE;
            continue;
        }
        str name = script_name(&line, NAME_ENDS);
        if (!is_new(topology, name, line)) {
            return;
        }
        node = topology_add_node(topology, name, name);
        if (!node) {
            return;
        }
        node->icon = icon;
        node->row = topology->rows - 1;
        script_label(&line, NAME_ENDS, &node->label);
    }
    if (!node) {
        is_new(topology, (str){0}, whole);
    }
}

/* --- links --- */

static bool known(struct topology *topology, str name, int number)
{
    if (number != NO_NUMBER) {
        return true;
    }
    struct diag *diag = script_mistake(
        topology->script, name, "there is no node \"%.*s\"", STR_ARG(name));
    str *names = ARENA_ARRAY(topology->arena, str, topology->nodes.n);
    for (size_t i = 0; i < topology->nodes.n; i++) {
        names[i] = topology->nodes.p[i].name;
    }
    str nearest = str_nearest(name, names, topology->nodes.n);
    if (nearest.n) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "write a line for it above: router %.*s",
                  STR_ARG(name));
    }
    return false;
}

/* "r1:ge-0/0/0, r2": up to a name without a comma. */
static bool take_ends(struct topology *topology, str *line, struct ends *out)
{
    bool more = true;
    while (more) {
        *line = str_from_offset(*line, str_skip_spaces(*line, 0));
        struct end end = {0};
        str name = script_name(line, NAME_ENDS);
        if (str_at(*line, 0) == ':') {
            *line = str_from_offset(*line, 1);
            end.port = script_name(line, ",");
        }
        more = take_comma(line);
        end.node = topology_node(topology, name);
        if (!known(topology, name, end.node)) {
            return false;
        }
        *VEC_PUSH(&out->list, topology->arena) = end;
    }
    return true;
}

static void add_links(struct topology *topology, const struct ends *from,
                      const struct ends *to, struct link link, str line)
{
    for (size_t i = 0; i < from->list.n; i++) {
        for (size_t k = 0; k < to->list.n; k++) {
            link.ends[0] = from->list.p[i];
            link.ends[1] = to->list.p[k];
            if (link.ends[0].node == link.ends[1].node) {
                script_wrong(topology->script, line,
                             "a link from a node to itself",
                             "a link has two nodes");
                return;
            }
            if (!topology_add_link(topology, link, line)) {
                return;
            }
        }
    }
}

/* Whether the line is a link; *at is where its sign is. */
static bool is_link(str line, size_t *at, enum line_style *style)
{
    static const str signs[] = {[LINE_PLAIN] = STR_INIT("--"),
                                [LINE_BUNDLE] = STR_INIT("=="),
                                [LINE_DASHED] = STR_INIT("~~")};
    bool quoted = str_at(line, 0) == '"';
    for (size_t i = 1; i + 2 < line.n; i++) {
        quoted ^= line.p[i] == '"';
        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
            if (!quoted && is_space(line.p[i - 1]) &&
                str_starts_at(line, i, signs[k]) && is_space(line.p[i + 2])) {
                *at = i;
                *style = (enum line_style)k;
                return true;
            }
        }
    }
    return false;
}

static void read_link(struct topology *topology, str line, size_t sign,
                      enum line_style style)
{
    struct ends from = {0};
    struct ends to = {0};
    str left = str_trim(str_sub(line, 0, sign));
    str right = str_from_offset(line, sign + 2);
    if (!take_ends(topology, &left, &from)) {
        return;
    }
    left = str_trim(left);
    if (left.n) {
        script_wrong(topology->script, left, "\"{}\" is no part of the link",
                     "write r1:eth1 -- r2:eth1, and commas between several");
    } else if (take_ends(topology, &right, &to)) {
        struct link link = {.style = style, .label = str_trim(right)};
        add_links(topology, &from, &to, link, line);
    }
}

/* --- groups --- */

static bool add_member(struct topology *topology, str name, int group)
{
    int inner = topology_group(topology, name);
    int node = topology_node(topology, name);
    if (inner == group) {
        return script_wrong(topology->script, name, "a group in itself",
                            "leave it out");
    }
    if (inner == NO_NUMBER && !known(topology, name, node)) {
        return false;
    }
    int *owner = inner != NO_NUMBER ? &topology->groups.p[inner].parent
                                    : &topology->nodes.p[node].group;
    if (*owner != NO_NUMBER) {
        str other = topology->groups.p[*owner].name;
        diag_hint(script_mistake(topology->script, name,
                                 "\"%.*s\" is in a group already",
                                 STR_ARG(name)),
                  "it is in \"%.*s\"; groups may be in groups", STR_ARG(other));
        return false;
    }
    *owner = group;
    return true;
}

static void read_group(struct topology *topology, str line)
{
    str name = script_name(&line, NAME_ENDS);
    struct group group = {.name = name, .label = name, .parent = NO_NUMBER};
    if (!is_new(topology, name, line)) {
        return;
    }
    script_label(&line, NAME_ENDS, &group.label);
    line = str_trim(line);
    str members = str_trim(str_from_offset(line, 1));
    if (str_at(line, 0) != ':' || !members.n ||
        topology->groups.n == TOPOLOGY_GROUPS) {
        diag_hint(
            script_mistake(topology->script, name, "a group needs its nodes"),
            "write group \"Rack 1\": r1 r2; there are %d groups at the "
            "most",
            TOPOLOGY_GROUPS);
        return;
    }
    *VEC_PUSH(&topology->groups, topology->arena) = group;
    *map_put(&topology->group_names, topology->arena, name) =
        (void *)(uintptr_t)topology->groups.n;
    int number = (int)topology->groups.n - 1;
    for (; members.n; script_blanks(&members)) {
        if (!add_member(topology, script_name(&members, NAME_ENDS), number)) {
            return;
        }
    }
}

/* --- a line --- */

static size_t index_of(str word, const str *words, size_t n)
{
    size_t i = 0;
    while (i < n && !str_eq_nocase(word, words[i])) {
        i++;
    }
    return i;
}

static void read_layout(struct topology *topology, str line)
{
    static const str layouts[] = {
        [LAYOUT_LAYERED] = STR_INIT("layered"),
        [LAYOUT_SPINE_LEAF] = STR_INIT("spine-leaf"),
        [LAYOUT_FAT_TREE] = STR_INIT("fat-tree"),
        [LAYOUT_RING] = STR_INIT("ring"),
        [LAYOUT_FREE] = STR_INIT("free"),
    };
    enum { N = sizeof layouts / sizeof *layouts };
    size_t layout = index_of(line, layouts, N);
    if (layout == N) {
        script_wrong(topology->script, line, "there is no layout \"{}\"",
                     "there are layered, spine-leaf, fat-tree, ring and free");
    } else {
        topology->layout = (enum layout)layout;
    }
}

static void read_line(struct topology *topology, str line)
{
    static const str kinds[] = {
        [ICON_NODE] = STR_INIT("node"),
        [ICON_ROUTER] = STR_INIT("router"),
        [ICON_SWITCH] = STR_INIT("switch"),
        [ICON_FIREWALL] = STR_INIT("firewall"),
        [ICON_HOST] = STR_INIT("host"),
        [ICON_SERVER] = STR_INIT("server"),
        [ICON_CLOUD] = STR_INIT("cloud"),
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    size_t sign;
    enum line_style style;
    if (is_link(line, &sign, &style)) {
        read_link(topology, line, sign, style);
        return;
    }
    bool beside = script_take(&line, STR("beside"));
    str rest = line;
    str word = script_word(&rest);
    size_t kind = index_of(word, kinds, KINDS);
    if (kind < KINDS) {
        topology->rows += !beside || !topology->rows;
        read_nodes(topology, (enum node_icon)kind, rest);
    } else if (str_eq_nocase(word, STR("group"))) {
        read_group(topology, rest);
    } else if (str_eq_nocase(word, STR("layout"))) {
        read_layout(topology, rest);
    } else if (str_eq_nocase(word, STR("links"))) {
        topology->right_angled = str_eq_nocase(rest, STR("right-angled"));
        if (!str_is_word_of(rest, STR("right-angled straight"))) {
            script_wrong(topology->script, rest, "no links are \"{}\"",
                         "they are straight or right-angled");
        }
    } else {
        struct diag *diag = script_mistake(topology->script, word,
                                           "no line of a topology begins with "
                                           "\"%.*s\"",
                                           STR_ARG(word));
        str nearest = str_nearest(word, kinds, KINDS);
        if (nearest.n) {
            diag_did_you_mean(diag, nearest);
        } else {
            diag_hint(diag, "write router r1, switch s1, r1 -- s1, group, "
                            "layout or links");
        }
    }
}

void topology_read(struct topology *topology)
{
    str line;
    while (script_next(topology->script, &line)) {
        read_line(topology, line);
    }
    for (size_t i = 0; i < topology->nodes.n && !topology->script->mistakes;
         i++) {
        const struct node *node = &topology->nodes.p[i];
        if (topology->layout == LAYOUT_FREE && !node->placed) {
            script_wrong(topology->script, node->name,
                         "\"{}\" has no place in a free layout",
                         "write @2,1 after it, or another layout");
        }
    }
}
