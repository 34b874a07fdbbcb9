/* SPDX-License-Identifier: MIT */
#include "secrets/sanitize.h"

#include "secrets/rules.h"
#include "text/network.h"

static bool is_part(char c)
{
    return is_alnum(c) || c == '.' || c == ':' || c == '_';
}

/* An address, perhaps with the length of a prefix behind it. */
static bool read_ip(str text, size_t at, struct public_place *place)
{
    size_t dotted = str_skip(text, at, "0123456789.");
    size_t end = str_skip(text, at, "0123456789abcdefABCDEF:");
    bool v4 = dotted > end;
    end = v4 ? dotted : end;
    char next = str_at(text, end);
    while (v4 && text.p[end - 1] == '.') {
        end--; /* of a sentence */
    }
    unsigned bits;
    if (is_alnum(next) || next == (v4 ? '_' : '.') ||
        !ip_read(str_sub(text, at, end - at), &place->address, &bits)) {
        return false;
    }
    unsigned most = v4 ? 24 : 32;
    str rest = str_from_offset(text, end + 1);
    bool prefix = str_at(text, end) == '/' && is_digit(str_at(rest, 0));
    size_t length = prefix ? str_take_number(&rest, most) : most;
    place->kind = v4 ? PUBLIC_IPV4 : PUBLIC_IPV6;
    place->len = end - at;
    place->behind = bits - most;
    place->unit = (uint64_t)(place->address >> place->behind);
    place->count = length < most ? UINT64_C(1) << (most - length) : 1;
    return true;
}

/* --- AS numbers and MAC addresses --- */

/* Behind "AS", "remote-as", "router bgp" and their like. */
static bool read_as(str text, size_t at, struct public_place *place)
{
    str words = STR("AS|ASN|remote-as|local-as|peer-as|router bgp|as-number|"
                    "prepend|autonomous-system");
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
    for (str word; str_split(&words, '|', &word);) {
        if (str_ends(before, word) &&
            !is_alnum(str_at(text, before.n - word.n - 1))) {
            return true;
        }
    }
    return false;
}

/* aa:bb:cc:dd:ee:ff, with dashes, or aabb.ccdd.eeff. */
static bool read_mac(str text, size_t at, struct public_place *place)
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

/* The longest of the names that is there as a word. */
static bool read_name(str names, str text, size_t at,
                      struct public_place *place)
{
    place->kind = PUBLIC_NAME;
    place->len = 0;
    str name;
    for (size_t i = 1; str_split(&names, ',', &name); i++) {
        name = str_trim(name);
        char next = str_at(text, at + name.n);
        if (name.n > place->len && !is_alnum(next) && next != '_' &&
            str_eq_nocase(str_sub(text, at, name.n), name)) {
            place->len = name.n;
            place->unit = i;
        }
    }
    return place->len > 0;
}

/* --- all of them --- */

static bool stays(const struct secret_rules *rules,
                  const struct public_place *place)
{
    uint64_t n = place->unit;
    unsigned bits = place->kind == PUBLIC_IPV4 ? 32 : 128;
    struct network own = {place->address, bits, bits};
    if (place->kind == PUBLIC_NAME) {
        return false;
    }
    if (place->kind == PUBLIC_AS) {
        return n == 0 || n == 23456 || (n >= 64496 && n <= 65551) ||
               n >= 4200000000;
    }
    if (place->kind == PUBLIC_MAC) {
        bool many = n >> 40 & 1;
        return many || n >> 24 == 0x00005E || n == 0;
    }
    for (size_t i = 0; i < rules->networks.n; i++) {
        if (network_contains(&rules->networks.p[i], &own)) {
            return true;
        }
    }
    return false;
}

/* The next address of the text from *at on. */
static bool next_place(str names, str text, size_t *at,
                       struct public_place *place)
{
    for (; *at < text.n; ++*at) {
        char c = text.p[*at];
        char before = *at ? text.p[*at - 1] : ' ';
        bool as = before == 'S' || before == 'N';
        bool word = !is_alnum(before) && before != '_';
        bool number =
            (digit_value(c) < 16 || c == ':') && (!is_part(before) || as);
        if ((names.n && word && read_name(names, text, *at, place)) ||
            (number && !as &&
             (read_ip(text, *at, place) || read_mac(text, *at, place))) ||
            (number && read_as(text, *at, place))) {
            place->off = *at;
            *at += place->len;
            return true;
        }
    }
    return false;
}

bool public_next(const struct secret_rules *rules, str text, size_t *at,
                 struct public_place *out)
{
    while (next_place((str){0}, text, at, out)) {
        if (!stays(rules, out)) {
            return true;
        }
    }
    return false;
}

void sanitize_learn(struct sanitizer *sanitizer, str text)
{
    struct public_place place;
    size_t at = 0;
    while (next_place((str){0}, text, &at, &place)) {
        struct public_blocks *blocks = &sanitizer->blocks[place.kind];
        if (stays(sanitizer->rules, &place)) {
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

enum { RANGES = 3 };

/* Puts the blocks into the ranges, in their order. */
static bool place_in(struct public_blocks *blocks, const struct range *ranges)
{
    const struct range *range = ranges;
    uint64_t next = range->first;
    for (size_t i = 0; i < blocks->list.n;) {
        struct public_block *block = &blocks->list.p[i];
        next = (next + block->count - 1) & ~(block->count - 1);
        if (next + block->count > range->first + range->count) {
            if (++range == ranges + RANGES) {
                return false;
            }
            next = range->first;
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
    /* If the first ones have no room, all go into the others. */
    static const struct range ranges[PUBLIC_KINDS][2][RANGES] = {
        [PUBLIC_IPV4] = {{{0xC00002, 1}, {0xC63364, 1}, {0xCB0071, 1}},
                         {{0xC61200, 512}}},
        [PUBLIC_IPV6] = {{{0x20010DB8, 1}}, {{0x3FFF0000, 4096}}},
        [PUBLIC_AS] = {{{64496, 16}, {65536, 16}}},
        [PUBLIC_MAC] = {{{0x00005E005300, 256}}},
    };
    bool all = true;
    for (size_t i = 0; i < PUBLIC_KINDS; i++) {
        struct public_blocks *blocks = &sanitizer->blocks[i];
        merge(blocks);
        all = all && (place_in(blocks, ranges[i][0]) ||
                      place_in(blocks, ranges[i][1]));
    }
    return all;
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
                       const struct public_place *place)
{
    struct arena *arena = sanitizer->arena;
    uint64_t unit = moved(&sanitizer->blocks[place->kind], place->unit);
    if (place->kind == PUBLIC_AS || place->kind == PUBLIC_NAME) {
        return arena_printf(arena, "%s%llu",
                            place->kind == PUBLIC_NAME ? "name" : "",
                            (unsigned long long)unit);
    }
    if (place->kind == PUBLIC_MAC) {
        return new_mac(str_sub(text, place->off, place->len), unit, arena);
    }
    ip_address stay = ((ip_address)1 << place->behind) - 1;
    return ip_text((ip_address)unit << place->behind | (place->address & stay),
                   place->kind == PUBLIC_IPV4 ? 32 : 128, arena);
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
    struct public_place place = {0};
    size_t at = 0;
    size_t next = 0; /* of the secrets */
    size_t done = 0;
    bool more = true;
    secrets_find(sanitizer->rules, text, kind, &found);
    while (more) {
        more = next_place(sanitizer->names, text, &at, &place);
        size_t behind = more ? place.off + place.len : text.n;
        for (; next < found.list.n && found.list.p[next].off < behind; next++) {
            const struct secret *secret = &found.list.p[next];
            if (secret->off >= done) {
                done = secret_end(text, secret);
                splice_add(out, sanitizer->arena, secret->off,
                           done - secret->off, STR("<secret>"));
            }
        }
        if (more && place.off >= done && !stays(sanitizer->rules, &place)) {
            splice_add(out, sanitizer->arena, place.off, place.len,
                       new_address(sanitizer, text, &place));
        }
    }
}
