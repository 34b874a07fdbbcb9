/* SPDX-License-Identifier: MIT */
#include "base/memory/vec.h"
#include "drawing/script.h"
#include "drawing/svg.h"
#include "drawing/words.h"
#include "text/network.h"

/* A line is a question:
 *
 *     10.0.0.0/22                        its mask, hosts and broadcast address
 *     10.0.0.0/22 split /24              its networks of that length
 *     10.0.0.0/22 wildcard               its masks
 *     10.0.0.0/22 plan office=50 20 10   networks for as many hosts
 *     10.0.0.0/8 contains 10.1.2.0/24    one or more
 *     overlap 10.0.0.0/8 10.1.2.0/24     two or more, each with each
 *     summarise 10.0.0.0/24 10.0.1.0/24  the fewest networks with all of them
 *
 * Each is a table; questions of a kind whose answers are one row share one. */

enum { MOST_NETWORKS = 1000, MOST_EACH = 20, SHOWN_ROWS = 16 };

struct networks {
    VEC(struct network) list;
};

struct subnet {
    struct script *script;
    struct arena *arena;
    struct buf *out;
    const char *open; /* the heads of the table that is open; NULL: none is */
};

/* --- tables --- */

static void end_table(struct subnet *subnet)
{
    if (subnet->open) {
        buf_put(subnet->out, STR("</tbody></table>\n"));
    }
    subnet->open = NULL;
}

/* Starts a table with those heads of columns, a bar between two; without any,
 * its rows have heads. A table without a caption goes on if it has the same
 * heads. */
static void start_table(struct subnet *subnet, const char *heads, str caption)
{
    struct buf *out = subnet->out;
    if (!caption.n && subnet->open == heads) {
        return;
    }
    end_table(subnet);
    buf_put(out, STR("<table>"));
    if (caption.n) {
        buf_put(out, STR("<caption>"));
        svg_escape(caption, out);
        buf_put(out, STR("</caption>"));
    }
    str rest = str_from(heads);
    str head;
    if (rest.n) {
        buf_put(out, STR("<thead><tr>"));
        while (str_split(&rest, '|', &head)) {
            buf_put(out, STR("<th>"));
            svg_escape(drawing_word(subnet->script, head), out);
            buf_put(out, STR("</th>"));
        }
        buf_put(out, STR("</tr></thead>"));
    }
    buf_put(out, STR("<tbody>\n"));
    subnet->open = heads;
}

static void put_row(struct subnet *subnet, const str *cells, size_t n)
{
    buf_put(subnet->out, STR("<tr>"));
    for (size_t i = 0; i < n; i++) {
        bool head = !i && !*subnet->open;
        buf_put(subnet->out, head ? STR("<th scope=\"row\">") : STR("<td>"));
        svg_escape(head ? drawing_word(subnet->script, cells[i]) : cells[i],
                   subnet->out);
        buf_put(subnet->out, head ? STR("</th>") : STR("</td>"));
    }
    buf_put(subnet->out, STR("</tr>\n"));
}

#define PUT_ROW(subnet, ...)                                                   \
    put_row((subnet), (const str[]){__VA_ARGS__},                              \
            sizeof((const str[]){__VA_ARGS__}) / sizeof(str))

/* --- texts --- */

static str word(const struct subnet *subnet, const char *english)
{
    return drawing_word(subnet->script, str_from(english));
}

static str address(struct subnet *subnet, const struct network *network,
                   ip_address n)
{
    return ip_text(n, network->bits, subnet->arena);
}

static str name(struct subnet *subnet, const struct network *network)
{
    return network_text(network, subnet->arena);
}

/* 2^bits, less that many. */
static str count(struct subnet *subnet, unsigned bits, unsigned less)
{
    return bits < 64
               ? arena_printf(subnet->arena, "%llu", (1ULL << bits) - less)
               : arena_printf(subnet->arena, "2^%u", bits);
}

/* IPv4 networks have an address of their own and one for broadcasts, but for
 * those of two addresses (RFC 3021) and of one. */
static unsigned reserved(const struct network *network)
{
    return network->bits == 32 && network->length < 31 ? 1 : 0;
}

static str first_host(struct subnet *subnet, const struct network *network)
{
    return address(subnet, network, network->first + reserved(network));
}

static str last_host(struct subnet *subnet, const struct network *network)
{
    return address(subnet, network, network_last(network) - reserved(network));
}

/* --- questions --- */

static bool read_network(struct subnet *subnet, str word, struct network *out)
{
    struct script *script = subnet->script;
    str right;
    switch (network_read(word, out)) {
    case NETWORK_GOOD: return true;
    case NETWORK_HOST_BITS:
        right = name(subnet, out);
        diag_hint(script_mistake(script, word, "%.*s has bits after its prefix",
                                 STR_ARG(word)),
                  "the network is %.*s", STR_ARG(right));
        return false;
    case NETWORK_LENGTH:
        return script_wrong(script, word, "a prefix of {} is too long",
                            out->bits == 32 ? "an IPv4 address has 32 bits"
                                            : "an IPv6 address has 128 bits");
    case NETWORK_BAD: break;
    }
    return script_wrong(script, word, "not a network: \"{}\"",
                        "a line is a question: 10.0.0.0/22 split /24");
}

/* The networks up to the end of the line; false after a mistake, which too few
 * or too many are, too. */
static bool read_networks(struct subnet *subnet, str line, size_t least,
                          size_t most, struct networks *out)
{
    str whole = line;
    while (line.n) {
        struct network network;
        if (!read_network(subnet, script_word(&line), &network)) {
            return false;
        }
        *VEC_PUSH(&out->list, subnet->arena) = network;
    }
    if (out->list.n < least || out->list.n > most) {
        diag_hint(script_mistake(subnet->script, whole,
                                 "this question is about %zu network%s at the "
                                 "least",
                                 least, least == 1 ? "" : "s"),
                  "and %zu at the most", most);
        return false;
    }
    return true;
}

static const char ranges[] = "Network|First|Last|Addresses";

static void describe(struct subnet *subnet, const struct network *network)
{
    bool hosts = reserved(network);
    start_table(subnet, "", name(subnet, network));
    PUT_ROW(subnet, STR("Network"), name(subnet, network));
    if (network->bits == 32) {
        PUT_ROW(subnet, STR("Netmask"),
                address(subnet, network, network_mask(network)));
        PUT_ROW(subnet, STR("Wildcard"),
                address(subnet, network, network_hosts(network)));
    }
    PUT_ROW(subnet, hosts ? STR("First host") : STR("First address"),
            first_host(subnet, network));
    PUT_ROW(subnet, hosts ? STR("Last host") : STR("Last address"),
            last_host(subnet, network));
    if (hosts) {
        PUT_ROW(subnet, STR("Broadcast"),
                address(subnet, network, network_last(network)));
    }
    PUT_ROW(subnet, STR("Addresses"),
            count(subnet, network->bits - network->length, 0));
    end_table(subnet);
}

static void put_range(struct subnet *subnet, const struct network *network)
{
    PUT_ROW(subnet, name(subnet, network),
            address(subnet, network, network->first),
            address(subnet, network, network_last(network)),
            count(subnet, network->bits - network->length, 0));
}

static bool read_length(struct subnet *subnet, const struct network *network,
                        str word, unsigned *out)
{
    str digits = str_from_offset(word, str_at(word, 0) == '/');
    bool empty = !digits.n;
    *out = (unsigned)str_take_number(&digits, 999);
    if (empty || digits.n) {
        return script_wrong(subnet->script, word,
                            "not a length of prefixes: \"{}\"",
                            "10.0.0.0/22 split /24");
    }
    if (*out < network->length || *out > network->bits) {
        diag_hint(
            script_mistake(subnet->script, word, "a /%u has no networks of /%u",
                           network->length, *out),
            "lengths go from %u to %u here", network->length, network->bits);
        return false;
    }
    return true;
}

static void split(struct subnet *subnet, const struct network *network,
                  str line, str question)
{
    struct network part = *network;
    if (!read_length(subnet, network, script_word(&line), &part.length)) {
        return;
    }
    unsigned bits = part.length - network->length;
    bool all = bits <= 8;
    start_table(subnet, ranges, question);
    for (uint64_t n = all ? UINT64_C(1) << bits : SHOWN_ROWS; n--;) {
        put_range(subnet, &part);
        part.first = network_last(&part) + 1;
    }
    if (!all) {
        str more = count(subnet, bits, bits < 64 ? SHOWN_ROWS + 1 : 0);
        PUT_ROW(subnet,
                arena_printf(subnet->arena, "… %.*s %.*s", STR_ARG(more),
                             STR_ARG(word(subnet, "more"))));
        part.first = network_last(network) & network_mask(&part);
        put_range(subnet, &part);
    }
    end_table(subnet);
}

static void contains(struct subnet *subnet, const struct network *network,
                     str line)
{
    struct networks others = {0};
    if (!read_networks(subnet, line, 1, MOST_NETWORKS, &others)) {
        return;
    }
    start_table(subnet, "Network|Contains|Answer", (str){0});
    for (size_t i = 0; i < others.list.n; i++) {
        const struct network *other = &others.list.p[i];
        PUT_ROW(subnet, name(subnet, network), name(subnet, other),
                word(subnet, network_contains(network, other) ? "yes" : "no"));
    }
}

static void overlap(struct subnet *subnet, str line)
{
    struct networks all = {0};
    if (!read_networks(subnet, line, 2, MOST_EACH, &all)) {
        return;
    }
    start_table(subnet, "Network|Network|In both", (str){0});
    for (size_t i = 0; i < all.list.n; i++) {
        for (size_t k = i + 1; k < all.list.n; k++) {
            const struct network *a = &all.list.p[i];
            const struct network *b = &all.list.p[k];
            const struct network *both = network_contains(a, b)   ? b
                                         : network_contains(b, a) ? a
                                                                  : NULL;
            PUT_ROW(subnet, name(subnet, a), name(subnet, b),
                    both ? name(subnet, both) : word(subnet, "nothing"));
        }
    }
}

/* Of sorted networks, one within another goes, and two halves become one. */
static void summarise(struct subnet *subnet, str line, str question)
{
    struct networks all = {0};
    if (!read_networks(subnet, line, 1, MOST_NETWORKS, &all)) {
        return;
    }
    VEC_SORT(&all.list, network_compare);
    size_t kept = 0;
    struct network *p = all.list.p;
    for (size_t i = 0; i < all.list.n; i++) {
        if (kept && network_contains(&p[kept - 1], &p[i])) {
            continue;
        }
        p[kept++] = p[i];
        while (kept > 1 && p[kept - 1].length == p[kept - 2].length) {
            struct network whole = p[kept - 2];
            if (!network_widen(&whole) ||
                !network_contains(&whole, &p[kept - 1])) {
                break;
            }
            p[--kept - 1] = whole;
        }
    }
    start_table(subnet, ranges, question);
    for (size_t i = 0; i < kept; i++) {
        put_range(subnet, &p[i]);
    }
    end_table(subnet);
}

/* --- plan --- */

struct demand {
    str label;
    size_t hosts;
    size_t order;
    struct network network;
};

static int compare_demands(const void *a, const void *b)
{
    const struct demand *left = a;
    const struct demand *right = b;
    return left->hosts != right->hosts
               ? (left->hosts < right->hosts ? 1 : -1)
               : (left->order > right->order) - (left->order < right->order);
}

/* [NAME=]HOSTS */
static bool read_demand(struct subnet *subnet, str word, struct demand *out)
{
    enum { MOST_HOSTS = 1 << 30 };
    size_t sign = str_rfind_char(word, '=');
    str digits = str_from_offset(word, sign == STR_NONE ? 0 : sign + 1);
    out->label = str_sub(word, 0, sign == STR_NONE ? 0 : sign);
    out->hosts = str_take_number(&digits, MOST_HOSTS);
    return (out->hosts && out->hosts <= MOST_HOSTS && !digits.n) ||
           script_wrong(subnet->script, word, "not a number of hosts: \"{}\"",
                        "10.0.0.0/24 plan office=50 20 10");
}

/* Largest first: then each begins at a multiple of its size, and nothing is
 * left between two. *next is the one after them. False: they don't fit. */
static bool place(const struct network *network, struct demand *demands,
                  size_t n, ip_address *next)
{
    *next = network->first;
    for (size_t i = 0; i < n; i++) {
        struct network *own = &demands[i].network;
        *own = (struct network){*next, network->bits, network->bits};
        size_t wanted = demands[i].hosts + (network->bits == 32 ? 2 : 0);
        while (own->length && network_hosts(own) < wanted - 1) {
            own->length--;
        }
        bool full = i && *next == network->first; /* of IPv6 */
        if (own->length < network->length || *next > network_last(network) ||
            full) {
            return false;
        }
        *next = network_last(own) + 1;
    }
    return true;
}

/* The networks from `next` to the end, as large as they can be. */
static void put_free(struct subnet *subnet, const struct network *network,
                     ip_address next)
{
    struct network rest = {next, network->bits, network->bits};
    while (rest.first > network->first && rest.first <= network_last(network)) {
        for (struct network wider = rest;
             network_widen(&wider) && network_contains(network, &wider);) {
            rest = wider;
        }
        PUT_ROW(subnet, word(subnet, "free"), STR(""), name(subnet, &rest),
                address(subnet, &rest, rest.first),
                address(subnet, &rest, network_last(&rest)));
        rest.first = network_last(&rest) + 1;
        rest.length = rest.bits;
    }
}

static void plan(struct subnet *subnet, const struct network *network, str line,
                 str question)
{
    VEC(struct demand) demands = {0};
    while (line.n) {
        struct demand demand = {.order = demands.n};
        if (!read_demand(subnet, script_word(&line), &demand)) {
            return;
        }
        *VEC_PUSH(&demands, subnet->arena) = demand;
    }
    ip_address next;
    VEC_SORT(&demands, compare_demands);
    if (!demands.n || !place(network, demands.p, demands.n, &next)) {
        struct diag *diag =
            script_mistake(subnet->script, question,
                           demands.n ? "these hosts have no room in %.*s"
                                     : "a plan of %.*s "
                                       "for which hosts?",
                           STR_ARG(name(subnet, network)));
        diag_hint(diag, demands.n ? "each network has a power of two of "
                                    "addresses, two of them without a host"
                                  : "10.0.0.0/24 plan office=50 20 10");
        return;
    }
    start_table(subnet, "For|Hosts|Network|First|Last", question);
    for (size_t i = 0; i < demands.n; i++) {
        const struct demand *demand = &demands.p[i];
        const struct network *own = &demand->network;
        PUT_ROW(subnet, demand->label,
                arena_printf(subnet->arena, "%zu", demand->hosts),
                name(subnet, own), first_host(subnet, own),
                last_host(subnet, own));
    }
    put_free(subnet, network, next);
    end_table(subnet);
}

/* --- a line --- */

static void answer(struct subnet *subnet, str line)
{
    str question = line;
    struct network network;
    if (script_take(&line, STR("summarise")) ||
        script_take(&line, STR("summarize"))) {
        summarise(subnet, line, question);
    } else if (script_take(&line, STR("overlap"))) {
        overlap(subnet, line);
    } else if (!read_network(subnet, script_word(&line), &network)) {
        return;
    } else if (!line.n) {
        describe(subnet, &network);
    } else if (script_take(&line, STR("split"))) {
        split(subnet, &network, line, question);
    } else if (script_take(&line, STR("wildcard"))) {
        start_table(subnet, "Network|Netmask|Wildcard", (str){0});
        PUT_ROW(subnet, name(subnet, &network),
                address(subnet, &network, network_mask(&network)),
                address(subnet, &network, network_hosts(&network)));
    } else if (script_take(&line, STR("contains"))) {
        contains(subnet, &network, line);
    } else if (script_take(&line, STR("plan"))) {
        plan(subnet, &network, line, question);
    } else {
        script_wrong(subnet->script, script_word(&line),
                     "there is no question \"{}\"",
                     "there are split, wildcard, contains, plan, overlap and "
                     "summarise");
    }
}

bool subnet_draw(const struct drawing *drawing, struct script *script,
                 struct buf *out)
{
    struct subnet subnet = {
        .script = script, .arena = script->arena, .out = out};
    str line;
    (void)drawing;
    buf_put(out, STR("<div class=\"subnet\">"));
    while (script_next(script, &line)) {
        answer(&subnet, line);
    }
    end_table(&subnet);
    buf_put(out, STR("</div>\n"));
    return script->lines > 0;
}
