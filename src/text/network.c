/* SPDX-License-Identifier: MIT */
#include "text/network.h"

#include <arpa/inet.h>

#include "base/memory/buf.h"

bool ip_read(str text, ip_address *out, unsigned *bits)
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
    *out = 0;
    for (size_t i = 0; i < *bits / 8; i++) {
        *out = *out << 8 | bytes[i];
    }
    return true;
}

str ip_text(ip_address address, unsigned bits, struct arena *arena)
{
    if (bits == 32) {
        unsigned n = (unsigned)address;
        return arena_printf(arena, "%u.%u.%u.%u", n >> 24, n >> 16 & 255,
                            n >> 8 & 255, n & 255);
    }
    unsigned parts[8];
    unsigned start = 8; /* of the longest run of zeros, of two or more */
    unsigned longest = 1;
    for (unsigned i = 8, n = 0; i--; address >>= 16) {
        parts[i] = (unsigned)address & 0xffff;
        n = parts[i] ? 0 : n + 1;
        if (n > 1 && n >= longest) {
            longest = n;
            start = i;
        }
    }
    struct buf text = {0};
    for (unsigned i = 0; i < 8; i++) {
        if (i == start) {
            i += longest - 1;
            buf_put(&text, i == 7 ? STR("::") : STR(":"));
        } else {
            buf_printf(&text, "%s%x", i ? ":" : "", parts[i]);
        }
    }
    return buf_move(&text, arena);
}

enum network_problem network_read(str text, struct network *out)
{
    size_t slash = str_find_char(text, '/');
    ip_address address;
    *out = (struct network){.bits = 32};
    if (!ip_read(str_sub(text, 0, slash), &address, &out->bits)) {
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
    out->first = address & network_mask(out);
    return out->first == address ? NETWORK_GOOD : NETWORK_HOST_BITS;
}

str network_text(const struct network *network, struct arena *arena)
{
    str first = ip_text(network->first, network->bits, arena);
    return arena_printf(arena, "%.*s/%u", STR_ARG(first), network->length);
}

ip_address network_hosts(const struct network *network)
{
    unsigned n = network->bits - network->length;
    return n == 128 ? ~(ip_address)0 : ((ip_address)1 << n) - 1;
}

ip_address network_mask(const struct network *network)
{
    ip_address all = network->bits == 128 ? ~(ip_address)0 : UINT32_MAX;
    return all & ~network_hosts(network);
}

ip_address network_last(const struct network *network)
{
    return network->first | network_hosts(network);
}

bool network_contains(const struct network *a, const struct network *b)
{
    return a->bits == b->bits && a->length <= b->length &&
           (b->first & network_mask(a)) == a->first;
}

bool network_widen(struct network *network)
{
    struct network wider = *network;
    wider.length--;
    if (!network->length || (network->first & network_hosts(&wider))) {
        return false;
    }
    *network = wider;
    return true;
}

int network_compare(const void *a, const void *b)
{
    const struct network *x = a;
    const struct network *y = b;
    return x->bits != y->bits     ? (x->bits > y->bits ? 1 : -1)
           : x->first != y->first ? (x->first > y->first ? 1 : -1)
                                  : (int)x->length - (int)y->length;
}
