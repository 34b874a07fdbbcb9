/* SPDX-License-Identifier: MIT */
#include "secrets/sanitize.h"

#include <arpa/inet.h>
#include <stdlib.h>

/* An address or a number in a text. */
struct place {
    enum public_kind kind;
    size_t off;
    size_t len;
    uint64_t unit;        /* /24 of IPv4, /32 of IPv6, or the number */
    uint64_t count;       /* units of its network; a power of two */
    unsigned char ip[16]; /* IPv6; IPv4: the last byte is ip[0] */
};

static bool is_part(char c)
{
    return is_alnum(c) || c == '.' || c == ':' || c == '_';
}

/* The length behind '/', if there is one; else `most`. */
static size_t prefix_at(str text, size_t at, size_t most)
{
    str rest = str_from_offset(text, at + 1);
    bool slash = str_at(text, at) == '/' && is_digit(str_at(rest, 0));
    size_t n = slash ? str_take_number(&rest, most) : most;
    return n < most ? n : most;
}

/* --- IPv4 --- */

static bool read_ipv4(str text, size_t at, struct place *place)
{
    str rest = str_from_offset(text, at);
    uint64_t ip = 0;
    for (int i = 0; i < 4; i++) {
        bool zero = str_at(rest, 0) == '0' && is_digit(str_at(rest, 1));
        if (!is_digit(str_at(rest, 0)) || zero) {
            return false;
        }
        size_t byte = str_take_number(&rest, 255);
        bool dot = str_at(rest, 0) == '.';
        if (byte > 255 || (i < 3 && !dot)) {
            return false;
        }
        ip = ip << 8 | byte;
        rest = str_from_offset(rest, i < 3);
    }
    char next = str_at(rest, 0);
    if (is_alnum(next) || next == '_' ||
        (next == '.' && is_alnum(str_at(rest, 1)))) {
        return false;
    }
    place->kind = PUBLIC_IPV4;
    place->len = rest.p ? (size_t)(rest.p - text.p) - at : text.n - at;
    size_t length = prefix_at(text, at + place->len, 32);
    length = length < 24 ? length : 24;
    place->count = UINT64_C(1) << (24 - length);
    place->unit = ip >> 8;
    place->ip[0] = (unsigned char)ip;
    return true;
}

/* Ranges without public addresses, and resolvers that all know. */
static bool ipv4_stays(const struct place *place)
{
    static const struct {
        uint32_t ip;
        unsigned length;
    } ranges[] = {
        {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},
        {0xA9FE0000, 16}, {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24},
        {0xC0A80000, 16}, {0xC6120000, 15}, {0xC6336400, 24}, {0xCB007100, 24},
        {0xE0000000, 3},  {0x01010101, 32}, {0x01000001, 32}, {0x08080808, 32},
        {0x08080404, 32}, {0x09090909, 32}, {0x95707070, 32}, {0xD043DEDE, 32},
        {0xD043DCDC, 32},
    };
    uint32_t ip = (uint32_t)(place->unit << 8) | place->ip[0];
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if ((ip ^ ranges[i].ip) >> (32 - ranges[i].length) == 0) {
            return true;
        }
    }
    return false;
}

/* --- IPv6 --- */

static bool read_ipv6(str text, size_t at, struct place *place)
{
    char copy[INET6_ADDRSTRLEN];
    size_t n = 0;
    size_t colons = 0;
    while (n < sizeof copy - 1 &&
           is_any_of(str_at(text, at + n), "0123456789abcdefABCDEF:")) {
        copy[n] = text.p[at + n];
        colons += copy[n++] == ':';
    }
    copy[n] = '\0';
    char next = str_at(text, at + n);
    if (colons < 2 || is_alnum(next) || next == '.' ||
        inet_pton(AF_INET6, copy, place->ip) != 1) {
        return false;
    }
    size_t length = prefix_at(text, at + n, 128);
    length = length < 32 ? length : 32;
    place->kind = PUBLIC_IPV6;
    place->len = n;
    place->count = UINT64_C(1) << (32 - length);
    place->unit = (uint64_t)place->ip[0] << 24 | (uint64_t)place->ip[1] << 16 |
                  (uint64_t)place->ip[2] << 8 | place->ip[3];
    return true;
}

static bool ipv6_stays(const struct place *place)
{
    static const char *const resolvers[] = {
        "2606:4700:4700::1111", "2606:4700:4700::1001", "2001:4860:4860::8888",
        "2001:4860:4860::8844", "2620:fe::fe",          "2620:fe::9",
    };
    for (size_t i = 0; i < sizeof resolvers / sizeof *resolvers; i++) {
        unsigned char known[16];
        inet_pton(AF_INET6, resolvers[i], known);
        if (memcmp(known, place->ip, sizeof known) == 0) {
            return true;
        }
    }
    return place->unit >> 29 != 1 || place->unit == 0x20010DB8 ||
           place->unit >> 12 == 0x3FFF0;
}

/* --- AS numbers and MAC addresses --- */

/* Behind "AS", "remote-as", "router bgp" and their like. */
static bool read_as(str text, size_t at, struct place *place)
{
    static const str words[] = {
        STR_INIT("AS"),
        STR_INIT("ASN"),
        STR_INIT("remote-as"),
        STR_INIT("local-as"),
        STR_INIT("peer-as"),
        STR_INIT("router bgp"),
        STR_INIT("as-number"),
        STR_INIT("prepend"),
        STR_INIT("autonomous-system"),
    };
    size_t end = at;
    while (end && text.p[end - 1] == ' ') {
        end--;
    }
    str before = str_sub(text, 0, end);
    str rest = str_from_offset(text, at);
    size_t number = str_take_number(&rest, UINT32_MAX);
    place->len = text.n - at - rest.n;
    place->kind = PUBLIC_AS;
    place->unit = number;
    place->count = 1;
    char next = str_at(rest, 0);
    if (number > UINT32_MAX || is_alnum(next) || is_any_of(next, ":_-") ||
        (next == '.' && is_digit(str_at(rest, 1))) || !is_digit(text.p[at])) {
        return false;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        str word = words[i];
        if (str_ends(before, word) &&
            !is_alnum(str_at(text, before.n - word.n - 1))) {
            return true;
        }
    }
    return false;
}

static bool as_stays(const struct place *place)
{
    uint64_t n = place->unit;
    return n == 0 || n == 23456 || (n >= 64496 && n <= 65551) ||
           n >= 4200000000;
}

/* aa:bb:cc:dd:ee:ff, with dashes, or aabb.ccdd.eeff. */
static bool read_mac(str text, size_t at, struct place *place)
{
    char sign = str_at(text, at + 2);
    size_t every = sign == ':' || sign == '-' ? 2 : 4;
    sign = every == 4 ? '.' : sign;
    place->unit = 0;
    size_t end = at;
    for (size_t digits = 0; digits < 12; digits++, end++) {
        if (digits && digits % every == 0 && str_at(text, end++) != sign) {
            return false;
        }
        unsigned hex = digit_value(str_at(text, end));
        if (hex > 15) {
            return false;
        }
        place->unit = place->unit << 4 | hex;
    }
    char next = str_at(text, end);
    place->kind = PUBLIC_MAC;
    place->len = end - at;
    place->count = 1;
    return !is_alnum(next) && next != sign;
}

static bool mac_stays(const struct place *place)
{
    uint64_t oui = place->unit >> 24;
    return place->unit >> 40 & 1 || oui == 0x00005E || place->unit == 0;
}

/* --- all of them --- */

static bool stays(const struct place *place)
{
    switch (place->kind) {
    case PUBLIC_IPV4: return ipv4_stays(place);
    case PUBLIC_IPV6: return ipv6_stays(place);
    case PUBLIC_AS: return as_stays(place);
    case PUBLIC_MAC: return mac_stays(place);
    case PUBLIC_KINDS: break;
    }
    return true;
}

/* The next address of the text from *at on. */
static bool next_place(str text, size_t *at, struct place *place)
{
    for (; *at < text.n; ++*at) {
        char c = text.p[*at];
        char before = *at ? text.p[*at - 1] : ' ';
        bool as = before == 'S' || before == 'N';
        if ((digit_value(c) > 15 && c != ':') || (is_part(before) && !as)) {
            continue;
        }
        if ((!as &&
             (read_ipv4(text, *at, place) || read_mac(text, *at, place) ||
              read_ipv6(text, *at, place))) ||
            read_as(text, *at, place)) {
            place->off = *at;
            *at += place->len;
            return true;
        }
    }
    return false;
}

bool public_next(str text, size_t *at, struct public_place *out)
{
    struct place place;
    while (next_place(text, at, &place)) {
        if (!stays(&place)) {
            *out = (struct public_place){place.kind, place.off, place.len};
            return true;
        }
    }
    return false;
}

void sanitize_learn(struct sanitizer *sanitizer, str text)
{
    struct place place;
    size_t at = 0;
    while (next_place(text, &at, &place)) {
        struct public_blocks *blocks = &sanitizer->blocks[place.kind];
        if (stays(&place)) {
            *VEC_PUSH(&blocks->taken, sanitizer->arena) = place.unit;
            continue;
        }
        *VEC_PUSH(&blocks->list, sanitizer->arena) = (struct public_block){
            place.unit & ~(place.count - 1), place.count, 0};
    }
}

/* By number, the wider first. */
static int compare_blocks(const void *a, const void *b)
{
    const struct public_block *x = a;
    const struct public_block *y = b;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->count == y->count ? 0 : x->count > y->count ? -1 : 1;
}

static void merge(struct public_blocks *blocks)
{
    size_t n = 0;
    VEC_SORT(&blocks->list, compare_blocks);
    for (size_t i = 0; i < blocks->list.n; i++) {
        struct public_block block = blocks->list.p[i];
        const struct public_block *last = n ? &blocks->list.p[n - 1] : NULL;
        if (!last || block.first >= last->first + last->count) {
            blocks->list.p[n++] = block;
        }
    }
    blocks->list.n = n;
}

/* A range of documentation, in units. */
struct range {
    uint64_t first;
    uint64_t count;
};

static bool is_taken(const struct public_blocks *blocks, uint64_t first,
                     uint64_t count)
{
    for (size_t i = 0; i < blocks->taken.n; i++) {
        if (blocks->taken.p[i] >= first && blocks->taken.p[i] - first < count) {
            return true;
        }
    }
    return false;
}

/* Puts the blocks into the ranges, in their order. */
static bool place_in(struct public_blocks *blocks, const struct range *ranges,
                     size_t nranges)
{
    size_t range = 0;
    uint64_t next = ranges[0].first;
    for (size_t i = 0; i < blocks->list.n;) {
        struct public_block *block = &blocks->list.p[i];
        next = (next + block->count - 1) & ~(block->count - 1);
        if (next + block->count > ranges[range].first + ranges[range].count) {
            if (++range == nranges) {
                return false;
            }
            next = ranges[range].first;
            continue;
        }
        if (!is_taken(blocks, next, block->count)) {
            block->moved = next;
            i++;
        }
        next += block->count;
    }
    return true;
}

bool sanitize_choose(struct sanitizer *sanitizer)
{
    static const struct range ipv4[] = {
        {0xC00002, 1}, {0xC63364, 1}, {0xCB0071, 1}};
    static const struct range more_ipv4[] = {{0xC61200, 512}};
    static const struct range ipv6[] = {{0x20010DB8, 1}};
    static const struct range more_ipv6[] = {{0x3FFF0000, 4096}};
    static const struct range as[] = {{64496, 16}, {65536, 16}};
    static const struct range mac[] = {{0x00005E005300, 256}};
    struct public_blocks *blocks = sanitizer->blocks;
    for (size_t i = 0; i < PUBLIC_KINDS; i++) {
        merge(&blocks[i]);
    }
    return (place_in(&blocks[PUBLIC_IPV4], ipv4, 3) ||
            place_in(&blocks[PUBLIC_IPV4], more_ipv4, 1)) &&
           (place_in(&blocks[PUBLIC_IPV6], ipv6, 1) ||
            place_in(&blocks[PUBLIC_IPV6], more_ipv6, 1)) &&
           place_in(&blocks[PUBLIC_AS], as, 2) &&
           place_in(&blocks[PUBLIC_MAC], mac, 1);
}

static uint64_t moved(const struct public_blocks *blocks, uint64_t unit)
{
    for (size_t low = 0, high = blocks->list.n; low < high;) {
        size_t middle = (low + high) / 2;
        const struct public_block *block = &blocks->list.p[middle];
        if (unit < block->first) {
            high = middle;
        } else if (unit >= block->first + block->count) {
            low = middle + 1;
        } else {
            return block->moved + (unit - block->first);
        }
    }
    return unit;
}

/* In the spelling of the old one. */
static str new_mac(str old, uint64_t mac, struct arena *arena)
{
    char *p = ARENA_ARRAY(arena, char, old.n);
    for (size_t i = old.n; i--;) {
        bool digit = digit_value(old.p[i]) < 16;
        p[i] = digit ? "0123456789abcdef"[mac & 15] : old.p[i];
        mac >>= digit ? 4 : 0;
    }
    return (str){p, old.n};
}

static str new_address(struct sanitizer *sanitizer, str text,
                       struct place *place)
{
    struct arena *arena = sanitizer->arena;
    uint64_t unit = moved(&sanitizer->blocks[place->kind], place->unit);
    char copy[INET6_ADDRSTRLEN];
    switch (place->kind) {
    case PUBLIC_IPV4:
        return arena_printf(arena, "%u.%u.%u.%u", (unsigned)(unit >> 16 & 255),
                            (unsigned)(unit >> 8 & 255), (unsigned)(unit & 255),
                            place->ip[0]);
    case PUBLIC_IPV6:
        for (size_t i = 0; i < 4; i++) {
            place->ip[i] = (unsigned char)(unit >> (24 - 8 * i));
        }
        inet_ntop(AF_INET6, place->ip, copy, sizeof copy);
        return arena_printf(arena, "%s", copy);
    case PUBLIC_MAC:
        return new_mac(str_sub(text, place->off, place->len), unit, arena);
    case PUBLIC_AS:
    case PUBLIC_KINDS: break;
    }
    return arena_printf(arena, "%llu", (unsigned long long)unit);
}

/* The end of a private key that begins there: behind its last line. */
static size_t secret_end(str text, const struct secret *secret)
{
    size_t end = secret->off + secret->len;
    if (!str_starts_at(text, secret->off, STR("----"))) {
        return end;
    }
    size_t last = str_find_from(text, end, STR("-----END"));
    last = str_find_from(text, last, STR("PRIVATE KEY"));
    size_t dashes = str_find_from(text, last, STR("----"));
    return dashes < text.n ? str_skip(text, dashes, "-") : end;
}

void sanitize_text(struct sanitizer *sanitizer, str text, enum secret_text kind,
                   struct splices *out)
{
    struct secrets found = {.arena = sanitizer->arena};
    struct place place;
    size_t at = 0;
    size_t done = 0;
    secrets_find(sanitizer->rules, text, kind, &found);
    bool more = next_place(text, &at, &place);
    for (size_t i = 0; i < found.list.n; i++) {
        const struct secret *secret = &found.list.p[i];
        size_t end = secret_end(text, secret);
        while (more && place.off < secret->off) {
            if (place.off >= done && place.off + place.len <= secret->off &&
                !stays(&place)) {
                splice_add(out, sanitizer->arena, place.off, place.len,
                           new_address(sanitizer, text, &place));
            }
            more = next_place(text, &at, &place);
        }
        if (secret->off >= done) {
            splice_add(out, sanitizer->arena, secret->off, end - secret->off,
                       STR("<secret>"));
            done = end;
        }
    }
    for (; more; more = next_place(text, &at, &place)) {
        if (place.off >= done && !stays(&place)) {
            splice_add(out, sanitizer->arena, place.off, place.len,
                       new_address(sanitizer, text, &place));
        }
    }
}
