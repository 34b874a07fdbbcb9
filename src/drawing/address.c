/* SPDX-License-Identifier: MIT */
#include "drawing/address.h"

#include <arpa/inet.h>
#include <stdio.h>

struct number number_add(struct number a, struct number b)
{
    uint64_t low = a.low + b.low;
    return (struct number){a.high + b.high + (low < a.low), low};
}

struct number number_subtract(struct number a, struct number b)
{
    return (struct number){a.high - b.high - (a.low < b.low), a.low - b.low};
}

int number_compare(struct number a, struct number b)
{
    return a.high != b.high ? (a.high > b.high) - (a.high < b.high)
                            : (a.low > b.low) - (a.low < b.low);
}

struct number number_power(unsigned n)
{
    return n < 64 ? (struct number){0, UINT64_C(1) << n}
                  : (struct number){UINT64_C(1) << (n - 64), 0};
}

struct number number_mask(unsigned length, unsigned bits)
{
    struct number ones = {bits == 128 ? UINT64_MAX : 0,
                          bits == 128 ? UINT64_MAX : UINT32_MAX};
    if (!length) {
        return (struct number){0, 0};
    }
    struct number size = number_power(bits - length);
    return number_subtract(ones, number_subtract(size, (struct number){0, 1}));
}

static struct number number_and(struct number a, struct number b)
{
    return (struct number){a.high & b.high, a.low & b.low};
}

static bool read_address(str text, struct number *out, unsigned *bits)
{
    char copy[64];
    unsigned char bytes[16];
    if (!text.n || text.n >= sizeof copy || memchr(text.p, 0, text.n)) {
        return false;
    }
    memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    *bits = str_find_char(text, ':') != STR_NONE ? 128 : 32;
    if (inet_pton(*bits == 128 ? AF_INET6 : AF_INET, copy, bytes) != 1) {
        return false;
    }
    *out = (struct number){0, 0};
    for (size_t i = 0; i < *bits / 8; i++) {
        out->high = out->high << 8 | out->low >> 56;
        out->low = out->low << 8 | bytes[i];
    }
    return true;
}

enum network_problem network_read(str text, struct network *out)
{
    size_t slash = str_find_char(text, '/');
    struct number address;
    *out = (struct network){.bits = 32};
    if (!read_address(str_sub(text, 0, slash), &address, &out->bits)) {
        return NETWORK_BAD;
    }
    out->length = out->bits;
    if (slash != STR_NONE) {
        str digits = str_from_offset(text, slash + 1);
        bool empty = !digits.n;
        out->length = (unsigned)str_take_number(&digits, 999);
        if (empty || digits.n) {
            return NETWORK_BAD;
        }
        if (out->length > out->bits) {
            return NETWORK_LENGTH;
        }
    }
    out->first = number_and(address, number_mask(out->length, out->bits));
    return number_compare(out->first, address) ? NETWORK_HOST_BITS
                                               : NETWORK_GOOD;
}

bool network_is_whole(const struct network *network)
{
    struct number mask = number_mask(network->length, network->bits);
    return !number_compare(number_and(network->first, mask), network->first);
}

struct number network_last(const struct network *network)
{
    struct number hosts =
        number_subtract(number_mask(network->bits, network->bits),
                        number_mask(network->length, network->bits));
    return number_add(network->first, hosts);
}

bool network_contains(const struct network *a, const struct network *b)
{
    return a->bits == b->bits && a->length <= b->length &&
           !number_compare(
               number_and(b->first, number_mask(a->length, a->bits)), a->first);
}

int network_compare(const void *a, const void *b)
{
    const struct network *left = a;
    const struct network *right = b;
    int by_first = number_compare(left->first, right->first);
    return left->bits != right->bits ? (left->bits > right->bits ? 1 : -1)
           : by_first                ? by_first
                                     : (int)left->length - (int)right->length;
}

static str text_of_v6(struct number address, struct arena *arena)
{
    unsigned parts[8];
    for (unsigned i = 0; i < 8; i++) {
        uint64_t half = i < 4 ? address.high : address.low;
        parts[i] = (unsigned)(half >> (48 - i % 4 * 16)) & 0xffff;
    }
    unsigned start = 8; /* of the longest run of zeros, of two or more */
    unsigned longest = 1;
    for (unsigned i = 0; i < 8; i++) {
        unsigned n = 0;
        while (i + n < 8 && !parts[i + n]) {
            n++;
        }
        if (n > longest) {
            longest = n;
            start = i;
        }
    }
    char text[48];
    size_t used = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (i == start) {
            text[used++] = ':';
            i += longest - 1;
            if (i == 7) {
                text[used++] = ':';
            }
        } else {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%x",
                                     i ? ":" : "", parts[i]);
        }
    }
    return arena_str(arena, (str){text, used});
}

str address_text(struct number address, unsigned bits, struct arena *arena)
{
    uint64_t n = address.low;
    return bits == 128
               ? text_of_v6(address, arena)
               : arena_printf(arena, "%u.%u.%u.%u", (unsigned)(n >> 24) & 255,
                              (unsigned)(n >> 16) & 255,
                              (unsigned)(n >> 8) & 255, (unsigned)n & 255);
}

str network_text(const struct network *network, struct arena *arena)
{
    str first = address_text(network->first, network->bits, arena);
    return arena_printf(arena, "%.*s/%u", STR_ARG(first), network->length);
}
