/* SPDX-License-Identifier: MIT */
#include "secrets/renumber.h"

enum {
    RANGES = 3, /* that are tried together */
    ALL_RANGES = 3 * RANGES,
};

/* Numbers up to the one before `end`. */
struct span {
    uint64_t first;
    uint64_t end;
};

/* The first three are for documentation. If they have no room, all go into the
 * next three, or else the last. */
static const struct span ranges[PUBLIC_KINDS][ALL_RANGES] = {
    [PUBLIC_IPV4] = {{0xC00002, 0xC00003},
                     {0xC63364, 0xC63365},
                     {0xCB0071, 0xCB0072},
                     {0xC61200, 0xC61400},
                     [2 * RANGES] = {0xF00000, 0xF00000 + MOST_UNITS}},
    [PUBLIC_IPV6] = {{0x20010DB8, 0x20010DB9},
                     [RANGES] = {0x3FFF0000, 0x3FFF0000 + MOST_UNITS},
                     [2 * RANGES] = {0x3FFF0400, 0x3FFF0400 + MOST_UNITS}},
    [PUBLIC_AS] = {{64496, 64512},
                   {65536, 65552},
                   [RANGES] = {4200000000, 4200000000 + MOST_UNITS}},
    [PUBLIC_MAC] = {{0x00005E005300, 0x00005E005400},
                    [RANGES] = {0x02005E000000, 0x02005E000000 + MOST_UNITS}},
};

static const struct span everywhere = {0, UINT64_MAX};

static struct span common(struct span a, struct span b)
{
    uint64_t first = a.first > b.first ? a.first : b.first;
    uint64_t end = a.end < b.end ? a.end : b.end;
    return (struct span){first, end > first ? end : first};
}

static uint64_t length(struct span span)
{
    return span.end - span.first;
}

static struct span place_of(const struct public_block *block)
{
    return (struct span){block->moved, block->moved + block->count};
}

static bool is_free(const struct public_blocks *blocks, struct span place)
{
    for (size_t i = 0; i < blocks->moved.n; i++) {
        if (length(common(place, place_of(&blocks->moved.p[i])))) {
            return false;
        }
    }
    return true;
}

bool renumber_add(struct public_blocks *blocks, enum public_kind kind,
                  struct public_block block, struct arena *arena)
{
    uint64_t count = block.count;
    bool good = count && count <= MOST_UNITS && !(count & (count - 1)) &&
                !((block.first | block.moved) & (count - 1));
    for (size_t i = 0; good && i < ALL_RANGES; i++) {
        if (length(common(place_of(&block), ranges[kind][i])) == count &&
            is_free(blocks, place_of(&block))) {
            *VEC_PUSH(&blocks->moved, arena) = block;
            return true;
        }
    }
    return false;
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

/* The smallest block that has the unit, and at least `count` of them. */
static const struct public_block *find_block(const struct public_blocks *blocks,
                                             uint64_t unit, uint64_t count)
{
    const struct public_block *found = NULL;
    for (; !found && count <= MOST_UNITS && blocks->moved.n; count *= 2) {
        struct public_block key = {unit & ~(count - 1), count, 0};
        found = bsearch(&key, blocks->moved.p, blocks->moved.n, sizeof key,
                        compare_blocks);
    }
    return found;
}

uint64_t renumber_unit(const struct public_blocks *blocks, uint64_t unit,
                       uint64_t count)
{
    const struct public_block *block = find_block(blocks, unit, count);
    block = block ? block : find_block(blocks, unit, 1);
    return block ? block->moved + (unit - block->first) : unit;
}

enum relation {
    APART,
    HOLDS, /* a block within this one has moved */
    HELD,  /* this one has, with another or alone */
};

/* The places after those of lesser blocks, before those of greater ones. */
static struct span order_of(const struct public_blocks *blocks,
                            const struct public_block *block,
                            enum relation *relation)
{
    struct span order = everywhere;
    *relation = APART;
    for (size_t i = 0; i < blocks->moved.n; i++) {
        const struct public_block *known = &blocks->moved.p[i];
        struct span place = place_of(known);
        if (known->first == known->moved) {
            continue; /* the author's own one, of documentation */
        }
        if (known->first < block->first) {
            order = common(order, (struct span){place.end, UINT64_MAX});
        } else if (known->first >= block->first + block->count) {
            order = common(order, (struct span){0, place.first});
        } else if (*relation == APART) {
            *relation = HOLDS;
        }
        if (known->first <= block->first &&
            block->first + block->count <= known->first + known->count) {
            *relation = HELD;
        }
    }
    return order;
}

/* The first free place for the block in n ranges, after so many free units. */
static bool find_place(const struct public_blocks *blocks,
                       const struct span *range, size_t n, struct span order,
                       uint64_t skip, struct public_block *block)
{
    for (size_t i = 0; i < n; i++) {
        struct span places = common(range[i], order);
        uint64_t count = block->count;
        block->moved = (places.first + count - 1) & ~(count - 1);
        for (; place_of(block).end <= places.end; block->moved += count) {
            bool free = is_free(blocks, place_of(block));
            if (free && skip < count) {
                return true;
            }
            skip -= free ? count : 0;
        }
    }
    return false;
}

/* The room to leave before a block, so that those that are left, of so many
 * units, are spread over the places. */
static uint64_t spare(const struct span *range, struct span order, size_t left,
                      uint64_t units)
{
    uint64_t room = 0;
    for (size_t i = 0; i < RANGES; i++) {
        room += length(common(range[i], order));
    }
    return room > units ? (room - units) / (left + 1) : 0;
}

/* Places the blocks of the list in order; or if there are ALL_RANGES, as far as
 * there is room for that, and in halves. */
static bool place_all(struct public_blocks *blocks, const struct span *range,
                      size_t n, bool spread, struct arena *arena)
{
    bool loose = n == ALL_RANGES;
    size_t before = blocks->moved.n;
    uint64_t units = 0;
    blocks->out_of_order = 0;
    for (size_t i = 0; i < blocks->pending.n; i++) {
        units += blocks->pending.p[i].count;
    }
    for (size_t i = 0; i < blocks->pending.n; i++) {
        struct public_block block = blocks->pending.p[i];
        enum relation relation;
        struct span order = order_of(blocks, &block, &relation);
        if (relation == HELD) {
            continue; /* a half from an earlier call */
        }
        size_t left = blocks->pending.n - i;
        uint64_t skip = spread ? spare(range, order, left, units) : 0;
        bool ordered = find_place(blocks, range, n, order, skip, &block) ||
                       find_place(blocks, range, n, order, 0, &block);
        if (!ordered &&
            !(loose && find_place(blocks, range, n, everywhere, 0, &block))) {
            block.count /= 2;
            if (!loose || !block.count) {
                blocks->moved.n = before;
                return false;
            }
            /* Two halves instead of it: this one, and a later one. */
            blocks->pending.p[i--] = block;
            block.first += block.count;
            *VEC_PUSH(&blocks->pending, arena) = block;
            continue;
        }
        units -= block.count;
        blocks->out_of_order += relation == HOLDS || !ordered;
        *VEC_PUSH(&blocks->moved, arena) = block;
    }
    return true;
}

bool renumber_choose(struct public_blocks *blocks, enum public_kind kind,
                     bool kept, struct arena *arena)
{
    const struct span *range = ranges[kind];
    uint64_t end = 0;
    size_t n = 0;
    VEC_SORT(&blocks->moved, compare_blocks);
    VEC_SORT(&blocks->pending, compare_blocks);
    for (size_t i = 0; i < blocks->pending.n; i++) {
        struct public_block block = blocks->pending.p[i];
        if (block.first >= end &&
            !find_block(blocks, block.first, block.count)) {
            blocks->pending.p[n++] = block;
            end = block.first + block.count;
        }
    }
    blocks->pending.n = n;
    bool done =
        place_all(blocks, range, RANGES, kept, arena) ||
        place_all(blocks, range + RANGES, RANGES, kept, arena) ||
        place_all(blocks, range + (size_t)2 * RANGES, RANGES, kept, arena) ||
        (kept && place_all(blocks, range, ALL_RANGES, false, arena));
    VEC_SORT(&blocks->moved, compare_blocks);
    return done;
}
