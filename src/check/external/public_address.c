/* SPDX-License-Identifier: MIT */
/* The special-purpose registries of IANA (RFC 6890), as far as their blocks
 * are not reached globally. */
#include "check/external/fetch.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct block {
    uint8_t bytes[16];
    unsigned bits; /* of them that have to be the same */
    const char *what;
};

static const struct block blocks4[] = {
    {{0}, 8, "an unspecified address"},
    {{10}, 8, "a private address"},
    {{100, 64}, 10, "an address shared by a provider's customers"},
    {{127}, 8, "a loopback address"},
    {{169, 254}, 16, "a link-local address"},
    {{172, 16}, 12, "a private address"},
    {{192, 0, 0}, 24, "a reserved address"},
    {{192, 0, 2}, 24, "an address for documentation"},
    {{192, 168}, 16, "a private address"},
    {{198, 18}, 15, "an address for benchmarks"},
    {{198, 51, 100}, 24, "an address for documentation"},
    {{203, 0, 113}, 24, "an address for documentation"},
    {{224}, 4, "a multicast address"},
    {{240}, 4, "a reserved address"},
};

/* All public addresses are in 2000::/3. Blocks outside of it are listed for
 * their names only. */
static const struct block blocks6[] = {
    {{0}, 128, "an unspecified address"},
    {{[15] = 1}, 128, "a loopback address"},
    {{[10] = 0xff, [11] = 0xff}, 96, "an IPv4-mapped address"},
    {{0xfc}, 7, "a unique-local address"},
    {{0xfe, 0x80}, 10, "a link-local address"},
    {{0xff}, 8, "a multicast address"},
    {{0x20, 0x01}, 23, "a reserved address"},
    {{0x20, 0x01, 0x0d, 0xb8}, 32, "an address for documentation"},
    {{0x3f, 0xff}, 20, "an address for documentation"},
};

/* IPv6 addresses that hold an IPv4 address, at that offset. */
static const struct {
    struct block block;
    size_t at;
} carriers[] = {
    {{{0x00, 0x64, 0xff, 0x9b}, 96, NULL}, 12}, /* NAT64 */
    {{{0x20, 0x02}, 16, NULL}, 2},              /* 6to4 */
};

static bool is_in(const uint8_t *address, const struct block *block)
{
    size_t whole = block->bits / 8;
    unsigned rest = block->bits % 8;
    uint8_t mask = (uint8_t)(0xff00U >> rest);
    return memcmp(address, block->bytes, whole) == 0 &&
           (!rest || (address[whole] & mask) == block->bytes[whole]);
}

static const char *find_block(const uint8_t *address,
                              const struct block *blocks, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (is_in(address, &blocks[i])) {
            return blocks[i].what;
        }
    }
    return NULL;
}

static const char *not_public4(const uint8_t *address)
{
    return find_block(address, blocks4, sizeof blocks4 / sizeof *blocks4);
}

static const char *not_public6(const uint8_t *address)
{
    for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++) {
        if (is_in(address, &carriers[i].block)) {
            return not_public4(address + carriers[i].at);
        }
    }
    const char *what =
        find_block(address, blocks6, sizeof blocks6 / sizeof *blocks6);
    return what || (address[0] & 0xe0) == 0x20 ? what : "a reserved address";
}

const char *address_not_public(const struct sockaddr *address)
{
    union {
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } as;
    if (address->sa_family == AF_INET) {
        memcpy(&as.v4, address, sizeof as.v4);
        return not_public4((const uint8_t *)&as.v4.sin_addr);
    }
    if (address->sa_family == AF_INET6) {
        memcpy(&as.v6, address, sizeof as.v6);
        return not_public6((const uint8_t *)&as.v6.sin6_addr);
    }
    return "no address of the internet";
}
